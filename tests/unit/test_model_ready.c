/*
 * Ready sends, by the order of the receive and the send, whatever the order
 * of the records.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "model_job.h"

#define ANY     NEUTRAL_ANY_SOURCE
#define REQUEST UINT64_C(0x10001)

static void go(int from, int to)
{
    CALL(from, MPI_Send, .count = 1, .datatype = INT, .dest = to, .tag = 9,
         .comm = WORLD);
}

static void see(int rank, int64_t source, int from)
{
    CALL(rank, MPI_Recv, .count = 1, .datatype = INT, .source = source,
         .tag = 9, .comm = WORLD, .status = {from, 9, 0, 4, 0});
}

static void post(int rank, int64_t source)
{
    CALL(rank, MPI_Irecv, .count = 1, .datatype = INT, .source = source,
         .comm = WORLD, .request = REQUEST);
}

static void received(int rank, int from)
{
    CALL(rank, MPI_Wait, .request = REQUEST, .status = {from, 0, 0, 4, 0});
}

static void ready(int rank, int to)
{
    CALL(rank, MPI_Rsend, .count = 1, .datatype = INT, .dest = to,
         .comm = WORLD);
}

static void end(int size, const char *expected)
{
    int rank;

    for (rank = 0; rank < size; rank++)
        CALL(rank, MPI_Finalize, .result = 0);
    job_leave_out("RACE-MATCH");
    job_expect(expected);
}

static void test_posted(void **state)
{
    (void)state;
    job_begin(2);
    post(0, 1);
    go(0, 1);
    received(0, 1);
    see(1, 0, 0);
    ready(1, 0);
    end(2, "");
}

/* That it is over all the same, and that a barrier comes later, helps not. */
static void test_unordered(void **state)
{
    int rank;

    (void)state;
    job_begin(2);
    post(0, 1);
    ready(1, 0);
    for (rank = 0; rank < 2; rank++)
        CALL(rank, MPI_Barrier, .comm = WORLD);
    received(0, 1);
    end(2, "P2P-READY-UNORDERED send@1 receive@0\n");
}

static void test_early(void **state)
{
    (void)state;
    job_begin(2);
    ready(1, 0);
    go(1, 0);
    see(0, 1, 1);
    post(0, 1);
    received(0, 1);
    end(2, "P2P-READY-EARLY send@1 receive@0\n");
}

/* Of two processes there is one that a receive from any source can take
 * from. */
static void test_any_of_one(void **state)
{
    (void)state;
    job_begin(2);
    ready(1, 0);
    go(1, 0);
    see(0, 1, 1);
    post(0, ANY);
    received(0, 1);
    end(2, "P2P-READY-EARLY send@1 receive@0\n");
}

/* Another run might match it otherwise. */
static void test_any_of_two(void **state)
{
    (void)state;
    job_begin(3);
    ready(1, 0);
    go(1, 0);
    see(0, 1, 1);
    post(0, ANY);
    received(0, 1);
    end(3, "");
    job_begin(3);
    CALL(0, MPI_Irecv, .count = 1, .datatype = INT, .source = ANY,
         .comm = WORLD, .request = REQUEST + 1);
    post(0, 1);
    ready(1, 0);
    CALL(2, MPI_Send, .count = 1, .datatype = INT, .comm = WORLD);
    CALL(0, MPI_Wait, .request = REQUEST + 1, .status = {2, 0, 0, 4, 0});
    received(0, 1);
    end(3, "");
}

/* The go comes to a receive from any source: in this run, and perhaps not in
 * another.  It is left at that. */
static void told_by_chance(int from)
{
    job_begin(3);
    post(0, 1);
    go(0, 1);
    received(0, 1);
    go(2, 1);
    see(1, ANY, from);
    ready(1, 0);
    see(1, ANY, 2 - from);
    end(3, "");
}

static void test_chance(void **state)
{
    (void)state;
    told_by_chance(0);
    told_by_chance(2);
}

/* Rank 2 has learnt by chance, and tells rank 1. */
static void test_chance_of_another(void **state)
{
    (void)state;
    job_begin(3);
    post(0, 1);
    received(0, 1);
    CALL(2, MPI_Iprobe, .source = 0, .comm = WORLD, .flag = 0);
    go(2, 1);
    see(1, 2, 2);
    ready(1, 0);
    end(3, "");
}

static void test_persistent(void **state)
{
    (void)state;
    job_begin(2);
    CALL(0, MPI_Recv_init, .count = 1, .datatype = INT, .source = 1,
         .comm = WORLD, .request = REQUEST);
    CALL(1, MPI_Rsend_init, .count = 1, .datatype = INT, .dest = 0,
         .comm = WORLD, .request = REQUEST);
    go(0, 1);
    CALL(0, MPI_Start, .request = REQUEST);
    go(0, 1);
    see(1, 0, 0);
    see(1, 0, 0);
    CALL(1, MPI_Start, .request = REQUEST);
    CALL(1, MPI_Wait, .request = REQUEST);
    CALL(0, MPI_Wait, .request = REQUEST, .status = {1, 0, 0, 4, 0});
    /* And again, without a word. */
    CALL(0, MPI_Start, .request = REQUEST);
    CALL(1, MPI_Start, .request = REQUEST);
    CALL(1, MPI_Wait, .request = REQUEST);
    CALL(0, MPI_Wait, .request = REQUEST, .status = {1, 0, 0, 4, 0});
    CALL(0, MPI_Request_free, .request = REQUEST);
    CALL(1, MPI_Request_free, .request = REQUEST);
    end(2, "P2P-READY-UNORDERED send@1 receive@0\n");
}

/* The receive is told of on a communicator that cannot be followed. */
static void test_opaque(void **state)
{
    int rank;

    (void)state;
    job_begin(3);
    for (rank = 0; rank < 3; rank++)
        CALL(rank, MPI_Comm_split_type, .comm = WORLD, .split_type = 1,
             .newcomm = {0x5000, rank % 2, rank == 2 ? 1 : 2, 0, 0});
    post(0, 1);
    for (rank = 0; rank < 2; rank++)
        CALL(rank, MPI_Barrier, .comm = 0x5000);
    ready(1, 0);
    received(0, 1);
    for (rank = 0; rank < 3; rank++)
        CALL(rank, MPI_Comm_free, .comm = 0x5000);
    end(3, "");
}

static void test_self(void **state)
{
    (void)state;
    job_begin(1);
    post(0, 0);
    ready(0, 0);
    received(0, 0);
    end(1, "");
    job_begin(1);
    CALL(0, MPI_Irsend, .count = 1, .datatype = INT, .comm = WORLD,
         .request = REQUEST + 1);
    post(0, 0);
    received(0, 0);
    CALL(0, MPI_Wait, .request = REQUEST + 1);
    end(1, "P2P-READY-EARLY send@0 receive@0\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_posted),
        cmocka_unit_test(test_unordered),
        cmocka_unit_test(test_early),
        cmocka_unit_test(test_any_of_one),
        cmocka_unit_test(test_any_of_two),
        cmocka_unit_test(test_chance),
        cmocka_unit_test(test_chance_of_another),
        cmocka_unit_test(test_persistent),
        cmocka_unit_test(test_opaque),
        cmocka_unit_test(test_self),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
