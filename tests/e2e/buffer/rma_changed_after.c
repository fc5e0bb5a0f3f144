/*
 * Origin buffers of RMA calls are changed after what completes them.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, peer, one[16] = {1}, old = 0, *base;
    MPI_Group world, group;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    MPI_Win_allocate(256, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(one, 2, MPI_INT, peer, 0, 2, MPI_INT, win);
    MPI_Win_flush(peer, win);
    one[1]++;
    MPI_Fetch_and_op(&one[2], &old, MPI_INT, peer, 2, MPI_SUM, win);
    MPI_Win_flush_local(peer, win);
    one[2]++;
    MPI_Compare_and_swap(one, &one[4], &old, MPI_INT, peer, 3, win);
    MPI_Win_flush_local_all(win);
    one[4]++;
    MPI_Win_flush_all(win);
    MPI_Rput(&one[5], 3, MPI_INT, peer, 5, 3, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    one[7]++;
    MPI_Win_unlock_all(win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&one[8], 1, MPI_INT, peer, 8, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    one[8]++;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &group);
    MPI_Win_post(group, 0, win);
    MPI_Win_start(group, 0, win);
    MPI_Put(&one[9], 1, MPI_INT, peer, 9, 1, MPI_INT, win);
    MPI_Win_complete(win);
    one[9]++;
    MPI_Win_wait(win);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
