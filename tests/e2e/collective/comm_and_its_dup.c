/*
 * Sums over a communicator and over its duplicate, by the two processes in
 * reverse order.
 *
 * np: 2
 * verdict: error|potential
 * finding: DEADLOCK|POTENTIAL-DEADLOCK waits=0@dup waits=1@world
 * hangs: maybe
 * twin: congruent.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, own = 1, sum;
    MPI_Comm world = MPI_COMM_WORLD, dup;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_dup(world, &dup);
    if (rank == 0) {
        MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, dup); /* @dup */
        MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, world);
    } else {
        MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, world); /* @world */
        MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, dup);
    }
    MPI_Comm_free(&dup);
    MPI_Finalize();
    return 0;
}
