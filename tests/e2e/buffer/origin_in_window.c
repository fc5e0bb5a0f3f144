/*
 * As origin_in_use.c, with buffers at the origin that lie in its own part of
 * the window: what a get and a fetch bring is put on, and sent, before it is
 * there; what a put has not sent yet is received over.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-IN-USE use=0@put pending=0@get
 * finding: BUFFER-IN-USE use=0@send pending=0@fetch
 * finding: BUFFER-IN-USE use=0@recv pending=0@from
 * twin: origin_in_window_done.c
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
        MPI_Get(&memory[8], 2, MPI_INT, 1, 0, 2, MPI_INT, window); /* @get */
        MPI_Put(&memory[9], 1, MPI_INT, 1, 4, 1, MPI_INT, window); /* @put */
        MPI_Fetch_and_op(&one, &memory[12], MPI_INT, 1, 5, MPI_SUM, window); /* @fetch */
        MPI_Send(&memory[12], 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @send */
        MPI_Put(&memory[16], 4, MPI_INT, 1, 8, 4, MPI_INT, window); /* @from */
        MPI_Recv(&memory[18], 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
    } else {
        MPI_Recv(&memory[16], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&memory[18], 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
