/*
 * Rank 1 sends nothing to rank 2, which expects an int of it. Where the MPI
 * leaves rank 2 in the call (MPICH), the others wait for it in MPI_Finalize,
 * and the job is ended.
 *
 * np: 3
 * verdict: error
 * finding: COLL-COUNT-MISMATCH send=1@all receive=2@all
 * twin: all.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int send[3] = {0}, receive[3], rank;
    int counts[3] = {1, 1, 1}, expected[3] = {1, 1, 1}, displs[3] = {0, 1, 2};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        counts[2] = 0;
    MPI_Alltoallv(send, counts, displs, MPI_INT, /* @all */
                  receive, expected, displs, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
