/*
 * As three_sizes.c, but it is the second that has not room for each.
 *
 * np: 4
 * verdict: potential
 * finding: RACE-TRUNCATION receive=0@second fits=1@one wrong=3@four count=1
 * twin: three_room.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value[4] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Recv(value, 4, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Recv(value, 2, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @second */
                 MPI_STATUS_IGNORE);
        MPI_Recv(value, 4, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    }
    if (rank == 1)
        MPI_Send(value, 1, MPI_INT, 0, 0, comm); /* @one */
    if (rank == 2)
        MPI_Send(value, 2, MPI_INT, 0, 0, comm);
    if (rank == 3)
        MPI_Send(value, 4, MPI_INT, 0, 0, comm); /* @four */
    MPI_Finalize();
    return 0;
}
