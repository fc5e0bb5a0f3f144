/*
 * Origin buffers are used again once the calls are complete there: by
 * flush_local, flush, fence; of MPI_NO_OP the origin is not looked at.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in[3] = {0}, out = 1, i, *memory;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &window);
    MPI_Win_lock_all(0, window);
    for (i = 0; i < 3; i++) {
        MPI_Fetch_and_op(&out, &in[0], MPI_INT, 1, 0, MPI_SUM, window);
        MPI_Fetch_and_op(&in[0], &in[1], MPI_INT, 1, 1, MPI_NO_OP, window);
        MPI_Accumulate(&out, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, window);
        MPI_Win_flush_local(1, window);
    }
    MPI_Accumulate(&out, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_flush(1, window);
    MPI_Sendrecv(&in[1], 1, MPI_INT, 1 - rank, 0, &out, 1, MPI_INT, 1 - rank,
                 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
    if (rank == 0)
        MPI_Get(&in[0], 1, MPI_INT, 1, 0, 1, MPI_INT, window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    MPI_Bcast(&in[0], 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
