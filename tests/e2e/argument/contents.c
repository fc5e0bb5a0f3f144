/*
 * The contents of datatypes are asked for with less room than they need, and
 * those of one that has none.
 *
 * np: 1
 * verdict: error
 * finding: ARG-CONTENTS call=0@integers
 * finding: ARG-CONTENTS call=0@addresses
 * finding: ARG-CONTENTS call=0@types
 * finding: ARG-CONTENTS call=0@named
 * twin: contents_fits.c
 */
#include <mpi.h>

static int result; /* looked at later: then it is none that is provoked */

int main(int argc, char **argv)
{
    int integers[16], lengths[2] = {1, 1};
    MPI_Aint addresses[16], displs[2] = {0, 8};
    MPI_Datatype types[16], olds[2] = {MPI_INT, MPI_DOUBLE}, vector, structure;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Type_vector(2, 1, 3, MPI_INT, &vector);
    MPI_Type_create_struct(2, lengths, displs, olds, &structure);
    result = MPI_Type_get_contents(vector, 2, 0, 1, integers, addresses, types); /* @integers */
    result = MPI_Type_get_contents(structure, 3, 1, 2, integers, addresses, types); /* @addresses */
    result = MPI_Type_get_contents(structure, 3, 2, 1, integers, addresses, types); /* @types */
    result = MPI_Type_get_contents(MPI_DOUBLE, 16, 16, 16, integers, addresses, types); /* @named */
    MPI_Type_free(&structure);
    MPI_Type_free(&vector);
    MPI_Finalize();
    return 0;
}
