/*
 * The target goes through what another process puts there until all of it has
 * come, by a function that begins anew and, only when it has taken for ever,
 * ends the program. (With MPICH nothing comes while the target does not call
 * it.)
 *
 * np: 2
 * flavours: abi openmpi
 * flags: -O2
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>

#define COUNT 16
#define FUNCTION __attribute__((noinline)) static

static unsigned long long tries;

FUNCTION void die(const char *why, int at)
{
    fprintf(stderr, "%s: %d\n", why, at);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

FUNCTION void begin_anew(int *at)
{
    if (++tries > 1000000000000)
        die("nothing comes", *at);
    *at = -1;
}

FUNCTION void wait_for_all(const volatile int *numbers, MPI_Win window)
{
    int i;

    for (i = 0; i < COUNT; i++)
        if (numbers[i] != i)
            begin_anew(&i);
    MPI_Win_fence(0, window);
}

FUNCTION void put(MPI_Win window)
{
    int numbers[COUNT], i;

    for (i = 0; i < COUNT; i++)
        numbers[i] = i;
    MPI_Put(numbers, COUNT, MPI_INT, 1, 0, COUNT, MPI_INT, window);
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
        base[i] = -1;
    MPI_Win_fence(0, window);
    if (rank == 0)
        put(window);
    else
        wait_for_all(base, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
