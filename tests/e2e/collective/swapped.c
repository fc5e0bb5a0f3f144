/*
 * Rank 1 makes two calls in the other order; that is one fault.  Later it
 * reduces another type.
 *
 * np: 2
 * verdict: error
 * finding: COLL-OP-MISMATCH call=0@sum0 call=1@max1
 * finding: COLL-TYPE-MISMATCH call=0@ints call=1@floats
 * hangs: maybe
 * twin: in_step.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, mine, all[2] = {0};
    float own = 1, other = 0;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    mine = rank;
    if (rank == 0) {
        MPI_Allreduce(&mine, all, 1, MPI_INT, MPI_SUM, comm); /* @sum0 */
        MPI_Allreduce(&mine, all + 1, 1, MPI_INT, MPI_MAX, comm);
    } else {
        MPI_Allreduce(&mine, all + 1, 1, MPI_INT, MPI_MAX, comm); /* @max1 */
        MPI_Allreduce(&mine, all, 1, MPI_INT, MPI_SUM, comm);
    }
    MPI_Barrier(comm);
    if (rank == 0)
        MPI_Allreduce(&mine, all, 1, MPI_INT, MPI_SUM, comm); /* @ints */
    else
        MPI_Allreduce(&own, &other, 1, MPI_FLOAT, MPI_SUM, comm); /* @floats */
    MPI_Finalize();
    return 0;
}
