/*
 * Partitioned communication, in all orders of the records.
 */
#include "model_job.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define REQUEST UINT64_C(0x1000)

static void psend(int rank, int dest, int partitions, int count)
{
    CALL(rank, MPI_Psend_init, .partitions = partitions, .count = count,
         .datatype = INT, .dest = dest, .tag = 3, .comm = WORLD,
         .request = REQUEST);
}

static void precv(int rank, int source, int partitions, int count)
{
    CALL(rank, MPI_Precv_init, .partitions = partitions, .count = count,
         .datatype = INT, .source = source, .tag = 3, .comm = WORLD,
         .request = REQUEST);
}

static void start(int rank)
{
    CALL(rank, MPI_Start, .request = REQUEST);
}

static void ready(int rank, int low, int high)
{
    CALL(rank, MPI_Pready_range, .partition_low = low, .partition_high = high,
         .request = REQUEST);
}

static void wait_for(int rank)
{
    CALL(rank, MPI_Wait, .request = REQUEST);
}

static void end(void)
{
    int rank;

    for (rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Request_free, .request = REQUEST);
        CALL(rank, MPI_Finalize, .result = 0);
    }
}

/* The sender may be rounds ahead. */
static void test_rounds(void **state)
{
    int round;

    (void)state;
    job_begin(2);
    psend(0, 1, 4, 2);
    precv(1, 0, 2, 4);
    for (round = 0; round < 3; round++) {
        start(0);
        ready(0, 0, 2);
        ready(0, 3, 3);
        wait_for(0);
        start(1);
        CALL(1, MPI_Parrived, .request = REQUEST, .partition = 1, .flag = 0);
        CALL(1, MPI_Parrived, .request = REQUEST, .partition = 1, .flag = 1);
        wait_for(1);
    }
    end();
    job_expect("");
    assert_int_equal(job_releases, 0);
}

static void test_faults(void **state)
{
    (void)state;
    job_begin(2);
    psend(0, 1, 4, 2);
    precv(1, 0, 2, 4);
    CALL(0, MPI_Pready, .partition = 0, .request = REQUEST);
    start(0);
    ready(0, 0, 3);
    CALL(0, MPI_Pready, .partition = 1, .request = REQUEST);
    CALL(0, MPI_Pready, .partition = 4, .request = REQUEST);
    wait_for(0);
    start(1);
    CALL(1, MPI_Pready, .partition = 1, .request = REQUEST);
    wait_for(1);
    end();
    job_expect("PART-RANGE call@0 made@0\n"
               "PART-READY-INACTIVE call@0 made@0\n"
               "PART-READY-TWICE call@0 made@0 first@0\n"
               "PART-WRONG-REQUEST call@1 made@1\n");
}

/* The order of the initializations tells what matches what. */
static void test_order(void **state)
{
    (void)state;
    job_begin(2);
    psend(0, 1, 1, 1);
    CALL(0, MPI_Psend_init, .partitions = 1, .count = 2, .datatype = INT,
         .dest = 1, .tag = 3, .comm = WORLD, .request = REQUEST + 1);
    precv(1, 0, 1, 1);
    CALL(1, MPI_Precv_init, .partitions = 1, .count = 3, .datatype = INT,
         .source = 0, .tag = 3, .comm = WORLD, .request = REQUEST + 1);
    CALL(0, MPI_Request_free, .request = REQUEST + 1);
    CALL(1, MPI_Request_free, .request = REQUEST + 1);
    end();
    job_expect("PART-SIZE-MISMATCH receive@1 send@0\n");
}

/* The receiver waits for partitions that the sender marks after a message
 * from it, which it has not yet sent. */
static void message_first(void)
{
    job_begin(2);
    psend(0, 1, 2, 1);
    precv(1, 0, 2, 1);
    start(0);
    start(1);
    ready(0, 0, 0);
}

static void test_deadlock(void **state)
{
    (void)state;
    message_first();
    HANG(0, MPI_Recv, .count = 1, .datatype = INT, .source = 1, .comm = WORLD);
    HANG(1, MPI_Wait, .request = REQUEST);
    job_watch();
    job_expect("DEADLOCK waits@0 waits@1 begun@1\n");
}

/* The sender marks too little and waits for itself. */
static void test_missing(void **state)
{
    (void)state;
    message_first();
    HANG(0, MPI_Wait, .request = REQUEST);
    HANG(1, MPI_Wait, .request = REQUEST);
    job_watch();
    job_expect("DEADLOCK waits@0 begun@0 (1)\n");
}

/* That a send ends before its receive is started is not promised. */
static void unstarted(void)
{
    job_begin(2);
    psend(0, 1, 1, 1);
    precv(1, 0, 1, 1);
    start(0);
    ready(0, 0, 0);
    wait_for(0);
    CALL(0, MPI_Send, .count = 1, .datatype = INT, .dest = 1, .comm = WORLD);
    CALL(1, MPI_Recv, .count = 1, .datatype = INT, .source = 0, .comm = WORLD,
         .status = {.source = 0});
    start(1);
    wait_for(1);
    end();
}

static void test_potential(void **state)
{
    (void)state;
    unstarted();
    job_expect("POTENTIAL-DEADLOCK waits@0 begun@0 waits@1\n");
    unstarted();
    job_strict(STRICT_SEND_BUFFERED);
    job_expect("");
}

/* Another thread may mark what is missing; then it does not, and ends. */
static void test_threads(void **state)
{
    (void)state;
    job_begin(2);
    job_threads(NEUTRAL_THREAD_MULTIPLE);
    psend(0, 1, 2, 1);
    precv(1, 0, 2, 1);
    start(0);
    start(1);
    job_thread(0, 1);
    ready(0, 0, 0);
    job_thread(0, 2);
    ready(0, 1, 1);
    job_thread(0, 0);
    wait_for(0);
    wait_for(1);
    end();
    job_expect("");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounds),  cmocka_unit_test(test_faults),
        cmocka_unit_test(test_order),   cmocka_unit_test(test_deadlock),
        cmocka_unit_test(test_missing), cmocka_unit_test(test_potential),
        cmocka_unit_test(test_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
