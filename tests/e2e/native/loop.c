/*
 * The target sums up in a loop what another process puts: each line of it is told
 * of once, however many instructions it has become.
 *
 * np: 2
 * verdict: error
 * unless: memory-model=separate
 * compiler: murmel
 * finding: RMA-LOCAL-CONFLICT put=0@put load=1@load
 * twin: loop_locked.c
 */
#include <mpi.h>

#define COUNT 1003

/* Several instructions load on one line: before, in and behind the steps of
 * the loop. */
__attribute__((noinline, optimize("O3"))) static int sum_of(const int *numbers)
{
    int i, sum = 0;

    for (i = 0; i < COUNT; i++)
        sum += numbers[i] + numbers[COUNT - i]; /* @load */
    return sum;
}

int main(int argc, char **argv)
{
    static int values[COUNT + 1];
    int rank, sum, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof values, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                     &base, &win);
    for (sum = 0; sum <= COUNT; sum++)
        base[sum] = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    if (rank == 0)
        MPI_Put(values, COUNT + 1, MPI_INT, 1, 0, COUNT + 1, MPI_INT, win); /* @put */
    MPI_Win_unlock(1, win);
    if (rank == 1)
        sum = sum_of(base);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum < 0;
}
