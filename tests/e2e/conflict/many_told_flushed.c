/*
 * Many puts that are complete before another process is told of them, and gets
 * all of that.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

#define N 300

int main(int argc, char **argv)
{
    int rank, i, *base, value = 7, got[2 * N + 1];
    MPI_Win win;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate((2 * N + 1) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    for (i = 0; rank == 0 && i < N; i++) {
        MPI_Put(&value, 1, MPI_INT, 1, 2 * i, 1, MPI_INT, win);
        MPI_Win_flush_local(1, win);
        MPI_Rput(&value, 1, MPI_INT, 1, 2 * i + 1, 1, MPI_INT, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 2 * N, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }
    if (rank == 2) {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Get(got, 2 * N + 1, MPI_INT, 1, 0, 2 * N + 1, MPI_INT, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
