/*
 * As get_then_swap.c, but the processes look by MPI_Fetch_and_op with MPI_NO_OP,
 * which is atomic towards the swaps.  And what is got under a shared lock, and was
 * put under an exclusive one, does order what comes behind the two.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

#define PLACES 50

/* Rank 1 gets, and puts later; rank 2 puts when it has got that. */
static void put_exclusively(MPI_Win window, int rank)
{
    int found = 0, value = rank;

    do {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
        MPI_Get(&found, 1, MPI_INT, 0, PLACES, 1, MPI_INT, window);
        MPI_Win_unlock(0, window);
    } while (rank == 2 && found != 1);
    MPI_Win_lock(rank == 1 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 0, 0, window);
    MPI_Put(&value, 1, MPI_INT, 0, PLACES, 1, MPI_INT, window);
    MPI_Win_unlock(0, window);
}

int main(int argc, char **argv)
{
    int rank, i, *table, empty, mine, found;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate((PLACES + 1) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &window);
    for (i = 0; i <= PLACES; i++)
        table[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    for (i = 0; i < PLACES; i++) {
        empty = 0;
        mine = rank;
        MPI_Fetch_and_op(NULL, &found, MPI_INT, 0, i, MPI_NO_OP, window);
        MPI_Win_flush(0, window);
        MPI_Compare_and_swap(&mine, &empty, &found, MPI_INT, 0, i, window);
        MPI_Win_flush(0, window);
    }
    MPI_Win_unlock_all(window);
    if (rank != 0)
        put_exclusively(window, rank);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
