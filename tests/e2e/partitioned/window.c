/*
 * The buffers of partitioned operations are in a window: another process puts
 * where a partition that is marked as ready is sent from, and gets where
 * another one is received into (acceptance D4).
 *
 * np: 2
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT load=0@ready put=1@put
 * finding: RMA-LOCAL-CONFLICT store=1@receive get=0@get
 * flavours: abi mpich  (Open MPI 4.1.4 has no partitioned communication)
 * twin: window_apart.c
 */
#include <mpi.h>

enum { PARTITIONS = 2, EACH = 16 };

int main(int argc, char **argv)
{
    int rank, *base, value = 1, other = 0;
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
        MPI_Precv_init(base, PARTITIONS, EACH, MPI_INT, 0, 0, /* @receive */
                       MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Pready(0, request);
        MPI_Pready(1, request); /* @ready */
    }
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
    if (rank == 1)
        MPI_Put(&value, 1, MPI_INT, 0, EACH, 1, MPI_INT, win); /* @put */
    else
        MPI_Get(&other, 1, MPI_INT, 1, EACH + 1, 1, MPI_INT, win); /* @get */
    MPI_Win_unlock(1 - rank, win);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Win_free(&win);
    MPI_Finalize();
    return other > 1;
}
