/*
 * A process sends from, and receives into, another's part of a shared window,
 * after the third that put there has completed that and told of it; what is put
 * meanwhile lies beside that.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, unit, *base, *theirs, value = 1, in = 0;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? 64 : 0, sizeof(int), MPI_INFO_NULL,
                            MPI_COMM_WORLD, &base, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &theirs);
    MPI_Win_lock_all(0, win);
    if (rank == 2) {
        MPI_Put(&value, 1, MPI_INT, 0, 4, 1, MPI_INT, win);
        MPI_Put(&value, 1, MPI_INT, 0, 8, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Put(&value, 1, MPI_INT, 0, 9, 1, MPI_INT, win);
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_sync(win);
        MPI_Sendrecv(theirs + 4, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0,
                     MPI_COMM_SELF, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, theirs + 8, 1, MPI_INT, 0, 0,
                     MPI_COMM_SELF, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
