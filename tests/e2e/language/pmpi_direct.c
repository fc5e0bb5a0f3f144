/*
 * Direct calls of the PMPI_ names are the application's calls like any other.
 *
 * np: 2
 * verdict: warning
 * ways: all
 * finding: LEAK-DATATYPE call=*@type ranks=0,1 count=2
 * calls: 0=6 1=6
 * twin: pmpi_direct_clean.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Datatype type;

    PMPI_Init(&argc, &argv);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Type_contiguous(2, MPI_INT, &type); /* @type */
    PMPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    PMPI_Finalize();
    return 0;
}
