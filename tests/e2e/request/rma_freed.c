/*
 * The request of an RMA operation is freed while the operation may be under
 * way.
 *
 * np: 2
 * verdict: error
 * finding: REQUEST-GIVEN-UP call=*@free made=*@put ranks=0,1 count=2
 * flavours: abi openmpi (MPICH 4.0 refuses to free such a request)
 * twin: rma_freed_after.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1, *memory;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
    MPI_Rput(&value, 1, MPI_INT, 1 - rank, rank, 1, MPI_INT, win, &request); /* @put */
    MPI_Request_free(&request); /* @free */
    MPI_Win_unlock(1 - rank, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
