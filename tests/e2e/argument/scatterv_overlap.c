/*
 * The root scatters rows with the rims of the neighbours' parts, which it
 * thereby gives to two processes, by MPI_Scatterv and MPI_Iscatterv.
 *
 * np: 2
 * verdict: warning
 * finding: ARG-READ-OVERLAP call=0@rims cites=6.6
 * finding: ARG-READ-OVERLAP call=0@later cites=6.6,6.12.4
 * twin: scatterv_fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int counts[2] = {5, 5}, displs[2] = {0, 3};
    int rows[8] = {0}, part[5];
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Scatterv(rows, counts, displs, MPI_INT, part, 5, MPI_INT, 0, MPI_COMM_WORLD); /* @rims */
    MPI_Iscatterv(rows, counts, displs, MPI_INT, part, 5, MPI_INT, 0, MPI_COMM_WORLD, &request); /* @later */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
