/*
 * A string that is no pointer: it is the MPI that crashes by it.
 *
 * np: 1
 * verdict: error
 * finding: PROCESS-CRASHED call=0@set
 * flavours: mpich openmpi
 * twin: string_somewhere.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    const char *volatile name = (const char *)16;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_name(MPI_COMM_WORLD, name); /* @set */
    MPI_Finalize();
    return 0;
}
