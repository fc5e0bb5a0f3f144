/*
 * Data and a flag behind them are put in one epoch, of a shared lock: who sees
 * the flag does not know that the data are there.
 *
 * np: 2
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT put=0@put store=1@store
 * compiler: murmel
 * twin: exclusive_flag.c
 */
#include <mpi.h>
#include <stddef.h>

#define FLAG 8

int main(int argc, char **argv)
{
    int rank, i, value = 42, one = 1, seen = 0, *memory;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(rank == 1 ? 16 * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    if (rank == 1)
        for (i = 0; i < 16; i++)
            memory[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* @put */
        MPI_Accumulate(&one, 1, MPI_INT, 1, FLAG, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(1, win);
    } else {
        while (seen == 0) {
            MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
            MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, FLAG, MPI_NO_OP, win);
            MPI_Win_unlock(1, win);
        }
        memory[0] = 7; /* @store */
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
