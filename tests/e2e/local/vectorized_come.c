/*
 * As vectorized.c, when it has come; and what the program does not ask for,
 * before: the vector instructions load it and throw it away.
 *
 * np: 2
 * flags: -O3 -ffast-math
 * verdict: clean
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>

#define COUNT 64

int numbers[COUNT], wanted[COUNT];
double reals[COUNT], others[COUNT];

static void use(int count)
{
    double sum = 0, product = 0;
    int maximum = 0, ones = 0, i;

    for (i = 0; i < count; i++)
        maximum = numbers[i] > maximum ? numbers[i] : maximum;
    for (i = 0; i < count; i++)
        ones += numbers[i] == 1;
    for (i = 0; i < count; i++)
        sum += fabs(reals[i]);
    for (i = 0; i < count; i++)
        product += reals[i] * others[i];
    printf("%d %d %g %g\n", maximum, ones, sum, product);
}

static void use_wanted(int count)
{
    double sum = 0;
    int added = 0, maximum = 0, ones = 0, i;

    for (i = 0; i < count; i++)
        added += wanted[i] ? numbers[i] : 0;
    for (i = 0; i < count; i++)
        if (wanted[i] && numbers[i] > maximum)
            maximum = numbers[i];
    for (i = 0; i < count; i++)
        ones += wanted[i] && numbers[i] == 1;
    for (i = 0; i < count; i++)
        if (wanted[i])
            sum += fabs(reals[i]);
    printf("%d %d %d %g\n", added, maximum, ones, sum);
}

int main(int argc, char **argv)
{
    MPI_Request requests[2];
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(numbers, COUNT, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(reals, COUNT, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD, &requests[1]);
    use_wanted(COUNT);
    MPI_Send(wanted, COUNT, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    use_wanted(COUNT);
    MPI_Send(others, COUNT, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    use(COUNT);
    MPI_Finalize();
    return 0;
}
