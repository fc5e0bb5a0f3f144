/*
 * What MPI_Aint and MPI_Count are stored into is long enough.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

#define ROOM 24

int main(int argc, char **argv)
{
    long before = 0, place = 0, after = 0;
    char *block = calloc(1, ROOM);
    MPI_Aint lower, extent;

    MPI_Init(&argc, &argv);
    MPI_Get_address(&argc, (MPI_Aint *)&place);
    MPI_Type_size_x(MPI_INT, (MPI_Count *)(block + ROOM - sizeof(MPI_Count)));
    MPI_Type_get_extent(MPI_INT, &lower, &extent);
    MPI_Finalize();
    free(block);
    return before + after + lower != 0;
}
