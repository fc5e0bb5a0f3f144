/*
 * As truncated_provoked.c, where the receives are nonblocking: what counts is
 * whether the program looks at what MPI_Wait and MPI_Waitall return.
 *
 * np: 2
 * verdict: error
 * finding: CALL-PROVOKED receive=1@looked send=0@send
 * finding: CALL-PROVOKED receive=1@all send=0@send
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
    MPI_Request request;
    MPI_Status status;
    MPI_Errhandler own;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); /* in MPICH that of a request that is complete */
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (i = 0; rank == 0 && i < 4; i++)
        MPI_Send(numbers, 4, MPI_INT, 1, i, comm); /* @send */
    if (rank == 1) {
        MPI_Irecv(numbers, 2, MPI_INT, 0, 0, comm, &request); /* @looked */
        if (MPI_Wait(&request, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            failed++;
        MPI_Irecv(numbers, 2, MPI_INT, 0, 1, comm, &request); /* @all */
        if (MPI_Waitall(1, &request, &status) == MPI_ERR_IN_STATUS && status.MPI_ERROR != MPI_SUCCESS)
            failed++;
        MPI_Irecv(numbers, 2, MPI_INT, 0, 2, comm, &request); /* @ignored */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Comm_create_errhandler(handle, &own);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, own);
        MPI_Comm_set_errhandler(comm, own);
        MPI_Errhandler_free(&own);
        MPI_Irecv(numbers, 2, MPI_INT, 0, 3, comm, &request); /* @own */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return failed == 2 * rank && told == rank ? 0 : 3;
}
