/*
 * partitioned.c - steps of partitioned messages.
 */
#include "random.h"

#include <sched.h>
#include <stdlib.h>

#if MPI_VERSION >= 4

#define PARTS_MAX 8
#define OF_PART   6 /* integers in a partition of the sender */

/* The sender's partitions become ready in an order of its own. */
static void send_parts(const struct members *in, int to, int tag, int parts,
                       int rounds, int turn)
{
    int buffer[PARTS_MAX * OF_PART], round, i, k;
    MPI_Request request;

    MPI_Psend_init(buffer, parts, OF_PART, MPI_INT, to, tag, in->comm,
                   MPI_INFO_NULL, &request);
    for (round = 0; round < rounds; round++) {
        MPI_Start(&request);
        for (i = 0; i < parts; i++) {
            int part = (i + turn) % parts;

            for (k = 0; k < OF_PART; k++)
                buffer[part * OF_PART + k] = round * 100 + part * OF_PART + k;
            MPI_Pready(part, request);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

static void receive_parts(const struct members *in, int from, int tag,
                          int parts, int count, int rounds, bool asks)
{
    int buffer[PARTS_MAX * OF_PART], round, i, flag = 0;
    MPI_Request request;
    bool right = true;

    MPI_Precv_init(buffer, parts, count, MPI_INT, from, tag, in->comm,
                   MPI_INFO_NULL, &request);
    for (round = 0; round < rounds; round++) {
        MPI_Start(&request);
        for (flag = 0; asks && !flag;) {
            MPI_Parrived(request, parts - 1, &flag);
            if (!flag)
                sched_yield();
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (i = 0; i < parts * count; i++)
            right = right && buffer[i] == round * 100 + i;
    }
    check(right, "a partitioned message");
    MPI_Request_free(&request);
}

void step_partitioned(void)
{
    const struct members *in = any_comm();
    int parts = 1 + (int)draw(PARTS_MAX), tag = next_tag();
    int from = (int)draw((unsigned)in->count), rounds = 1 + (int)draw(3);
    int to = (int)draw((unsigned)in->count), turn = (int)draw(4);
    bool asks = heads(), whole = heads();

    if (from == to)
        return;
    if (in->mine == from)
        send_parts(in, to, tag, parts, rounds, turn);
    if (in->mine == to)
        receive_parts(in, from, tag, whole ? 1 : parts,
                      whole ? parts * OF_PART : OF_PART, rounds, asks);
}

#else

void step_partitioned(void)
{
}

#endif
