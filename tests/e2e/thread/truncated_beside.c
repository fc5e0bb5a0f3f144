/*
 * As race/truncated.c, by the main thread of processes in which another one calls
 * MPI, too.
 *
 * np: 3
 * verdict: potential
 * finding: RACE-TRUNCATION receive=0@first fits=1@short wrong=2@long count=1
 * twin: truncated_beside_not.c
 */
#include "beside.h"

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value[9] = {0}, provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(comm, &rank);
    begin_beside();
    if (rank == 0) {
        MPI_Recv(value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @first */
                 MPI_STATUS_IGNORE);
        MPI_Recv(value, 9, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Send(value, 1, MPI_INT, 0, 0, comm); /* @short */
        MPI_Send(value, 1, MPI_INT, 2, 0, comm);
    } else {
        /* Rank 1's message is there first. */
        MPI_Recv(value, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(value, 9, MPI_INT, 0, 0, comm); /* @long */
    }
    end_beside();
    MPI_Finalize();
    return 0;
}
