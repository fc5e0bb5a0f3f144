/*
 * Heat on a torus of three dimensions: each step exchanges the six faces, one
 * dimension after the other, by MPI_Sendrecv of subarrays.
 */
#include "application.h"

static MPI_Comm torus;
static MPI_Datatype faces[3][4]; /* of each dimension, which: see face */
static int n, width, lower[3], upper[3];
static double *heat, *next;

enum face { LOW_RIM, LOW, HIGH, HIGH_RIM };

static int at(int x, int y, int z)
{
    return (x * width + y) * width + z;
}

static void prepare_faces(void)
{
    int dim, which, other;

    for (dim = 0; dim < 3; dim++)
        for (which = LOW_RIM; which <= HIGH_RIM; which++) {
            int all[3] = {width, width, width}, part[3] = {n, n, n};
            int starts[3] = {1, 1, 1};
            int places[] = {0, 1, n, n + 1};
            for (other = 0; other < dim; other++) { /* they have their rims */
                part[other] = width;
                starts[other] = 0;
            }
            part[dim] = 1;
            starts[dim] = places[which];
            MPI_Type_create_subarray(3, all, part, starts, MPI_ORDER_C,
                                     MPI_DOUBLE, &faces[dim][which]);
            MPI_Type_commit(&faces[dim][which]);
        }
}

static void prepare(int size)
{
    int ranks, dims[3] = {0, 0, 0}, periods[3] = {1, 1, 1}, x, y, z, dim;

    n = size;
    width = n + 2;
    heat = room(width * width * width, sizeof *heat);
    next = room(width * width * width, sizeof *next);
    for (x = 1; x <= n; x++)
        for (y = 1; y <= n; y++)
            for (z = 1; z <= n; z++)
                heat[at(x, y, z)] = (x + y + z) % 13;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Dims_create(ranks, 3, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &torus);
    for (dim = 0; dim < 3; dim++)
        MPI_Cart_shift(torus, dim, 1, &lower[dim], &upper[dim]);
    prepare_faces();
}

static void exchange(void)
{
    int dim;

    for (dim = 0; dim < 3; dim++) {
        MPI_Sendrecv(heat, 1, faces[dim][HIGH], upper[dim], 0, heat, 1,
                     faces[dim][LOW_RIM], lower[dim], 0, torus,
                     MPI_STATUS_IGNORE);
        MPI_Sendrecv(heat, 1, faces[dim][LOW], lower[dim], 1, heat, 1,
                     faces[dim][HIGH_RIM], upper[dim], 1, torus,
                     MPI_STATUS_IGNORE);
    }
}

static void step(int number, int talks)
{
    double *swap;
    int x, y, z;

    (void)number;
    if (talks)
        exchange();
    for (x = 1; x <= n; x++)
        for (y = 1; y <= n; y++)
            for (z = 1; z <= n; z++)
                next[at(x, y, z)] =
                    (heat[at(x - 1, y, z)] + heat[at(x + 1, y, z)] +
                     heat[at(x, y - 1, z)] + heat[at(x, y + 1, z)] +
                     heat[at(x, y, z - 1)] + heat[at(x, y, z + 1)]) /
                    6;
    swap = heat;
    heat = next;
    next = swap;
}

/* No heat is lost. */
static int is_right(int steps)
{
    double own[2] = {0, 0}, all[2];
    int x, y, z;

    (void)steps;
    for (x = 1; x <= n; x++)
        for (y = 1; y <= n; y++)
            for (z = 1; z <= n; z++) {
                own[0] += heat[at(x, y, z)];
                own[1] += (x + y + z) % 13;
            }
    MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_SUM, torus);
    return all[0] > all[1] * 0.999999 && all[0] < all[1] * 1.000001;
}

static void end(void)
{
    int dim, which;

    for (dim = 0; dim < 3; dim++)
        for (which = LOW_RIM; which <= HIGH_RIM; which++)
            MPI_Type_free(&faces[dim][which]);
    MPI_Comm_free(&torus);
    free(heat);
    free(next);
}
