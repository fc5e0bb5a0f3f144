/*
 * RMA calls of every sort, under locks, with flushes and requests, and a
 * window whose memory belongs to the user.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, peer, value = 1, old = 0, compare = 0;
    static int memory[16];
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    MPI_Win_set_name(win, "the window");
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, peer, 0, win);
    MPI_Put(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_flush(peer, win);
    MPI_Get(&old, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_flush_local(peer, win);
    MPI_Accumulate(&value, 1, MPI_INT, peer, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(peer, win);
    MPI_Get_accumulate(&value, 1, MPI_INT, &old, 1, MPI_INT, peer, 1, 1,
                       MPI_INT, MPI_NO_OP, win);
    MPI_Win_flush(peer, win);
    MPI_Fetch_and_op(&value, &old, MPI_INT, peer, 1, MPI_SUM, win);
    MPI_Win_flush(peer, win);
    MPI_Compare_and_swap(&value, &compare, &old, MPI_INT, peer, 2, win);
    MPI_Win_flush_local_all(win);
    MPI_Rput(&value, 1, MPI_INT, peer, 3, 1, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_flush_all(win);
    MPI_Rget(&old, 1, MPI_INT, peer, 3, 1, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Raccumulate(&value, 1, MPI_INT, peer, 4, 1, MPI_INT, MPI_SUM, win,
                    &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Win_unlock(peer, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    MPI_Win_sync(win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
