/*
 * A call of a function that MPI has no more.  (Only MPICH has it, still.)
 *
 * np: 1
 * flavours: mpich
 * verdict: note
 * options: --notes
 * finding: CALL-REMOVED call=0@extent
 * twin: successor.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Aint extent;

    MPI_Init(&argc, &argv);
    MPI_Type_extent(MPI_INT, &extent); /* @extent */
    MPI_Finalize();
    return 0;
}
