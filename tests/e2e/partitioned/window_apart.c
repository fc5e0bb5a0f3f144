/*
 * The buffers of partitioned operations are in a window: another process puts
 * into a partition before that is marked as ready, and gets one that has
 * arrived, while the operation goes on (acceptance D4).
 *
 * np: 2
 * verdict: clean
 * unless: memory-model=separate
 * flavours: abi mpich  (Open MPI 4.1.4 has no partitioned communication)
 */
#include <mpi.h>

enum { PARTITIONS = 2, EACH = 16 };

int main(int argc, char **argv)
{
    int rank, *base, value = 1, other = 0, there = 0;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(PARTITIONS * EACH * sizeof(int), sizeof(int),
                     MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    if (rank == 0)
        MPI_Psend_init(base, PARTITIONS, EACH, MPI_INT, 1, 0, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &request);
    else
        MPI_Precv_init(base, PARTITIONS, EACH, MPI_INT, 0, 0, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &request);
    MPI_Start(&request);
    if (rank == 0) {
        MPI_Pready(0, request);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Pready(1, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(&other, 1, MPI_INT, 1, EACH + 1, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&value, 1, MPI_INT, 0, EACH, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        while (!there)
            MPI_Parrived(request, 1, &there);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Win_free(&win);
    MPI_Finalize();
    return other > 1;
}
