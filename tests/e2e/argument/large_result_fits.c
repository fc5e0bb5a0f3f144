/*
 * Sizes that an int holds, and a large one asked for by an MPI_Count.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int size, packed;
    MPI_Datatype row, all;

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(1 << 16, MPI_INT, &row);
    MPI_Type_commit(&row);
    MPI_Type_contiguous(1 << 14, row, &all);
    MPI_Type_size(row, &size);
    MPI_Pack_size(1 << 12, row, MPI_COMM_WORLD, &packed);
#if MPI_VERSION >= 4
    {
        MPI_Count large;

        MPI_Type_size_c(all, &large);
        MPI_Pack_size_c(1 << 13, row, MPI_COMM_WORLD, &large);
    }
#endif
    MPI_Type_free(&all);
    MPI_Type_free(&row);
    MPI_Finalize();
    return 0;
}
