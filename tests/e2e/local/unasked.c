/*
 * What a receive has still to bring is not asked for, as something else decides;
 * the compiler loads it all the same, and joins the two.
 *
 * np: 2
 * compiler: mpicc
 * flags: -O2 -ftree-vectorize
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>

#define COUNT 64

int received, numbers[COUNT], skipped[COUNT], cells[COUNT];

static __attribute__((noinline)) int either(int done)
{
    return done || received;
}

static __attribute__((noinline)) int both(int done)
{
    return done == 2 && received == 5;
}

static __attribute__((noinline)) int odd_only(int which)
{
    return (which & 1) != 0 ? received : 0;
}

static __attribute__((noinline)) int count(int most)
{
    int found = 0, i;

    for (i = 0; i < most; i++)
        found += skipped[i] || numbers[i] == 1;
    return found;
}

static __attribute__((noinline)) int add(int most)
{
    int sum = 0, i;

    for (i = 0; i < most; i++)
        if (!skipped[i])
            sum += received * received;
    return sum;
}

static __attribute__((noinline)) int inner(void)
{
    int sum = 0, i;

    for (i = 0; i < COUNT; i++)
        if (i > 0 && i < COUNT - 1)
            sum += cells[i];
    return sum;
}

int main(int argc, char **argv)
{
    MPI_Request requests[4];
    int rank, other, i, sum = 0;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    other = 1 - rank;
    for (i = 0; i < COUNT; i++)
        skipped[i] = 1;
    MPI_Irecv(&cells[0], 1, MPI_INT, other, 2, comm, &requests[2]);
    MPI_Irecv(&cells[COUNT - 1], 1, MPI_INT, other, 3, comm, &requests[3]);
    MPI_Irecv(numbers, COUNT, MPI_INT, other, 1, comm, &requests[1]);
    MPI_Irecv(&received, 1, MPI_INT, other, 0, comm, &requests[0]);
    sum += either(argc) + both(argc) + odd_only(2 * argc);
    MPI_Send(&rank, 1, MPI_INT, other, 0, comm);
    sum += count(COUNT);
    MPI_Send(skipped, COUNT, MPI_INT, other, 1, comm);
    sum += add(COUNT);
    MPI_Send(&rank, 1, MPI_INT, other, 2, comm);
    sum += inner();
    MPI_Send(&rank, 1, MPI_INT, other, 3, comm);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
