/*
 * Two epochs with MPI_MODE_NOCHECK, of which a message puts only the first post
 * before its start (acceptance C2).  An MPI may complete the second before its
 * post; its put is in an epoch of its own all the same.  Open MPI hangs in the
 * second MPI_Win_wait, and the finding is there by then, or (1 run of 12) in the
 * first, and then there is no second post to show.
 *
 * np: 2
 * verdict: error
 * finding: RMA-NOCHECK-ORDER start=1@start post=0@post
 * flavours: abi mpich  (Open MPI 4.1.4 may wait for ever in MPI_Win_wait)
 * twin: assert_nocheck_rounds_ordered.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, round, *base, peer, value = 1;
    MPI_Group world, other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    peer = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &other);
    for (round = 0; round < 2; round++) {
        if (rank == 0) {
            MPI_Win_post(other, MPI_MODE_NOCHECK, win); /* @post */
            if (round == 0)
                MPI_Send(&value, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
            MPI_Win_wait(win);
        } else {
            if (round == 0)
                MPI_Recv(&value, 0, MPI_INT, 0, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            MPI_Win_start(other, MPI_MODE_NOCHECK, win); /* @start */
            MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
            MPI_Win_complete(win);
        }
    }
    MPI_Group_free(&other);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
