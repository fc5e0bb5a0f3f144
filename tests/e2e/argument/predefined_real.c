/*
 * A datatype of MPI_Type_create_f90_real, which is predefined, is freed.  (MPICH
 * ends the process by an assertion, then.)
 *
 * np: 1
 * verdict: error
 * finding: ARG-PREDEFINED call=0@free
 * flavours: abi openmpi
 * twin: predefined_kept.c
 */
#include <mpi.h>

static int result; /* looked at later: then it is none that is provoked */

int main(int argc, char **argv)
{
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Type_create_f90_real(6, 30, &type);
    result = MPI_Type_free(&type); /* @free */
    MPI_Finalize();
    return 0;
}
