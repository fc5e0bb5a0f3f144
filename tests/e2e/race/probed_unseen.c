/*
 * The second receive from any source has no room for one of the two messages.
 * The probe before it tells nothing.
 *
 * np: 3
 * verdict: potential
 * finding: RACE-TRUNCATION receive=0@second fits=1@short wrong=2@long count=1
 * twin: three_room.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value[9] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Recv(value, 9, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Probe(MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Recv(value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @second */
                 MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Send(value, 1, MPI_INT, 0, 0, comm); /* @short */
        MPI_Send(value, 1, MPI_INT, 2, 0, comm);
    } else {
        /* Rank 1's message is there first. */
        MPI_Recv(value, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(value, 9, MPI_INT, 0, 0, comm); /* @long */
    }
    MPI_Finalize();
    return 0;
}
