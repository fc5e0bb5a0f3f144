/* Half way it waits for a file.  Then each rank exchanges many messages with
 * one of its own node, of two, the tags of which do not compress. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#define MESSAGES 200000

int main(int argc, char **argv)
{
    int rank, size, i, from, other;
    uint64_t chance = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    other = (rank + 2) % size;
    fprintf(stderr, "rank %d: half\n", rank);
    while (argc > 1 && access(argv[1], F_OK) != 0)
        usleep(10000);
    for (i = 0; i < MESSAGES; i++) {
        int tag = (int)((chance = chance * 6364136223846793005u + 1) >> 48);

        MPI_Sendrecv(&rank, 1, MPI_INT, other, tag, &from, 1, MPI_INT, other,
                     tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    fprintf(stderr, "rank %d: done\n", rank);
    MPI_Finalize();
    return 0;
}
