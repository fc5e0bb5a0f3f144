/*
 * The array of counts lies where no memory is: Murmel does not read it either,
 * and the MPI ends the program there.
 *
 * np: 2
 * verdict: error
 * finding: ARG-NO-MEMORY call=*@gather
 * says: whose recvcounts takes 8 bytes, but no memory is there
 * twin: counts_fit.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int displacements[2] = {0, 4}, mine[4] = {0}, all[8];
    const int *volatile counts = (const int *)40960;

    MPI_Init(&argc, &argv);
    MPI_Allgatherv(mine, 4, MPI_INT, all, counts, displacements, MPI_INT, MPI_COMM_WORLD); /* @gather */
    MPI_Finalize();
    return 0;
}
