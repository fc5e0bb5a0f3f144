/*
 * Data and a flag behind them are put in one epoch of an exclusive lock.  Who
 * sees the flag under a lock of its own knows that all of that epoch is over
 * (12.5.3): by RMA calls under exclusive and under shared locks, by loads under
 * a lock of its own part, and another process that it tells.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <sched.h>
#include <stddef.h>

#define FLAG 8

/* Until it is set; under the lock of that kind.  Who sets it needs the lock,
   too: of more than one that waits, or of one that never lets go of the
   processor, an MPI may keep it away for minutes. */
static void wait_for(int flag, int kind, MPI_Win win)
{
    int seen = 0;

    while (seen == 0) {
        MPI_Win_lock(kind, 1, 0, win);
        MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, flag, MPI_NO_OP, win);
        MPI_Win_unlock(1, win);
        sched_yield();
    }
}

int main(int argc, char **argv)
{
    int rank, i, value = 42, one = 1, in = 0, *memory;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(rank == 1 ? 16 * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    if (rank == 1)
        for (i = 0; i < 16; i++)
            memory[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        for (i = 0; i < 3; i++) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
            MPI_Put(&value, 1, MPI_INT, 1, i, 1, MPI_INT, win);
            MPI_Accumulate(&one, 1, MPI_INT, 1, FLAG + i, 1, MPI_INT, MPI_SUM, win);
            MPI_Win_unlock(1, win);
        }
    } else if (rank == 1) {
        wait_for(FLAG, MPI_LOCK_EXCLUSIVE, win);
        memory[0] = 7;
        wait_for(FLAG + 1, MPI_LOCK_SHARED, win);
        memory[1]++;
        MPI_Send(&one, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&in, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        wait_for(FLAG + 2, MPI_LOCK_SHARED, win);
        MPI_Send(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        MPI_Recv(&in, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        memory[2] += in;
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
