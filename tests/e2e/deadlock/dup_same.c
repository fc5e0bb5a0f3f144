/*
 * As dup_crossed.c, in one order.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comms[2] = {MPI_COMM_WORLD}, made;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    for (int i = 0; i < 2; i++) {
        MPI_Comm_dup(comms[i], &made);
        MPI_Comm_free(&made);
    }
    MPI_Comm_free(&comms[1]);
    MPI_Finalize();
    return 0;
}
