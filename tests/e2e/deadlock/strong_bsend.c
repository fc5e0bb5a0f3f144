/*
 * Rank 0 waits outside of MPI until rank 1 has received what it has buffered:
 * the MPI sends that at once (acceptance A10).
 *
 * np: 2
 * flavours: abi
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static char buffer[64 + MPI_BSEND_OVERHEAD];
    int rank, value = 0, unit, bytes;
    volatile int *word;
    MPI_Aint size;
    MPI_Win win;
    void *base, *given;

    setenv("MURMEL_MPI", "progress=strong", 1);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? sizeof(int) : 0, sizeof(int),
                            MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &base);
    word = base;
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (rank == 0) {
        *word = 0;
        MPI_Win_sync(win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Buffer_attach(buffer, sizeof buffer);
        MPI_Bsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        while (*word == 0)
            ;
        MPI_Buffer_detach(&given, &bytes);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        *word = 1;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
