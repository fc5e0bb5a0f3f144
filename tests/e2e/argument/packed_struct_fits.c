/*
 * A structure of a long and a character takes 5 bytes in external32.
 *
 * np: 1
 * flavours: abi openmpi
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    struct item {
        long number;
        char letter;
    } items[2] = {{0}};
    char buffer[10];
    MPI_Aint displs[] = {offsetof(struct item, number), offsetof(struct item, letter)}, at = 0;
    MPI_Datatype type, types[] = {MPI_LONG, MPI_CHAR};

    MPI_Init(&argc, &argv);
    MPI_Type_create_struct(2, (int[]){1, 1}, displs, types, &type);
    MPI_Type_commit(&type);
    MPI_Pack_external("external32", items, 2, type, buffer, 10, &at);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
