/*
 * The root gives a null pointer for the pieces that it gathers: that is told
 * once.
 *
 * np: 2
 * verdict: error
 * finding: ARG-NULL-BUFFER call=0@gather count=1
 * hangs: maybe
 * twin: fits.c
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int number = 1, counts[2] = {1, 1}, places[2] = {0, 1};

    MPI_Init(&argc, &argv);
    MPI_Gatherv(&number, 1, MPI_INT, NULL, counts, places, MPI_INT, 0, /* @gather */
                MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
