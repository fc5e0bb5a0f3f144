/* np: 2 3 8 */
/* not under: coll=barrier coll=seed */
/*
 * What must not synchronize or get mixed up: several nonblocking collectives
 * outstanding and waited for in any order, on overlapping communicators,
 * mixed with messages; persistent ones, started many times.
 */
#include "check.h"
#include <string.h>

static int rank, size;

/* Rank 0 sends before others can have left the barrier's wait. */
static void progress_within_recv(void)
{
    MPI_Request request;
    int word = 7;

    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    if (rank == 0) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int r = 1; r < size; r++)
            MPI_Send(&word, 1, MPI_INT, r, 0, MPI_COMM_WORLD);
    } else {
        word = 0;
        MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(word == 7);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void blocking_inside_nonblocking(void)
{
    MPI_Request request;
    int word = rank == 0 ? 5 : 0;

    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD);
    CHECK(word == 5);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void several_outstanding(void)
{
    MPI_Request requests[6];
    int words[4], received;

    for (int i = 0; i < 4; i++) {
        words[i] = rank == i % size ? 100 + i : 0;
        MPI_Ibcast(&words[i], 1, MPI_INT, i % size, MPI_COMM_WORLD,
                   &requests[i]);
    }
    MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, 3, MPI_COMM_WORLD,
              &requests[4]);
    MPI_Irecv(&received, 1, MPI_INT, (rank + size - 1) % size, 3,
              MPI_COMM_WORLD, &requests[5]);
    MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
    CHECK(words[2] == 102);
    MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 4; i++)
        CHECK(words[i] == 100 + i);
    CHECK(received == (rank + size - 1) % size);
}

/* Each rank is in two pair communicators, starting them in its own order. */
static void overlapping_communicators(void)
{
    MPI_Comm pairs[8];
    MPI_Request requests[8];
    MPI_Group world, group;
    int sums[8], n = 0;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int i = 0; i < size && size > 2; i++) {
        int members[2] = {i, (i + 1) % size};

        MPI_Group_incl(world, 2, members, &group);
        MPI_Comm_create(MPI_COMM_WORLD, group, &pairs[n]);
        MPI_Group_free(&group);
        if (pairs[n] != MPI_COMM_NULL)
            n++;
    }
    MPI_Group_free(&world);
    for (int i = 0; i < n; i++) {
        int at = rank % 2 ? i : n - 1 - i;

        MPI_Iallreduce(&rank, &sums[at], 1, MPI_INT, MPI_SUM, pairs[at],
                       &requests[at]);
    }
    MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < n; i++) {
        MPI_Comm_free(&pairs[i]);
        CHECK(sums[i] == rank + (rank + 1) % size ||
              sums[i] == rank + (rank + size - 1) % size);
    }
}

static void persistent(void)
{
#if MPI_VERSION >= 4
    MPI_Request requests[2];
    int mine = 0, sum = 0, word = 0;

    MPI_Allreduce_init(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &requests[0]);
    MPI_Bcast_init(&word, 1, MPI_INT, size - 1, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &requests[1]);
    for (int i = 0; i < 20; i++) {
        mine = rank * i;
        word = rank == size - 1 ? i : -1;
        MPI_Start(&requests[rank % 2]);
        MPI_Start(&requests[1 - rank % 2]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        CHECK(sum == i * size * (size - 1) / 2);
        CHECK(word == i);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
#endif
}

/* A broadcast's root and a gather's leaves need not wait for the others. */
static void no_needless_waiting(void)
{
    int word = 1, *all = malloc((size_t)size * sizeof(int));

    if (rank == 0) {
        MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Send(&word, 1, MPI_INT, size - 1, 9, MPI_COMM_WORLD);
    } else {
        if (rank == size - 1)
            MPI_Recv(&word, 1, MPI_INT, 0, 9, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        MPI_Recv(&word, 1, MPI_INT, size - 1, 9, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } else {
        MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (rank == size - 1)
            MPI_Send(&word, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
    }
    free(all);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 20; i++) {
        progress_within_recv();
        blocking_inside_nonblocking();
        several_outstanding();
        overlapping_communicators();
        no_needless_waiting();
    }
    persistent();
    MPI_Finalize();
    return 0;
}
