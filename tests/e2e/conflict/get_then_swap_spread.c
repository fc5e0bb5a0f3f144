/*
 * As get_then_swap.c, of a table that many processes have a part of: what the get
 * has read in one part is no order for what it reads in the next.
 *
 * np: 42
 * flavours: abi
 * verdict: error
 * finding: RMA-CONFLICT get=*@get accumulate=*@swap ranks=0,1
 * twin: get_then_swap_spread_atomic.c
 */
#include <mpi.h>

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

        MPI_Get(&found, 1, MPI_INT, owner, place, 1, MPI_INT, window); /* @get */
        MPI_Win_flush(owner, window);
        if (found != 0)
            continue;
        MPI_Compare_and_swap(&mine, &empty, &found, MPI_INT, owner, place, window); /* @swap */
        MPI_Win_flush(owner, window);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
