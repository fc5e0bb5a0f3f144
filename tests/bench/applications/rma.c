/*
 * Heat on a torus whose rows are shared out: each step puts the first and the
 * last row into the rims of the neighbours, between two fences.
 */
#include "application.h"

static MPI_Win window;
static int n, rank, ranks;
static double *heat, *next; /* heat: the window, with its rims */

static void prepare(int size)
{
    int i;

    n = size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Win_allocate((MPI_Aint)(n + 2) * n * (int)sizeof *heat, sizeof *heat,
                     MPI_INFO_NULL, MPI_COMM_WORLD, &heat, &window);
    next = room((size_t)n * n, sizeof *next);
    memset(heat, 0, (size_t)(n + 2) * n * sizeof *heat);
    for (i = 0; i < n * n; i++)
        heat[n + i] = i % 17;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
}

static void exchange(void)
{
    int before = (rank + ranks - 1) % ranks, behind = (rank + 1) % ranks;

    MPI_Put(&heat[n], n, MPI_DOUBLE, before, (MPI_Aint)(n + 1) * n, n,
            MPI_DOUBLE, window);
    MPI_Put(&heat[(size_t)n * n], n, MPI_DOUBLE, behind, 0, n, MPI_DOUBLE,
            window);
    MPI_Win_fence(0, window);
}

static void step(int number, int talks)
{
    int row, col;

    (void)number;
    if (talks)
        exchange();
    for (row = 0; row < n; row++)
        for (col = 0; col < n; col++) {
            const double *h = &heat[(row + 1) * n];
            next[row * n + col] =
                0.25 * (h[col - n] + h[col + n] + h[(col + 1) % n] +
                        h[(col + n - 1) % n]);
        }
    memcpy(&heat[n], next, (size_t)n * n * sizeof *heat);
    if (talks)
        MPI_Win_fence(0, window);
}

/* No heat is lost. */
static int is_right(int steps)
{
    double own[2] = {0, 0}, all[2];
    int i;

    (void)steps;
    for (i = 0; i < n * n; i++) {
        own[0] += heat[n + i];
        own[1] += i % 17;
    }
    MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all[0] > all[1] * 0.999999 && all[0] < all[1] * 1.000001;
}

static void end(void)
{
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    MPI_Win_free(&window);
    free(next);
}
