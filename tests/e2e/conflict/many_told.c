/*
 * Many puts that are complete at the origin alone, of which another process is
 * told before it gets all of that: each place that has put conflicts with it.
 *
 * np: 3
 * verdict: error
 * finding: RMA-CONFLICT put=0@put get=2@get ...
 * finding: RMA-CONFLICT put=0@request get=2@get ...
 * finding: RMA-CONFLICT put=0@again get=2@get ...
 * twin: many_told_flushed.c
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
        MPI_Put(&value, 1, MPI_INT, 1, 2 * i, 1, MPI_INT, win); /* @put */
        MPI_Win_flush_local(1, win);
        MPI_Rput(&value, 1, MPI_INT, 1, 2 * i + 1, 1, MPI_INT, win, &request); /* @request */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 2 * N, 1, MPI_INT, win); /* @again */
        MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }
    if (rank == 2) {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Get(got, 2 * N + 1, MPI_INT, 1, 0, 2 * N + 1, MPI_INT, win); /* @get */
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
