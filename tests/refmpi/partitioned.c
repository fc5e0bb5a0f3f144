/* np: 2 4 */
/* Partitioned communication from each rank to the next: partitions of unequal
 * number on the two sides, types with gaps, marked in any order, in rounds;
 * requests of one tag match in the order of their initialization. */
#include "check.h"
#include <string.h>

#define ITEMS 240

static int sent[2][ITEMS], received[2][3 * ITEMS];

static int value(int rank, int which, int round, int i)
{
    return rank * 100000 + which * 50000 + round * 1000 + i;
}

static void mark(MPI_Request request, int partitions, int round)
{
    int list[ITEMS];
    int half = partitions / 2;
    if (round == 0) {
        for (int i = partitions - 1; i >= 0; i--)
            MPI_Pready(i, request);
        return;
    }
    for (int i = 0; i < half; i++)
        list[i] = half - 1 - i;
    MPI_Pready_list(half, list, request);
    if (half < partitions)
        MPI_Pready_range(half, partitions - 1, request);
}

static void check_partition(int which, int stride, int partition, int length,
                            int from, int round)
{
    for (int i = partition * length; i < (partition + 1) * length; i++)
        CHECK(received[which][i * stride] == value(from, which, round, i));
}

static void exchange(int send_partitions, int receive_partitions, int stride)
{
    int rank = world_rank(), size = world_size();
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    MPI_Request requests[4];
    MPI_Datatype type;
    MPI_Type_create_resized(MPI_INT, 0, (MPI_Aint)sizeof(int) * stride, &type);
    MPI_Type_commit(&type);
    for (int which = 0; which < 2; which++) {
        MPI_Psend_init(sent[which], send_partitions, ITEMS / send_partitions,
                       MPI_INT, next, 5, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &requests[which]);
        MPI_Precv_init(received[which], receive_partitions,
                       ITEMS / receive_partitions, type, previous, 5,
                       MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2 + which]);
    }
    for (int round = 0; round < 3; round++) {
        memset(received, -1, sizeof received);
        for (int which = 0; which < 2; which++)
            for (int i = 0; i < ITEMS; i++)
                sent[which][i] = value(rank, which, round, i);
        MPI_Startall(4, requests);
        for (int which = 1; which >= 0; which--)
            mark(requests[which], send_partitions, round);
        for (int i = 0; round < 2 && i < receive_partitions; i++) {
            int flag = 0;
            while (!flag)
                MPI_Parrived(requests[3], i, &flag);
            check_partition(1, stride, i, ITEMS / receive_partitions, previous,
                            round);
        }
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        for (int which = 0; which < 2; which++)
            check_partition(which, stride, 0, ITEMS, previous, round);
    }
    for (int i = 0; i < 4; i++)
        MPI_Request_free(&requests[i]);
    MPI_Type_free(&type);
}

/* Partitions of no data arrive when they are ready, and not before. */
static void nothing(void)
{
    int rank = world_rank(), flag;
    MPI_Request requests[2];
    char none;

    MPI_Precv_init(&none, 3, 0, MPI_CHAR, rank, 6, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &requests[0]);
    MPI_Psend_init(&none, 3, 0, MPI_CHAR, rank, 6, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &requests[1]);
    for (int round = 0; round < 3; round++) {
        MPI_Start(&requests[0]);
        MPI_Parrived(requests[0], 1, &flag);
        CHECK(!flag);
        MPI_Start(&requests[1]);
        MPI_Pready(1, requests[1]);
        for (flag = 0; !flag;)
            MPI_Parrived(requests[0], 1, &flag);
        MPI_Parrived(requests[0], 0, &flag);
        CHECK(!flag);
        MPI_Pready(0, requests[1]);
        MPI_Pready(2, requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    exchange(4, 4, 1);
    exchange(3, 8, 1);
    exchange(8, 3, 2);
    exchange(1, 240, 1);
    exchange(240, 1, 3);
    nothing();
    MPI_Finalize();
    return 0;
}
