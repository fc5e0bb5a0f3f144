/*
 * Ranks 0 and 1 broadcast from different roots; ranks 2 and 3, who do not hear
 * of it, put to the same bytes under shared locks, and so did ranks 0 and 1
 * before: each is told. What those two put after it may be in order, for all
 * that is known.
 *
 * np: 4
 * verdict: error
 * finding: COLL-ROOT-MISMATCH call=0@bcast call=1@bcast
 * finding: RMA-CONFLICT put=0@before put=1@before
 * finding: RMA-CONFLICT put=2@elsewhere put=3@elsewhere
 * twin: put_put_exclusive.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, value = 1;
    MPI_Comm pair;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &pair);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    if (rank < 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Put(&value, 1, MPI_INT, 2, 4, 1, MPI_INT, win); /* @before */
        MPI_Win_unlock(2, win);
        MPI_Bcast(&value, 1, MPI_INT, rank, pair); /* @bcast */
        MPI_Win_lock(MPI_LOCK_SHARED, 3, 0, win);
        MPI_Put(&value, 1, MPI_INT, 3, 6, 1, MPI_INT, win);
        MPI_Win_unlock(3, win);
    } else {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&value, 1, MPI_INT, 0, 8, 1, MPI_INT, win); /* @elsewhere */
        MPI_Win_unlock(0, win);
    }
    MPI_Comm_free(&pair);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
