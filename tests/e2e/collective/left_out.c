/*
 * Rank 1 leaves out a broadcast, of nothing, so that all MPIs let it pass.
 * All go on; later it gives another op.
 *
 * np: 2
 * verdict: error
 * unless: coll=barrier
 * finding: COLL-KIND-MISMATCH call=0@bcast call=1@barrier
 * finding: COLL-OP-MISMATCH call=0@sum call=1@max
 * hangs: maybe
 * twin: in_step.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, mine, sum = 0;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    mine = rank;
    if (rank == 0)
        MPI_Bcast(&mine, 0, MPI_INT, 0, comm); /* @bcast */
    MPI_Barrier(comm); /* @barrier */
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
    if (rank == 0)
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm); /* @sum */
    else
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_MAX, comm); /* @max */
    MPI_Barrier(comm);
    MPI_Finalize();
    return 0;
}
