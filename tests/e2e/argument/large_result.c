/*
 * Sizes of more than an int holds are asked for by an int.
 *
 * np: 1
 * verdict: note
 * finding: ARG-LARGE-RESULT call=0@size
 * finding: ARG-LARGE-RESULT call=0@pack
 * says: 4294967296 bytes
 * says: MPI_Pack_size_c
 * options: --notes
 * twin: large_result_fits.c
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
    MPI_Type_size(all, &size); /* @size */
    MPI_Pack_size(1 << 13, row, MPI_COMM_WORLD, &packed); /* @pack */
    MPI_Type_free(&all);
    MPI_Type_free(&row);
    MPI_Finalize();
    return 0;
}
