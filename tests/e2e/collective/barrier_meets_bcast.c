/*
 * A barrier meets a broadcast on the same communicator; what follows is right
 * and is not reported.
 *
 * np: 2
 * verdict: error
 * finding: COLL-KIND-MISMATCH call=0@barrier call=1@bcast
 * hangs: maybe
 * twin: barrier_and_bcast.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 3;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Barrier(MPI_COMM_WORLD); /* @barrier */
    else
        MPI_Bcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD); /* @bcast */
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
