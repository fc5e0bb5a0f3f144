/*
 * MPI_Init is called twice.
 *
 * np: 1
 * verdict: error
 * finding: CALL-INIT-TWICE call=0@first call=0@second
 * hangs: maybe
 * twin: anytime.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv); /* @first */
    MPI_Init(&argc, &argv); /* @second */
    MPI_Finalize();
    return 0;
}
