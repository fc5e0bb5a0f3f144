/*
 * Of what is received into every second field a compiler loads neighbours as
 * one to compare them, and what it will choose by a condition afterwards.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#define COUNT 8

#if defined(__GNUC__) && !defined(__clang__)
#define FAST __attribute__((noinline, optimize("O2")))
#define SMALL __attribute__((noinline, optimize("Os")))
#else
#define FAST __attribute__((noinline))
#define SMALL FAST
#endif

static struct pair {
    short own, received;
} __attribute__((aligned(4))) pairs[COUNT];
static long large;
static int chosen, kept;

static FAST int both(void)
{
    if (pairs[4].own == 1 && pairs[4].received == 2)
        return 3;
    return 0;
}

/* Loads before it branches, and makes another value of the flags. */
static SMALL long either(int rank)
{
    return chosen || !rank ? (chosen ? large : 3) : 4;
}

int main(int argc, char **argv)
{
    int rank, i;
    long total = 0, sent = 5;
    short column[COUNT] = {2, 2, 2, 2, 2, 2, 2, 2};
    MPI_Datatype every_second;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(COUNT, 1, 2, MPI_SHORT, &every_second);
    MPI_Type_commit(&every_second);
    MPI_Irecv(&large, 1, MPI_LONG, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    total += either(rank);
    MPI_Irecv(&pairs[0].received, 1, every_second, 1 - rank, 1, MPI_COMM_WORLD,
              &requests[1]);
    total += both();
    MPI_Send(&sent, 1, MPI_LONG, 1 - rank, 0, MPI_COMM_WORLD);
    kept += both();
    MPI_Send(column, COUNT, MPI_SHORT, 1 - rank, 1, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (i = 0; i < COUNT; i++)
        total += pairs[i].received;
    MPI_Type_free(&every_second);
    MPI_Finalize();
    return total + large + kept != 3 + rank + 2 * COUNT + 5;
}
