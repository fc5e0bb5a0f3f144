/*
 * A communicator that was never set, and is by chance the address of a variable:
 * the MPI refuses it, and ends the process. (Open MPI takes for one what stands
 * there; MPICH's handles are no addresses.)
 *
 * np: 1
 * flavours: abi
 * verdict: error
 * finding: ARG-OTHER-KIND call=0@reduce count=1
 * twin: handle_set.c
 */
#include <mpi.h>

static double value[64];
static MPI_Comm row = (MPI_Comm)(void *)&value[8];

int main(int argc, char **argv)
{
    int sum = 0, one = 1;

    MPI_Init(&argc, &argv);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, row); /* @reduce */
    MPI_Finalize();
    return sum != 1;
}
