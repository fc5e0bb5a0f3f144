/*
 * Assertions of RMA synchronization calls, against what other ranks do,
 * whichever is taken in first.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "model_job.h"

#define WIN       UINT64_C(0x8000)
#define G0        UINT64_C(0x6000) /* groups of one rank each */
#define G1        UINT64_C(0x6001)
#define NOCHECK   NEUTRAL_MODE_NOCHECK
#define NOPUT     NEUTRAL_MODE_NOPUT
#define NOPRECEDE NEUTRAL_MODE_NOPRECEDE

static void window_begin(int size)
{
    job_begin(size);
    job_leave_out("RMA-CONFLICT");
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

static void put(int rank, int target, int64_t count)
{
    CALL(rank, MPI_Put, .origin_count = count, .origin_datatype = INT,
         .target_rank = target, .target_count = count, .target_datatype = INT,
         .win = WIN);
}

static void fence(int rank, int64_t assert)
{
    CALL(rank, MPI_Win_fence, .assert = assert, .win = WIN);
}

static void message(int from, int to)
{
    CALL(from, MPI_Send, .dest = to, .tag = 5, .comm = WORLD);
    CALL(to, MPI_Recv, .source = from, .tag = 5, .comm = WORLD,
         .status = {from, 5, 0, 4, 0});
}

/* Rank 0 puts to rank 1, `count` integers in each epoch. */
static void post_start(int64_t post, int64_t start, int64_t count)
{
    CALL(1, MPI_Win_post, .group = G0, .assert = post, .win = WIN);
    CALL(0, MPI_Win_start, .group = G1, .assert = start, .win = WIN);
    put(0, 1, count);
    CALL(0, MPI_Win_complete, .win = WIN);
    CALL(1, MPI_Win_wait, .win = WIN);
}

/* The fences do not synchronize: rank 0 may be far ahead. */
static void test_fence_noput(void **state)
{
    (void)state;
    window_begin(2);
    fence(0, NOPRECEDE);
    put(0, 1, 1);
    fence(0, 0);
    put(0, 1, 0); /* nothing */
    fence(0, 0);
    put(0, 1, 1);
    fence(0, 0);
    fence(1, NOPRECEDE | NOPUT);
    fence(1, NOPUT);
    fence(1, 0);
    fence(1, 0);
    window_end(2);
    job_expect("RMA-NOPUT access@0 promise@1\n");
}

static void test_fences_differ(void **state)
{
    (void)state;
    window_begin(3);
    for (int rank = 0; rank < 3; rank++) {
        fence(rank, rank == 1 ? NOPRECEDE : 0);
        fence(rank, rank == 1 ? NOPUT : 0);
    }
    window_end(3);
    job_expect("RMA-ASSERT-DISAGREE with@1 without@0\n");
}

static void test_post_noput(void **state)
{
    (void)state;
    window_begin(2);
    post_start(0, 0, 1);
    post_start(NOPUT, 0, 0);
    post_start(NOPUT, 0, 1);
    post_start(0, 0, 1);
    window_end(2);
    job_expect("RMA-NOPUT access@0 promise@1\n");
}

static void test_pairs(void **state)
{
    (void)state;
    window_begin(2);
    post_start(0, 0, 1);
    post_start(0, NOCHECK, 1);
    post_start(0, 0, 1);
    window_end(2);
    job_expect("RMA-NOCHECK-PAIR start@0 post@1\n");
}

static void ordered(bool by_message)
{
    window_begin(2);
    CALL(1, MPI_Win_post, .group = G0, .assert = NOCHECK, .win = WIN);
    if (by_message)
        message(1, 0);
    CALL(0, MPI_Win_start, .group = G1, .assert = NOCHECK, .win = WIN);
    CALL(0, MPI_Win_complete, .win = WIN);
    CALL(1, MPI_Win_wait, .win = WIN);
    window_end(2);
}

static void test_order(void **state)
{
    (void)state;
    ordered(true);
    job_expect("");
    ordered(false);
    job_expect("RMA-NOCHECK-ORDER start@0 post@1\n");
}

/* The start that MPI refuses is none: the next one belongs to the post. */
static void test_refused(void **state)
{
    (void)state;
    window_begin(2);
    CALL(0, MPI_Win_start, .group = G1, .win = WIN, .result = 1);
    CALL(1, MPI_Win_post, .group = G0, .assert = NOCHECK, .win = WIN);
    message(1, 0);
    CALL(0, MPI_Win_start, .group = G1, .assert = NOCHECK, .win = WIN);
    CALL(0, MPI_Win_complete, .win = WIN);
    CALL(1, MPI_Win_wait, .win = WIN);
    post_start(0, 0, 1);
    window_end(2);
    job_expect("");
}

/* It hangs: the notice for which it waits is not sent. */
static void test_hangs(void **state)
{
    (void)state;
    window_begin(2);
    CALL(1, MPI_Win_post, .group = G0, .assert = NOCHECK, .win = WIN);
    message(1, 0);
    HANG(0, MPI_Win_start, .group = G1, .win = WIN);
    HANG(1, MPI_Win_wait, .win = WIN);
    job_expect("RMA-NOCHECK-PAIR start@0 post@1\n");
}

static void locks(int64_t first, int64_t second, bool by_message)
{
    window_begin(3);
    CALL(0, MPI_Win_lock, .lock_type = NEUTRAL_LOCK_EXCLUSIVE, .rank = 2,
         .assert = first, .win = WIN);
    CALL(0, MPI_Win_unlock, .rank = 2, .win = WIN);
    if (by_message)
        message(0, 1);
    CALL(1, MPI_Win_lock_all, .assert = second, .win = WIN);
    CALL(1, MPI_Win_unlock_all, .win = WIN);
    window_end(3);
}

static void test_locks(void **state)
{
    (void)state;
    locks(NOCHECK, NOCHECK, true);
    job_expect("");
    locks(0, 0, false);
    job_expect("");
    locks(NOCHECK, 0, false);
    job_expect("RMA-LOCK-NOCHECK nocheck@0 lock@1\n");
    locks(0, NOCHECK, false);
    job_expect("RMA-LOCK-NOCHECK nocheck@1 lock@0\n");
    locks(NOCHECK, NOCHECK, false);
    job_expect("RMA-LOCK-NOCHECK nocheck@0 lock@1\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fence_noput),
        cmocka_unit_test(test_fences_differ),
        cmocka_unit_test(test_post_noput),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_hangs),
        cmocka_unit_test(test_locks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
