/*
 * As origin_in_window.c, with MPI_Win_flush_local before each further use, and
 * uses that need none: beside the bytes, and puts of what is only read.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, one = 1, *memory;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(32 * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &window);
    MPI_Win_lock_all(0, window);
    if (rank == 0) {
        MPI_Get(&memory[8], 2, MPI_INT, 1, 0, 2, MPI_INT, window);
        MPI_Put(&memory[10], 1, MPI_INT, 1, 6, 1, MPI_INT, window);
        MPI_Put(&memory[10], 1, MPI_INT, 1, 7, 1, MPI_INT, window);
        MPI_Win_flush_local(1, window);
        MPI_Put(&memory[9], 1, MPI_INT, 1, 4, 1, MPI_INT, window);
        MPI_Fetch_and_op(&one, &memory[12], MPI_INT, 1, 5, MPI_SUM, window);
        MPI_Win_flush_local_all(window);
        MPI_Send(&memory[12], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Put(&memory[16], 4, MPI_INT, 1, 8, 4, MPI_INT, window);
        MPI_Win_flush_local(1, window);
        MPI_Recv(&memory[18], 2, MPI_INT, 1, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&memory[16], 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Send(&memory[18], 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
