/*
 * Datatypes are used that were not committed: one that is new, one whose
 * copy was committed.
 *
 * np: 1
 * verdict: error
 * finding: ARG-TYPE-NOT-COMMITTED call=0@send
 * finding: ARG-TYPE-NOT-COMMITTED call=0@bcast
 * twin: fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int numbers[4] = {0};
    MPI_Datatype type, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(4, MPI_INT, &type);
    MPI_Send(numbers, 1, type, MPI_PROC_NULL, 0, MPI_COMM_WORLD); /* @send */
    MPI_Type_dup(type, &copy);
    MPI_Type_commit(&copy);
    MPI_Bcast(numbers, 1, copy, 0, MPI_COMM_WORLD);
    MPI_Bcast(numbers, 1, type, 0, MPI_COMM_WORLD); /* @bcast */
    MPI_Type_free(&type);
    MPI_Type_free(&copy);
    MPI_Finalize();
    return 0;
}
