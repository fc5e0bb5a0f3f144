/*
 * MPI_Init is called twice.
 *
 * np: 2
 * verdict: error
 * finding: CALL-INIT-TWICE call=*@first call=*@second ranks=0,1 count=2
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
