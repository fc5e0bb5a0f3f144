/*
 * The target loads every other number, all but one of four, one of three: as
 * vectors, and so with what another process puts between them, which it does
 * not look at.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#if defined(__GNUC__) && !defined(__clang__)
#define FAST __attribute__((noinline, optimize("O2")))
#else
#define FAST __attribute__((noinline))
#endif

#define COUNT 10

static double doubles[8], double_sums[8];
static short shorts[COUNT], short_sums[COUNT];

static FAST void all_but_one(const double *restrict from)
{
    for (int i = 0; i < 8; i++)
        double_sums[i] =
            doubles[i] + from[4 * i] + from[4 * i + 2] + from[4 * i + 3];
}

static FAST void one_of_three(const short *restrict from)
{
    for (int i = 0; i < COUNT; i++)
        short_sums[i] = (short)(shorts[i] + from[3 * i + 2]);
}

static FAST void three_of_four(const short *restrict from, short *restrict to)
{
    for (int i = 0; i < 6; i++) {
        to[3 * i] = from[4 * i];
        to[3 * i + 1] = from[4 * i + 1];
        to[3 * i + 2] = from[4 * i + 3];
    }
}

/* The first of each `stride` numbers of that size, from one of them on. */
static void put_each(int size, int stride, int count, int first, MPI_Win win)
{
    static char zeros[64];
    MPI_Datatype numbers;

    MPI_Type_create_hvector(count, size, stride * size, MPI_BYTE, &numbers);
    MPI_Type_commit(&numbers);
    MPI_Put(zeros, count * size, MPI_BYTE, 1, first, 1, numbers, win);
    MPI_Type_free(&numbers);
}

int main(int argc, char **argv)
{
    int rank;
    char *base;
    short taken[18];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(1024, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    for (int i = 0; i < 1024; i++)
        base[i] = 0;
    MPI_Win_fence(0, win);
    if (rank == 0)
        put_each(sizeof(double), 4, 8, sizeof(double), win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        all_but_one((double *)(void *)base);
    MPI_Win_fence(0, win);
    if (rank == 0)
        put_each(sizeof(short), 3, 10, sizeof(short), win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        one_of_three((short *)(void *)base);
    MPI_Win_fence(0, win);
    if (rank == 0)
        put_each(sizeof(short), 4, 6, 2 * sizeof(short), win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        three_of_four((short *)(void *)base, taken);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
