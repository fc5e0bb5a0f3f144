/*
 * As rma_freed.c; a flush, or the end of the epoch, has completed the operations
 * before their requests are freed.
 *
 * np: 2
 * verdict: clean
 * flavours: abi openmpi (MPICH 4.0 refuses to free such a request)
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1, got, *memory;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
    MPI_Rput(&value, 1, MPI_INT, 1 - rank, rank, 1, MPI_INT, win, &request);
    MPI_Win_flush_local(1 - rank, win);
    MPI_Request_free(&request);
    MPI_Win_flush(1 - rank, win);
    MPI_Rput(&value, 1, MPI_INT, 1 - rank, rank, 1, MPI_INT, win, &request);
    MPI_Win_flush(1 - rank, win);
    MPI_Request_free(&request);
    MPI_Raccumulate(&value, 1, MPI_INT, 1 - rank, rank, 1, MPI_INT, MPI_SUM, win, &request);
    MPI_Win_unlock(1 - rank, win);
    MPI_Request_free(&request);
    MPI_Win_lock_all(0, win);
    MPI_Rget(&got, 1, MPI_INT, 1 - rank, rank, 1, MPI_INT, win, &request);
    MPI_Win_flush_all(win);
    MPI_Request_free(&request);
    MPI_Rget(&got, 1, MPI_INT, 1 - rank, rank, 1, MPI_INT, win, &request);
    MPI_Win_unlock_all(win);
    MPI_Request_free(&request);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
