/*
 * Partitions are counted from 1; one, and a range, lies far beyond, and one far
 * below, which is told as one.
 *
 * np: 2
 * verdict: error
 * finding: PART-RANGE call=0@here made=0@made
 * finding: PART-RANGE call=0@far made=0@made
 * finding: PART-RANGE call=0@beyond made=0@made
 * finding: PART-RANGE call=0@below made=0@made count=1
 * flavours: abi mpich
 * hangs: maybe
 * twin: all_ready.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[8] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Psend_init(data, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, /* @made */
                       MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready_range(0, 3, request);
        MPI_Pready(4, request); /* @here */
        MPI_Pready(100, request); /* @far */
        MPI_Pready_range(7, 9, request); /* @beyond */
        MPI_Pready_range(-2147483647, -1, request); /* @below */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    } else {
        MPI_Precv_init(data, 2, 4, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
    MPI_Finalize();
    return 0;
}
