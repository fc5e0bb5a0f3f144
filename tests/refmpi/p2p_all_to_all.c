/* np: 4 16 */
/* Every rank sends long and short messages to every rank, itself too, all at
 * once; the receives are posted late on odd ranks. */
#include "check.h"
#include <string.h>

#define LONG 40000

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = world_rank(), size = world_size();
    MPI_Request *requests = malloc(sizeof *requests * (size_t)size * 4);
    int *out = malloc(sizeof(int) * LONG);
    int *in = malloc(sizeof(int) * LONG * (size_t)size);
    int *small = malloc(sizeof(int) * (size_t)size);
    for (int i = 0; i < LONG; i++)
        out[i] = rank * LONG + i;
    for (int round = 0; round < 3; round++) {
        int n = 0;
        for (int half = 0; half < 2; half++) {
            for (int peer = 0; peer < size; peer++) {
                if ((rank % 2 == 0) == (half == 0)) {
                    MPI_Irecv(in + (size_t)peer * LONG, LONG, MPI_INT, peer, 5,
                              MPI_COMM_WORLD, &requests[n++]);
                    MPI_Irecv(&small[peer], 1, MPI_INT, peer, 6, MPI_COMM_WORLD,
                              &requests[n++]);
                } else {
                    MPI_Isend(out, LONG, MPI_INT, peer, 5, MPI_COMM_WORLD,
                              &requests[n++]);
                    MPI_Issend(&rank, 1, MPI_INT, peer, 6, MPI_COMM_WORLD,
                               &requests[n++]);
                }
            }
        }
        MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
        for (int peer = 0; peer < size; peer++) {
            CHECK(small[peer] == peer);
            CHECK(in[(size_t)peer * LONG] == peer * LONG);
            CHECK(in[(size_t)peer * LONG + LONG - 1] == peer * LONG + LONG - 1);
        }
        memset(in, 0, sizeof(int) * LONG * (size_t)size);
    }
    free(small);
    free(in);
    free(out);
    free(requests);
    MPI_Finalize();
    return 0;
}
