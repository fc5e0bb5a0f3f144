/*
 * Each sends a short message and then a long one, with one tag: of who is quick
 * the long one may come before the other's short one.
 *
 * np: 3
 * verdict: potential
 * finding: RACE-TRUNCATION receive=0@short fits=1@hello wrong=2@result count=1
 * twin: phases_tags.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;
    int rank, i, value[9] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (i = 1; i < 3 && rank == 0; i++)
        MPI_Recv(value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @short */
                 &status);
    for (i = 1; i < 3 && rank == 0; i++)
        MPI_Recv(value, 9, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
    if (rank > 0) {
        MPI_Send(value, 1, MPI_INT, 0, 0, comm); /* @hello */
        MPI_Send(value, 9, MPI_INT, 0, 0, comm); /* @result */
    }
    MPI_Finalize();
    return 0;
}
