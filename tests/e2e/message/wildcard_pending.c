/*
 * Receives from any source that are never completed: the messages that are
 * there for them are not left over; one more is.
 *
 * np: 2
 * verdict: error
 * finding: REQUEST-NOT-COMPLETED made=1@receive overwritten=1@receive ranks=1 count=3
 * finding: P2P-UNRECEIVED send=0@more
 * status: 0|1
 * twin: wildcard_completed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int numbers[3];
    int rank, i;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 3; i++) {
        if (rank == 1)
            MPI_Irecv(&numbers[i], 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &request); /* @receive */
        else
            MPI_Send(&rank, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    }
    if (rank == 0)
        MPI_Send(&rank, 1, MPI_INT, 1, 2, MPI_COMM_WORLD); /* @more */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
