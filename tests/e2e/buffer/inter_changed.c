/*
 * What pending collectives of an intercommunicator send is changed: as one's own,
 * and as the root's.
 *
 * np: 3
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=*@allgather end=*@wait-allgather ranks=0,1,2 count=3
 * finding: BUFFER-CHANGED-EARLY begin=*@alltoall end=*@wait-alltoall ranks=0,1,2 count=3
 * finding: BUFFER-CHANGED-EARLY begin=0@bcast end=0@wait-bcast
 * finding: BUFFER-CHANGED-EARLY begin=0@scatter end=0@wait-scatter
 * finding: BUFFER-CHANGED-EARLY begin=*@block end=*@wait-block ranks=0,1,2 count=3
 * twin: inter_changed_after.c
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

    MPI_Iallgather(out, 2, MPI_INT, in, 2, MPI_INT, inter, &request); /* @allgather */
    out[1] = 11;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait-allgather */
    MPI_Ialltoall(out, 2, MPI_INT, in, 2, MPI_INT, inter, &request); /* @alltoall */
    out[2 * others - 1] = 22;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait-alltoall */
    MPI_Ibcast(out, 4, MPI_INT, root, inter, &request); /* @bcast */
    if (low)
        out[3] = 33;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait-bcast */
    MPI_Iscatter(out, 2, MPI_INT, in, 2, MPI_INT, root, inter, &request); /* @scatter */
    if (low)
        out[3] = 55;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait-scatter */
    MPI_Ireduce_scatter_block(out, in, low ? 4 : 2, MPI_INT, MPI_SUM, inter, &request); /* @block */
    out[3] = 66;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait-block */

    MPI_Comm_free(&inter);
    MPI_Comm_free(&local);
    MPI_Finalize();
    return 0;
}
