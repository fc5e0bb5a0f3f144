/*
 * A partitioned send without partitions.
 *
 * np: 2
 * verdict: error
 * finding: PART-ARGUMENTS call=0@here
 * flavours: abi mpich
 * hangs: maybe
 * twin: all_ready.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[8] = {0};
    MPI_Request request = MPI_REQUEST_NULL;
    int flag;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Psend_init(data, 0, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, /* @here */
                       MPI_INFO_NULL, &request);
    } else {
        MPI_Request_get_status(MPI_REQUEST_NULL, &flag, MPI_STATUS_IGNORE);
    }
    if (request != MPI_REQUEST_NULL)
        MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
