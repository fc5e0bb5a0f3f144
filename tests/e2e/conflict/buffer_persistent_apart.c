/*
 * The buffers of a persistent send and receive lie in a window that is made
 * later, where another process puts at the same time, but elsewhere.
 *
 * np: 2
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
    MPI_Alloc_mem(64, MPI_INFO_NULL, &base);
    if (rank == 1)
        MPI_Send_init(base + 4, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    else
        MPI_Recv_init(base + 8, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Win_create(base, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(values, 2, MPI_INT, 1 - rank, rank == 0 ? 6 : 10, 2, MPI_INT, win);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Request_free(&request);
    MPI_Win_free(&win);
    MPI_Free_mem(base);
    MPI_Finalize();
    return 0;
}
