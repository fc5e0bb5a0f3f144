/*
 * Memory that is attached to dynamic windows, and RMA calls that reach it or
 * not, in whatever order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "model_job.h"

#define WIN UINT64_C(0x8000)

static void window_begin(int size)
{
    job_begin(size);
    for (int rank = 0; rank < size; rank++)
        CALL(rank, MPI_Win_create_dynamic, .comm = WORLD, .win = WIN);
}

static void window_end(int size)
{
    for (int rank = 0; rank < size; rank++) {
        CALL(rank, MPI_Win_free, .win = WIN);
        CALL(rank, MPI_Finalize, .result = 0);
    }
}

static void attach(int rank, uint64_t base, int64_t size)
{
    CALL(rank, MPI_Win_attach, .win = WIN, .base = base, .size = size);
}

static void detach(int rank, uint64_t base)
{
    CALL(rank, MPI_Win_detach, .win = WIN, .base = base);
}

static void put(int rank, int target, int64_t address, int64_t count)
{
    CALL(rank, MPI_Win_lock, .lock_type = NEUTRAL_LOCK_SHARED, .rank = target,
         .win = WIN);
    CALL(rank, MPI_Put, .origin_count = count, .origin_datatype = INT,
         .target_rank = target, .target_disp = address, .target_count = count,
         .target_datatype = INT, .win = WIN);
    CALL(rank, MPI_Win_unlock, .rank = target, .win = WIN);
}

static void message(int from, int to)
{
    CALL(from, MPI_Send, .dest = to, .tag = 5, .comm = WORLD);
    CALL(to, MPI_Recv, .source = from, .tag = 5, .comm = WORLD,
         .status = {from, 5, 0, 4, 0});
}

static void test_attached(void **state)
{
    (void)state;
    window_begin(2);
    attach(1, 1000, 16);
    attach(1, 1016, 16);
    message(1, 0);
    put(0, 1, 1000, 8);
    message(0, 1);
    detach(1, 1000);
    attach(1, 900, 116);
    message(1, 0);
    put(0, 1, 900, 33);
    message(0, 1);
    detach(1, 900);
    detach(1, 1016);
    window_end(2);
    job_expect("");
}

static void test_never(void **state)
{
    (void)state;
    window_begin(2);
    attach(1, 1000, 16);
    message(1, 0);
    put(0, 1, 1000, 5);
    window_end(2);
    job_expect("RMA-NOT-ATTACHED access@0\n");
}

/* Memory may be attached before the put, or not; and it may be detached before
 * it. */
static void test_not_ordered(void **state)
{
    (void)state;
    window_begin(2);
    attach(1, 1000, 16);
    detach(1, 1000);
    attach(1, 2000, 16);
    put(0, 1, 1000, 4);
    put(0, 1, 2000, 4);
    window_end(2);
    job_expect("RMA-ATTACH-CONFLICT put@0 attach@1\n"
               "RMA-DETACH-CONFLICT put@0 detach@1\n");
}

static void test_late(void **state)
{
    (void)state;
    window_begin(2);
    put(0, 1, 1000, 4);
    message(0, 1);
    attach(1, 1000, 16);
    window_end(2);
    job_expect("RMA-NOT-ATTACHED access@0\n");
}

static void test_detached(void **state)
{
    (void)state;
    window_begin(2);
    attach(1, 1000, 16);
    detach(1, 1000);
    message(1, 0);
    put(0, 1, 1000, 4);
    window_end(2);
    job_expect("RMA-NOT-ATTACHED access@0 detach@1\n");
}

static void test_misuse(void **state)
{
    (void)state;
    window_begin(1);
    attach(0, 1000, 16);
    attach(0, 1015, 16);
    detach(0, 1001);
    detach(0, 1000);
    detach(0, 1000);
    window_end(1);
    job_expect("RMA-ATTACH attach@0 attached@0\n"
               "RMA-DETACH detach@0\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_attached),    cmocka_unit_test(test_never),
        cmocka_unit_test(test_not_ordered), cmocka_unit_test(test_late),
        cmocka_unit_test(test_detached),    cmocka_unit_test(test_misuse),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
