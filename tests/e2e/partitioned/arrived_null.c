/*
 * MPI_Parrived takes a null request: its partitions have arrived.  (MPICH ends
 * the program, Open MPI has no such function.)
 *
 * np: 1
 * verdict: clean
 * flavours: abi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int arrived = 0;

    MPI_Init(&argc, &argv);
    MPI_Parrived(MPI_REQUEST_NULL, 0, &arrived);
    MPI_Finalize();
    return !arrived;
}
