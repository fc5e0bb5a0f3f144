/*
 * The receive from any source may take the message that the second receive is
 * meant to get, and the data does not tell one from the other.
 *
 * np: 3
 * verdict: potential|error
 * finding: RACE-STARVATION|DEADLOCK call=0@second ...
 * hangs: maybe
 * twin: starves_named.c
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, values[4] = {1, 2, 3, 4}, got[4] = {0}, again[8] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(got, 4, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Recv(again, 8, MPI_INT, 2, 0, comm, /* @second */
                 MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Send(values, 4, MPI_INT, 0, 0, comm);
        MPI_Send(NULL, 0, MPI_INT, 2, 0, comm);
    } else {
        /* Rank 1's message is mostly there first. */
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(values, 4, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
