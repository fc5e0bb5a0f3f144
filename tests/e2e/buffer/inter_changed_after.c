/*
 * As inter_changed.c, but the program stores once the operations are complete;
 * while they are pending only where nothing is read: behind what
 * goes to the other group, and into what the root would send of a gather.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

#include "unfollowed.h"

int main(int argc, char **argv)
{
    /* Rank 0 alone, and the two others: `others` is the size of the group that
     * is not one's own. */
    int rank, low, root, others, in[8] = {0}, out[8] = {0};
    MPI_Comm local, inter;
    MPI_Request request;

    unfollowed();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    low = rank == 0;
    others = low ? 2 : 1;
    root = low ? MPI_ROOT : 0;
    MPI_Comm_split(MPI_COMM_WORLD, low, rank, &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, low ? 1 : 0, 0, &inter);

    MPI_Iallgather(out, 2, MPI_INT, in, 2, MPI_INT, inter, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    out[1] = 11;
    MPI_Ialltoall(out, 2, MPI_INT, in, 2, MPI_INT, inter, &request);
    out[2 * others] = 22;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    out[2 * others - 1] = 22;
    MPI_Ibcast(out, 4, MPI_INT, root, inter, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (low)
        out[3] = 33;
    MPI_Igather(out, 2, MPI_INT, in, 2, MPI_INT, root, inter, &request);
    if (low)
        out[0] = 44;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Iscatter(out, 2, MPI_INT, in, 2, MPI_INT, root, inter, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (low)
        out[3] = 55;
    MPI_Ireduce_scatter_block(out, in, low ? 4 : 2, MPI_INT, MPI_SUM, inter, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    out[3] = 66;

    MPI_Comm_free(&inter);
    MPI_Comm_free(&local);
    MPI_Finalize();
    return 0;
}
