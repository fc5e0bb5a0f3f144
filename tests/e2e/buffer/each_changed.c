/*
 * Send buffers with a count, and a displacement, for each process are changed
 * early.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=0@alltoallv end=0@wait_alltoallv
 * finding: BUFFER-CHANGED-EARLY begin=1@alltoallw end=1@wait_alltoallw
 * finding: BUFFER-CHANGED-EARLY begin=0@scatterv end=0@wait_scatterv
 * finding: BUFFER-CHANGED-EARLY begin=*@reduce end=*@wait_reduce count=2 ranks=0,1
 * twin: each_changed_after.c
 */
#include <mpi.h>

#include "unfollowed.h"

int main(int argc, char **argv)
{
    int counts[] = {2, 1}, displs[] = {5, 1}, bytes[] = {20, 4}, rank;
    int ones[] = {1, 1}, places[] = {0, 1};
    int values[8] = {1, 2, 3, 4, 5, 6, 7, 8}, to[2], received[4];
    int received_counts[] = {2, 2}, received_displs[] = {0, 2};
    int received_bytes[] = {0, 8};
    MPI_Datatype types[] = {MPI_INT, MPI_INT};
    MPI_Request request;
    MPI_Comm comm;

    unfollowed();
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    received_counts[0] = received_counts[1] = counts[rank];
    MPI_Ialltoallv(values, counts, displs, MPI_INT, received, received_counts, received_displs, MPI_INT, comm, &request); /* @alltoallv */
    values[0] = values[2] = values[4] = 9; /* no process gets these */
    if (rank == 0)
        values[6] = 9;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait_alltoallv */
    MPI_Ialltoallw(values, counts, bytes, types, received, received_counts, received_bytes, types, comm, &request); /* @alltoallw */
    values[2] = 10;
    if (rank == 1)
        values[1] = 10;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait_alltoallw */
    MPI_Iscatterv(values, ones, places, MPI_INT, to, 1, MPI_INT, 0, comm, &request); /* @scatterv */
    values[1] = 11;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait_scatterv */
    MPI_Ireduce_scatter(values, received, counts, MPI_INT, MPI_SUM, comm, &request); /* @reduce */
    values[2] = values[3] = 12; /* of three */
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait_reduce */
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
