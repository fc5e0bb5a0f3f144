/*
 * What request-based RMA calls read and bring is used when their requests are
 * complete, or when a flush has completed them.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in = 0, out = 1, *memory, i;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16 * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Rput(&out, 1, MPI_INT, 1, 4, 1, MPI_INT, win, &request);
        /* Both read it. */
        MPI_Send(&out, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Recv(&out, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Rget(&in, 1, MPI_INT, 1, 5, 1, MPI_INT, win, &request);
        MPI_Win_flush(1, win);
        MPI_Send(&in, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (i = 0; i < 2000; i++) {
            MPI_Rget_accumulate(&out, 1, MPI_INT, &in, 1, MPI_INT, 1, 6, 1,
                                MPI_INT, MPI_SUM, win, &request);
            if (i % 2 == 0)
                MPI_Win_flush_local_all(win);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Get(&in, 1, MPI_INT, 1, 7, 1, MPI_INT, win);
    } else {
        MPI_Recv(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Recv(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
