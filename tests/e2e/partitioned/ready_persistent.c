/*
 * A persistent send that is not partitioned has no partitions.
 *
 * np: 2
 * verdict: error
 * finding: PART-WRONG-REQUEST call=0@here made=0@made
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
        MPI_Send_init(data, 8, MPI_INT, 1, 3, /* @made */
                      MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        MPI_Pready(0, request); /* @here */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    } else {
        MPI_Recv(data, 8, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
