/*
 * As get_then_swap_spread.c, where it is looked by MPI_Fetch_and_op.
 *
 * np: 42
 * flavours: abi
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

#define FIRST  2 /* of those that have the table */
#define OWNERS 40
#define PLACES 80

int main(int argc, char **argv)
{
    int rank, i, *table, empty = 0, found;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(PLACES / OWNERS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &window);
    for (i = 0; i < PLACES / OWNERS; i++)
        table[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    for (i = 0; rank < FIRST && i < PLACES; i++) {
        int owner = FIRST + i % OWNERS, place = i / OWNERS, mine = rank + 1;

        MPI_Fetch_and_op(NULL, &found, MPI_INT, owner, place, MPI_NO_OP, window);
        MPI_Win_flush(owner, window);
        if (found != 0)
            continue;
        MPI_Compare_and_swap(&mine, &empty, &found, MPI_INT, owner, place, window);
        MPI_Win_flush(owner, window);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
