/*
 * Sample sort: each step sorts what each rank drew, agrees on splitters by a
 * sample, and brings all to where they belong by MPI_Alltoallv.
 */
#include "application.h"

static int n, rank, ranks, taken;
static unsigned *own, *sorted, *samples;
static int *counts, *places, *counts_in, *places_in;

static int by_value(const void *left, const void *right)
{
    unsigned a = *(const unsigned *)left, b = *(const unsigned *)right;

    return (a > b) - (a < b);
}

static void prepare(int size)
{
    n = size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    own = room(n, sizeof *own);
    sorted = room((size_t)n * ranks, sizeof *sorted);
    samples = room((size_t)ranks * ranks, sizeof *samples);
    counts = room(ranks, sizeof *counts);
    places = room(ranks, sizeof *places);
    counts_in = room(ranks, sizeof *counts_in);
    places_in = room(ranks, sizeof *places_in);
}

/* Where each rank's share of the own ones begins. */
static void split(void)
{
    int i, to = 0;

    for (i = 0; i < ranks; i++)
        samples[rank * ranks + i] = own[(size_t)n * i / ranks];
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, samples, ranks,
                  MPI_UNSIGNED, MPI_COMM_WORLD);
    qsort(samples, (size_t)ranks * ranks, sizeof *samples, by_value);
    memset(counts, 0, ranks * sizeof *counts);
    for (i = 0; i < n; i++) {
        while (to < ranks - 1 && own[i] >= samples[(to + 1) * ranks])
            to++;
        counts[to]++;
    }
    for (i = 1; i < ranks; i++)
        places[i] = places[i - 1] + counts[i - 1];
}

static void exchange(void)
{
    int i;

    split();
    MPI_Alltoall(counts, 1, MPI_INT, counts_in, 1, MPI_INT, MPI_COMM_WORLD);
    for (i = 1; i < ranks; i++)
        places_in[i] = places_in[i - 1] + counts_in[i - 1];
    taken = places_in[ranks - 1] + counts_in[ranks - 1];
    MPI_Alltoallv(own, counts, places, MPI_UNSIGNED, sorted, counts_in,
                  places_in, MPI_UNSIGNED, MPI_COMM_WORLD);
}

static void step(int number, int talks)
{
    unsigned seed = number * 1000 + rank + 1;
    int i;

    for (i = 0; i < n; i++)
        own[i] = seed = seed * 1664525 + 1013904223;
    qsort(own, n, sizeof *own, by_value);
    if (talks)
        exchange();
    else
        memcpy(sorted, own, n * sizeof *own), taken = n;
    qsort(sorted, taken, sizeof *sorted, by_value);
}

/* All are there, and none is less than what the rank before has. */
static int is_right(int steps)
{
    unsigned before = 0, last = taken ? sorted[taken - 1] : 0;
    int i, all, right = 1;

    (void)steps;
    MPI_Sendrecv(&last, 1, MPI_UNSIGNED,
                 rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL, 0, &before, 1,
                 MPI_UNSIGNED, rank > 0 ? rank - 1 : MPI_PROC_NULL, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (i = 0; i < taken; i++) {
        right &= sorted[i] >= before;
        before = sorted[i];
    }
    MPI_Allreduce(&taken, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return right && all == n * ranks;
}

static void end(void)
{
    free(own);
    free(sorted);
    free(samples);
    free(counts);
    free(places);
    free(counts_in);
    free(places_in);
}
