/* np: 2 3 5 8 */
/* Collectives on an intercommunicator: even world ranks against odd ones. */
#include "check.h"

static int side, rank, local, remote;
static MPI_Comm inter;

/* Both sides in turn have the root, its rank 0 or the last. */
static void rooted(int root_side, int root)
{
    int mine = side == root_side && rank == root ? MPI_ROOT
               : side == root_side               ? MPI_PROC_NULL
                                                 : root;
    int value = mine == MPI_ROOT ? 1234 : -1, one = rank + 1, sum = -1;
    int *all = calloc((size_t)(local + remote), sizeof(int));

    MPI_Bcast(&value, 1, MPI_INT, mine, inter);
    CHECK(value == (mine == MPI_PROC_NULL ? -1 : 1234));
    MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, mine, inter);
    CHECK(sum == (mine == MPI_ROOT ? remote * (remote + 1) / 2 : -1));
    MPI_Gather(&one, 1, MPI_INT, all, 1, MPI_INT, mine, inter);
    for (int i = 0; i < remote && mine == MPI_ROOT; i++)
        CHECK(all[i] == i + 1);
    value = -1;
    MPI_Scatter(all, 1, MPI_INT, &value, 1, MPI_INT, mine, inter);
    CHECK(value == (side == root_side ? -1 : rank + 1));
    free(all);
}

static void unrooted(void)
{
    int value = side * 100 + rank, sum = -1;
    int other = (1 - side) * 100;
    int *all = malloc((size_t)remote * sizeof(int));
    int *send = malloc((size_t)(local * remote) * sizeof(int));
    int *counts = malloc((size_t)local * sizeof(int));
    int *got = calloc((size_t)(local * remote), sizeof(int));

    MPI_Allgather(&value, 1, MPI_INT, all, 1, MPI_INT, inter);
    for (int i = 0; i < remote; i++)
        CHECK(all[i] == other + i);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, inter);
    CHECK(sum == remote * other + remote * (remote - 1) / 2);
    for (int i = 0; i < remote; i++)
        send[i] = value * 1000 + i;
    MPI_Alltoall(send, 1, MPI_INT, all, 1, MPI_INT, inter);
    for (int i = 0; i < remote; i++)
        CHECK(all[i] == (other + i) * 1000 + rank);
    for (int i = 0; i < local * remote; i++)
        send[i] = rank + i;
    for (int i = 0; i < local; i++)
        counts[i] = remote;
    MPI_Reduce_scatter(send, got, counts, MPI_INT, MPI_SUM, inter);
    for (int i = 0; i < remote; i++)
        CHECK(got[i] ==
              remote * (remote - 1) / 2 + remote * (rank * remote + i));
    MPI_Barrier(inter);
    free(all);
    free(send);
    free(counts);
    free(got);
}

int main(int argc, char **argv)
{
    MPI_Comm half;

    MPI_Init(&argc, &argv);
    side = world_rank() % 2;
    MPI_Comm_split(MPI_COMM_WORLD, side, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 5, &inter);
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_size(inter, &local);
    MPI_Comm_remote_size(inter, &remote);
    for (int root_side = 0; root_side < 2; root_side++) {
        int size = root_side == side ? local : remote;

        rooted(root_side, 0);
        rooted(root_side, size - 1);
    }
    unrooted();
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
