/* np: 2 4 */
/* not under: memory-model=separate */
/* only: refmpi */
/*
 * Accumulates by different windows on one place. The standard promises nothing
 * of them where they are concurrent; here they are atomic all the same.
 */
#include "check.h"

#define TIMES 3000

int main(int argc, char **argv)
{
    MPI_Win wins[2];
    long counters[2] = {0, 0}, one = 1, old;
    void *allocated;
    MPI_Win inner, outer;

    MPI_Init(&argc, &argv);
    int rank = world_rank(), size = world_size();
    MPI_Win_create(counters, sizeof counters, sizeof(long), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &wins[0]);
    MPI_Win_create(&counters[1], sizeof(long), 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &wins[1]);
    /* One of memory that is mapped, another that does not know it. */
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &allocated, &inner);
    *(long *)allocated = 0;
    MPI_Win_create(allocated, 64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &outer);

    MPI_Win win = wins[rank % 2], other = rank % 2 ? inner : outer;
    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(0, other);
    for (int i = 0; i < TIMES; i++) {
        MPI_Accumulate(&one, 1, MPI_LONG, 0, 1 - rank % 2, 1, MPI_LONG, MPI_SUM,
                       win);
        MPI_Fetch_and_op(&one, &old, MPI_LONG, size - 1, 0, MPI_SUM, other);
        MPI_Win_flush_all(other);
    }
    MPI_Win_unlock_all(other);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(counters[1] == (rank == 0 ? (long)TIMES * size : 0));
    CHECK(counters[0] == 0);
    CHECK(*(long *)allocated == (rank == size - 1 ? (long)TIMES * size : 0));
    MPI_Win_free(&outer);
    MPI_Win_free(&inner);
    MPI_Win_free(&wins[1]);
    MPI_Win_free(&wins[0]);
    MPI_Finalize();
    return 0;
}
