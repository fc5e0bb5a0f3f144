/*
 * As pmpi_direct.c, with the datatype freed.
 *
 * np: 2
 * verdict: clean
 * ways: all
 * calls: 0=7 1=7
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Datatype type;

    PMPI_Init(&argc, &argv);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Type_contiguous(2, MPI_INT, &type);
    PMPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    PMPI_Type_free(&type);
    PMPI_Finalize();
    return 0;
}
