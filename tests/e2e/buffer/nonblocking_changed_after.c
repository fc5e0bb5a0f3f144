/*
 * Send buffers of nonblocking collective operations are changed in time.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, values[4] = {1, 2, 3, 4}, to[4];
    MPI_Request request;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Ibcast(values, 4, MPI_INT, 0, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    values[3]++;
    MPI_Iallreduce(values, to, 4, MPI_INT, MPI_SUM, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    values[0] = 9;
    MPI_Ialltoall(values, 2, MPI_INT, to, 2, MPI_INT, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    values[3] = 10;
    MPI_Iscatter(values, 2, MPI_INT, to, 2, MPI_INT, 0, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    values[2] = 11;
    MPI_Iallgather(MPI_IN_PLACE, 2, MPI_INT, values, 2, MPI_INT, comm,
                   &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
