/*
 * A structure takes less in external32 than in memory, but not so little.
 * (MPICH 4.0.2 cannot pack one so.)
 *
 * np: 1
 * flavours: abi openmpi
 * verdict: error
 * finding: ARG-PACKED call=0@pack
 * twin: packed_struct_fits.c
 */
#include <mpi.h>
#include <stddef.h>

static int result; /* looked at later: then it is none that is provoked */

int main(int argc, char **argv)
{
    struct item {
        long number;
        char letter;
    } items[2] = {{0}};
    char buffer[64];
    MPI_Aint displs[] = {offsetof(struct item, number), offsetof(struct item, letter)}, at = 1;
    MPI_Datatype type, types[] = {MPI_LONG, MPI_CHAR};

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Type_create_struct(2, (int[]){1, 1}, displs, types, &type);
    MPI_Type_commit(&type);
    result = MPI_Pack_external("external32", items, 2, type, buffer, 10, &at); /* @pack */
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
