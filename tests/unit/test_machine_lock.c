/*
 * Locks that are taken in another order by others, and waiting with a lock.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "model_job.h"

#define WIN       UINT64_C(0x8000)
#define OTHER     UINT64_C(0x8001)
#define EXCLUSIVE NEUTRAL_LOCK_EXCLUSIVE
#define SHARED    NEUTRAL_LOCK_SHARED
#define CIRCLE                                                                 \
    "POTENTIAL-DEADLOCK waits@0 lock@1 waits@1 lock@2 waits@2 lock@0\n"

static void begin(int size)
{
    job_begin(size);
    for (int rank = 0; rank < size; rank++) {
        CALL(rank, MPI_Win_allocate, .size = 64, .disp_unit = 4, .comm = WORLD,
             .win = WIN);
        CALL(rank, MPI_Win_allocate, .size = 64, .disp_unit = 4, .comm = WORLD,
             .win = OTHER);
    }
}

static void end(int size, const char *expected)
{
    for (int rank = 0; rank < size; rank++) {
        CALL(rank, MPI_Win_free, .win = OTHER);
        CALL(rank, MPI_Win_free, .win = WIN);
        CALL(rank, MPI_Finalize, .result = 0);
    }
    job_expect(expected);
}

static void lock_with(int rank, int64_t type, int target, uint64_t win,
                      int64_t assert)
{
    CALL(rank, MPI_Win_lock, .lock_type = type, .rank = target,
         .assert = assert, .win = win);
}

static void lock(int rank, int64_t type, int target)
{
    lock_with(rank, type, target, WIN, 0);
}

static void unlock_of(int rank, int target, uint64_t win)
{
    CALL(rank, MPI_Win_unlock, .rank = target, .win = win);
}

static void unlock(int rank, int target)
{
    unlock_of(rank, target, WIN);
}

static void send(int rank, int to)
{
    CALL(rank, MPI_Bsend, .dest = to, .tag = 5, .comm = WORLD);
}

static void receive(int rank, int from)
{
    CALL(rank, MPI_Recv, .source = from, .tag = 5, .comm = WORLD,
         .status = {from, 5, 0, 4, 0});
}

static void two(int rank, int64_t outer_type, int outer, int64_t inner_type,
                int inner)
{
    lock(rank, outer_type, outer);
    lock(rank, inner_type, inner);
    unlock(rank, inner);
    unlock(rank, outer);
}

/* Each rank its own and the next one's; some locks are shared. */
static void test_circle(void **state)
{
    const int64_t types[][3][2] = {
        {{EXCLUSIVE, EXCLUSIVE}, {EXCLUSIVE, EXCLUSIVE}, {EXCLUSIVE, SHARED}},
        {{SHARED, EXCLUSIVE}, {SHARED, EXCLUSIVE}, {SHARED, EXCLUSIVE}},
        {{SHARED, EXCLUSIVE}, {SHARED, EXCLUSIVE}, {SHARED, SHARED}},
        {{SHARED, SHARED}, {EXCLUSIVE, EXCLUSIVE}, {SHARED, EXCLUSIVE}}};
    const char *const expected[] = {CIRCLE, CIRCLE, "", CIRCLE};

    (void)state;
    for (int i = 0; i < 4; i++) {
        begin(3);
        for (int rank = 0; rank < 3; rank++)
            two(rank, types[i][rank][0], rank, types[i][rank][1],
                (rank + 1) % 3);
        end(3, expected[i]);
    }
}

/* No circle: somebody takes them the other way round. */
static void test_no_circle(void **state)
{
    (void)state;
    for (int odd = 0; odd < 4; odd++) {
        begin(4);
        for (int rank = 0; rank < 4; rank++)
            if (rank == odd)
                two(rank, EXCLUSIVE, (rank + 1) % 4, EXCLUSIVE, rank);
            else
                two(rank, EXCLUSIVE, rank, EXCLUSIVE, (rank + 1) % 4);
        end(4, "");
    }
}

/* One process cannot be at two places of a circle. */
static void test_distinct(void **state)
{
    (void)state;
    begin(3);
    two(0, EXCLUSIVE, 0, EXCLUSIVE, 1);
    two(1, EXCLUSIVE, 1, EXCLUSIVE, 2);
    two(0, EXCLUSIVE, 2, EXCLUSIVE, 0);
    end(3, "");
    begin(3);
    lock(0, EXCLUSIVE, 0);
    two(0, EXCLUSIVE, 1, EXCLUSIVE, 2);
    unlock(0, 0);
    two(1, EXCLUSIVE, 2, EXCLUSIVE, 0);
    end(3, "POTENTIAL-DEADLOCK waits@0 lock@1 waits@1 lock@0\n");
}

/* A lock that they take first leaves only one of them. */
static void test_gate(void **state)
{
    const int64_t gates[][3] = {{EXCLUSIVE, EXCLUSIVE, EXCLUSIVE},
                                {SHARED, SHARED, EXCLUSIVE},
                                {SHARED, SHARED, SHARED}};

    (void)state;
    for (int i = 0; i < 3; i++) {
        begin(3);
        for (int rank = 0; rank < 3; rank++) {
            lock_with(rank, gates[i][rank], 0, OTHER, 0);
            two(rank, EXCLUSIVE, rank, EXCLUSIVE, (rank + 1) % 3);
            unlock_of(rank, 0, OTHER);
        }
        end(3, i == 2 ? CIRCLE : "");
    }
    /* Two of them have one of their own, which is none for the third. */
    begin(3);
    for (int rank = 0; rank < 3; rank++) {
        lock_with(rank, EXCLUSIVE, rank, OTHER, 0);
        two(rank, EXCLUSIVE, rank, EXCLUSIVE, (rank + 1) % 3);
        unlock_of(rank, rank, OTHER);
    }
    end(3, CIRCLE);
}

/* It is enough that two of them never meet. */
static void test_ordered(void **state)
{
    (void)state;
    begin(3);
    two(0, EXCLUSIVE, 0, EXCLUSIVE, 1);
    send(0, 2);
    two(1, EXCLUSIVE, 1, EXCLUSIVE, 2);
    receive(2, 0);
    two(2, EXCLUSIVE, 2, EXCLUSIVE, 0);
    end(3, "");
}

/* Locks of which the programmer says that none conflicts take nothing; that
 * they meet others is told as such. */
static void test_unchecked(void **state)
{
    (void)state;
    begin(3);
    job_leave_out("RMA-LOCK-NOCHECK");
    for (int rank = 0; rank < 3; rank++) {
        lock(rank, EXCLUSIVE, rank);
        lock_with(rank, EXCLUSIVE, (rank + 1) % 3, WIN,
                  rank == 1 ? NEUTRAL_MODE_NOCHECK : 0);
        unlock(rank, (rank + 1) % 3);
        unlock(rank, rank);
    }
    end(3, "");
}

/* MPI_Win_lock_all is a shared lock of each part. */
static void test_lock_all(void **state)
{
    (void)state;
    for (int exclusive = 0; exclusive < 2; exclusive++) {
        int64_t type = exclusive ? EXCLUSIVE : SHARED;

        begin(2);
        CALL(0, MPI_Win_lock_all, .win = WIN);
        lock_with(0, type, 1, OTHER, 0);
        unlock_of(0, 1, OTHER);
        CALL(0, MPI_Win_unlock_all, .win = WIN);
        lock_with(1, type, 1, OTHER, 0);
        lock(1, type, 0);
        unlock(1, 0);
        unlock_of(1, 1, OTHER);
        end(2, exclusive ? "POTENTIAL-DEADLOCK waits@0 lock@1 waits@1 lock@0\n"
                         : "");
        begin(2);
        lock_with(0, type, 1, OTHER, 0);
        CALL(0, MPI_Win_lock_all, .win = WIN);
        CALL(0, MPI_Win_unlock_all, .win = WIN);
        unlock_of(0, 1, OTHER);
        lock(1, type, 0);
        lock_with(1, type, 1, OTHER, 0);
        unlock_of(1, 1, OTHER);
        unlock(1, 0);
        end(2, exclusive ? "POTENTIAL-DEADLOCK waits@0 lock@1 waits@1 lock@0\n"
                         : "");
    }
}

/* A thread does not wait with the lock of another one. */
static void test_threads(void **state)
{
    (void)state;
    for (int threads = 0; threads < 2; threads++) {
        begin(2);
        job_threads(NEUTRAL_THREAD_MULTIPLE);
        lock(0, EXCLUSIVE, 0);
        if (threads)
            job_thread(0, 1);
        lock(0, EXCLUSIVE, 1);
        unlock(0, 1);
        job_thread(0, 0);
        job_join(0);
        unlock(0, 0);
        two(1, EXCLUSIVE, 1, EXCLUSIVE, 0);
        end(2, threads ? ""
                       : "POTENTIAL-DEADLOCK waits@0 lock@1 waits@1 lock@0\n");
    }
}

/* Rank 0 waits with a lock for rank 1, which waits for rank 2, which has taken
 * it before, or does so behind; by the data of a collective likewise. */
static void test_chain(void **state)
{
    (void)state;
    for (int before = 0; before < 2; before++) {
        begin(3);
        lock(0, EXCLUSIVE, 0);
        receive(0, 1);
        unlock(0, 0);
        receive(1, 2);
        send(1, 0);
        if (!before)
            send(2, 1);
        lock(2, SHARED, 0);
        unlock(2, 0);
        if (before)
            send(2, 1);
        end(3, before ? "POTENTIAL-DEADLOCK waits@0 waits@2 lock@0\n" : "");
        begin(3);
        CALL(0, MPI_Win_lock_all, .win = WIN);
        CALL(0, MPI_Ssend, .dest = 1, .tag = 5, .comm = WORLD);
        CALL(0, MPI_Win_unlock_all, .win = WIN);
        receive(1, 2);
        receive(1, 0);
        if (!before)
            send(2, 1);
        lock(2, EXCLUSIVE, 1);
        unlock(2, 1);
        if (before)
            send(2, 1);
        end(3, before ? "POTENTIAL-DEADLOCK waits@0 waits@2 lock@0\n" : "");
    }
}

/* What was done on a window that is gone is over. */
static void test_window_freed(void **state)
{
    (void)state;
    begin(2);
    two(0, EXCLUSIVE, 0, EXCLUSIVE, 1);
    for (int rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Win_free, .win = WIN);
        CALL(rank, MPI_Win_allocate, .size = 64, .disp_unit = 4, .comm = WORLD,
             .win = WIN);
    }
    two(1, EXCLUSIVE, 1, EXCLUSIVE, 0);
    end(2, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circle),   cmocka_unit_test(test_no_circle),
        cmocka_unit_test(test_distinct), cmocka_unit_test(test_gate),
        cmocka_unit_test(test_ordered),  cmocka_unit_test(test_unchecked),
        cmocka_unit_test(test_lock_all), cmocka_unit_test(test_threads),
        cmocka_unit_test(test_chain),    cmocka_unit_test(test_window_freed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
