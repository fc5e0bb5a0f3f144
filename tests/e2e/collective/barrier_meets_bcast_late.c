/*
 * Two processes name different roots of a broadcast, and a third, which is
 * held up for a while in a receive, comes to it with a barrier: the finding is
 * about all three, however late.
 *
 * np: 4
 * verdict: error
 * finding: COLL-KIND-MISMATCH call=0@bcast call=2@barrier ranks=0,1,2
 * hangs: maybe
 * twin: barrier_and_bcast.c
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Comm three;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 3 ? MPI_UNDEFINED : 0, rank, &three);
    if (rank == 3) {
        sleep(2);
        MPI_Send(&rank, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    } else if (rank == 2) {
        MPI_Recv(&value, 1, MPI_INT, 3, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(three); /* @barrier */
    } else {
        MPI_Bcast(&value, 1, MPI_INT, rank, three); /* @bcast */
    }
    if (three != MPI_COMM_NULL)
        MPI_Comm_free(&three);
    MPI_Finalize();
    return 0;
}
