/*
 * Send buffers of nonblocking collective operations are changed early.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=0@bcast end=0@wait_bcast
 * finding: BUFFER-CHANGED-EARLY begin=*@allreduce end=*@wait_allreduce count=2 ranks=0,1
 * finding: BUFFER-CHANGED-EARLY begin=*@alltoall end=*@wait_alltoall count=2 ranks=0,1
 * finding: BUFFER-CHANGED-EARLY begin=0@scatter end=0@wait_scatter
 * twin: nonblocking_changed_after.c
 */
#include <mpi.h>

#include "unfollowed.h"

int main(int argc, char **argv)
{
    int rank, values[4] = {1, 2, 3, 4}, to[4];
    MPI_Request request;
    MPI_Comm comm;

    unfollowed();
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Ibcast(values, 4, MPI_INT, 0, comm, &request); /* @bcast */
    if (rank == 0)
        values[3]++;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait_bcast */
    MPI_Iallreduce(values, to, 4, MPI_INT, MPI_SUM, comm, &request); /* @allreduce */
    values[0] = 9;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait_allreduce */
    MPI_Ialltoall(values, 2, MPI_INT, to, 2, MPI_INT, comm, &request); /* @alltoall */
    values[3] = 10;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait_alltoall */
    MPI_Iscatter(values, 2, MPI_INT, to, 2, MPI_INT, 0, comm, &request); /* @scatter */
    values[2] = 11;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait_scatter */
    MPI_Iallgather(MPI_IN_PLACE, 2, MPI_INT, values, 2, MPI_INT, comm,
                   &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
