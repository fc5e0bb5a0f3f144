/*
 * Stores of which only that a window has changed tells, whatever is taken in
 * first.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "model_job.h"

#define WIN  UINT64_C(0x8000)
#define BASE UINT64_C(0x100000) /* of the window, in each process */

#define GET "RMA-LOCAL-CONFLICT get@0 store@1\n"
#define PUT "RMA-LOCAL-CONFLICT put@0 store@1\n"

static void begin(int size)
{
    job_begin(size);
    for (int rank = 0; rank < size; rank++)
        CALL(rank, MPI_Win_allocate, .size = 64, .disp_unit = 4, .comm = WORLD,
             .baseptr = BASE, .win = WIN);
}

static void end(int size, const char *expected)
{
    for (int rank = 0; rank < size; rank++) {
        CALL(rank, MPI_Win_free, .win = WIN);
        CALL(rank, MPI_Finalize, .result = 0);
    }
    job_expect(expected);
}

/* To, or from, the second word of rank 1. */
static void put(int rank)
{
    CALL(rank, MPI_Put, .origin_count = 1, .origin_datatype = INT,
         .target_rank = 1, .target_disp = 1, .target_count = 1,
         .target_datatype = INT, .win = WIN);
}

static void get(int rank)
{
    CALL(rank, MPI_Get, .origin_count = 1, .origin_datatype = INT,
         .target_rank = 1, .target_disp = 1, .target_count = 1,
         .target_datatype = INT, .win = WIN);
}

static void changed(uint32_t value)
{
    CHANGED(1, BASE + 4, value);
}

static void fence(int size)
{
    for (int rank = 0; rank < size; rank++)
        CALL(rank, MPI_Win_fence, .win = WIN);
}

static void message(int from, int to)
{
    CALL(from, MPI_Send, .dest = to, .tag = 5, .comm = WORLD);
    CALL(to, MPI_Recv, .source = from, .tag = 5, .comm = WORLD,
         .status = {from, 5, 0, 0, 0});
}

static void test_get(void **state)
{
    (void)state;
    for (int order = 0; order < 3; order++) {
        begin(2);
        fence(2);
        if (order == 1)
            changed(9);
        if (order == 1)
            fence(2);
        get(0);
        if (order == 2)
            fence(2);
        if (order != 1)
            changed(9);
        fence(2);
        end(2, order == 0 ? GET : "");
    }
}

/* Beside it: the other bytes of the word have not changed. */
static void test_bytes(void **state)
{
    (void)state;
    begin(2);
    fence(2);
    CALL(0, MPI_Get, .origin_count = 1, .origin_datatype = INT,
         .target_rank = 1, .target_disp = 2, .target_count = 1,
         .target_datatype = INT, .win = WIN);
    CHANGED(1, BASE + 7, 9);
    fence(2);
    end(2, "");
}

/* A put, also of somebody else, may have brought it: told or not, what is put
 * decides. */
static void test_put(void **state)
{
    (void)state;
    for (int told = 0; told < 3; told++)
        for (int origin = 0; origin < 3; origin += 2) {
            begin(3);
            fence(3);
            put(origin);
            if (told > 0)
                job_puts(origin, told == 1 ? 9 : 8);
            changed(9);
            fence(3);
            end(3, told < 2      ? ""
                   : origin == 0 ? PUT
                                 : "RMA-LOCAL-CONFLICT store@1 put@2\n");
        }
    begin(2);
    fence(2);
    put(0);
    fence(2);
    get(0);
    changed(9);
    fence(2);
    end(2, GET);
}

/* The second of two stands for the first, whose value was there for a while. */
static void test_puts(void **state)
{
    (void)state;
    for (uint32_t value = 7; value <= 8; value++) {
        begin(2);
        CALL(0, MPI_Win_lock, .lock_type = NEUTRAL_LOCK_SHARED, .rank = 1,
             .win = WIN);
        for (uint32_t round = 7; round <= 8; round++) {
            put(0);
            job_puts(0, round);
            CALL(0, MPI_Win_flush, .rank = 1, .win = WIN);
        }
        CALL(0, MPI_Win_unlock, .rank = 1, .win = WIN);
        changed(value);
        CALL(1, MPI_Win_lock, .lock_type = NEUTRAL_LOCK_SHARED, .rank = 0,
             .win = WIN);
        CALL(1, MPI_Win_unlock, .rank = 0, .win = WIN);
        end(2, "");
    }
}

static void test_message(void **state)
{
    (void)state;
    for (int flushed = 0; flushed < 2; flushed++) {
        begin(2);
        CALL(0, MPI_Win_lock, .lock_type = NEUTRAL_LOCK_SHARED, .rank = 1,
             .win = WIN);
        put(0);
        job_puts(0, 7);
        if (flushed)
            CALL(0, MPI_Win_flush, .rank = 1, .win = WIN);
        message(0, 1);
        changed(9);
        CALL(0, MPI_Win_unlock, .rank = 1, .win = WIN);
        end(2, flushed ? "" : PUT);
    }
}

/* An access of which is not known where it goes may have brought anything. */
static void test_unfollowed(void **state)
{
    (void)state;
    begin(3);
    fence(3);
    CALL(2, MPI_Put, .origin_count = 1, .origin_datatype = INT,
         .target_rank = 1, .target_disp = 1, .target_count = 1,
         .target_datatype = 0x7777, .win = WIN);
    get(0);
    changed(9);
    fence(3);
    end(3, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_get),     cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_put),     cmocka_unit_test(test_puts),
        cmocka_unit_test(test_message), cmocka_unit_test(test_unfollowed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
