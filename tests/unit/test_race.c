/*
 * Receives from any source that could have taken another message, whatever
 * the order of the records and whichever was taken.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "model_job.h"

#define ANY     NEUTRAL_ANY_SOURCE
#define REQUEST UINT64_C(0x10001)

static void finalize(int size)
{
    int rank;

    for (rank = 0; rank < size; rank++)
        CALL(rank, MPI_Finalize, .result = 0);
}

static void take(int rank, int from, bool ignored)
{
    CALL(rank, MPI_Recv, .count = 1, .datatype = INT, .source = ANY,
         .comm = WORLD,
         .status = {from, 0, 0, 4, ignored ? STATUS_IGNORED : 0});
}

static void receive(int rank, int from)
{
    CALL(rank, MPI_Recv, .count = 1, .datatype = INT, .source = from,
         .comm = WORLD, .status = {from, 0, 0, 4, 0});
}

static void send(int rank, int to)
{
    CALL(rank, MPI_Send, .count = 1, .datatype = INT, .dest = to,
         .comm = WORLD);
}

/* E4, with either matching, and any collective operation in its place. */
static void around(int first, bool barrier, const char *expected)
{
    int rank;

    job_begin(3);
    for (rank = 0; rank < 3; rank++) {
        if (rank == 1)
            take(1, first, false);
        if (rank == 2)
            send(2, 1);
        if (barrier)
            CALL(rank, MPI_Barrier, .comm = WORLD);
        else
            CALL(rank, MPI_Bcast, .root = 0, .comm = WORLD);
        if (rank == 0)
            send(0, 1);
        if (rank == 1)
            take(1, 2 - first, false);
    }
    finalize(3);
    job_expect(expected);
}

static void test_around_bcast(void **state)
{
    (void)state;
    around(2, false,
           "RACE-COLLECTIVE receive@1 before@2 after@0 collective@0\n");
    around(0, false,
           "RACE-COLLECTIVE receive@1 before@2 after@0 collective@0\n");
    around(2, true, "");
}

/* Only one message can be taken before the broadcast. */
static void test_ordered(void **state)
{
    int rank;

    (void)state;
    job_begin(3);
    take(1, 2, true);
    send(2, 1);
    for (rank = 0; rank < 3; rank++)
        CALL(rank, MPI_Bcast, .root = 1, .comm = WORLD);
    send(0, 1);
    take(1, 0, true);
    finalize(3);
    job_expect("");
}

/* Two workers with two tasks each; the master answers who has asked. */
static void test_task_farm(void **state)
{
    int i, rank;

    (void)state;
    job_begin(3);
    for (i = 0; i < 4; i++) {
        rank = i % 3 == 0 ? 1 : 2;
        send(rank, 0);
        take(0, rank, false);
        send(0, rank);
        receive(rank, 0);
    }
    finalize(3);
    job_expect("RACE-MATCH receive@0 send@1 send@2\n");
}

/* What was received says who is to be received from: nothing follows. */
static void test_other_source(void **state)
{
    (void)state;
    job_begin(3);
    take(0, 2, false);
    receive(0, 1);
    send(1, 0);
    send(2, 0);
    finalize(3);
    job_expect("RACE-MATCH receive@0 send@1 send@2\n");
}

/* The header of one, then the rest from the same. */
static void test_same_source(void **state)
{
    int rank;

    (void)state;
    job_begin(3);
    for (rank = 2; rank > 0; rank--) {
        take(0, rank, true);
        receive(0, rank);
        send(rank, 0);
        send(rank, 0);
    }
    finalize(3);
    job_expect("RACE-MATCH receive@0 send@1 send@2\n");
}

/* The program does not know who sent, and needs rank 1's message later. */
static void test_starves(void **state)
{
    static const char *const found =
        "RACE-MATCH receive@0 send@1 send@2\n"
        "RACE-STARVATION receive@0 took@2 other@1 starves@0\n";

    (void)state;
    job_begin(3);
    take(0, 2, true);
    receive(0, 1);
    send(1, 0);
    send(2, 0);
    finalize(3);
    job_expect(found);
    /* Rank 1 sends another one in any case (and that one is then missing), */
    job_begin(3);
    take(0, 2, true);
    receive(0, 1);
    send(1, 0);
    send(1, 0);
    send(2, 0);
    receive(0, 1);
    finalize(3);
    job_expect("RACE-MATCH receive@0 send@1 send@2\n");
    /* or is told to, by what rank 0 does between the two. */
    job_begin(3);
    take(0, 2, true);
    send(0, 1);
    receive(0, 1);
    CALL(1, MPI_Irecv, .count = 1, .datatype = INT, .source = 0, .comm = WORLD,
         .request = REQUEST);
    send(1, 0);
    CALL(1, MPI_Wait, .request = REQUEST, .status = {0, 0, 0, 4, 0});
    send(2, 0);
    finalize(3);
    job_expect("RACE-MATCH receive@0 send@1 send@2\n");
    /* Sent when rank 0 has got the first. */
    job_begin(3);
    take(0, 2, true);
    send(0, 1);
    receive(0, 1);
    receive(1, 0);
    send(1, 0);
    send(2, 0);
    finalize(3);
    job_expect("");
}

static void long_send(int rank, int count)
{
    CALL(rank, MPI_Send, .count = count, .datatype = INT, .dest = 0,
         .comm = WORLD);
}

static void test_truncation(void **state)
{
    int probes;

    (void)state;
    for (probes = 0; probes < 2; probes++) {
        job_begin(3);
        if (probes)
            CALL(0, MPI_Probe, .source = ANY, .comm = WORLD,
                 .status = {2, 0, 0, 4, 0});
        take(0, 2, false);
        CALL(0, MPI_Recv, .count = 9, .datatype = INT, .source = ANY,
             .comm = WORLD, .status = {1, 0, 0, 36, 0});
        long_send(1, 9);
        long_send(2, 1);
        finalize(3);
        job_expect(probes ? "RACE-MATCH receive@0 send@1 send@2\n"
                          : "RACE-TRUNCATION receive@0 fits@2 wrong@1\n");
    }
}

/* Two receives from any source of so many items take the one integer of rank 1
 * and `count` items of rank 2, in either order; with equal findings. */
struct two {
    uint64_t types[2], type; /* of the receives, of rank 2's message */
    int64_t rooms[2], count;
    bool looks; /* at the status */
};

static bool is_long(const struct two *two, int n, int from)
{
    return (from == 1 ? 1 : two->count) > two->rooms[n];
}

static void blocking(const struct two *two, const int from[2])
{
    int n;

    for (n = 0; n < 2; n++)
        CALL(0, MPI_Recv, .count = two->rooms[n], .datatype = two->types[n],
             .source = ANY, .comm = WORLD,
             .result = is_long(two, n, from[n]) ? NEUTRAL_ERROR_TRUNCATE : 0,
             .status = {from[n], 0, 0, 4, two->looks ? 0 : STATUS_IGNORED});
}

/* Waited for in their order, or the second one first. */
static void nonblocking(const struct two *two, const int from[2], int first)
{
    int n;

    for (n = 0; n < 2; n++)
        CALL(0, MPI_Irecv, .count = two->rooms[n], .datatype = two->types[n],
             .source = ANY, .comm = WORLD, .request = REQUEST + (unsigned)n);
    for (n = 0; n < 2; n++)
        CALL(0, MPI_Wait, .request = REQUEST + (unsigned)(n ^ first),
             .result = is_long(two, n ^ first, from[n ^ first])
                           ? NEUTRAL_ERROR_TRUNCATE
                           : 0,
             .status = {from[n ^ first], 0, 0, 4,
                        two->looks ? 0 : STATUS_IGNORED});
}

static void expect_two(struct two two, const char *expected)
{
    static const int froms[2][2] = {{1, 2}, {2, 1}};
    int i, way;

    for (i = 0; i < 2; i++)
        for (way = 0; way < 3; way++) {
            job_begin(3);
            if (way == 0)
                blocking(&two, froms[i]);
            else
                nonblocking(&two, froms[i], way - 1);
            send(1, 0);
            CALL(2, MPI_Send, .count = two.count, .datatype = two.type,
                 .dest = 0, .comm = WORLD);
            finalize(3);
            job_leave_out("RACE-MATCH");
            job_expect(expected);
        }
}

static void test_either(void **state)
{
    (void)state;
    /* Unlike receives for unlike messages. */
    expect_two((struct two){{INT, FLOAT}, FLOAT, {1, 1}, 1, true},
               "RACE-TYPE receive@0 fits@1 wrong@2\n");
    expect_two((struct two){{INT, INT}, INT, {1, 9}, 9, true},
               "RACE-TRUNCATION receive@0 fits@1 wrong@2\n");
    /* It is the second that goes wrong. */
    expect_two((struct two){{INT, INT}, INT, {9, 1}, 9, false},
               "RACE-TRUNCATION receive@0 later@0 fits@1 wrong@2\n");
    /* None can take it. */
    expect_two((struct two){{INT, INT}, INT, {1, 1}, 9, true},
               "P2P-TRUNCATED receive@0 send@2\n");
    expect_two((struct two){{INT, INT}, FLOAT, {1, 1}, 1, false},
               "P2P-TYPE-MISMATCH receive@0 send@2\n");
    expect_two((struct two){{INT, INT}, INT, {9, 9}, 9, false}, "");
}

/* A synchronous send has ended, so that the receive had begun. */
static void test_synchronous(void **state)
{
    (void)state;
    job_begin(3);
    take(0, 1, true);
    receive(0, 2);
    CALL(1, MPI_Ssend, .count = 1, .datatype = INT, .dest = 0, .comm = WORLD);
    send(1, 2);
    receive(2, 1);
    send(2, 0);
    finalize(3);
    job_expect("");
}

/* Any of several receives; each takes what comes. */
static void test_gather(void **state)
{
    int i, rank;

    (void)state;
    job_begin(3);
    for (i = 0; i < 3; i++) {
        for (rank = 2; rank > 0; rank--)
            CALL(0, MPI_Irecv, .count = 1, .datatype = INT, .source = ANY,
                 .comm = WORLD, .request = REQUEST + (unsigned)rank);
        for (rank = 2; rank > 0; rank--) {
            CALL(0, MPI_Waitany, .count = 2,
                 .array_of_requests =
                     HANDLES(REQUEST + 1,
                             rank == 2 ? REQUEST + 2 : NEUTRAL_REQUEST_NULL),
                 .indx = rank - 1, .status = {rank, 0, 0, 4, STATUS_IGNORED});
            send(rank, 0);
        }
        for (rank = 0; rank < 3; rank++)
            CALL(rank, MPI_Barrier, .comm = WORLD);
    }
    finalize(3);
    job_expect("RACE-MATCH receive@0 send@1 send@2\n");
}

/* More receives than are kept, whose end rank 2 never learns of. */
static void test_budget(void **state)
{
    int i;

    (void)state;
    job_begin(3);
    for (i = 0; i < 66; i++) {
        CALL(0, MPI_Recv, .count = 1, .datatype = INT, .source = ANY, .tag = i,
             .comm = WORLD, .status = {1, i, 0, 4, 0});
        CALL(1, MPI_Send, .count = 1, .datatype = INT, .dest = 0, .tag = i,
             .comm = WORLD);
    }
    for (i = 0; i < 3; i++)
        CALL(i, MPI_Barrier, .comm = WORLD);
    finalize(3);
    job_expect("RACE-BUDGET receive@0\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_around_bcast),
        cmocka_unit_test(test_ordered),
        cmocka_unit_test(test_task_farm),
        cmocka_unit_test(test_other_source),
        cmocka_unit_test(test_same_source),
        cmocka_unit_test(test_starves),
        cmocka_unit_test(test_truncation),
        cmocka_unit_test(test_either),
        cmocka_unit_test(test_synchronous),
        cmocka_unit_test(test_gather),
        cmocka_unit_test(test_budget),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
