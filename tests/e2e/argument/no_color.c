/*
 * A process without a color is given no communicator, and uses it.
 *
 * np: 2
 * verdict: error
 * finding: ARG-NULL-HANDLE call=1@barrier null=1@split
 * says: with comm = MPI_COMM_NULL, after an MPI_Comm_split that gave it no communicator.
 * twin: no_color_asked.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm part;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : MPI_UNDEFINED, 0, &part); /* @split */
    MPI_Barrier(part); /* @barrier */
    if (part != MPI_COMM_NULL)
        MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
