/*
 * What MPI calls bring into a shared window, and send from it, and what the
 * processes of the node load and store there, in order: by a barrier, by
 * fences, by exclusive locks, by a flag that is atomic, by one that the MPI
 * itself stores and that is polled, by the data of a collective operation.
 *
 * np: 2
 * verdict: clean
 * compiler: murmel
 */
#include <mpi.h>
#include <stdatomic.h>

static int rank, *all, sum, out[4] = {1, 2, 3, 4};
static MPI_Win win;

static void receive(int *into, int count)
{
    MPI_Sendrecv(out, count, MPI_INT, 0, 0, into, count, MPI_INT, 0, 0,
                 MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

static void barriers(void)
{
    if (rank == 0)
        receive(all, 4);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 1) {
        sum += all[2];
        MPI_Sendrecv(all, 4, MPI_INT, 0, 0, out, 4, MPI_INT, 0, 0,
                     MPI_COMM_SELF, MPI_STATUS_IGNORE);
    }
    receive(all + 4 + 4 * rank, 4); /* beside each other */
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 1)
        all[4] = all[5] = 1;
}

/* The leader's message, and then a flag; others wait for that. */
static void flags(void)
{
    atomic_int *flag = (atomic_int *)&all[16];
    volatile int *stored = &all[17];

    if (rank == 0) {
        receive(all + 20, 4);
        atomic_store(flag, 1);
        receive(all + 24, 4);
        MPI_Win_sync(win);
        receive(all + 17, 1); /* by MPI */
    } else {
        while (atomic_load(flag) == 0)
            continue;
        sum += all[21];
        while (*stored == 0)
            continue;
        MPI_Win_sync(win);
        MPI_Send(all + 24, 4, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    }
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* What is gathered, and spread, is where the others take it from. */
static void collectives(void)
{
    MPI_Gather(all + 32 + 2 * rank, 2, MPI_INT, out, 2, MPI_INT, 0,
               MPI_COMM_SELF);
    if (rank == 0)
        all[40] = 3;
    MPI_Win_sync(win);
    MPI_Bcast(out, 4, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 1)
        MPI_Send(all + 40, 4, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void locks(void)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    if (rank == 0)
        receive(all + 48, 4);
    else
        all[49]++;
    MPI_Win_unlock(0, win);
}

int main(int argc, char **argv)
{
    int unit, *base, i;
    MPI_Aint size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? 256 : 0, sizeof(int), MPI_INFO_NULL,
                            MPI_COMM_WORLD, &base, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &all);
    for (i = 0; rank == 0 && i < 64; i++)
        base[i] = 0;
    MPI_Win_lock_all(0, win);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    barriers();
    flags();
    collectives();
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    locks();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    if (rank == 1)
        receive(all + 56, 4);
    MPI_Win_fence(0, win);
    if (rank == 0)
        sum += all[57];
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 100;
}
