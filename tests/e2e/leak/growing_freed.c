/*
 * Very many datatypes and info objects at once, which are freed in the end, as HDF5
 * does with a datatype for each chunk.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

#define MANY 13000

static MPI_Datatype types[MANY];
static MPI_Info infos[MANY];

int main(int argc, char **argv)
{
    int i;

    MPI_Init(&argc, &argv);
    for (i = 0; i < MANY; i++)
        MPI_Type_contiguous(i + 1, MPI_INT, &types[i]);
    for (i = 0; i < MANY; i++)
        MPI_Info_create(&infos[i]);
    for (i = 0; i < MANY; i++) {
        MPI_Type_free(&types[i]);
        MPI_Info_free(&infos[i]);
    }
    MPI_Finalize();
    return 0;
}
