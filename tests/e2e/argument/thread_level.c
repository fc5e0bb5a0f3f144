/*
 * MPI is initialized with a level of thread support that is none: an MPI may
 * end the process for it.
 *
 * np: 1
 * verdict: error
 * finding: ARG-VALUE call=0@init
 * hangs: maybe
 * says: but it takes MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE.
 * twin: thread_level_fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int provided;

    MPI_Init_thread(&argc, &argv, 77, &provided); /* @init */
    MPI_Finalize();
    return 0;
}
