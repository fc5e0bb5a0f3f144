/*
 * Many puts that are complete at the origin alone, each where a value was got
 * before, which was there by then; once they are flushed, others may follow.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

#define N 300

int main(int argc, char **argv)
{
    int rank, i, turn, *base, value = 7, got[2 * N];
    MPI_Win win;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    for (turn = 0; rank == 0 && turn < 2; turn++) {
        for (i = 0; i < N; i++) {
            MPI_Get(got, 1, MPI_INT, 1, 2 * i, 1, MPI_INT, win);
            MPI_Win_flush_local(1, win);
            MPI_Put(&value, 1, MPI_INT, 1, 2 * i, 1, MPI_INT, win);
            MPI_Win_flush_local_all(win);
            MPI_Rget(got, 1, MPI_INT, 1, 2 * i + 1, 1, MPI_INT, win, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            MPI_Rput(&value, 1, MPI_INT, 1, 2 * i + 1, 1, MPI_INT, win, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Win_flush(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Get(got, 2 * N, MPI_INT, 1, 0, 2 * N, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
