/*
 * MPI_STATUS_IGNORE where the call is about what a status says.
 *
 * np: 1
 * verdict: error
 * finding: ARG-STATUS-IGNORE call=0@count
 * hangs: maybe
 * twin: null_pointer_fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int value, count;

    MPI_Init(&argc, &argv);
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Get_count(MPI_STATUS_IGNORE, MPI_INT, &count); /* @count */
    MPI_Finalize();
    return 0;
}
