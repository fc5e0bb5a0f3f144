/*
 * A null pointer where the call reads an array.
 *
 * np: 1
 * verdict: error
 * finding: ARG-NULL-POINTER call=0@all
 * hangs: maybe
 * twin: null_pointer_fits.c
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Waitall(2, NULL, MPI_STATUSES_IGNORE); /* @all */
    MPI_Finalize();
    return 0;
}
