/*
 * Conjugate gradients for Poisson's equation on a square whose rows are shared
 * out: each step exchanges two rows with the neighbours and adds up two dot
 * products.
 */
#include "application.h"

static int n, rows, rank, ranks;
static double *x, *residual, *direction, *image; /* direction: with a rim */
static double norm, norm_at_first;

static double add_up(double own, int talks)
{
    double all = own;

    if (talks)
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

static double dot(const double *a, const double *b)
{
    double sum = 0;
    int i;

    for (i = 0; i < rows * n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void prepare(int size)
{
    int i;

    n = size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    rows = n / ranks;
    x = room(rows * n, sizeof *x);
    residual = room(rows * n, sizeof *residual);
    image = room(rows * n, sizeof *image);
    direction = room((rows + 2) * n, sizeof *direction);
    for (i = 0; i < rows * n; i++)
        residual[i] = direction[n + i] = 1;
    norm = norm_at_first = (double)ranks * rows * n;
}

static void exchange(void)
{
    int before = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int behind = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;

    MPI_Sendrecv(&direction[n], n, MPI_DOUBLE, before, 0,
                 &direction[(rows + 1) * n], n, MPI_DOUBLE, behind, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&direction[rows * n], n, MPI_DOUBLE, behind, 1, direction, n,
                 MPI_DOUBLE, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void multiply(void)
{
    int row, col;

    for (row = 0; row < rows; row++)
        for (col = 0; col < n; col++) {
            const double *d = &direction[(row + 1) * n + col];
            image[row * n + col] = 4 * *d - d[-n] - d[n] -
                                   (col > 0 ? d[-1] : 0) -
                                   (col < n - 1 ? d[1] : 0);
        }
}

static void step(int number, int talks)
{
    double length, before = norm;
    int i;

    (void)number;
    if (talks)
        exchange();
    multiply();
    length = norm / add_up(dot(&direction[n], image), talks);
    for (i = 0; i < rows * n; i++) {
        x[i] += length * direction[n + i];
        residual[i] -= length * image[i];
    }
    norm = add_up(dot(residual, residual), talks);
    for (i = 0; i < rows * n; i++)
        direction[n + i] = residual[i] + norm / before * direction[n + i];
}

/* What it says of the residual is so: b - A x, with x in place of direction. */
static int is_right(int steps)
{
    double sum = 0;
    int i;

    (void)steps;
    memcpy(&direction[n], x, rows * n * sizeof *x);
    exchange();
    multiply();
    for (i = 0; i < rows * n; i++)
        sum += (1 - image[i]) * (1 - image[i]);
    sum = add_up(sum, 1);
    return sum - norm < 1e-6 * norm_at_first &&
           norm - sum < 1e-6 * norm_at_first;
}

static void end(void)
{
    free(x);
    free(residual);
    free(direction);
    free(image);
}
