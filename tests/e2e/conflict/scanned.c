/*
 * The target goes through what another process puts there, place by place, and
 * goes by what it finds: a loop of its own, which comes to no place again, so
 * that it is no poll.
 *
 * np: 2
 * compiler: mpicc
 * needs: x86-64
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT load=1@verified put=0@put
 * finding: RMA-LOCAL-CONFLICT load=1@found put=0@put
 * finding: RMA-LOCAL-CONFLICT load=1@counted put=0@put
 * twin: scanned_polls.c
 */
#include <mpi.h>
#include <stdio.h>

#define COUNT 16

static void verify(const int *numbers, MPI_Win window)
{
    int wrong = 0, i;

    MPI_Win_fence(0, window);
    for (i = 0; i < COUNT; i++)
        if (numbers[i] != i) { /* @verified */
            printf("%d is wrong\n", i);
            wrong++;
        }
    printf("%d are wrong\n", wrong);
    MPI_Win_fence(0, window);
}

static void find(const int *numbers, MPI_Win window)
{
    int i = 0;

    MPI_Win_fence(0, window);
    while (i < COUNT && numbers[i] != 3) /* @found */
        i++;
    printf("%d\n", i);
    MPI_Win_fence(0, window);
}

/* Which makes no call of MPI itself. */
static int count_zeros(const int *numbers)
{
    int zeros = 0, i;

    for (i = 0; i < COUNT; i++)
        if (numbers[i] == 0) /* @counted */
            zeros++;
    return zeros;
}

static void count(const int *numbers, MPI_Win window)
{
    int zeros;

    MPI_Win_fence(0, window);
    zeros = count_zeros(numbers);
    MPI_Win_fence(0, window);
    printf("%d\n", zeros);
}

static void put(MPI_Win window)
{
    int numbers[COUNT], i;

    for (i = 0; i < COUNT; i++)
        numbers[i] = i;
    MPI_Win_fence(0, window);
    MPI_Put(numbers, COUNT, MPI_INT, 1, 0, COUNT, MPI_INT, window); /* @put */
    MPI_Win_fence(0, window);
}

int main(int argc, char **argv)
{
    int rank, i, *base;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    for (i = 0; i < COUNT; i++)
        base[i] = i;
    MPI_Win_fence(0, window);
    if (rank == 0) {
        put(window);
        put(window);
        put(window);
    } else {
        verify(base, window);
        find(base, window);
        count(base, window);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
