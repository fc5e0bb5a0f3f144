/*
 * The twin of looked_unlikely.c: the target compares behind the fence; and, in
 * another window, it polls, with something unlikely within.
 *
 * np: 2
 * compiler: mpicc
 * needs: x86-64
 * flags: -O2
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>

#define COUNT 16

static int numbers[COUNT];

/* Until it has come; then what was put before it is there, too. */
static void await(volatile int *flag, MPI_Win window)
{
    long rounds = 0;

    while (*flag != 7) {
        MPI_Win_sync(window);
        if (__builtin_expect(*flag > 7, 0))
            printf("more than seven\n");
        if (++rounds % 100000 == 0)
            fprintf(stderr, "still %d\n", *flag);
    }
    MPI_Win_sync(window);
}

int main(int argc, char **argv)
{
    int rank, i, values[COUNT], *flag;
    MPI_Win window, polled;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < COUNT; i++)
        numbers[i] = values[i] = 7;
    MPI_Win_create(numbers, sizeof numbers, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &polled);
    flag[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(0, window);
    if (rank == 0)
        MPI_Put(values, COUNT, MPI_INT, 1, 0, COUNT, MPI_INT, window);
    MPI_Win_fence(0, window);
    if (rank == 1 && numbers[3] == 7)
        printf("seven\n");
    if (rank == 1)
        for (i = 0; i < COUNT; i++)
            if (numbers[i] != 7)
                printf("not seven, but %d, at %d\n", numbers[i], i);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, polled);
        MPI_Put(values, 1, MPI_INT, 1, 0, 1, MPI_INT, polled);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_unlock(1, polled);
    } else {
        MPI_Win_lock_all(0, polled);
        MPI_Barrier(MPI_COMM_WORLD);
        await(flag, polled);
        printf("it has come: %d\n", flag[0]);
        MPI_Win_unlock_all(polled);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&polled);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
