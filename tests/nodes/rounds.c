/* Messages around a ring and a sum, many times; half way it waits for a file.
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

#define ROUNDS 200

static void rounds(int rank, int size)
{
    int i, sum, from;

    for (i = 0; i < ROUNDS; i++) {
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &from, 1, MPI_INT,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Allreduce(&from, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    rounds(rank, size);
    fprintf(stderr, "rank %d: half\n", rank);
    while (argc > 1 && access(argv[1], F_OK) != 0)
        usleep(10000);
    rounds(rank, size);
    MPI_Finalize();
    fprintf(stderr, "rank %d: done\n", rank);
    return 0;
}
