/*
 * Messages that are too long, of requests that are tested, waited for among
 * others, or persistent: one finding each, and no request is left.
 *
 * np: 2
 * verdict: error
 * finding: P2P-TRUNCATED receive=0@test send=1@send
 * finding: P2P-TRUNCATED receive=0@waitany send=1@send
 * finding: P2P-TRUNCATED receive=0@persistent send=1@send
 * twin: fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request requests[2];
    int rank, i, flag = 0, numbers[20] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Irecv(numbers, 5, MPI_INT, 1, 0, comm, &requests[0]); /* @test */
        while (!flag)
            MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
        MPI_Irecv(numbers, 5, MPI_INT, 1, 0, comm, /* @waitany */
                  &requests[0]);
        MPI_Irecv(numbers + 5, 5, MPI_INT, 1, 1, comm, &requests[1]);
        for (i = 0; i < 2; i++)
            MPI_Waitany(2, requests, &flag, MPI_STATUS_IGNORE);
        MPI_Recv_init(numbers, 5, MPI_INT, 1, 0, comm, /* @persistent */
                      &requests[0]);
        MPI_Start(&requests[0]);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_Request_free(&requests[0]); /* null with Open MPI */
    } else {
        for (i = 0; i < 3; i++) {
            MPI_Send(numbers, 10, MPI_INT, 0, 0, comm); /* @send */
            if (i == 1)
                MPI_Send(numbers, 5, MPI_INT, 0, 1, comm);
        }
    }
    MPI_Finalize();
    return 0;
}
