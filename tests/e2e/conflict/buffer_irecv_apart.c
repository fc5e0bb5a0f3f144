/*
 * As buffer_irecv.c, but the bytes do not overlap (acceptance D4).
 *
 * np: 3
 * verdict: clean
 * unless: memory-model=separate
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, values[2] = {1, 2};
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Put(values, 2, MPI_INT, 1, 6, 2, MPI_INT, win); /* @put */
        MPI_Win_unlock(1, win);
    } else if (rank == 1) {
        MPI_Irecv(base + 4, 2, MPI_INT, 2, 0, MPI_COMM_WORLD, /* @local */
                  &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(values, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
