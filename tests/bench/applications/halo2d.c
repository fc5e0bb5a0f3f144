/*
 * Heat on a torus of two dimensions: each step exchanges the rim with four
 * neighbours, nonblocking, columns by a vector type; each tenth asks all how
 * much there is.
 */
#include "application.h"

static MPI_Comm torus;
static MPI_Datatype column;
static int n, width, up, down, left, right;
static double *heat, *next, total;

static double *at(int row, int col)
{
    return &heat[row * width + col];
}

static void prepare(int size)
{
    int ranks, dims[2] = {0, 0}, periods[2] = {1, 1}, i;

    n = size;
    width = n + 2;
    heat = room(width * width, sizeof *heat);
    next = room(width * width, sizeof *next);
    for (i = 0; i < n * n; i++)
        *at(1 + i / n, 1 + i % n) = i % 17;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Dims_create(ranks, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &torus);
    MPI_Cart_shift(torus, 0, 1, &up, &down);
    MPI_Cart_shift(torus, 1, 1, &left, &right);
    MPI_Type_vector(n, 1, width, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
}

static void exchange(void)
{
    MPI_Request requests[8];

    MPI_Irecv(at(0, 1), n, MPI_DOUBLE, up, 0, torus, &requests[0]);
    MPI_Irecv(at(n + 1, 1), n, MPI_DOUBLE, down, 1, torus, &requests[1]);
    MPI_Irecv(at(1, 0), 1, column, left, 2, torus, &requests[2]);
    MPI_Irecv(at(1, n + 1), 1, column, right, 3, torus, &requests[3]);
    MPI_Isend(at(n, 1), n, MPI_DOUBLE, down, 0, torus, &requests[4]);
    MPI_Isend(at(1, 1), n, MPI_DOUBLE, up, 1, torus, &requests[5]);
    MPI_Isend(at(1, n), 1, column, right, 2, torus, &requests[6]);
    MPI_Isend(at(1, 1), 1, column, left, 3, torus, &requests[7]);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
}

static double sum(void)
{
    double own = 0;
    int row, col;

    for (row = 1; row <= n; row++)
        for (col = 1; col <= n; col++)
            own += *at(row, col);
    return own;
}

static void step(int number, int talks)
{
    double own, *swap;
    int row, col;

    if (talks)
        exchange();
    for (row = 1; row <= n; row++)
        for (col = 1; col <= n; col++)
            next[row * width + col] =
                0.25 * (*at(row - 1, col) + *at(row + 1, col) +
                        *at(row, col - 1) + *at(row, col + 1));
    swap = heat;
    heat = next;
    next = swap;
    if (number % 10)
        return;
    own = sum();
    if (talks)
        MPI_Allreduce(&own, &total, 1, MPI_DOUBLE, MPI_SUM, torus);
}

/* No heat is lost. */
static int is_right(int steps)
{
    double own = sum(), at_first = 0;
    int i, ranks;

    (void)steps;
    for (i = 0; i < n * n; i++)
        at_first += i % 17;
    MPI_Comm_size(torus, &ranks);
    MPI_Allreduce(&own, &total, 1, MPI_DOUBLE, MPI_SUM, torus);
    return total > ranks * at_first * 0.999999 &&
           total < ranks * at_first * 1.000001;
}

static void end(void)
{
    MPI_Type_free(&column);
    MPI_Comm_free(&torus);
    free(heat);
    free(next);
}
