/*
 * Many puts that are complete at the origin alone: what is put where one of
 * them still is under way, and what another process gets there, conflicts.
 *
 * np: 3
 * verdict: error
 * finding: RMA-CONFLICT put=0@put put=0@again ...
 * finding: RMA-CONFLICT put=0@put get=2@get ...
 * finding: RMA-CONFLICT put=0@request get=2@get ...
 * finding: RMA-CONFLICT put=0@again get=2@get ...
 * twin: many_local_flushed.c
 */
#include <mpi.h>

#define N 300

int main(int argc, char **argv)
{
    int rank, i, *base, value = 7, got[2 * N];
    MPI_Win win;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    for (i = 0; rank == 0 && i < N; i++) {
        MPI_Put(&value, 1, MPI_INT, 1, 2 * i, 1, MPI_INT, win); /* @put */
        MPI_Win_flush_local(1, win);
        MPI_Rput(&value, 1, MPI_INT, 1, 2 * i + 1, 1, MPI_INT, win, &request); /* @request */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, N, 1, MPI_INT, win); /* @again */
    if (rank == 2)
        MPI_Get(got, 2 * N, MPI_INT, 1, 0, 2 * N, MPI_INT, win); /* @get */
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
