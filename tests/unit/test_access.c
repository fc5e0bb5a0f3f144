/*
 * Accesses to windows and their order, whatever is taken in first.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "model_job.h"

#define WIN UINT64_C(0x8000)
#define G0  UINT64_C(0x6000) /* groups of one rank each */

#define SUM  UINT64_C(0x21)
#define PROD UINT64_C(0x24)

#define BASE UINT64_C(0x100000) /* of the window, in each process */
#define PUT  "RMA-CONFLICT put@0 put@1\n"
#define MISMATCH                                                               \
    "COLL-ROOT-MISMATCH MPI_Bcast of rank 0@0 (0) MPI_Bcast of rank 1@1 "      \
    "(1)\n"

static void begin(int size)
{
    job_begin(size);
    for (int rank = 0; rank < size; rank++) {
        CALL(rank, MPI_Win_allocate, .size = 64, .disp_unit = 4, .comm = WORLD,
             .baseptr = BASE, .win = WIN);
        CALL(rank, MPI_Comm_group, .comm = WORLD, .group = 0x6100);
        for (int64_t member = 0; member < size; member++)
            CALL(rank, MPI_Group_incl, .group = 0x6100, .n = 1,
                 .ranks = NUMBERS(member), .newgroup = G0 + (uint64_t)member);
    }
}

static void end(int size, const char *expected)
{
    for (int rank = 0; rank < size; rank++) {
        CALL(rank, MPI_Win_free, .win = WIN);
        CALL(rank, MPI_Finalize, .result = 0);
    }
    job_expect(expected);
}

static void put(int rank, int target, int64_t disp)
{
    CALL(rank, MPI_Put, .origin_count = 1, .origin_datatype = INT,
         .target_rank = target, .target_disp = disp, .target_count = 1,
         .target_datatype = INT, .win = WIN);
}

static void get(int rank, int target, int64_t disp)
{
    CALL(rank, MPI_Get, .origin_count = 1, .origin_datatype = INT,
         .target_rank = target, .target_disp = disp, .target_count = 1,
         .target_datatype = INT, .win = WIN);
}

static void lock(int rank, int target, int64_t type)
{
    CALL(rank, MPI_Win_lock, .lock_type = type, .rank = target, .win = WIN);
}

static void unlock(int rank, int target)
{
    CALL(rank, MPI_Win_unlock, .rank = target, .win = WIN);
}

static void fence(int rank, int64_t assert)
{
    CALL(rank, MPI_Win_fence, .assert = assert, .win = WIN);
}

static void message(int from, int to)
{
    CALL(from, MPI_Send, .dest = to, .tag = 5, .comm = WORLD);
    CALL(to, MPI_Recv, .source = from, .tag = 5, .comm = WORLD,
         .status = {from, 5, 0, 0, 0});
}

/* The word of the window at that place is sent. */
static void load(int rank, int64_t disp, int to)
{
    CALL(rank, MPI_Send, .buf = BASE + 4 * (uint64_t)disp, .count = 1,
         .datatype = INT, .dest = to, .tag = 7, .comm = WORLD);
    CALL(to, MPI_Recv, .buf = 16, .count = 1, .datatype = INT, .source = rank,
         .tag = 7, .comm = WORLD, .status = {rank, 7, 0, 4, 0});
}

/* The target's memory may become known after the calls that access it. */
static void test_locks(void **state)
{
    (void)state;
    for (int other = 1; other <= 2; other++) {
        begin(3);
        for (int rank = 0; rank < 2; rank++) {
            lock(rank, 2, NEUTRAL_LOCK_SHARED);
            put(rank, 2, rank == 0 ? 1 : other);
            unlock(rank, 2);
        }
        end(3, other == 1 ? PUT : "");
    }
    begin(3);
    lock(0, 2, NEUTRAL_LOCK_EXCLUSIVE);
    put(0, 2, 1);
    unlock(0, 2);
    lock(1, 2, NEUTRAL_LOCK_SHARED);
    put(1, 2, 1);
    unlock(1, 2);
    end(3, "");
}

static void test_message(void **state)
{
    (void)state;
    begin(3);
    lock(0, 2, NEUTRAL_LOCK_SHARED);
    put(0, 2, 1);
    unlock(0, 2);
    message(0, 1);
    lock(1, 2, NEUTRAL_LOCK_SHARED);
    put(1, 2, 1);
    unlock(1, 2);
    end(3, "");
    begin(3);
    lock(0, 2, NEUTRAL_LOCK_SHARED);
    put(0, 2, 1);
    message(0, 1); /* which tells nothing of the put */
    lock(1, 2, NEUTRAL_LOCK_SHARED);
    put(1, 2, 1);
    unlock(1, 2);
    unlock(0, 2);
    end(3, PUT);
}

static void put_locked(int rank, int target)
{
    lock(rank, target, NEUTRAL_LOCK_SHARED);
    put(rank, target, 1);
    unlock(rank, target);
}

/* What two processes learn of each other where their collective calls do not go
 * together is not known; what came before, and who does not hear of it, is. */
static void test_mismatch(void **state)
{
    enum { BEFORE, BEHIND, ELSEWHERE, CASES };
    const uint64_t pair = 0x9000;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        int first = i < ELSEWHERE ? 0 : 2;

        begin(4);
        for (int rank = 0; rank < 4; rank++)
            CALL(rank, MPI_Comm_split, .comm = WORLD, .color = rank / 2,
                 .key = 0, .newcomm = {pair, rank % 2, 2, 0, 0});
        if (i == BEFORE)
            for (int rank = 0; rank < 2; rank++)
                put_locked(rank, 3);
        for (int rank = 0; rank < 2; rank++)
            CALL(rank, MPI_Bcast, .root = rank, .comm = pair);
        if (i != BEFORE)
            for (int rank = 0; rank < 2; rank++)
                put_locked(first + rank, 3 - first);
        for (int rank = 0; rank < 4; rank++)
            CALL(rank, MPI_Comm_free, .comm = pair);
        end(4, i == BEFORE      ? MISMATCH PUT
               : i == ELSEWHERE ? MISMATCH "RMA-CONFLICT put@2 put@3\n"
                                : MISMATCH);
    }
}

static void test_flush(void **state)
{
    (void)state;
    for (int local = 0; local < 2; local++) {
        begin(2);
        lock(0, 1, NEUTRAL_LOCK_SHARED);
        put(0, 1, 1);
        if (local)
            CALL(0, MPI_Win_flush_local, .rank = 1, .win = WIN);
        else
            CALL(0, MPI_Win_flush, .rank = 1, .win = WIN);
        put(0, 1, 1);
        unlock(0, 1);
        end(2, local ? "RMA-CONFLICT put@0 put@0\n" : "");
    }
    /* What is got is there. */
    begin(2);
    lock(0, 1, NEUTRAL_LOCK_SHARED);
    get(0, 1, 1);
    CALL(0, MPI_Win_flush_local, .rank = 1, .win = WIN);
    put(0, 1, 1);
    unlock(0, 1);
    end(2, "");
}

static void test_fence(void **state)
{
    (void)state;
    begin(3);
    for (int rank = 0; rank < 3; rank++)
        fence(rank, 0);
    put(0, 2, 1);
    put(1, 2, 1);
    for (int rank = 0; rank < 3; rank++)
        fence(rank, 0);
    put(1, 2, 1); /* the next epoch */
    for (int rank = 0; rank < 3; rank++)
        fence(rank, NEUTRAL_MODE_NOSUCCEED);
    end(3, PUT);
}

/* A fence that waits for nobody: the put still comes after the target's. */
static void test_fence_no_precede(void **state)
{
    (void)state;
    for (int after = 0; after < 2; after++) {
        begin(2);
        for (int round = 0; round < 2; round++) {
            if (!after)
                load(1, 1, 0);
            for (int rank = 0; rank < 2; rank++)
                fence(rank, NEUTRAL_MODE_NOPRECEDE);
            put(0, 1, 1);
            if (after)
                load(1, 1, 0);
            for (int rank = 0; rank < 2; rank++)
                fence(rank, NEUTRAL_MODE_NOSUCCEED);
        }
        end(2, after ? "RMA-LOCAL-CONFLICT put@0 load@1\n" : "");
    }
}

static void exposure(int loads)
{
    begin(3);
    if (loads == 0)
        load(1, 1, 2);
    CALL(1, MPI_Win_post, .group = G0, .win = WIN);
    CALL(0, MPI_Win_start, .group = G0 + 1, .win = WIN);
    put(0, 1, 1);
    if (loads == 1)
        load(1, 1, 2);
    CALL(0, MPI_Win_complete, .win = WIN);
    CALL(1, MPI_Win_wait, .win = WIN);
    if (loads == 2)
        load(1, 1, 2);
    end(3, loads == 1 ? "RMA-LOCAL-CONFLICT put@0 load@1\n" : "");
}

static void test_exposure(void **state)
{
    (void)state;
    for (int loads = 0; loads < 3; loads++)
        exposure(loads);
}

/* What the origin tells after its complete says nothing of the target's
 * wait. */
static void test_exposure_others(void **state)
{
    (void)state;
    begin(3);
    CALL(2, MPI_Win_post, .group = G0, .win = WIN);
    CALL(0, MPI_Win_start, .group = G0 + 2, .win = WIN);
    put(0, 2, 1);
    CALL(0, MPI_Win_complete, .win = WIN);
    CALL(2, MPI_Win_wait, .win = WIN);
    message(2, 1);
    lock(1, 2, NEUTRAL_LOCK_SHARED);
    put(1, 2, 1);
    unlock(1, 2);
    end(3, "");
}

static void test_accumulate(void **state)
{
    static const uint64_t ops[][2] = {
        {SUM, SUM}, {SUM, PROD}, {SUM, NEUTRAL_OP_NO_OP}};

    (void)state;
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        begin(3);
        for (int rank = 0; rank < 2; rank++) {
            lock(rank, 2, NEUTRAL_LOCK_SHARED);
            CALL(rank, MPI_Fetch_and_op, .datatype = INT, .target_rank = 2,
                 .target_disp = 1, .op = ops[i][rank], .win = WIN);
            unlock(rank, 2);
        }
        end(3, i == 1 ? "RMA-ACCUMULATE-CONFLICT accumulate@0 accumulate@1\n"
                      : "");
    }
}

/* Many rounds without any order between the processes: those that are done
 * stand for each other, and each is found. */
static void test_rounds(void **state)
{
    (void)state;
    begin(3);
    for (int i = 0; i < 20; i++)
        for (int rank = 0; rank < 2; rank++) {
            lock(rank, 2, NEUTRAL_LOCK_SHARED);
            put(rank, 2, 1 + rank + (i == 7 && rank == 0));
            unlock(rank, 2);
        }
    end(3, PUT);
}

/* --------------------------------------------- all orders of the records */

static void put_flush(int rank, int target, int64_t disp)
{
    put(rank, target, disp);
    CALL(rank, MPI_Win_flush, .rank = target, .win = WIN);
}

static void lock_all(int size)
{
    for (int rank = 0; rank < size; rank++)
        CALL(rank, MPI_Win_lock_all, .win = WIN);
}

static void unlock_all(int size)
{
    for (int rank = 0; rank < size; rank++)
        CALL(rank, MPI_Win_unlock_all, .win = WIN);
}

/* The target polls a word, synchronizes, and loads others: some polls may have
 * been before the put, and some after it, whichever the records say. */
static void polls(bool separate, bool sync, bool flush, const char *expected)
{
    begin(2);
    if (separate)
        job_separate();
    lock_all(2);
    job_all_orders();
    put_flush(0, 1, 1);
    if (flush)
        put_flush(0, 1, 0);
    else
        put(0, 1, 0);
    ACCESS(1, ACCESSED_POLL, BASE, BASE + 4);
    if (sync)
        CALL(1, MPI_Win_sync, .win = WIN);
    ACCESS(1, ACCESSED_LOAD, BASE + 4, BASE + 8);
    job_all_orders_end();
    unlock_all(2);
    end(2, expected);
}

#define LOADS "RMA-LOCAL-CONFLICT put@0 load@1\n"

static void test_polls(void **state)
{
    (void)state;
    polls(false, true, true, "");
    polls(false, false, true, LOADS);
    polls(true, true, true, LOADS);
    polls(true, false, true, LOADS);
}

/* What is learnt by chance: which of two messages it is. */
static void by_wildcard(bool separate, bool sync, const char *expected)
{
    begin(3);
    if (separate)
        job_separate();
    lock_all(3);
    job_all_orders();
    put_flush(0, 1, 1);
    CALL(0, MPI_Send, .dest = 1, .tag = 5, .comm = WORLD);
    CALL(1, MPI_Recv, .source = NEUTRAL_ANY_SOURCE, .tag = 5, .comm = WORLD,
         .status = {0, 5, 0, 0, 0});
    if (sync)
        CALL(1, MPI_Win_sync, .win = WIN);
    ACCESS(1, ACCESSED_LOAD, BASE + 4, BASE + 8);
    job_all_orders_end();
    unlock_all(3);
    end(3, expected);
}

static void test_wildcard(void **state)
{
    (void)state;
    by_wildcard(false, true, "");
    by_wildcard(true, true, "");
    by_wildcard(true, false, LOADS);
}

/* The target's wait is taken in before, or after, the origin's complete has
 * returned. */
static void exposed(bool separate, int when, const char *expected)
{
    begin(2);
    if (separate)
        job_separate();
    job_all_orders();
    CALL(1, MPI_Win_post, .group = G0, .win = WIN);
    CALL(0, MPI_Win_start, .group = G0 + 1, .win = WIN);
    put(0, 1, 1);
    CALL(0, MPI_Win_complete, .win = WIN);
    if (when == 0)
        ACCESS(1, ACCESSED_LOAD, BASE + 4, BASE + 8);
    CALL(1, MPI_Win_wait, .win = WIN);
    if (when == 1)
        ACCESS(1, ACCESSED_LOAD, BASE + 4, BASE + 8);
    job_all_orders_end();
    end(2, expected);
}

static void test_exposed(void **state)
{
    (void)state;
    for (int separate = 0; separate < 2; separate++) {
        exposed(separate, 0, LOADS);
        exposed(separate, 1, "");
    }
}

/* Two windows on one memory: from the public copy of the one to that of the
 * other it takes a synchronization of each. */
static void two_windows(bool separate, int syncs, const char *expected)
{
    const uint64_t second = WIN + 1;

    begin(2);
    job_leave_out("RMA-LOCK-ORDINARY-MEMORY");
    if (separate)
        job_separate();
    for (int rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Win_create, .base = BASE, .size = 64, .disp_unit = 4,
             .comm = WORLD, .win = second);
        CALL(rank, MPI_Win_lock_all, .win = second);
    }
    lock_all(2);
    put_flush(0, 1, 1);
    message(0, 1);
    job_all_orders();
    if (syncs > 0)
        CALL(1, MPI_Win_sync, .win = WIN);
    if (syncs > 1)
        CALL(1, MPI_Win_sync, .win = second);
    message(1, 0);
    CALL(0, MPI_Get, .origin_count = 1, .origin_datatype = INT,
         .target_rank = 1, .target_disp = 1, .target_count = 1,
         .target_datatype = INT, .win = second);
    CALL(0, MPI_Win_flush, .rank = 1, .win = second);
    job_all_orders_end();
    unlock_all(2);
    for (int rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Win_unlock_all, .win = second);
        CALL(rank, MPI_Win_free, .win = second);
    }
    end(2, expected);
}

static void test_two_windows(void **state)
{
    (void)state;
    two_windows(false, 0, "");
    for (int syncs = 0; syncs <= 2; syncs++)
        two_windows(true, syncs, syncs < 2 ? "RMA-CONFLICT put@0 get@0\n" : "");
}

/* ------------------------------------------------- shared windows, directly */

#define SHARED WIN + 2
#define THEIRS (BASE + 0x1000) /* the other's part, as a process sees it */

static bool shared_locked;

static void begin_shared(bool locked)
{
    shared_locked = locked;
    begin(2);
    job_leave_out("RMA-SHARED-COMM");
    job_native();
    for (int rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Win_allocate_shared, .size = 64, .disp_unit = 4,
             .comm = WORLD, .baseptr = 2 * BASE, .win = SHARED);
        CALL(rank, MPI_Win_shared_query, .win = SHARED, .rank = 1 - rank,
             .size = 64, .disp_unit = 4, .baseptr = THEIRS);
        if (locked)
            CALL(rank, MPI_Win_lock_all, .win = SHARED);
    }
    job_all_orders();
}

static void end_shared(const char *expected)
{
    job_all_orders_end();
    for (int rank = 0; rank < 2; rank++) {
        if (shared_locked)
            CALL(rank, MPI_Win_unlock_all, .win = SHARED);
        CALL(rank, MPI_Win_free, .win = SHARED);
    }
    end(2, expected);
}

/* Rank 1 in its own part, rank 0 in that part, too. */
static void mine(uint32_t kind, uint64_t disp)
{
    ACCESS(1, kind, 2 * BASE + 4 * disp, 2 * BASE + 4 * disp + 4);
}

static void theirs(uint32_t kind, uint64_t disp)
{
    ACCESS(0, kind, THEIRS + 4 * disp, THEIRS + 4 * disp + 4);
}

static void test_shared(void **state)
{
    static const struct {
        uint32_t mine, theirs;
        const char *expected;
    } pairs[] = {
        {ACCESSED_LOAD, ACCESSED_LOAD, ""},
        {ACCESSED_LOAD, ACCESSED_STORE, "RMA-SHARED-CONFLICT store@0 load@1\n"},
        {ACCESSED_STORE, ACCESSED_STORE,
         "RMA-SHARED-CONFLICT store@0 store@1\n"},
        {ACCESSED_LOAD, ACCESSED_ATOMIC,
         "RMA-SHARED-CONFLICT store@0 load@1\n"},
        {ACCESSED_ATOMIC, ACCESSED_ATOMIC, ""},
        {ACCESSED_POLL, ACCESSED_STORE, ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        for (uint64_t disp = 0; disp < 2; disp++) {
            begin_shared(true);
            mine(pairs[i].mine, disp);
            CALL(1, MPI_Win_sync, .win = SHARED);
            theirs(pairs[i].theirs, 1);
            CALL(0, MPI_Win_sync, .win = SHARED);
            end_shared(disp == 1 ? pairs[i].expected : "");
        }
}

/* What puts them in order: a message, a flag that is polled within one record
 * or over several, locks, and what is not seen. */
static void test_shared_order(void **state)
{
    (void)state;
    begin_shared(true);
    theirs(ACCESSED_STORE, 1);
    CALL(0, MPI_Win_sync, .win = SHARED);
    message(0, 1);
    CALL(1, MPI_Win_sync, .win = SHARED);
    mine(ACCESSED_LOAD, 1);
    end_shared("");
    for (int many = 0; many < 2; many++) {
        begin_shared(true);
        theirs(ACCESSED_STORE, 1);
        if (many)
            CALL(0, MPI_Win_sync, .win = SHARED);
        theirs(ACCESSED_ATOMIC, 0);
        mine(ACCESSED_POLL, 0);
        if (many)
            CALL(1, MPI_Win_sync, .win = SHARED);
        mine(ACCESSED_LOAD, 1);
        end_shared("");
    }
    begin_shared(true); /* the poll of another flag says nothing */
    theirs(ACCESSED_STORE, 1);
    theirs(ACCESSED_ATOMIC, 0);
    mine(ACCESSED_POLL, 2);
    mine(ACCESSED_LOAD, 1);
    end_shared("RMA-SHARED-CONFLICT store@0 load@1\n");
    begin_shared(true);
    ACCESS(0, ACCESSED_ELSEWHERE, 1, 2);
    message(0, 1);
    theirs(ACCESSED_STORE, 1);
    mine(ACCESSED_STORE, 1);
    end_shared("RMA-SHARED-ELSEWHERE store@0 store@1\n");
}

/* The locks of that part, by both. */
static void test_shared_locks(void **state)
{
    (void)state;
    for (int64_t type = NEUTRAL_LOCK_EXCLUSIVE; type <= NEUTRAL_LOCK_SHARED;
         type += NEUTRAL_LOCK_SHARED - NEUTRAL_LOCK_EXCLUSIVE) {
        begin_shared(false);
        for (int rank = 0; rank < 2; rank++) {
            CALL(rank, MPI_Win_lock, .lock_type = type, .rank = 1,
                 .win = SHARED);
            if (rank == 0)
                theirs(ACCESSED_STORE, 1);
            else
                mine(ACCESSED_STORE, 1);
            CALL(rank, MPI_Win_unlock, .rank = 1, .win = SHARED);
        }
        end_shared(type == NEUTRAL_LOCK_EXCLUSIVE
                       ? ""
                       : "RMA-SHARED-CONFLICT store@0 store@1\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_locks),
        cmocka_unit_test(test_message),
        cmocka_unit_test(test_mismatch),
        cmocka_unit_test(test_flush),
        cmocka_unit_test(test_fence),
        cmocka_unit_test(test_fence_no_precede),
        cmocka_unit_test(test_exposure),
        cmocka_unit_test(test_exposure_others),
        cmocka_unit_test(test_accumulate),
        cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_polls),
        cmocka_unit_test(test_wildcard),
        cmocka_unit_test(test_exposed),
        cmocka_unit_test(test_two_windows),
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_shared_order),
        cmocka_unit_test(test_shared_locks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
