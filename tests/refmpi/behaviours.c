/* np: 2 */
/* only: refmpi */
/* under: send=eager send=sync coll=minimal coll=barrier progress=weak */
/* under: rma=eager rma=late rma=seed,seed=5 */
/* under: send=seed,seed=5 coll=seed,seed=5 */
/* What MURMEL_MPI chooses is so. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { LARGE = 1 << 20 };
static char data[LARGE];

static int arrived(int tag)
{
    int flag;

    MPI_Iprobe(0, tag, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    return flag;
}

/* Rank 0 says by a buffered message that its send is over. */
static void send_over(int size, int before_receive)
{
    static char buffer[64 + MPI_BSEND_OVERHEAD];
    int one = 1, flag = 0, bytes;
    void *given;

    if (world_rank() == 0) {
        MPI_Send(data, size, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
        MPI_Buffer_attach(buffer, sizeof buffer);
        MPI_Bsend(&one, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Buffer_detach(&given, &bytes);
        return;
    }
    if (before_receive) /* it comes, or this hangs */
        MPI_Recv(&one, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 1000 && !before_receive; i++)
        flag |= arrived(2); /* it must not, however long this looks */
    CHECK(!flag);
    MPI_Recv(data, size, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!before_receive)
        MPI_Recv(&one, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* A broadcast's root goes on, or waits for the others. */
static void broadcast(int waits)
{
    int one = 1, flag = 0;

    if (world_rank() == 0) {
        MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Send(&one, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
        return;
    }
    if (!waits) /* it comes, or this hangs */
        MPI_Probe(0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 1000 && waits; i++)
        flag |= arrived(3);
    CHECK(!flag);
    MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Recv(&one, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* A buffered message leaves with the sender's next call of MPI alone. */
static void buffered(void)
{
    static char buffer[64 + MPI_BSEND_OVERHEAD];
    volatile int *word;
    int one = 1, flag = 0, unit, bytes;
    MPI_Aint size;
    MPI_Win win;
    void *base, *given;

    MPI_Win_allocate_shared(world_rank() == 0 ? sizeof(int) : 0, sizeof(int),
                            MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &base);
    word = base;
    MPI_Win_fence(0, win);
    if (world_rank() == 0) {
        MPI_Buffer_attach(buffer, sizeof buffer);
        MPI_Bsend(&one, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
        while (*word == 0)
            ;
        MPI_Buffer_detach(&given, &bytes);
    } else {
        for (int i = 0; i < 1000; i++)
            flag |= arrived(4);
        CHECK(!flag);
        *word = 1;
        MPI_Recv(&one, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_free(&win);
}

/* None is lost, none overtaken, where one call starts several. */
static void several(void)
{
    static char buffer[3 * (64 + MPI_BSEND_OVERHEAD)];
    MPI_Request requests[3];
    int values[3] = {7, 8, 9}, value, bytes;
    void *given;

    if (world_rank() == 0) {
        MPI_Buffer_attach(buffer, sizeof buffer);
        for (int i = 0; i < 3; i++)
            (i == 2 ? MPI_Send_init : MPI_Bsend_init)(
                &values[i], 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &requests[i]);
        MPI_Startall(3, requests);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < 3; i++)
            MPI_Request_free(&requests[i]);
        MPI_Buffer_detach(&given, &bytes);
        return;
    }
    for (int i = 0; i < 3; i++) {
        MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(value == values[i]);
    }
}

/*
 * Of some puts, and fetches, how many are done in their call, before the flush
 * (-1: of these, how many it is must be left to the seed).
 */
static void one_sided(int at_once)
{
    enum { N = 40 };
    int ones[N], old[N], *base, done = 0, more = 1, unit;
    MPI_Aint size;
    MPI_Request request;
    MPI_Win win;

    MPI_Win_allocate_shared(world_rank() == 1 ? (N + 2) * sizeof(int) : 0,
                            sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                            &win);
    MPI_Win_shared_query(win, 1, &size, &unit, &base);
    if (world_rank() == 1)
        memset(base, 0, (N + 2) * sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank() == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        for (int i = 0; i < N; i++) {
            ones[i] = 1;
            MPI_Put(&ones[i], 1, MPI_INT, 1, i, 1, MPI_INT, win);
            done += *(volatile int *)&base[i];
        }
        CHECK(at_once < 0 ? done > 0 && done < N : done == at_once * N);
        MPI_Win_flush_local(1, win);
        memset(ones, 0, sizeof ones); /* ours again */
        MPI_Win_flush(1, win);
        for (int i = 0; i < N; i++)
            CHECK(*(volatile int *)&base[i] == 1);
        for (int i = 0; i < N; i++) { /* atomic, and in order */
            ones[i] = i;
            if (i % 2 == 0)
                MPI_Fetch_and_op(&ones[i], &old[i], MPI_INT, 1, N, MPI_REPLACE,
                                 win);
            else
                MPI_Get_accumulate(&ones[i], 1, MPI_INT, &old[i], 1, MPI_INT, 1,
                                   N, 1, MPI_INT, MPI_REPLACE, win);
        }
        MPI_Raccumulate(&more, 1, MPI_INT, 1, N, 1, MPI_INT, MPI_SUM, win,
                        &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        more = 1000;
        MPI_Win_flush_local(1, win);
        for (int i = 1; i < N; i++)
            CHECK(old[i] == i - 1);
        MPI_Fetch_and_op(NULL, &old[0], MPI_INT, 1, N, MPI_NO_OP, win);
        MPI_Win_flush(1, win);
        CHECK(old[0] == N);
        MPI_Win_unlock(1, win);
        CHECK(*(volatile int *)&base[N] == N);
    }
    MPI_Win_free(&win);
}

/*
 * What is complete at the origin only has, with rma=late, not been done at the
 * target: but accumulates before one whose result the origin now has.
 */
static void complete_at_origin(int is_late)
{
    volatile int *word;
    int one = 1, got = -1, old = -1, *base, unit;
    MPI_Aint size;
    MPI_Request request;
    MPI_Win win;

    MPI_Win_allocate_shared(world_rank() == 1 ? 6 * sizeof(int) : 0,
                            sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                            &win);
    MPI_Win_shared_query(win, 1, &size, &unit, &base);
    if (world_rank() == 1)
        memset(base, 0, 6 * sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    word = base;
    if (world_rank() == 0) {
        MPI_Win_lock_all(0, win);
        MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Accumulate(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, win);
        MPI_Fetch_and_op(&one, &old, MPI_INT, 1, 1, MPI_SUM, win);
        MPI_Accumulate(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, win);
        MPI_Get(&got, 1, MPI_INT, 1, 5, 1, MPI_INT, win);
        MPI_Win_flush_local_all(win);
        CHECK(got == 0 && old == 1);
        CHECK(word[0] == !is_late && word[1] == (is_late ? 2 : 3));
        MPI_Rput(&one, 1, MPI_INT, 1, 2, 1, MPI_INT, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Rget_accumulate(&one, 1, MPI_INT, &old, 1, MPI_INT, 1, 1, 1,
                            MPI_INT, MPI_SUM, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        one = 1000;
        CHECK(old == 3);
        CHECK(word[0] == !is_late && word[1] == 4 && word[2] == !is_late);
        MPI_Win_flush(1, win);
        CHECK(word[0] == 1 && word[1] == 4 && word[2] == 1);
        MPI_Win_unlock_all(win);
    }
    MPI_Win_free(&win);
}

/* Of some short messages, how many wait for their receives: by the seed. */
static void some_wait(void)
{
    enum { N = 60 };
    MPI_Request requests[N];
    int waiting = 0, flag;

    if (world_rank() == 0)
        for (int i = 0; i < N; i++) {
            MPI_Isend(data, 1, MPI_CHAR, 1, 6, MPI_COMM_WORLD, &requests[i]);
            MPI_Request_get_status(requests[i], &flag, MPI_STATUS_IGNORE);
            waiting += !flag;
        }
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank() == 0) {
        CHECK(waiting > 0 && waiting < N);
        MPI_Waitall(N, requests, MPI_STATUSES_IGNORE);
    } else {
        for (int i = 0; i < N; i++)
            MPI_Recv(data, 1, MPI_CHAR, 0, 6, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
}

/* All members choose alike, or this hangs. */
static void some_synchronize(void)
{
    int one = 1;

    for (int i = 0; i < 50; i++)
        MPI_Bcast(&one, 1, MPI_INT, i % 2, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    const char *chosen = getenv("MURMEL_MPI");

    MPI_Init(&argc, &argv);
    if (strcmp(chosen, "send=eager") == 0)
        send_over(LARGE, 1);
    else if (strcmp(chosen, "send=sync") == 0)
        send_over(1, 0);
    else if (strcmp(chosen, "coll=barrier") == 0)
        broadcast(1);
    else if (strcmp(chosen, "coll=minimal") == 0)
        broadcast(0);
    else if (strcmp(chosen, "progress=weak") == 0) {
        buffered();
        several();
    } else if (strncmp(chosen, "rma=", 4) == 0) {
        one_sided(chosen[4] == 'e' ? 1 : chosen[4] == 'l' ? 0 : -1);
        if (chosen[4] != 's')
            complete_at_origin(chosen[4] == 'l');
    } else if (strncmp(chosen, "send=seed", 9) == 0)
        some_wait();
    else
        some_synchronize();
    MPI_Finalize();
    return 0;
}
