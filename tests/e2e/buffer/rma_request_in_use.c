/*
 * What request-based RMA calls read is received over, and what they bring is
 * sent on and fetched over, before their requests are complete.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-IN-USE use=0@recv pending=0@rput
 * finding: BUFFER-IN-USE use=0@send pending=0@rget
 * finding: BUFFER-IN-USE use=0@get pending=0@fetch
 * twin: rma_request_done.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, out = 1, *memory;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Rput(&out, 1, MPI_INT, 1, 4, 1, MPI_INT, win, &request); /* @rput */
        MPI_Recv(&out, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Rget(&in, 1, MPI_INT, 1, 5, 1, MPI_INT, win, &request); /* @rget */
        MPI_Send(&in, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @send */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Rget_accumulate(&out, 1, MPI_INT, &in, 1, MPI_INT, 1, 6, 1, MPI_INT, MPI_SUM, win, &request); /* @fetch */
        MPI_Get(&in, 1, MPI_INT, 1, 7, 1, MPI_INT, win); /* @get */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Recv(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
