/*
 * Windows: epochs, locks, exposure, and what the clocks say of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "model_job.h"

#define WIN UINT64_C(0x8000)
#define G0  UINT64_C(0x6000) /* groups of one rank each */
#define G1  UINT64_C(0x6001)
#define G2  UINT64_C(0x6002)

/* A window over all ranks, and the groups. */
static void window_begin(int size)
{
    job_begin(size);
    for (int rank = 0; rank < size; rank++) {
        CALL(rank, MPI_Win_allocate, .size = 64, .disp_unit = 4, .comm = WORLD,
             .win = WIN);
        CALL(rank, MPI_Comm_group, .comm = WORLD, .group = 0x6100);
        for (int64_t member = 0; member < size; member++)
            CALL(rank, MPI_Group_incl, .group = 0x6100, .n = 1,
                 .ranks = NUMBERS(member), .newgroup = G0 + (uint64_t)member);
    }
}

static void window_end(int size)
{
    for (int rank = 0; rank < size; rank++) {
        CALL(rank, MPI_Win_free, .win = WIN);
        CALL(rank, MPI_Finalize, .result = 0);
    }
}

static void lock(int rank, int target)
{
    CALL(rank, MPI_Win_lock, .lock_type = NEUTRAL_LOCK_EXCLUSIVE,
         .rank = target, .win = WIN);
}

static void unlock(int rank, int target)
{
    CALL(rank, MPI_Win_unlock, .rank = target, .win = WIN);
}

static void put(int rank, int target)
{
    CALL(rank, MPI_Put, .origin_count = 1, .origin_datatype = INT,
         .target_rank = target, .target_count = 1, .target_datatype = INT,
         .win = WIN);
}

static void fence(int rank, int assert)
{
    CALL(rank, MPI_Win_fence, .assert = assert, .win = WIN);
}

static void post_wait(int rank, uint64_t group)
{
    CALL(rank, MPI_Win_post, .group = group, .win = WIN);
    CALL(rank, MPI_Win_wait, .win = WIN);
}

static void start_complete(int rank, uint64_t group)
{
    CALL(rank, MPI_Win_start, .group = group, .win = WIN);
    CALL(rank, MPI_Win_complete, .win = WIN);
}

static void barrier(int size)
{
    for (int rank = 0; rank < size; rank++)
        CALL(rank, MPI_Barrier, .comm = WORLD);
}

static void message(int from, int to)
{
    CALL(from, MPI_Send, .dest = to, .tag = 5, .comm = WORLD);
    CALL(to, MPI_Recv, .source = from, .tag = NEUTRAL_ANY_TAG, .comm = WORLD,
         .status = {from, 5, 0, 4, 0});
}

static void test_good_epochs(void **state)
{
    (void)state;
    window_begin(2);
    lock(0, 1);
    put(0, 1);
    unlock(0, 1);
    CALL(1, MPI_Win_lock_all, .win = WIN);
    put(1, 0);
    CALL(1, MPI_Win_flush, .rank = 0, .win = WIN);
    CALL(1, MPI_Win_unlock_all, .win = WIN);
    for (int rank = 0; rank < 2; rank++) {
        fence(rank, NEUTRAL_MODE_NOPRECEDE);
        put(rank, 1 - rank);
        fence(rank, NEUTRAL_MODE_NOSUCCEED);
    }
    CALL(0, MPI_Win_start, .group = G1, .win = WIN);
    put(0, 1);
    CALL(0, MPI_Win_complete, .win = WIN);
    post_wait(1, G0);
    barrier(2);
    lock(0, 1);
    unlock(0, 1);
    window_end(2);
    job_expect("");
}

/* B2 */
static void test_no_epoch(void **state)
{
    (void)state;
    window_begin(3);
    put(0, 1); /* before any */
    lock(0, 1);
    put(0, 2); /* another */
    unlock(0, 1);
    put(0, 1); /* after it */
    window_end(3);
    job_expect("RMA-NO-EPOCH access@0\n");
    window_begin(3);
    CALL(0, MPI_Win_start, .group = G1, .win = WIN);
    put(0, 2);
    CALL(0, MPI_Win_complete, .win = WIN);
    post_wait(1, G0);
    window_end(3);
    job_expect("RMA-NO-EPOCH access@0\n");
    window_begin(2);
    fence(0, NEUTRAL_MODE_NOSUCCEED);
    fence(1, NEUTRAL_MODE_NOSUCCEED);
    CALL(1, MPI_Fetch_and_op, .datatype = INT, .op = 0x21, .win = WIN);
    window_end(2);
    job_expect("RMA-NOSUCCEED access@1 fence@1\n");
}

/* B3 */
static void test_locks(void **state)
{
    (void)state;
    window_begin(3);
    unlock(0, 1);
    lock(1, 2);
    lock(1, 2);
    unlock(1, 2);
    CALL(2, MPI_Win_lock_all, .win = WIN);
    lock(2, 0);
    unlock(2, 0);
    CALL(2, MPI_Win_unlock_all, .win = WIN);
    CALL(2, MPI_Win_unlock_all, .win = WIN);
    window_end(3);
    job_expect("RMA-DOUBLE-LOCK again@1 lock@1\n"
               "RMA-DOUBLE-LOCK again@2 lock@2\n"
               "RMA-UNLOCK-WITHOUT-LOCK unlock@0\n"
               "RMA-UNLOCK-WITHOUT-LOCK unlock@2\n");
}

/* One cause, one finding: what follows from a lock that may not be is not told
 * again, whether MPI refuses it or not. */
static void test_one_cause(void **state)
{
    (void)state;
    for (int result = 0; result <= 50; result += 50) {
        window_begin(2); /* two locks, two unlocks */
        lock(0, 1);
        CALL(0, MPI_Win_lock, .rank = 1, .win = WIN, .result = result);
        unlock(0, 1);
        CALL(0, MPI_Win_unlock, .rank = 1, .win = WIN, .result = result);
        window_end(2);
        job_expect("RMA-DOUBLE-LOCK again@0 lock@0\n");
        window_begin(2); /* ... of which the first fails */
        lock(0, 1);
        CALL(0, MPI_Win_lock, .rank = 1, .win = WIN, .result = result);
        CALL(0, MPI_Win_unlock, .rank = 1, .win = WIN, .result = result);
        unlock(0, 1);
        window_end(2);
        job_expect("RMA-DOUBLE-LOCK again@0 lock@0\n");
        window_begin(2); /* two locks, one unlock; then it is well again */
        lock(0, 1);
        CALL(0, MPI_Win_lock, .rank = 1, .win = WIN, .result = result);
        unlock(0, 1);
        lock(0, 1);
        unlock(0, 1);
        unlock(0, 1);
        window_end(2);
        job_expect("RMA-DOUBLE-LOCK again@0 lock@0\n"
                   "RMA-UNLOCK-WITHOUT-LOCK unlock@0\n");
        window_begin(2);
        lock(0, 1);
        CALL(0, MPI_Win_lock_all, .win = WIN, .result = result);
        put(0, 0);
        CALL(0, MPI_Win_unlock_all, .win = WIN, .result = result);
        unlock(0, 1);
        window_end(2);
        job_expect("RMA-DOUBLE-LOCK again@0 lock@0\n");
        window_begin(2);
        CALL(0, MPI_Win_lock_all, .win = WIN);
        CALL(0, MPI_Win_lock_all, .win = WIN, .result = result);
        CALL(0, MPI_Win_unlock_all, .win = WIN);
        CALL(0, MPI_Win_unlock_all, .win = WIN, .result = result);
        window_end(2);
        job_expect("RMA-DOUBLE-LOCK again@0 lock@0\n");
        window_begin(3);
        CALL(0, MPI_Win_start, .group = G1, .win = WIN);
        CALL(0, MPI_Win_lock, .rank = 2, .win = WIN, .result = result);
        put(0, 2);
        CALL(0, MPI_Win_unlock, .rank = 2, .win = WIN, .result = result);
        CALL(0, MPI_Win_complete, .win = WIN, .result = result);
        post_wait(1, G0);
        window_end(3);
        job_expect("RMA-LOCK-IN-EPOCH lock@0 opened@0\n");
    }
    window_begin(3); /* the wrong rank is unlocked */
    lock(0, 1);
    unlock(0, 2);
    window_end(3);
    job_expect("RMA-UNLOCK-WITHOUT-LOCK unlock@0\n");
    window_begin(3); /* and another lock is forgotten */
    lock(0, 1);
    lock(0, 0);
    unlock(0, 2);
    window_end(3);
    job_expect("RMA-FREE-IN-EPOCH free@0 lock@0 lock@0\n"
               "RMA-UNLOCK-WITHOUT-LOCK unlock@0\n");
}

/* A call that fails opens nothing. */
static void test_failed(void **state)
{
    (void)state;
    window_begin(2);
    lock(0, 1);
    CALL(0, MPI_Win_lock_all, .win = WIN, .result = 50);
    unlock(0, 1);
    CALL(0, MPI_Win_start, .group = G1, .win = WIN, .result = 50);
    CALL(1, MPI_Win_post, .group = G0, .win = WIN, .result = 50);
    CALL(0, MPI_Win_lock, .rank = 1, .win = WIN, .result = 50);
    window_end(2);
    job_expect("RMA-DOUBLE-LOCK again@0 lock@0\n"
               "RMA-LOCK-WHILE-EXPOSED lock@0 post@1\n");
}

static void test_lock_in_epoch(void **state)
{
    (void)state;
    window_begin(3);
    CALL(0, MPI_Win_start, .group = G1, .win = WIN);
    lock(0, 2);
    unlock(0, 2);
    CALL(0, MPI_Win_complete, .win = WIN);
    post_wait(1, G0);
    window_end(3);
    job_expect("RMA-LOCK-IN-EPOCH lock@0 opened@0\n");
}

static void fence_and_lock(int last_assert, bool put_before, bool closes)
{
    window_begin(2);
    fence(0, 0);
    fence(1, 0);
    if (put_before)
        put(0, 1);
    lock(0, 1);
    put(0, 1);
    unlock(0, 1);
    if (closes) {
        fence(0, last_assert);
        fence(1, last_assert);
    }
    window_end(2);
}

static void test_lock_after_fence(void **state)
{
    (void)state;
    fence_and_lock(0, true, true);
    job_expect("RMA-LOCK-IN-EPOCH lock@0 opened@0\n");
    fence_and_lock(0, false, true);
    job_expect("RMA-LOCK-IN-EPOCH lock@0 opened@0\n");
    fence_and_lock(NEUTRAL_MODE_NOPRECEDE, false, true);
    job_expect("");
    fence_and_lock(0, false, false);
    job_expect("RMA-LOCK-AFTER-FENCE lock@0 fence@0\n");
}

static void test_open_epochs(void **state)
{
    (void)state;
    window_begin(2);
    lock(0, 1);
    CALL(1, MPI_Win_post, .group = G0, .win = WIN);
    CALL(0, MPI_Win_free, .win = WIN);
    CALL(1, MPI_Win_free, .win = WIN);
    job_expect("CALL-NO-FINALIZE last call@0 (0)\n"
               "CALL-NO-FINALIZE last call@1 (1)\n"
               "RMA-FREE-IN-EPOCH free@0 lock@0\n"
               "RMA-FREE-IN-EPOCH free@1 post@1\n"
               "RMA-LOCK-WHILE-EXPOSED lock@0 post@1\n");
    window_begin(2);
    lock(0, 1);
    for (int rank = 0; rank < 2; rank++)
        CALL(rank, MPI_Finalize, .result = 0);
    job_expect("LEAK-WINDOW made@0 (0)\n"
               "LEAK-WINDOW made@1 (1)\n"
               "RMA-FINALIZE-IN-EPOCH finalize@0 lock@0\n");
    window_begin(2);
    fence(0, 0);
    fence(1, 0);
    put(0, 1);
    window_end(2);
    job_expect("RMA-FREE-IN-EPOCH free@0 fence@0 access@0\n");
}

/* B4: nothing orders the lock and the exposure. */
static void test_exposed(void **state)
{
    (void)state;
    window_begin(2);
    lock(0, 1);
    put(0, 1);
    unlock(0, 1);
    start_complete(0, G1);
    post_wait(1, G0);
    window_end(2);
    job_expect("RMA-LOCK-WHILE-EXPOSED lock@0 post@1\n");
    /* A message from before the lock says nothing. */
    window_begin(2);
    message(0, 1);
    lock(0, 1);
    unlock(0, 1);
    start_complete(0, G1);
    post_wait(1, G0);
    window_end(2);
    job_expect("RMA-LOCK-WHILE-EXPOSED lock@0 post@1\n");
    /* The lock surely comes after the post. */
    window_begin(2);
    start_complete(0, G1);
    lock(0, 1);
    unlock(0, 1);
    post_wait(1, G0);
    window_end(2);
    job_expect("RMA-LOCK-WHILE-EXPOSED lock@0 post@1\n");
    /* lock_all locks it, too; the own process is not better. */
    window_begin(3);
    CALL(2, MPI_Win_lock_all, .win = WIN);
    CALL(2, MPI_Win_unlock_all, .win = WIN);
    start_complete(0, G1);
    post_wait(1, G0);
    window_end(3);
    job_expect("RMA-LOCK-WHILE-EXPOSED lock@2 post@1\n");
    window_begin(2);
    CALL(1, MPI_Win_post, .group = G0, .win = WIN);
    lock(1, 1);
    unlock(1, 1);
    CALL(1, MPI_Win_wait, .win = WIN);
    start_complete(0, G1);
    window_end(2);
    job_expect("RMA-LOCK-WHILE-EXPOSED lock@1 post@1\n");
}

/* B5 */
static void test_post_locked(void **state)
{
    (void)state;
    window_begin(3);
    lock(0, 1);
    message(0, 1);
    post_wait(1, G2);
    start_complete(2, G1);
    message(2, 0);
    unlock(0, 1);
    window_end(3);
    job_expect("RMA-POST-WHILE-LOCKED lock@0 post@1\n");
    window_begin(2);
    lock(1, 1);
    CALL(1, MPI_Win_post, .group = G0, .win = WIN);
    unlock(1, 1);
    CALL(1, MPI_Win_wait, .win = WIN);
    start_complete(0, G1);
    window_end(2);
    job_expect("RMA-POST-WHILE-LOCKED lock@1 post@1\n");
}

/* B6: barrier, message chain, broadcast, wait or test before the lock. */
static void test_ordered(void **state)
{
    (void)state;
    window_begin(2);
    lock(0, 1);
    unlock(0, 1);
    barrier(2);
    start_complete(0, G1);
    post_wait(1, G0);
    barrier(2);
    lock(0, 1);
    unlock(0, 1);
    window_end(2);
    job_expect("");
    assert_int_equal(job_releases, 0);
    window_begin(3);
    lock(0, 1);
    unlock(0, 1);
    message(0, 2);
    message(2, 1);
    start_complete(0, G1);
    post_wait(1, G0);
    window_end(3);
    job_expect("");
    window_begin(2);
    start_complete(0, G1);
    CALL(1, MPI_Win_post, .group = G0, .win = WIN);
    CALL(1, MPI_Win_test, .win = WIN, .flag = 0);
    CALL(1, MPI_Win_test, .win = WIN, .flag = 1);
    for (int rank = 0; rank < 2; rank++)
        CALL(rank, MPI_Bcast, .count = 1, .root = 1, .comm = WORLD);
    lock(0, 1);
    unlock(0, 1);
    window_end(2);
    job_expect("");
}

/* Freeing a window is a barrier, but not if it is never locked. */
static void test_no_locks(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        window_begin(2);
        for (int rank = 0; rank < 2; rank++) {
            CALL(rank, MPI_Info_create, .info = 0x5000);
            CALL(rank, MPI_Info_set, .info = 0x5000,
                 .key = {.items = "no_locks", .count = 8},
                 .value = {.items = kind == 1 ? "false" : "true",
                           .count = kind == 1 ? 5 : 4});
            CALL(rank, MPI_Info_dup, .info = 0x5000, .newinfo = 0x5001);
            if (kind == 2)
                CALL(rank, MPI_Info_delete, .info = 0x5001,
                     .key = {.items = "no_locks", .count = 8});
            if (kind == 3)
                CALL(rank, MPI_Info_free, .info = 0x5001);
            CALL(rank, MPI_Win_allocate, .size = 64, .disp_unit = 4,
                 .info = kind == 3 ? NEUTRAL_INFO_NULL : 0x5001, .comm = WORLD,
                 .win = WIN + 1);
        }
        lock(0, 1);
        unlock(0, 1);
        CALL(0, MPI_Win_free, .win = WIN + 1);
        CALL(1, MPI_Win_free, .win = WIN + 1);
        start_complete(0, G1);
        post_wait(1, G0);
        window_end(2);
        job_expect(kind == 0 ? "RMA-LOCK-WHILE-EXPOSED lock@0 post@1\n" : "");
    }
}

/* A broadcast tells the root nothing, a reduction nobody but the root. */
static void test_rooted(void **state)
{
    (void)state;
    for (int root = 0; root < 2; root++) {
        window_begin(2);
        lock(0, 1);
        unlock(0, 1);
        for (int rank = 0; rank < 2; rank++)
            CALL(rank, MPI_Bcast, .count = 1, .root = root, .comm = WORLD);
        start_complete(0, G1);
        post_wait(1, G0);
        window_end(2);
        job_expect(root == 0 ? "" : "RMA-LOCK-WHILE-EXPOSED lock@0 post@1\n");
        window_begin(2);
        lock(0, 1);
        unlock(0, 1);
        for (int rank = 0; rank < 2; rank++)
            CALL(rank, MPI_Reduce, .count = 1, .datatype = INT, .op = 0x21,
                 .root = root, .comm = WORLD);
        start_complete(0, G1);
        post_wait(1, G0);
        window_end(2);
        job_expect(root == 1 ? "" : "RMA-LOCK-WHILE-EXPOSED lock@0 post@1\n");
    }
}

/* What comes by requests: receives in any order, a nonblocking barrier. */
static void test_nonblocking(void **state)
{
    (void)state;
    window_begin(2);
    CALL(0, MPI_Isend, .dest = 1, .tag = 1, .comm = WORLD, .request = 0x10001);
    lock(0, 1);
    unlock(0, 1);
    CALL(0, MPI_Isend, .dest = 1, .tag = 1, .comm = WORLD, .request = 0x10001);
    CALL(0, MPI_Waitall, .count = 2,
         .array_of_requests = HANDLES(0x10001, 0x10001));
    CALL(1, MPI_Irecv, .source = 0, .tag = 1, .comm = WORLD,
         .request = 0x10001);
    CALL(1, MPI_Irecv, .source = 0, .tag = NEUTRAL_ANY_TAG, .comm = WORLD,
         .request = 0x10002);
    CALL(1, MPI_Waitany, .count = 2,
         .array_of_requests = HANDLES(0x10001, 0x10002), .indx = 1,
         .status = {0, 1, 0, 4, 0});
    post_wait(1, G0);
    start_complete(0, G1);
    CALL(1, MPI_Wait, .request = 0x10001, .status = {0, 1, 0, 4, 0});
    window_end(2);
    job_expect("");
    for (int late = 0; late < 2; late++) {
        window_begin(2);
        if (late)
            CALL(0, MPI_Ibarrier, .comm = WORLD, .request = 0x10001);
        lock(0, 1);
        unlock(0, 1);
        if (!late)
            CALL(0, MPI_Ibarrier, .comm = WORLD, .request = 0x10001);
        start_complete(0, G1);
        CALL(0, MPI_Wait, .request = 0x10001);
        CALL(1, MPI_Ibarrier, .comm = WORLD, .request = 0x10001);
        CALL(1, MPI_Wait, .request = 0x10001);
        post_wait(1, G0);
        window_end(2);
        job_expect(late ? "RMA-LOCK-WHILE-EXPOSED lock@0 post@1\n" : "");
    }
}

/* Receives from anybody that end together take a message each, and so wait
 * for as many. */
static void test_nonblocking_from_any(void **state)
{
    (void)state;
    for (int ordered = 0; ordered < 2; ordered++) {
        window_begin(3);
        CALL(1, MPI_Irecv, .source = NEUTRAL_ANY_SOURCE, .tag = 2,
             .comm = WORLD, .request = 0x10001);
        CALL(1, MPI_Irecv, .source = NEUTRAL_ANY_SOURCE, .tag = 2,
             .comm = WORLD, .request = 0x10002);
        CALL(1, MPI_Waitall, .count = 2,
             .array_of_requests = HANDLES(0x10001, 0x10002),
             .array_of_statuses = STATUSES({2, 2, 0, 4, 0}, {2, 2, 0, 4, 0}));
        post_wait(1, G0);
        CALL(2, MPI_Send, .dest = 1, .tag = 2, .comm = WORLD);
        lock(0, 1);
        unlock(0, 1);
        if (ordered)
            message(0, 2);
        CALL(2, MPI_Send, .dest = 1, .tag = 2, .comm = WORLD);
        start_complete(0, G1);
        window_end(3);
        job_expect(ordered ? "" : "RMA-LOCK-WHILE-EXPOSED lock@0 post@1\n");
        assert_int_equal(job_releases, 0);
    }
}

/* A synchronous send ends after its receive has begun. */
static void test_synchronous(void **state)
{
    (void)state;
    for (int variant = 0; variant < 4; variant++) {
        bool synchronous = variant & 1;

        window_begin(2);
        post_wait(1, G0);
        CALL(1, MPI_Recv, .source = variant & 2 ? NEUTRAL_ANY_SOURCE : 0,
             .tag = 1, .comm = WORLD, .status = {0, 1, 0, 4, 0});
        start_complete(0, G1);
        if (synchronous)
            CALL(0, MPI_Ssend, .dest = 1, .tag = 1, .comm = WORLD);
        else
            CALL(0, MPI_Send, .dest = 1, .tag = 1, .comm = WORLD);
        lock(0, 1);
        unlock(0, 1);
        window_end(2);
        job_expect(synchronous ? "" : "RMA-LOCK-WHILE-EXPOSED lock@0 post@1\n");
    }
}

/* Persistent sends and collectives order what lies before each start. */
static void test_persistent(void **state)
{
    (void)state;
    window_begin(2);
    CALL(0, MPI_Send_init, .dest = 1, .tag = 1, .comm = WORLD,
         .request = 0x10001);
    CALL(1, MPI_Recv_init, .source = 0, .tag = 1, .comm = WORLD,
         .request = 0x10001);
    for (int round = 0; round < 2; round++) {
        if (round == 1) {
            lock(0, 1);
            unlock(0, 1);
        }
        CALL(0, MPI_Start, .request = 0x10001);
        CALL(0, MPI_Wait, .request = 0x10001);
        CALL(1, MPI_Startall, .count = 1,
             .array_of_requests = HANDLES(0x10001));
        CALL(1, MPI_Waitall, .count = 1, .array_of_requests = HANDLES(0x10001),
             .array_of_statuses = STATUSES({0, 1, 0, 4, 0}));
    }
    start_complete(0, G1);
    post_wait(1, G0);
    for (int rank = 0; rank < 2; rank++)
        CALL(rank, MPI_Request_free, .request = 0x10001);
    window_end(2);
    job_expect("");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_epochs),
        cmocka_unit_test(test_no_epoch),
        cmocka_unit_test(test_locks),
        cmocka_unit_test(test_one_cause),
        cmocka_unit_test(test_failed),
        cmocka_unit_test(test_lock_in_epoch),
        cmocka_unit_test(test_lock_after_fence),
        cmocka_unit_test(test_open_epochs),
        cmocka_unit_test(test_exposed),
        cmocka_unit_test(test_post_locked),
        cmocka_unit_test(test_ordered),
        cmocka_unit_test(test_no_locks),
        cmocka_unit_test(test_rooted),
        cmocka_unit_test(test_nonblocking),
        cmocka_unit_test(test_nonblocking_from_any),
        cmocka_unit_test(test_synchronous),
        cmocka_unit_test(test_persistent),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
