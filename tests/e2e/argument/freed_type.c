/*
 * A copy of a handle is used after its object was freed.
 *
 * np: 1
 * verdict: error
 * finding: ARG-FREED-HANDLE call=0@type freed=0@free
 * twin: fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int number = 0;
    MPI_Datatype type, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(1, MPI_INT, &type);
    MPI_Type_commit(&type);
    copy = type;
    MPI_Type_free(&type); /* @free */
    MPI_Send(&number, 0, copy, MPI_PROC_NULL, 0, MPI_COMM_WORLD); /* @type */
    MPI_Finalize();
    return 0;
}
