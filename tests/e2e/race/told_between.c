/*
 * As second_of_three.c; between the two receives rank 3 is told of something,
 * which the two messages do not wait for.
 *
 * np: 4
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
        MPI_Send(value, 1, MPI_INT, 3, 0, comm);
        MPI_Recv(value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @second */
                 MPI_STATUS_IGNORE);
    }
    if (rank == 1)
        MPI_Send(value, 1, MPI_INT, 0, 0, comm); /* @short */
    if (rank == 2)
        MPI_Send(value, 9, MPI_INT, 0, 0, comm); /* @long */
    if (rank == 3)
        MPI_Recv(value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
