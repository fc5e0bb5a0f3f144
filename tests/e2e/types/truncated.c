/*
 * Messages are longer than the receives that take them, and the program goes
 * on.  The next receives take the next messages.
 *
 * np: 2
 * verdict: error
 * finding: P2P-TRUNCATED receive=1@recv send=0@send
 * finding: P2P-TRUNCATED receive=1@any send=0@to_any
 * finding: P2P-TRUNCATED receive=1@irecv send=0@to_irecv
 * finding: P2P-TRUNCATED receive=1@irecv_any send=0@to_irecv_any
 * twin: fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[16] = {0};
    MPI_Request requests[2];
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Send(numbers, 10, MPI_INT, 1, 1, MPI_COMM_WORLD); /* @send */
        MPI_Send(numbers, 10, MPI_INT, 1, 2, MPI_COMM_WORLD); /* @to_any */
        MPI_Send(numbers, 3, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Send(numbers, 10, MPI_INT, 1, 3, MPI_COMM_WORLD); /* @to_irecv */
        MPI_Send(numbers, 10, MPI_INT, 1, 4, MPI_COMM_WORLD); /* @to_irecv_any */
        MPI_Send(numbers, 10, MPI_INT, 1, 5, MPI_COMM_WORLD);
    } else {
        MPI_Recv(numbers, 5, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
        MPI_Recv(numbers, 9, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @any */
        MPI_Recv(numbers, 3, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Irecv(numbers, 9, MPI_INT, 0, 3, MPI_COMM_WORLD, &requests[0]); /* @irecv */
        MPI_Irecv(numbers + 10, 1, MPI_INT, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &requests[1]); /* @irecv_any */
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_Wait(&requests[1], &status);
        MPI_Recv(numbers, 10, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
