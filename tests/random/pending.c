/*
 * pending.c - requests that are completed later, in any of the ways there are.
 */
#include "random.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define PENDING_MAX 256

struct pending {
    int *buffer, *other;
    struct layout layout;
    int first;
    bool receives;
};

static _Thread_local struct pending list[PENDING_MAX];
static _Thread_local MPI_Request requests[PENDING_MAX];
static _Thread_local int counts[RANKS_MAX]; /* of each process, known to all */

void pend(int owner, MPI_Request request, int *buffer, struct layout layout,
          int *other, int first, bool receives)
{
    int at = counts[owner]++;

    if (owner == world_rank) {
        list[at] = (struct pending){buffer, other, layout, first, receives};
        requests[at] = request;
    }
    if (counts[owner] == PENDING_MAX)
        MPI_Abort(MPI_COMM_WORLD, 2);
}

static void by_waitany(int count)
{
    int i, which;

    for (i = 0; i < count; i++)
        MPI_Waitany(count, requests, &which, MPI_STATUS_IGNORE);
}

static void by_some(int count, bool test)
{
    int which[PENDING_MAX], done = 0, some;

    while (done < count) {
        if (test)
            MPI_Testsome(count, requests, &some, which, MPI_STATUSES_IGNORE);
        else
            MPI_Waitsome(count, requests, &some, which, MPI_STATUSES_IGNORE);
        done += some;
        if (some == 0)
            sched_yield();
    }
}

static void by_test(int count, int kind)
{
    int i, which, flag = 0;

    for (i = 0; i < count; i++) {
        for (flag = 0; !flag;) {
            if (kind == 0)
                MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
            else if (kind == 1)
                MPI_Testany(count, requests, &which, &flag, MPI_STATUS_IGNORE);
            else
                MPI_Testall(count, requests, &flag, MPI_STATUSES_IGNORE);
            if (!flag)
                sched_yield();
        }
        if (kind == 2)
            return;
    }
}

static void complete(int count, unsigned way)
{
    MPI_Status statuses[PENDING_MAX];
    int i;

    switch (way) {
    case 0:
        for (i = 0; i < count; i++)
            MPI_Wait(&requests[i], &statuses[i]);
        break;
    case 1:
        MPI_Waitall(count, requests, statuses);
        break;
    case 2:
        by_waitany(count);
        break;
    case 3:
    case 4:
        by_some(count, way == 4);
        break;
    default:
        by_test(count, (int)way - 5);
    }
}

/* The first `count` of the process's. */
static void complete_first(int count, unsigned way)
{
    int i, left = counts[world_rank] - count;

    complete(count, way);
    for (i = 0; i < count; i++) {
        if (list[i].receives)
            check(layout_holds(&list[i].layout, list[i].buffer, list[i].first),
                  "a request");
        layout_free(&list[i].layout);
        free(list[i].buffer);
        free(list[i].other);
    }
    memmove(list, list + count, (size_t)left * sizeof list[0]);
    memmove(requests, requests + count, (size_t)left * sizeof requests[0]);
}

static void complete_of(int owner, bool all)
{
    unsigned way = draw(8);
    int count = counts[owner];

    if (count == 0)
        return;
    if (!all)
        count = 1 + (int)draw((unsigned)count);
    if (owner == world_rank)
        complete_first(count, way);
    counts[owner] -= count;
}

void step_complete(void)
{
    complete_of((int)draw((unsigned)world_size), false);
}

void complete_all(void)
{
    int i;

    for (i = 0; i < world_size; i++)
        complete_of(i, true);
}
