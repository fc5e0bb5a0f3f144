/* Half way it waits for a file.  Then each rank exchanges many messages with
 * one of its own node, of two, the tags of which do not compress. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#define MESSAGES 200000
#define AT_ONCE 100

int main(int argc, char **argv)
{
    int rank, size, i, k, other, from[AT_ONCE];
    MPI_Request requests[2 * AT_ONCE];
    uint64_t chance = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    other = (rank + 2) % size;
    fprintf(stderr, "rank %d: half\n", rank);
    while (argc > 1 && access(argv[1], F_OK) != 0)
        usleep(10000);
    for (i = 0; i < MESSAGES; i += AT_ONCE) {
        for (k = 0; k < AT_ONCE; k++) {
            int tag = (int)((chance = chance * 6364136223846793005u + 1) >> 48);

            MPI_Irecv(&from[k], 1, MPI_INT, other, tag, MPI_COMM_WORLD,
                      &requests[2 * k]);
            MPI_Isend(&rank, 1, MPI_INT, other, tag, MPI_COMM_WORLD,
                      &requests[2 * k + 1]);
        }
        MPI_Waitall(2 * AT_ONCE, requests, MPI_STATUSES_IGNORE);
    }
    fprintf(stderr, "rank %d: done\n", rank);
    MPI_Finalize();
    return 0;
}
