/*
 * Origin buffers of RMA calls are changed before what completes them.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=*@flush_put end=*@flush count=2 ranks=0,1
 * finding: BUFFER-CHANGED-EARLY begin=*@accumulate end=*@fence count=2 ranks=0,1
 * finding: BUFFER-CHANGED-EARLY begin=*@fetch end=*@local count=2 ranks=0,1
 * finding: BUFFER-CHANGED-EARLY begin=*@swap end=*@all count=2 ranks=0,1
 * finding: BUFFER-CHANGED-EARLY begin=*@rput end=*@wait count=2 ranks=0,1
 * finding: BUFFER-CHANGED-EARLY begin=*@pscw end=*@complete count=2 ranks=0,1
 * twin: rma_changed_after.c
 */
#include <mpi.h>

#include "unfollowed.h"

int main(int argc, char **argv)
{
    int rank, peer, one[16] = {1}, old = 0, *base;
    MPI_Group world, group;
    MPI_Request request;
    MPI_Win win;

    unfollowed();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    MPI_Win_allocate(256, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(one, 2, MPI_INT, peer, 0, 2, MPI_INT, win); /* @flush_put */
    one[1]++;
    MPI_Win_flush(peer, win); /* @flush */
    MPI_Fetch_and_op(&one[2], &old, MPI_INT, peer, 2, MPI_SUM, win); /* @fetch */
    one[2]++;
    MPI_Win_flush_local(peer, win); /* @local */
    MPI_Compare_and_swap(one, &one[4], &old, MPI_INT, peer, 3, win); /* @swap */
    one[4]++;
    MPI_Win_flush_all(win); /* @all */
    MPI_Rput(&one[5], 3, MPI_INT, peer, 5, 3, MPI_INT, win, &request); /* @rput */
    one[7]++;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */
    MPI_Win_unlock_all(win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&one[8], 1, MPI_INT, peer, 8, 1, MPI_INT, MPI_SUM, win); /* @accumulate */
    one[8]++;
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win); /* @fence */

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &group);
    MPI_Win_post(group, 0, win);
    MPI_Win_start(group, 0, win);
    MPI_Put(&one[9], 1, MPI_INT, peer, 9, 1, MPI_INT, win); /* @pscw */
    one[9]++;
    MPI_Win_complete(win); /* @complete */
    MPI_Win_wait(win);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
