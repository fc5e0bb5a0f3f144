/*
 * What a receive has still to bring is loaded by loops that the compiler makes
 * vector instructions of: a maximum, how many are alike, absolute values, and
 * products.
 *
 * np: 2
 * flags: -O3 -ffast-math
 * needs: x86-64
 * verdict: error
 * finding: BUFFER-ACCESSED-EARLY begin=1@begin load=1@maximum
 * finding: BUFFER-ACCESSED-EARLY begin=1@begin load=1@count
 * finding: BUFFER-ACCESSED-EARLY begin=1@begin_reals load=1@absolute
 * finding: BUFFER-ACCESSED-EARLY begin=1@begin_reals load=1@product
 * twin: vectorized_come.c
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>

#define COUNT 64

int numbers[COUNT];
double reals[COUNT], others[COUNT];

static void find_maximum(int count)
{
    int maximum = 0, i;

    for (i = 0; i < count; i++)
        maximum = numbers[i] > maximum ? numbers[i] : maximum; /* @maximum */
    printf("%d\n", maximum);
}

static void count_ones(int count)
{
    int ones = 0, i;

    for (i = 0; i < count; i++)
        ones += numbers[i] == 1; /* @count */
    printf("%d\n", ones);
}

static void add_up(int count)
{
    double sum = 0;
    int i;

    for (i = 0; i < count; i++)
        sum += fabs(reals[i]); /* @absolute */
    printf("%g\n", sum);
}

static void multiply(int count)
{
    double product = 0;
    int i;

    for (i = 0; i < count; i++)
        product += reals[i] * others[i]; /* @product */
    printf("%g\n", product);
}

static void exchange(int rank, void *data, MPI_Datatype type, void (*use)(int))
{
    MPI_Request request;

    if (rank == 0) {
        MPI_Send(data, COUNT, type, 1, 0, MPI_COMM_WORLD);
        return;
    }
    if (type == MPI_INT)
        MPI_Irecv(numbers, COUNT, type, 0, 0, MPI_COMM_WORLD, &request); /* @begin */
    else
        MPI_Irecv(reals, COUNT, type, 0, 0, MPI_COMM_WORLD, &request); /* @begin_reals */
    use(COUNT);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    exchange(rank, numbers, MPI_INT, find_maximum);
    exchange(rank, numbers, MPI_INT, count_ones);
    exchange(rank, reals, MPI_DOUBLE, add_up);
    exchange(rank, reals, MPI_DOUBLE, multiply);
    MPI_Finalize();
    return 0;
}
