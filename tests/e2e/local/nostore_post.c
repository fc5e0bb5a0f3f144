/*
 * A post promises MPI_MODE_NOSTORE, and the program has stored into the window
 * since the exposure epoch before (acceptance C3).
 *
 * np: 2
 * verdict: error
 * finding: RMA-ASSERT-NOSTORE promise=1@post since=1@wait count=2
 * twin: nostore_post_kept.c
 */
#include <mpi.h>
#include <sched.h>

int main(int argc, char **argv)
{
    int rank, peer, i, *base;
    MPI_Group world, group;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &group);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    base[0] = base[1] = 0;
    for (i = 0; i < 3; i++) {
        if (rank == 0) {
            MPI_Win_start(group, 0, win);
            MPI_Put(&peer, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
            MPI_Win_complete(win);
        } else {
            MPI_Win_post(group, i == 0 ? 0 : MPI_MODE_NOSTORE, win); /* @post */
            MPI_Win_wait(win); /* @wait */
            sched_yield(); /* not followed further */
            base[1]++;
        }
    }
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
