/*
 * A table in which processes look by MPI_Get for a place that is empty, and take
 * it by MPI_Compare_and_swap: nothing makes a get and the swap of another
 * process atomic towards each other.  That each may have seen the other's swap
 * in what it got is no order: it would have met that.
 *
 * np: 3
 * verdict: error
 * finding: RMA-CONFLICT get=*@get accumulate=*@swap ranks=0,1,2
 * twin: get_then_swap_atomic.c
 */
#include <mpi.h>

#define PLACES 50

int main(int argc, char **argv)
{
    int rank, i, *table, empty, mine, found;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(PLACES * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &window);
    for (i = 0; i < PLACES; i++)
        table[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window);
    for (i = 0; i < PLACES; i++) {
        empty = 0;
        mine = rank;
        MPI_Get(&found, 1, MPI_INT, 0, i, 1, MPI_INT, window); /* @get */
        MPI_Win_flush(0, window);
        MPI_Compare_and_swap(&mine, &empty, &found, MPI_INT, 0, i, window); /* @swap */
        MPI_Win_flush(0, window);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
