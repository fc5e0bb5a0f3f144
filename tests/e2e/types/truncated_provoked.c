/*
 * Messages that do not fit, on purpose: the program looks at what the receive
 * returns, or its own error handler is told; and one that it does not look at.
 *
 * np: 2
 * verdict: error
 * finding: CALL-PROVOKED receive=1@looked send=0@send
 * finding: CALL-PROVOKED receive=1@own send=0@send
 * finding: P2P-TRUNCATED receive=1@ignored send=0@send
 * options: --notes
 * twin: fits.c
 */
#include <mpi.h>

static int told;

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    told++;
}

int main(int argc, char **argv)
{
    int rank, i, numbers[4] = {0}, failed = 0;
    MPI_Errhandler own;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (i = 0; rank == 0 && i < 3; i++)
        MPI_Send(numbers, 4, MPI_INT, 1, 0, comm); /* @send */
    if (rank == 1) {
        if (MPI_Recv(numbers, 2, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE) != MPI_SUCCESS) /* @looked */
            failed++;
        MPI_Recv(numbers, 2, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE); /* @ignored */
        MPI_Comm_create_errhandler(handle, &own);
        MPI_Comm_set_errhandler(comm, own);
        MPI_Errhandler_free(&own);
        MPI_Recv(numbers, 2, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE); /* @own */
    }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return failed == rank && told == rank ? 0 : 3;
}
