/*
 * A predefined datatype is freed: MPIs refuse it.
 * (All kinds of them: tests/argument.)
 *
 * np: 1
 * verdict: error
 * finding: ARG-PREDEFINED call=0@free
 * twin: predefined_kept.c
 */
#include <mpi.h>

static int result; /* looked at later: then it is none that is provoked */

int main(int argc, char **argv)
{
    MPI_Datatype type = MPI_INT;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    result = MPI_Type_free(&type); /* @free */
    MPI_Finalize();
    return 0;
}
