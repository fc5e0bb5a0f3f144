/*
 * Locks and exposures where the order is left to the timing: what is said must
 * be the same whatever the run did.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "model_job.h"

#define WIN     UINT64_C(0x8000)
#define GROUP   UINT64_C(0x6100)
#define REQUEST UINT64_C(0x10001)
#define FOUND   "RMA-LOCK-WHILE-EXPOSED lock@0 post@1\n"

/* Rank 0 locks rank 1, and rank 1 exposes to rank 0; the rest differs. */
static void begin(int size)
{
    job_begin(size);
    job_leave_out("RACE-MATCH"); /* see test_race.c */
    for (int rank = 0; rank < size; rank++) {
        CALL(rank, MPI_Win_allocate, .size = 64, .disp_unit = 4, .comm = WORLD,
             .win = WIN);
        CALL(rank, MPI_Comm_group, .comm = WORLD, .group = GROUP);
        CALL(rank, MPI_Group_incl, .group = GROUP, .n = 1,
             .ranks = NUMBERS(rank == 0), .newgroup = GROUP + 1);
    }
}

static void end(int size)
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

static void locked_put(int rank, int target, int64_t disp)
{
    lock(rank, target);
    put(rank, target, disp);
    unlock(rank, target);
}

static void locked_get(int rank, int target, int64_t disp)
{
    lock(rank, target);
    get(rank, target, disp);
    unlock(rank, target);
}

static void add_one(int rank, int target)
{
    CALL(rank, MPI_Win_lock, .lock_type = NEUTRAL_LOCK_SHARED, .rank = target,
         .win = WIN);
    CALL(rank, MPI_Fetch_and_op, .datatype = INT, .op = 0x21,
         .target_rank = target, .win = WIN);
    unlock(rank, target);
}

static void expose(void)
{
    CALL(1, MPI_Win_post, .group = GROUP + 1, .win = WIN);
    CALL(1, MPI_Win_wait, .win = WIN);
}

static void access_epoch(void)
{
    CALL(0, MPI_Win_start, .group = GROUP + 1, .win = WIN);
    CALL(0, MPI_Win_complete, .win = WIN);
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

static void receive_any(int rank, int from)
{
    CALL(rank, MPI_Recv, .source = NEUTRAL_ANY_SOURCE, .tag = 5, .comm = WORLD,
         .status = {from, 5, 0, 4, 0});
}

static void barrier(int size)
{
    for (int rank = 0; rank < size; rank++)
        CALL(rank, MPI_Barrier, .comm = WORLD);
}

/* ---------------------------------------------------------------- values */

/* The exposing rank locks itself before its post.  What it may have read there
 * orders the two only if somebody has written there. */
static void test_own_lock(void **state)
{
    (void)state;
    for (int times = 1; times <= 3; times += 2)
        for (int written = 0; written < 2; written++) {
            begin(2);
            lock(0, 1);
            if (written)
                put(0, 1, 0);
            unlock(0, 1);
            access_epoch();
            for (int i = 0; i < times; i++) {
                lock(1, 1);
                unlock(1, 1);
            }
            expose();
            end(2);
            job_expect(written ? "" : FOUND);
        }
}

/* It reads a flag that the other rank sets after its lock, in time or too
 * early; elsewhere; in bytes that were not written; nothing at all. */
static void test_flag(void **state)
{
    (void)state;
    for (int target = 1; target <= 2; target++)
        for (int64_t disp = 0; disp < 2; disp++)
            for (int reads = 0; reads < 2; reads++) {
                begin(3);
                lock(0, 1);
                unlock(0, 1);
                locked_put(0, target, 0);
                access_epoch();
                if (reads)
                    locked_get(1, target, disp);
                expose();
                end(3);
                /* Under a lock of itself it may load any of it. */
                job_expect(reads && (disp == 0 || target == 1) ? "" : FOUND);
            }
}

/* A flag set before the lock says nothing of it. */
static void test_flag_before(void **state)
{
    (void)state;
    begin(3);
    locked_put(0, 2, 0);
    lock(0, 1);
    unlock(0, 1);
    access_epoch();
    locked_get(1, 2, 0);
    expose();
    end(3);
    job_expect(FOUND);
}

/* A read that surely comes before the write tells nothing of it. */
static void test_read_before(void **state)
{
    (void)state;
    begin(3);
    locked_get(1, 2, 0);
    barrier(3);
    lock(0, 1);
    unlock(0, 1);
    locked_put(0, 2, 0);
    access_epoch();
    expose();
    end(3);
    job_expect(FOUND);
}

/* The other way round: the lock may come after the exposure. */
static void test_flag_after_wait(void **state)
{
    (void)state;
    for (int reads = 0; reads < 2; reads++) {
        begin(3);
        access_epoch();
        if (reads)
            locked_get(0, 2, 0);
        lock(0, 1);
        unlock(0, 1);
        expose();
        locked_put(1, 2, 0);
        end(3);
        job_expect(reads ? "" : FOUND);
    }
}

/* Counters; by way of a third rank, which may or may not tell rank 1. */
static void test_fetch_and_op(void **state)
{
    (void)state;
    begin(3);
    lock(0, 1);
    unlock(0, 1);
    add_one(0, 2);
    access_epoch();
    add_one(1, 2);
    expose();
    end(3);
    job_expect("");
    for (int tells = 0; tells < 2; tells++) {
        begin(3);
        lock(0, 1);
        unlock(0, 1);
        add_one(0, 0);
        access_epoch();
        add_one(2, 0);
        if (tells) {
            send(2, 1);
            receive(1, 2);
        }
        expose();
        end(3);
        job_expect(tells ? "" : FOUND);
    }
}

/* Two flags in a row. */
static void test_chain(void **state)
{
    (void)state;
    begin(4);
    lock(0, 1);
    unlock(0, 1);
    locked_put(0, 3, 0);
    access_epoch();
    locked_get(2, 3, 0);
    locked_put(2, 3, 4);
    locked_get(1, 3, 4);
    expose();
    end(4);
    job_expect("");
}

/* Between two groups: who names root 0 is not the root, whatever its place. */
static void test_intercomm(void **state)
{
    (void)state;
    begin(2);
    for (int rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Comm_split, .comm = WORLD, .color = rank,
             .newcomm = {0x5000, 0, 1, 0, 0});
        CALL(rank, MPI_Intercomm_create, .local_comm = 0x5000,
             .peer_comm = WORLD, .remote_leader = 1 - rank,
             .newintercomm = {0x5001, 0, 1, 1, 0});
    }
    lock(1, 0);
    unlock(1, 0);
    CALL(1, MPI_Bcast, .count = 1, .root = NEUTRAL_ROOT, .comm = 0x5001);
    CALL(1, MPI_Win_start, .group = GROUP + 1, .win = WIN);
    CALL(1, MPI_Win_complete, .win = WIN);
    CALL(0, MPI_Bcast, .count = 1, .root = 0, .comm = 0x5001);
    CALL(0, MPI_Win_post, .group = GROUP + 1, .win = WIN);
    CALL(0, MPI_Win_wait, .win = WIN);
    for (int rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Comm_free, .comm = 0x5001);
        CALL(rank, MPI_Comm_free, .comm = 0x5000);
    }
    end(2);
    job_expect("");
}

/* lock_all, flush and sync. */
static void test_lock_all(void **state)
{
    (void)state;
    for (int flag = 0; flag < 2; flag++) {
        begin(3);
        lock(0, 1);
        unlock(0, 1);
        lock(0, 2);
        put(0, 2, 0);
        unlock(0, 2);
        access_epoch();
        lock(1, 2);
        get(1, 2, flag ? 0 : 3);
        CALL(1, MPI_Win_flush, .rank = 2, .win = WIN);
        unlock(1, 2);
        expose();
        end(3);
        job_expect(flag ? "" : FOUND);
    }
    /* What was flushed says nothing of the lock under which it was. */
    begin(2);
    CALL(0, MPI_Win_lock_all, .win = WIN);
    put(0, 1, 0);
    CALL(0, MPI_Win_flush, .rank = 1, .win = WIN);
    CALL(0, MPI_Win_unlock_all, .win = WIN);
    access_epoch();
    lock(1, 1);
    unlock(1, 1);
    expose();
    end(2);
    job_expect(FOUND);
}

/* Many reads and many counters: nothing is forgotten. */
static void test_many(void **state)
{
    (void)state;
    begin(3);
    lock(0, 1);
    unlock(0, 1);
    for (int i = 0; i < 100; i++)
        add_one(0, 2);
    access_epoch();
    for (int i = 0; i < 100; i++)
        add_one(1, 2);
    expose();
    end(3);
    job_expect("");
}

/* ----------------------------------------------------------- wildcards */

/* Which message comes first is left to chance. */
static void test_wildcard(void **state)
{
    (void)state;
    for (int first = 0; first <= 2; first += 2) {
        begin(3);
        lock(0, 1);
        unlock(0, 1);
        send(0, 1);
        access_epoch();
        send(2, 1);
        receive_any(1, first);
        expose();
        receive_any(1, 2 - first);
        end(3);
        job_expect("");
        /* Both of another rank. */
        begin(3);
        lock(0, 1);
        unlock(0, 1);
        access_epoch();
        send(2, 1);
        receive_any(1, 2);
        expose();
        end(3);
        job_expect(FOUND);
        /* Both are there. */
        begin(3);
        lock(0, 1);
        unlock(0, 1);
        send(0, 1);
        access_epoch();
        send(2, 1);
        receive_any(1, first);
        receive_any(1, 2 - first);
        expose();
        end(3);
        job_expect("");
        /* The locker's message comes surely later. */
        begin(3);
        send(2, 1);
        receive_any(1, 2);
        barrier(3);
        lock(0, 1);
        unlock(0, 1);
        send(0, 1);
        access_epoch();
        expose();
        receive_any(1, 0);
        end(3);
        job_expect(FOUND);
    }
}

/* ------------------------------------------------------ tests and probes */

static void irecv(int from)
{
    CALL(1, MPI_Irecv, .source = from, .tag = 5, .comm = WORLD,
         .request = REQUEST);
}

static void wait_for(int from)
{
    CALL(1, MPI_Wait, .request = REQUEST, .status = {from, 5, 0, 4, 0});
}

/* One test, or several, before the post: it may find the message. */
static void test_test(void **state)
{
    (void)state;
    for (int flag = 0; flag < 2; flag++)
        for (int early = 0; early < 2; early++) {
            begin(2);
            if (early)
                send(0, 1);
            lock(0, 1);
            unlock(0, 1);
            if (!early)
                send(0, 1);
            access_epoch();
            irecv(0);
            CALL(1, MPI_Test, .request = REQUEST, .flag = flag,
                 .status = {0, 5, 0, 4, 0});
            expose();
            if (!flag)
                wait_for(0);
            end(2);
            job_expect(early ? FOUND : "");
        }
}

/* A test that cannot find anything in any run. */
static void test_test_too_early(void **state)
{
    (void)state;
    begin(2);
    irecv(0);
    CALL(1, MPI_Test, .request = REQUEST, .flag = 0);
    barrier(2);
    lock(0, 1);
    unlock(0, 1);
    send(0, 1);
    access_epoch();
    expose();
    wait_for(0);
    end(2);
    job_expect(FOUND);
}

/* Which of two requests is complete first; then the other is, too. */
static void test_waitany(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++)
        for (int both = 0; both < 2; both++) {
            begin(3);
            lock(0, 1);
            unlock(0, 1);
            send(0, 1);
            access_epoch();
            send(2, 1);
            irecv(0);
            CALL(1, MPI_Irecv, .source = 2, .tag = 5, .comm = WORLD,
                 .request = REQUEST + 1);
            CALL(1, MPI_Waitany, .count = 2,
                 .array_of_requests = HANDLES(REQUEST, REQUEST + 1),
                 .indx = first, .status = {2 * first, 5, 0, 4, 0});
            if (!both)
                expose();
            CALL(1, MPI_Wait, .request = REQUEST + 1 - (uint64_t)first,
                 .status = {2 - 2 * first, 5, 0, 4, 0});
            if (both)
                expose();
            end(3);
            job_expect("");
        }
}

/* A nonblocking barrier that is tested. */
static void test_ibarrier(void **state)
{
    (void)state;
    for (int flag = 0; flag < 2; flag++)
        for (int early = 0; early < 2; early++) {
            begin(2);
            if (early)
                CALL(0, MPI_Ibarrier, .comm = WORLD, .request = REQUEST);
            lock(0, 1);
            unlock(0, 1);
            if (!early)
                CALL(0, MPI_Ibarrier, .comm = WORLD, .request = REQUEST);
            access_epoch();
            CALL(0, MPI_Wait, .request = REQUEST);
            CALL(1, MPI_Ibarrier, .comm = WORLD, .request = REQUEST);
            CALL(1, MPI_Test, .request = REQUEST, .flag = flag);
            expose();
            if (!flag)
                CALL(1, MPI_Wait, .request = REQUEST);
            end(2);
            job_expect(early ? FOUND : "");
        }
}

static void test_probe(void **state)
{
    (void)state;
    for (int flag = 0; flag < 2; flag++)
        for (int source = 0; source < 2; source++) {
            begin(3);
            lock(0, 1);
            unlock(0, 1);
            send(0, 1);
            access_epoch();
            send(2, 1);
            CALL(1, MPI_Iprobe, .source = source ? 0 : 2, .tag = 5,
                 .comm = WORLD, .flag = flag,
                 .status = {source ? 0 : 2, 5, 0, 4, 0});
            expose();
            receive(1, 0);
            receive(1, 2);
            end(3);
            job_expect(source ? "" : FOUND);
        }
    begin(2);
    lock(0, 1);
    unlock(0, 1);
    send(0, 1);
    access_epoch();
    CALL(1, MPI_Probe, .source = 0, .tag = 5, .comm = WORLD,
         .status = {0, 5, 0, 4, 0});
    expose();
    receive(1, 0);
    end(2);
    job_expect("");
}

/* MPI_Win_test may end the exposure before a message, or not. */
static void test_win_test(void **state)
{
    (void)state;
    for (int flag = 0; flag < 2; flag++) {
        begin(2);
        access_epoch();
        receive(0, 1);
        lock(0, 1);
        unlock(0, 1);
        CALL(1, MPI_Win_post, .group = GROUP + 1, .win = WIN);
        CALL(1, MPI_Win_test, .win = WIN, .flag = flag);
        send(1, 0);
        if (!flag)
            CALL(1, MPI_Win_wait, .win = WIN);
        end(2);
        job_expect("");
    }
    /* Here it cannot be over yet. */
    begin(2);
    receive(0, 1);
    lock(0, 1);
    unlock(0, 1);
    access_epoch();
    CALL(1, MPI_Win_post, .group = GROUP + 1, .win = WIN);
    CALL(1, MPI_Win_test, .win = WIN, .flag = 0);
    send(1, 0);
    CALL(1, MPI_Win_wait, .win = WIN);
    end(2);
    job_expect(FOUND);
}

/* Locks of two ranks in reverse order, with a flag between. */
static void test_lock_order(void **state)
{
    (void)state;
    for (int reads = 0; reads < 2; reads++) {
        begin(3);
        lock(0, 0);
        lock(0, 1);
        unlock(0, 1);
        unlock(0, 0);
        locked_put(0, 2, 0);
        if (reads)
            locked_get(1, 2, 0);
        lock(1, 1);
        lock(1, 0);
        unlock(1, 0);
        unlock(1, 1);
        end(3);
        job_expect(reads ? ""
                         : "POTENTIAL-DEADLOCK waits@0 lock@1 waits@1 "
                           "lock@0\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_lock),
        cmocka_unit_test(test_flag),
        cmocka_unit_test(test_flag_before),
        cmocka_unit_test(test_read_before),
        cmocka_unit_test(test_flag_after_wait),
        cmocka_unit_test(test_fetch_and_op),
        cmocka_unit_test(test_chain),
        cmocka_unit_test(test_intercomm),
        cmocka_unit_test(test_lock_all),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_wildcard),
        cmocka_unit_test(test_test),
        cmocka_unit_test(test_test_too_early),
        cmocka_unit_test(test_waitany),
        cmocka_unit_test(test_ibarrier),
        cmocka_unit_test(test_probe),
        cmocka_unit_test(test_win_test),
        cmocka_unit_test(test_lock_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
