/*
 * Rank 1 waits for a message that lies in rank 0's attached buffer, while rank
 * 0 waits outside of MPI for what rank 1 stores only then: it hangs where the
 * MPI makes progress only inside of its calls (MPI-4.1, 2.9; acceptance A10).
 *
 * np: 2
 * flavours: abi
 * verdict: warning
 * options: --no-progress=1 --fail-on=warning
 * finding: NO-PROGRESS outside=0@bsend inside=1@recv ranks=0,1
 * hangs: maybe
 * status: 1
 * twin: strong_bsend.c
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

    setenv("MURMEL_MPI", "progress=weak", 1);
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
        MPI_Bsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @bsend */
        while (*word == 0)
            ;
        MPI_Buffer_detach(&given, &bytes);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
        *word = 1;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
