/*
 * Deadlocks, proved and potential, whatever the order of the records.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "model_job.h"

#define REQUEST UINT64_C(0x10001)
#define OTHER   UINT64_C(0x20001)

static void finalize(int size)
{
    int rank;

    for (rank = 0; rank < size; rank++)
        CALL(rank, MPI_Finalize, .result = 0);
}

static void test_recv_recv(void **state)
{
    (void)state;
    job_begin(3);
    job_watch();
    HANG(0, MPI_Recv, .source = 1, .tag = 0, .comm = WORLD);
    HANG(1, MPI_Recv, .source = 0, .tag = 0, .comm = WORLD);
    HANG(2, MPI_Barrier, .comm = WORLD);
    job_expect("DEADLOCK waits@0 waits@1 (2)\n");
}

/* One that is outside MPI may still answer. */
static void test_outside(void **state)
{
    (void)state;
    job_begin(2);
    job_watch();
    HANG(0, MPI_Recv, .source = 1, .tag = 0, .comm = WORLD);
    CALL(1, MPI_Test, .request = NEUTRAL_REQUEST_NULL, .flag = 1);
    job_expect("CALL-NO-FINALIZE last call@1 (1)\n");
}

/* One that polls may, too; but nothing goes on. */
static void test_polls(void **state)
{
    (void)state;
    job_begin(3);
    job_watch();
    HANG(0, MPI_Recv, .source = 1, .tag = 0, .comm = WORLD);
    CALL(1, MPI_Iprobe, .source = 0, .comm = WORLD, .flag = 0);
    HANG(1, MPI_Iprobe, .source = 0, .comm = WORLD);
    HANG(2, MPI_Barrier, .comm = WORLD);
    job_expect("NO-PROGRESS polls@1 waits@0 waits@2 (1) (0) (2)\n");
}

static void test_waitall(void **state)
{
    (void)state;
    job_begin(2);
    job_watch();
    CALL(0, MPI_Irecv, .source = 1, .tag = 1, .comm = WORLD,
         .request = REQUEST);
    CALL(0, MPI_Irecv, .source = 1, .tag = 2, .comm = WORLD,
         .request = REQUEST + 1);
    HANG(0, MPI_Waitall, .count = 2,
         .array_of_requests = HANDLES(REQUEST, REQUEST + 1));
    CALL(1, MPI_Send, .dest = 0, .tag = 1, .comm = WORLD);
    HANG(1, MPI_Barrier, .comm = WORLD);
    job_expect("DEADLOCK waits@0 begun@0 waits@1\n");
}

/* A wildcard has taken the message that a later receive waits for. */
static void test_wildcard_takes(void **state)
{
    (void)state;
    job_begin(2);
    job_watch();
    CALL(0, MPI_Irecv, .source = NEUTRAL_ANY_SOURCE, .tag = 1, .comm = WORLD,
         .request = REQUEST);
    HANG(0, MPI_Recv, .source = 1, .tag = 1, .comm = WORLD);
    CALL(1, MPI_Send, .dest = 0, .tag = 1, .comm = WORLD);
    HANG(1, MPI_Recv, .source = 0, .tag = 1, .comm = WORLD);
    job_expect("DEADLOCK waits@0 waits@1\n");
}

static void test_finalized(void **state)
{
    (void)state;
    job_begin(2);
    job_watch();
    HANG(0, MPI_Recv, .source = 1, .tag = 1, .comm = WORLD);
    CALL(1, MPI_Finalize, .result = 0);
    job_expect("DEADLOCK waits@0 finalize@1\n");
}

static const char *const send_send = "POTENTIAL-DEADLOCK waits@0 waits@1\n";

static void test_send_send(void **state)
{
    int i;

    (void)state;
    job_begin(2);
    for (i = 0; i < 3; i++) {
        CALL(0, MPI_Send, .dest = 1, .tag = 0, .comm = WORLD);
        CALL(1, MPI_Send, .dest = 0, .tag = 0, .comm = WORLD);
        CALL(0, MPI_Recv, .source = 1, .tag = 0, .comm = WORLD,
             .status = {1, 0, 0, 4, 0});
        CALL(1, MPI_Recv, .source = 0, .tag = 0, .comm = WORLD,
             .status = {0, 0, 0, 4, 0});
    }
    finalize(2);
    job_expect(send_send);
}

static void test_irecv_send(void **state)
{
    int rank;

    (void)state;
    job_begin(2);
    for (rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Irecv, .source = !rank, .tag = 0, .comm = WORLD,
             .request = REQUEST);
        CALL(rank, MPI_Send, .dest = !rank, .tag = 0, .comm = WORLD);
        CALL(rank, MPI_Wait, .request = REQUEST, .status = {!rank, 0, 0, 4, 0});
        CALL(rank, MPI_Sendrecv, .dest = !rank, .source = !rank, .comm = WORLD,
             .status = {!rank, 0, 0, 4, 0});
        CALL(rank, MPI_Barrier, .comm = WORLD);
    }
    finalize(2);
    job_expect("");
}

/* By a wildcard, too. */
static void test_any_source(void **state)
{
    int rank;

    (void)state;
    job_begin(2);
    for (rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Send, .dest = !rank, .tag = 0, .comm = WORLD);
        CALL(rank, MPI_Recv, .source = NEUTRAL_ANY_SOURCE, .tag = 0,
             .comm = WORLD, .status = {!rank, 0, 0, 4, 0});
    }
    finalize(2);
    job_expect(send_send);
}

/* E3 */
/* The second receive waits for what comes after the gather, whichever message
 * the first one took; where that was too long, it has been received all the
 * same. */
static void test_after_gather(void **state)
{
    int first, rank;

    (void)state;
    for (first = 1; first < 3; first++) {
        job_begin(3);
        CALL(0, MPI_Recv, .count = 9, .datatype = INT,
             .source = NEUTRAL_ANY_SOURCE, .comm = WORLD,
             .status = {first, 0, 0, 4, STATUS_IGNORED});
        CALL(0, MPI_Recv, .count = 1, .datatype = INT,
             .source = NEUTRAL_ANY_SOURCE, .comm = WORLD,
             .result = first == 2 ? NEUTRAL_ERROR_TRUNCATE : 0,
             .status = {3 - first, 0, 0, 4, STATUS_IGNORED});
        CALL(1, MPI_Send, .count = 9, .datatype = INT, .dest = 0,
             .comm = WORLD);
        for (rank = 0; rank < 3; rank++)
            CALL(rank, MPI_Gather, .root = 0, .comm = WORLD);
        CALL(2, MPI_Send, .count = 1, .datatype = INT, .dest = 0,
             .comm = WORLD);
        finalize(3);
        job_leave_out("RACE-COLLECTIVE");
        job_expect("POTENTIAL-DEADLOCK waits@0 waits@1 waits@2\n");
    }
}

static void test_bcast_send(void **state)
{
    (void)state;
    job_begin(2);
    CALL(0, MPI_Bcast, .root = 0, .comm = WORLD);
    CALL(0, MPI_Send, .dest = 1, .tag = 0, .comm = WORLD);
    CALL(1, MPI_Recv, .source = 0, .tag = 0, .comm = WORLD,
         .status = {0, 0, 0, 4, 0});
    CALL(1, MPI_Bcast, .root = 0, .comm = WORLD);
    finalize(2);
    job_expect("POTENTIAL-DEADLOCK waits@0 waits@1\n");
}

/* E9: the barrier makes progress in the receive. */
static void test_ibarrier(void **state)
{
    int rank;

    (void)state;
    job_begin(2);
    for (rank = 0; rank < 2; rank++)
        CALL(rank, MPI_Ibarrier, .comm = WORLD, .request = REQUEST);
    CALL(0, MPI_Wait, .request = REQUEST);
    CALL(0, MPI_Send, .dest = 1, .tag = 0, .comm = WORLD);
    CALL(1, MPI_Recv, .source = 0, .tag = 0, .comm = WORLD,
         .status = {0, 0, 0, 4, 0});
    CALL(1, MPI_Wait, .request = REQUEST);
    finalize(2);
    job_expect("");
}

/*
 * Sends that are waited for late, or tested: a test waits for nothing, what
 * it finds is not what the program relies on.
 */
static void test_isend(void **state)
{
    int rank;

    (void)state;
    job_begin(2);
    for (rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Isend, .dest = !rank, .tag = 0, .comm = WORLD,
             .request = REQUEST);
        CALL(rank, MPI_Recv, .source = !rank, .tag = 0, .comm = WORLD,
             .status = {!rank, 0, 0, 4, 0});
        CALL(rank, MPI_Test, .request = REQUEST, .flag = 0);
        CALL(rank, MPI_Test, .request = REQUEST, .flag = 1);
    }
    finalize(2);
    job_expect("");
    job_begin(2);
    for (rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Isend, .dest = !rank, .tag = 0, .comm = WORLD,
             .request = REQUEST);
        CALL(rank, MPI_Test, .request = REQUEST, .flag = 1);
        CALL(rank, MPI_Recv, .source = !rank, .tag = 0, .comm = WORLD,
             .status = {!rank, 0, 0, 4, 0});
    }
    finalize(2);
    job_expect("");
    job_begin(2);
    for (rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Isend, .dest = !rank, .tag = 0, .comm = WORLD,
             .request = REQUEST);
        CALL(rank, MPI_Wait, .request = REQUEST);
        CALL(rank, MPI_Recv, .source = !rank, .tag = 0, .comm = WORLD,
             .status = {!rank, 0, 0, 4, 0});
    }
    finalize(2);
    job_expect("POTENTIAL-DEADLOCK waits@0 begun@0 waits@1 begun@1\n");
}

static void receives_first(int rank, int from)
{
    CALL(rank, MPI_Recv, .source = from, .tag = 0, .comm = WORLD,
         .status = {from, 0, 0, 4, 0});
}

/* A collective operation that does not need what comes later, and a send. */
static void before_send(enum strict strict, int which, const char *expected)
{
    int rank;

    job_begin(2);
    job_strict(strict);
    for (rank = 0; rank < 2; rank++) {
        if (rank == 1)
            receives_first(1, 0);
        if (which == CALL_MPI_Bcast)
            CALL(rank, MPI_Bcast, .root = 0, .comm = WORLD);
        else if (which == CALL_MPI_Reduce)
            CALL(rank, MPI_Reduce, .root = 1, .comm = WORLD);
        else if (which == CALL_MPI_Scan)
            CALL(rank, MPI_Scan, .comm = WORLD);
        else {
            CALL(rank, MPI_Ibcast, .root = 0, .comm = WORLD,
                 .request = REQUEST);
            CALL(rank, MPI_Wait, .request = REQUEST);
        }
        if (rank == 0)
            CALL(0, MPI_Send, .dest = 1, .tag = 0, .comm = WORLD);
    }
    finalize(2);
    job_expect(expected);
}

/* What is assumed makes the difference. */
static void test_strict(void **state)
{
    static const enum strict all[] = {STRICT_STANDARD, STRICT_SEND_BUFFERED,
                                      STRICT_COLL_MINIMAL};
    int rank, i;

    (void)state;
    for (i = 0; i < 3; i++) {
        const char *expected = all[i] == STRICT_COLL_MINIMAL ? "" : send_send;

        before_send(all[i], CALL_MPI_Bcast, expected);
        before_send(all[i], CALL_MPI_Reduce, expected);
        before_send(all[i], CALL_MPI_Scan, expected);
        before_send(all[i], CALL_MPI_Ibcast,
                    all[i] == STRICT_COLL_MINIMAL
                        ? ""
                        : "POTENTIAL-DEADLOCK waits@0 begun@0 waits@1\n");
        job_begin(2);
        job_strict(all[i]);
        for (rank = 0; rank < 2; rank++) {
            CALL(rank, MPI_Send, .dest = !rank, .tag = 0, .comm = WORLD);
            receives_first(rank, !rank);
        }
        finalize(2);
        job_expect(all[i] == STRICT_SEND_BUFFERED ? "" : send_send);
    }
}

/* A message that nobody receives keeps nobody. */
static void test_never_received(void **state)
{
    int rank;

    (void)state;
    job_begin(2);
    CALL(0, MPI_Send, .dest = 1, .tag = 9, .comm = WORLD);
    for (rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Barrier, .comm = WORLD);
        CALL(rank, MPI_Barrier, .comm = WORLD);
    }
    finalize(2);
    job_expect("P2P-UNRECEIVED send@0 (1)\n");
}

/* ---------------------------------------------------------------- threads */

static void begin_threads(int size)
{
    job_begin(size);
    job_watch();
    job_threads(NEUTRAL_THREAD_MULTIPLE);
}

static void test_threads_stuck(void **state)
{
    (void)state;
    begin_threads(2);
    HANG(1, MPI_Recv, .source = 0, .tag = 0, .comm = WORLD);
    job_thread(0, 1);
    HANG(0, MPI_Recv, .source = 1, .tag = 1, .comm = WORLD);
    job_thread(0, 0);
    HANG(0, MPI_Recv, .source = 1, .tag = 0, .comm = WORLD);
    job_expect("DEADLOCK waits@0 waits@0 waits@1\n");
}

/* The main thread waits for the end of the other one. */
static void test_threads_joined(void **state)
{
    (void)state;
    begin_threads(2);
    HANG(1, MPI_Barrier, .comm = WORLD);
    job_thread(0, 1);
    HANG(0, MPI_Recv, .source = 1, .tag = 1, .comm = WORLD);
    job_thread(0, 0);
    job_join(0);
    CALL(0, MPI_Barrier, .comm = WORLD);
    job_expect("DEADLOCK waits@0 waits@1\n");
}

/* One that is outside may yet send. */
static void test_threads_outside(void **state)
{
    (void)state;
    begin_threads(2);
    HANG(1, MPI_Recv, .source = 0, .tag = 0, .comm = WORLD);
    job_thread(0, 1);
    job_stay(0);
    job_thread(0, 0);
    HANG(0, MPI_Recv, .source = 1, .tag = 0, .comm = WORLD);
    job_expect("NO-PROGRESS waits@0 (0) (1)\n");
}

/* It waits for one that has called MPI_Finalize, but another thread goes on:
 * nothing is proved. */
static void test_threads_finalized(void **state)
{
    (void)state;
    begin_threads(2);
    CALL(1, MPI_Finalize, .result = 0);
    job_thread(0, 1);
    HANG(0, MPI_Recv, .source = 1, .tag = 1, .comm = WORLD);
    job_thread(0, 0);
    job_stay(0);
    job_expect("NO-PROGRESS waits@0 (0)\n");
}

static void test_threads_help(void **state)
{
    (void)state;
    begin_threads(2);
    CALL(1, MPI_Recv, .source = 0, .tag = 0, .comm = WORLD, .status.source = 0);
    job_thread(0, 1);
    CALL(0, MPI_Send, .dest = 0, .tag = 3, .comm = WORLD);
    CALL(0, MPI_Send, .dest = 1, .tag = 0, .comm = WORLD);
    job_thread(0, 0);
    CALL(0, MPI_Recv, .source = 0, .tag = 3, .comm = WORLD, .status.tag = 3);
    job_join(0);
    finalize(2);
    job_expect("");
}

/* One thread starts the request that another one waits for. */
static void test_threads_request(void **state)
{
    (void)state;
    begin_threads(2);
    CALL(0, MPI_Isend, .dest = 1, .tag = 0, .comm = WORLD, .request = REQUEST);
    CALL(1, MPI_Irecv, .source = 0, .tag = 0, .comm = WORLD,
         .request = REQUEST);
    job_thread(0, 1);
    CALL(0, MPI_Wait, .request = REQUEST);
    job_thread(1, 1);
    CALL(1, MPI_Wait, .request = REQUEST, .status.source = 0);
    job_thread(0, 0);
    job_join(0);
    job_thread(1, 0);
    job_join(1);
    finalize(2);
    job_expect("");
}

static void exchange(uint64_t buffer, int64_t tag)
{
    CALL(0, MPI_Irecv, .buf = buffer, .count = 1, .datatype = INT, .source = 1,
         .tag = tag, .comm = WORLD, .request = REQUEST);
    CALL(0, MPI_Wait, .request = REQUEST, .status = {1, tag, 0, 4, 0});
}

/* MPI gives the handle of a request that is over to the next one at once:
 * before it is known that the call returned that completed the first. */
static void test_threads_handle_again(void **state)
{
    int64_t tag;

    (void)state;
    begin_threads(2);
    for (tag = 0; tag < 6; tag++)
        CALL(1, MPI_Bsend, .count = 0, .datatype = INT, .dest = 0, .tag = tag,
             .comm = WORLD);
    for (tag = 0; tag < 6; tag++)
        CALL(0, MPI_Probe, .source = 1, .tag = tag, .comm = WORLD,
             .status = {1, tag, 0, 4, 0});
    job_thread(0, 1);
    for (tag = 0; tag < 3; tag++)
        exchange(0x10000, tag);
    job_thread(0, 0);
    for (; tag < 6; tag++)
        exchange(0x20000, tag);
    job_join(0);
    finalize(2);
    job_expect("");
}

/* MPI gives a handle that one thread has freed to another one: before it is
 * known that the call returned that freed it. */
static void test_threads_freed_handle(void **state)
{
    (void)state;
    begin_threads(1);
    CALL(0, MPI_Type_contiguous, .count = 2, .oldtype = INT, .newtype = 0x7000);
    CALL(0, MPI_Comm_dup, .comm = NEUTRAL_COMM_SELF,
         .newcomm = {0x5000, 0, 1, 0, 0});
    CALL(0, MPI_Win_create, .base = 0x9000, .size = 64, .disp_unit = 1,
         .comm = NEUTRAL_COMM_SELF, .win = 0x8000);
    job_thread(0, 1);
    job_thread(0, 0);
    CALL(0, MPI_Type_free, .datatype = 0x7000);
    job_thread(0, 1);
    job_end_after(0);
    CALL(0, MPI_Type_contiguous, .count = 2, .oldtype = INT, .newtype = 0x7000);
    job_thread(0, 0);
    CALL(0, MPI_Comm_free, .comm = 0x5000);
    job_thread(0, 1);
    job_end_after(0);
    CALL(0, MPI_Comm_dup, .comm = NEUTRAL_COMM_SELF,
         .newcomm = {0x5000, 0, 1, 0, 0});
    job_thread(0, 0);
    CALL(0, MPI_Win_free, .win = 0x8000);
    job_thread(0, 1);
    job_end_after(0);
    CALL(0, MPI_Win_create, .base = 0x9000, .size = 64, .disp_unit = 1,
         .comm = NEUTRAL_COMM_SELF, .win = 0x8000);
    CALL(0, MPI_Type_commit, .datatype = 0x7000);
    CALL(0, MPI_Bcast, .count = 1, .datatype = 0x7000, .comm = 0x5000);
    CALL(0, MPI_Win_fence, .win = 0x8000);
    CALL(0, MPI_Win_free, .win = 0x8000);
    CALL(0, MPI_Comm_free, .comm = 0x5000);
    CALL(0, MPI_Type_free, .datatype = 0x7000);
    job_thread(0, 0);
    job_join(0);
    finalize(1);
    job_expect("");
}

/* The same of a persistent request: the second is started, not the first. */
static void test_threads_freed_request(void **state)
{
    int tag;

    (void)state;
    begin_threads(2);
    CALL(0, MPI_Barrier, .comm = WORLD);
    CALL(1, MPI_Barrier, .comm = WORLD);
    job_thread(0, 1);
    for (tag = 0; tag < 4; tag++) {
        job_thread(0, 0);
        CALL(0, MPI_Send_init, .count = 1, .datatype = INT, .dest = 1,
             .tag = 10 + tag, .comm = WORLD,
             .request = 0x10001 + (uint64_t)tag);
        CALL(0, MPI_Request_free, .request = 0x10001 + (uint64_t)tag);
        job_thread(0, 1);
        job_end_after(0);
        CALL(0, MPI_Send_init, .count = 1, .datatype = INT, .dest = 1,
             .tag = tag, .comm = WORLD, .request = 0x10001 + (uint64_t)tag);
        CALL(0, MPI_Start, .request = 0x10001 + (uint64_t)tag);
        CALL(0, MPI_Wait, .request = 0x10001 + (uint64_t)tag);
        CALL(0, MPI_Request_free, .request = 0x10001 + (uint64_t)tag);
        job_thread(0, 0);
        CALL(1, MPI_Recv, .count = 1, .datatype = INT, .source = 0, .tag = tag,
             .comm = WORLD, .status = {0, tag, 0, 4, 0});
    }
    job_thread(0, 0);
    job_join(0);
    finalize(2);
    job_expect("");
}

/* The same where one thread's request is over, and it is not known yet: what
 * the other one starts and waits for is its own. */
static void test_threads_over_request(void **state)
{
    int tag;

    (void)state;
    begin_threads(2);
    CALL(0, MPI_Barrier, .comm = WORLD);
    CALL(1, MPI_Barrier, .comm = WORLD);
    job_thread(0, 1);
    for (tag = 0; tag < 4; tag++) {
        job_thread(0, 0);
        CALL(0, MPI_Isend, .count = 1, .datatype = INT, .dest = 1,
             .tag = 10 + tag, .comm = WORLD,
             .request = 0x10001 + (uint64_t)tag);
        CALL(0, MPI_Wait, .request = 0x10001 + (uint64_t)tag);
        job_thread(0, 1);
        job_end_after(0);
        CALL(0, MPI_Send_init, .count = 1, .datatype = INT, .dest = 1,
             .tag = tag, .comm = WORLD, .request = 0x10001 + (uint64_t)tag);
        CALL(0, MPI_Start, .request = 0x10001 + (uint64_t)tag);
        CALL(0, MPI_Wait, .request = 0x10001 + (uint64_t)tag);
        CALL(0, MPI_Request_free, .request = 0x10001 + (uint64_t)tag);
        job_thread(0, 0);
        CALL(1, MPI_Recv, .count = 1, .datatype = INT, .source = 0,
             .tag = 10 + tag, .comm = WORLD, .status = {0, 10 + tag, 0, 4, 0});
        CALL(1, MPI_Recv, .count = 1, .datatype = INT, .source = 0, .tag = tag,
             .comm = WORLD, .status = {0, tag, 0, 4, 0});
    }
    job_thread(0, 0);
    job_join(0);
    finalize(2);
    job_expect("");
}

/* Of two requests of one handle a thread waits for the other thread's first,
 * and may use its buffer. */
static void test_threads_handle_handed_on(void **state)
{
    int i;

    (void)state;
    begin_threads(2);
    for (i = 0; i < 3; i++)
        CALL(1, MPI_Bsend, .count = 0, .datatype = INT, .dest = 0,
             .comm = WORLD);
    CALL(1, MPI_Send, .dest = 0, .tag = 9, .comm = WORLD);
    CALL(0, MPI_Recv, .source = 1, .tag = 9, .comm = WORLD,
         .status = {1, 9, 0, 0, 0});
    job_thread(0, 1);
    CALL(0, MPI_Irecv, .buf = 0x10000, .count = 1, .datatype = INT, .source = 1,
         .comm = WORLD, .request = REQUEST);
    job_thread(0, 0);
    job_join(0);
    CALL(0, MPI_Irecv, .buf = 0x20000, .count = 1, .datatype = INT, .source = 1,
         .comm = WORLD, .request = REQUEST);
    CALL(0, MPI_Wait, .request = REQUEST, .status = {1, 0, 0, 4, 0});
    CALL(0, MPI_Recv, .buf = 0x10000, .count = 1, .datatype = INT, .source = 1,
         .comm = WORLD, .status = {1, 0, 0, 4, 0});
    CALL(0, MPI_Wait, .request = REQUEST, .status = {1, 0, 0, 4, 0});
    finalize(2);
    job_expect("");
}

/* What a thread that has ended left undone wakes its own process. */
static void test_threads_ended(void **state)
{
    (void)state;
    begin_threads(2);
    job_thread(0, 1);
    CALL(0, MPI_Send, .dest = 1, .comm = WORLD);
    CALL(0, MPI_Sendrecv, .dest = 0, .sendtag = 3, .source = 0, .recvtag = 3,
         .comm = WORLD, .status.tag = 3);
    job_thread(0, 0);
    job_join(0);
    CALL(1, MPI_Recv, .source = 0, .comm = WORLD, .status.source = 0);
    finalize(2);
    job_expect("");
}

/* Each thread sends to its partner first: one cycle for each. */
static void test_threads_send_send(void **state)
{
    int rank;

    (void)state;
    begin_threads(2);
    for (rank = 0; rank < 2; rank++) {
        job_thread(rank, 1);
        CALL(rank, MPI_Send, .dest = 1 - rank, .tag = 1, .comm = WORLD);
        CALL(rank, MPI_Recv, .source = 1 - rank, .tag = 1, .comm = WORLD,
             .status.source = 1 - rank, .status.tag = 1);
        job_thread(rank, 0);
        CALL(rank, MPI_Sendrecv, .dest = 1 - rank, .source = 1 - rank,
             .sendtag = 2, .recvtag = 2, .comm = WORLD,
             .status.source = 1 - rank, .status.tag = 2);
        job_join(rank);
    }
    finalize(2);
    job_expect("POTENTIAL-DEADLOCK waits@0 waits@1\n");
}

/* A barrier of each thread, on a communicator of its own, crossed: together
 * they go on, and in one thread they would not. */
static void test_threads_barriers(void **state)
{
    int rank;

    (void)state;
    begin_threads(2);
    for (rank = 0; rank < 2; rank++)
        CALL(rank, MPI_Comm_dup, .comm = WORLD,
             .newcomm = {.comm = OTHER, .rank = rank, .size = 2});
    for (rank = 0; rank < 2; rank++) {
        job_thread(rank, 1);
        CALL(rank, MPI_Barrier, .comm = rank == 0 ? WORLD : OTHER);
        job_thread(rank, 0);
        CALL(rank, MPI_Barrier, .comm = rank == 0 ? OTHER : WORLD);
        job_join(rank);
        CALL(rank, MPI_Comm_free, .comm = OTHER);
    }
    finalize(2);
    job_expect("");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recv_recv),
        cmocka_unit_test(test_outside),
        cmocka_unit_test(test_polls),
        cmocka_unit_test(test_waitall),
        cmocka_unit_test(test_wildcard_takes),
        cmocka_unit_test(test_finalized),
        cmocka_unit_test(test_send_send),
        cmocka_unit_test(test_irecv_send),
        cmocka_unit_test(test_any_source),
        cmocka_unit_test(test_after_gather),
        cmocka_unit_test(test_bcast_send),
        cmocka_unit_test(test_ibarrier),
        cmocka_unit_test(test_isend),
        cmocka_unit_test(test_strict),
        cmocka_unit_test(test_never_received),
        cmocka_unit_test(test_threads_stuck),
        cmocka_unit_test(test_threads_joined),
        cmocka_unit_test(test_threads_outside),
        cmocka_unit_test(test_threads_finalized),
        cmocka_unit_test(test_threads_help),
        cmocka_unit_test(test_threads_handle_again),
        cmocka_unit_test(test_threads_freed_handle),
        cmocka_unit_test(test_threads_freed_request),
        cmocka_unit_test(test_threads_over_request),
        cmocka_unit_test(test_threads_handle_handed_on),
        cmocka_unit_test(test_threads_ended),
        cmocka_unit_test(test_threads_request),
        cmocka_unit_test(test_threads_send_send),
        cmocka_unit_test(test_threads_barriers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
