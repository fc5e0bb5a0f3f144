/*
 * Each request is waited for when what it sent can have been received: by way
 * of variables that others were stored in before, of arrays, and of functions
 * whose variables lie where those of others lay. MPI libraries that have sent at
 * once give all requests one handle.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static MPI_Request slots[2];

static __attribute__((noinline)) MPI_Request start(const int *value, int peer,
                                                   int tag)
{
    MPI_Request request;

    MPI_Isend(value, 1, MPI_INT, peer, tag, MPI_COMM_WORLD, &request);
    return request;
}

static __attribute__((noinline)) void finish(MPI_Request request)
{
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static __attribute__((noinline)) void receive(int peer, int tag)
{
    int value;

    MPI_Recv(&value, 1, MPI_INT, peer, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Rank 1 receives as it comes, rank 0 waits for what was received. */
static void in_turn(int rank)
{
    MPI_Request first, second;

    if (rank == 1) {
        receive(0, 0);
        MPI_Send(&rank, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
        receive(0, 1);
        return;
    }
    first = start(&rank, 1, 0);
    second = start(&rank, 1, 1);
    finish(first);
    receive(1, 9);
    finish(second);
}

/* The variable of the second one is that of the first one's function. */
static void mixed(int rank)
{
    MPI_Request first, second;

    if (rank == 1) {
        receive(0, 3);
        MPI_Send(&rank, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
        receive(0, 2);
        return;
    }
    first = start(&rank, 1, 2);
    MPI_Isend(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &second);
    finish(second);
    receive(1, 9);
    finish(first);
}

/* Two were started into one variable. */
static void copied(int rank)
{
    MPI_Request kept[2];
    int i;

    if (rank == 1) {
        receive(0, 4);
        MPI_Send(&rank, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
        receive(0, 5);
        return;
    }
    for (i = 0; i < 2; i++) {
        MPI_Isend(&rank, 1, MPI_INT, 1, 4 + i, MPI_COMM_WORLD, &slots[0]);
        kept[i] = slots[0];
    }
    slots[0] = kept[0];
    MPI_Wait(&slots[0], MPI_STATUS_IGNORE);
    receive(1, 9);
    slots[0] = kept[1];
    MPI_Wait(&slots[0], MPI_STATUS_IGNORE);
}

/* The ring, in which the older one is waited for first. */
static void ring(int rank)
{
    MPI_Request older, request;

    MPI_Isend(&rank, 1, MPI_INT, !rank, 6, MPI_COMM_WORLD, &older);
    MPI_Isend(&rank, 1, MPI_INT, !rank, 7, MPI_COMM_WORLD, &request);
    receive(!rank, 6);
    MPI_Wait(&older, MPI_STATUS_IGNORE);
    receive(!rank, 7);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    in_turn(rank);
    mixed(rank);
    copied(rank);
    ring(rank);
    MPI_Finalize();
    return 0;
}
