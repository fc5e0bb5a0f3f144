/*
 * Receives from any source that could have taken another message, whatever
 * the order of the records and whichever was taken.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "model_job.h"

#include <stdlib.h>
#include <string.h>

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
            CALL(rank, MPI_Bcast, .count = 1, .root = 0, .comm = WORLD);
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

/* Two messages before the broadcast, one after it, and two receives before it:
 * in each order. */
static void test_around_three(void **state)
{
    static const int orders[6][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3},
                                     {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
    int i, rank;

    (void)state;
    for (i = 0; i < 6; i++) {
        job_begin(4);
        take(0, orders[i][0], i % 2 == 0);
        take(0, orders[i][1], i % 2 == 0);
        send(1, 0);
        send(2, 0);
        for (rank = 0; rank < 4; rank++)
            CALL(rank, MPI_Bcast, .count = 1, .root = 3, .comm = WORLD);
        send(3, 0);
        take(0, orders[i][2], false);
        finalize(4);
        job_expect("RACE-COLLECTIVE receive@0 before@1 after@3 collective@3\n");
    }
}

/* Only one message can be taken before the broadcast, unless it is of nothing.
 */
static void test_ordered(void **state)
{
    int rank;
    int64_t count;

    (void)state;
    for (count = 0; count < 2; count++) {
        job_begin(3);
        take(1, 2, true);
        send(2, 1);
        for (rank = 0; rank < 3; rank++)
            CALL(rank, MPI_Bcast, .count = count, .root = 1, .comm = WORLD);
        send(0, 1);
        take(1, 0, true);
        finalize(3);
        job_expect(count > 0 ? ""
                             : "RACE-COLLECTIVE receive@1 before@2 after@0 "
                               "collective@0\n");
    }
}

/* Of a gather with counts the root learns of those who give something. */
static void test_gaps(void **state)
{
    int rank;

    (void)state;
    for (int64_t gap = 0; gap < 2; gap++) {
        job_begin(3);
        take(1, 2, true);
        send(2, 1);
        for (rank = 0; rank < 3; rank++)
            CALL(rank, MPI_Allgatherv, .sendcount = rank == 1 ? !gap : 1,
                 .recvcounts = NUMBERS(1, !gap, 1), .comm = WORLD);
        send(0, 1);
        take(1, 0, true);
        finalize(3);
        job_expect(gap == 0 ? ""
                            : "RACE-COLLECTIVE receive@1 before@2 after@0 "
                              "collective@0\n");
    }
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

/* The program does not know who sent, unless the messages say so, and needs
 * rank 1's message later. */
static void test_starves(void **state)
{
    static const char *const found =
        "RACE-MATCH receive@0 send@1 send@2\n"
        "RACE-STARVATION receive@0 took@2 other@1 starves@0\n";
    int rank;

    (void)state;
    job_begin(3);
    take(0, 2, true);
    receive(0, 1);
    send(1, 0);
    send(2, 0);
    finalize(3);
    job_expect("RACE-DEPENDENCE receive@0 took@2 other@1 starves@0\n"
               "RACE-MATCH receive@0 send@1 send@2\n");
    job_begin(3);
    CALL(0, MPI_Recv, .count = 1, .datatype = INT, .source = ANY,
         .comm = WORLD, .status = {2, 0, 0, 0, STATUS_IGNORED});
    CALL(0, MPI_Recv, .count = 1, .datatype = INT, .source = 1, .comm = WORLD,
         .status = {1, 0, 0, 0, 0});
    for (rank = 1; rank < 3; rank++)
        CALL(rank, MPI_Send, .datatype = INT, .comm = WORLD);
    finalize(3);
    job_expect(found);
    /* The second one is waited for before the first one is. */
    job_begin(3);
    CALL(0, MPI_Irecv, .count = 1, .datatype = INT, .source = ANY,
         .comm = WORLD, .request = REQUEST);
    receive(0, 1);
    CALL(0, MPI_Wait, .request = REQUEST, .status = {2, 0, 0, 4, 0});
    send(1, 0);
    send(2, 0);
    finalize(3);
    job_expect("RACE-STARVATION receive@0 took@2 other@1 starves@0\n");
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

/* The probe has told of rank 2's message, and the receive takes either. */
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
        job_expect("RACE-TRUNCATION receive@0 fits@2 wrong@1\n");
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
static void two_requests(const struct two *two, const int from[2], int first)
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

static void two_ways(struct two two, int first_way, const char *expected)
{
    static const int froms[2][2] = {{1, 2}, {2, 1}};
    int i, way;

    for (i = 0; i < 2; i++)
        for (way = first_way; way < 3; way++) {
            job_begin(3);
            if (way == 0)
                blocking(&two, froms[i]);
            else
                two_requests(&two, froms[i], way - 1);
            send(1, 0);
            CALL(2, MPI_Send, .count = two.count, .datatype = two.type,
                 .dest = 0, .comm = WORLD);
            finalize(3);
            job_leave_out("RACE-MATCH");
            job_expect(expected);
        }
}

static void expect_two(struct two two, const char *expected)
{
    two_ways(two, 0, expected);
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
               "RACE-TRUNCATION receive@0 fits@1 wrong@2\n");
    /* The program may have asked who sent the first, if it was over. */
    two_ways((struct two){{INT, INT}, INT, {9, 1}, 9, true}, 1,
             "RACE-TRUNCATION receive@0 fits@1 wrong@2\n");
    /* None can take it. */
    expect_two((struct two){{INT, INT}, INT, {1, 1}, 9, true},
               "P2P-TRUNCATED receive@0 send@2\n");
    expect_two((struct two){{INT, INT}, FLOAT, {1, 1}, 1, false},
               "P2P-TYPE-MISMATCH receive@0 send@2\n");
    expect_two((struct two){{INT, INT}, INT, {9, 9}, 9, false}, "");
}

/* ----------------------------------------------------- all matchings */

#define MOST 6

/* What rank 0 receives, one after another, and what the others send it. */
struct shape {
    struct {
        int64_t source, tag, room;
        uint64_t type;
    } receives[MOST];
    struct {
        int sender;
        int64_t tag, count;
        uint64_t type;
    } sends[MOST];
    int receive_count, send_count;
};
/* Of all receives: no status is asked for, they are posted at once, and at one
 * place in the program. */
static bool ignored, nonblocking, in_loop;
/* After that receive rank 3 is told of something; it hears when it has sent. */
static bool tells[MOST];

static int64_t size_of(uint64_t type)
{
    return type == DOUBLE ? 8 : 4;
}

static bool fits(const struct shape *shape, int receive, int send)
{
    return (shape->receives[receive].source == ANY ||
            shape->receives[receive].source == shape->sends[send].sender) &&
           shape->receives[receive].tag == shape->sends[send].tag;
}

/* The receives, of which each takes the message of that number. */
static void receives_all(const struct shape *shape, const int *takes)
{
    uint64_t number;
    int i;

    for (i = 0; i < shape->receive_count; i++) {
        int from = takes[i];
        struct status_value status = {shape->sends[from].sender,
                                      shape->sends[from].tag, 0, 4,
                                      ignored ? STATUS_IGNORED : 0};
        bool is_long =
            shape->sends[from].count * size_of(shape->sends[from].type) >
            shape->receives[i].room * size_of(shape->receives[i].type);

        struct call_MPI_Irecv posted = {.count = shape->receives[i].room,
                                        .datatype = shape->receives[i].type,
                                        .source = shape->receives[i].source,
                                        .tag = shape->receives[i].tag,
                                        .comm = WORLD,
                                        .request = REQUEST + (unsigned)i};
        struct call_MPI_Recv ended = {.count = posted.count,
                                      .datatype = posted.datatype,
                                      .source = posted.source,
                                      .tag = posted.tag,
                                      .comm = WORLD,
                                      .result =
                                          is_long ? NEUTRAL_ERROR_TRUNCATE : 0,
                                      .status = status};
        int line = in_loop ? 1 : 1 + i;

        if (nonblocking)
            job_call(0, CALL_MPI_Irecv, &posted, sizeof posted, line, true);
        else
            job_call(0, CALL_MPI_Recv, &ended, sizeof ended, line, true);
        if (tells[i])
            send(0, 3);
    }
    for (i = 0; i < shape->receive_count && nonblocking; i++) {
        number = REQUEST + (unsigned)i;
        CALL(0, MPI_Wait, .request = number,
             .status = {shape->sends[takes[i]].sender,
                        shape->sends[takes[i]].tag, 0, 4,
                        ignored ? STATUS_IGNORED : 0});
    }
}

static unsigned matchings;
static char *of_first; /* what was found with the first of them */

/* Goes on from the matching of the first receives in each way there is. */
static void all_matchings(const struct shape *shape, int *takes, int count,
                          const char *expected)
{
    bool taken[MOST] = {false};
    int i, earlier;

    if (count == shape->receive_count) {
        matchings++;
        job_begin(4);
        job_strict(STRICT_SEND_BUFFERED);
        receives_all(shape, takes);
        for (i = 0; i < shape->send_count; i++)
            CALL(shape->sends[i].sender, MPI_Send,
                 .count = shape->sends[i].count,
                 .datatype = shape->sends[i].type, .tag = shape->sends[i].tag,
                 .comm = WORLD);
        for (i = 0; i < shape->receive_count; i++)
            if (tells[i])
                receive(3, 0);
        finalize(4);
        if (expected != NULL)
            job_expect(expected);
        else if (of_first == NULL)
            of_first = job_findings();
        else
            job_expect(of_first);
        return;
    }
    for (i = 0; i < count; i++)
        taken[takes[i]] = true;
    for (i = 0; i < shape->send_count; i++) {
        if (taken[i] || !fits(shape, count, i))
            continue;
        for (earlier = 0; earlier < i; earlier++)
            if (!taken[earlier] && fits(shape, count, earlier) &&
                shape->sends[earlier].sender == shape->sends[i].sender)
                break;
        if (earlier < i)
            continue;
        takes[count] = i;
        all_matchings(shape, takes, count + 1, expected);
    }
}

/* Whether what a receive has room for may depend on the sources of those
 * before. */
static bool may_depend(const struct shape *shape)
{
    int i;

    for (i = 1; i < shape->receive_count; i++)
        if (shape->receives[i].room != shape->receives[0].room ||
            shape->receives[i].type != shape->receives[0].type || !in_loop)
            return !ignored && !nonblocking;
    return false;
}

static void expect_all(const struct shape shape, unsigned count,
                       const char *expected)
{
    int takes[MOST], way;

    for (way = 0; way < 8; way++) {
        ignored = way % 2 == 0;
        nonblocking = way / 2 % 2 == 1;
        in_loop = way / 4 == 1;
        if (may_depend(&shape))
            continue;
        matchings = 0;
        all_matchings(&shape, takes, 0, expected);
        assert_int_equal(matchings, count);
    }
}

#define ANY_OF(room, type)                                                     \
    {                                                                          \
        ANY, 0, room, type                                                     \
    }

static void test_three(void **state)
{
    (void)state;
    /* Of three sizes: the first has room for the shortest only. */
    expect_all((struct shape){{ANY_OF(1, INT), ANY_OF(2, INT), ANY_OF(4, INT)},
                              {{1, 0, 1, INT}, {2, 0, 2, INT}, {3, 0, 4, INT}},
                              3,
                              3},
               6, "RACE-TRUNCATION receive@0 fits@1 wrong@2\n");
    /* The one in the middle has too little; the first is harmless. */
    expect_all((struct shape){{ANY_OF(4, INT), ANY_OF(2, INT), ANY_OF(4, INT)},
                              {{1, 0, 1, INT}, {2, 0, 2, INT}, {3, 0, 4, INT}},
                              3,
                              3},
               6,
               "RACE-MATCH receive@0 send@1 send@2\n"
               "RACE-TRUNCATION receive@0 fits@1 wrong@3\n");
    /* Of three types. */
    expect_all(
        (struct shape){{ANY_OF(2, INT), ANY_OF(2, FLOAT), ANY_OF(1, DOUBLE)},
                       {{3, 0, 2, INT}, {2, 0, 2, FLOAT}, {1, 0, 1, DOUBLE}},
                       3,
                       3},
        6, "RACE-TYPE receive@0 fits@3 wrong@1\n");
    /* Room for all. */
    expect_all((struct shape){{ANY_OF(4, INT), ANY_OF(4, INT), ANY_OF(4, INT)},
                              {{1, 0, 1, INT}, {2, 0, 2, INT}, {3, 0, 4, INT}},
                              3,
                              3},
               6, "RACE-MATCH receive@0 send@1 send@2\n");
}

/* Two phases on one tag: who is quick is a phase ahead. */
static void test_phases(void **state)
{
    struct shape shape = {
        {ANY_OF(1, INT), ANY_OF(1, INT), ANY_OF(9, INT), ANY_OF(9, INT)},
        {{1, 0, 1, INT}, {1, 0, 9, INT}, {2, 0, 1, INT}, {2, 0, 9, INT}},
        4,
        4};
    static const char expected[] = "RACE-MATCH receive@0 send@1 send@2\n"
                                   "RACE-TRUNCATION receive@0 fits@1 wrong@2\n";
    int takes[MOST], i;

    (void)state;
    expect_all(shape, 6, expected);
    /* In a loop the room does not depend on who has sent. */
    ignored = nonblocking = false;
    in_loop = true;
    all_matchings(&shape, takes, 0, expected);
    /* A tag of its own for the second phase. */
    for (i = 0; i < 4; i++)
        shape.receives[i].tag = i / 2;
    for (i = 0; i < 4; i++)
        shape.sends[i].tag = i % 2;
    expect_all(shape, 4, "RACE-MATCH receive@0 send@1 send@2\n");
}

/* A message for which no receive has room is an error in every run, and so is a
 * receive that has room for none. */
static void test_hopeless(void **state)
{
    (void)state;
    expect_all((struct shape){{ANY_OF(1, INT), ANY_OF(1, INT), ANY_OF(1, INT)},
                              {{1, 0, 1, INT}, {2, 0, 9, INT}, {3, 0, 1, INT}},
                              3,
                              3},
               6,
               "P2P-TRUNCATED receive@0 send@2\n"
               "RACE-MATCH receive@0 send@1 send@2\n");
    expect_all((struct shape){{ANY_OF(1, INT), ANY_OF(9, INT), ANY_OF(9, INT)},
                              {{1, 0, 9, INT}, {2, 0, 9, INT}, {3, 0, 9, INT}},
                              3,
                              3},
               6,
               "P2P-TRUNCATED receive@0 send@1\n"
               "RACE-MATCH receive@0 send@1 send@2\n");
}

/* Two long messages, and room for one: each way goes wrong. */
static void test_too_long_for_all(void **state)
{
    (void)state;
    expect_all(
        (struct shape){{ANY_OF(21, INT), ANY_OF(1, INT), ANY_OF(11, INT)},
                       {{1, 0, 21, INT}, {1, 0, 1, INT}, {2, 0, 21, INT}},
                       3,
                       3},
        3,
        "P2P-TRUNCATED receive@0 send@1\n"
        "RACE-MATCH receive@0 send@1 send@2\n");
    /* Beside a choice that is none of it. */
    expect_all(
        (struct shape){
            {ANY_OF(9, INT),
             ANY_OF(1, INT),
             {ANY, 1, 9, INT},
             {ANY, 1, 1, INT}},
            {{1, 0, 9, INT}, {2, 0, 9, INT}, {1, 1, 9, INT}, {2, 1, 1, INT}},
            4,
            4},
        4,
        "P2P-TRUNCATED receive@0 send@1\n"
        "RACE-MATCH receive@0 send@1 send@2\n"
        "RACE-TRUNCATION receive@0 fits@2 wrong@1\n");
}

/* The second receive has room for what is left, as the status of the first one
 * tells. */
static void test_room_told(void **state)
{
    int first, told;

    (void)state;
    for (first = 1; first < 3; first++)
        for (told = 0; told < 2; told++) {
            job_begin(4);
            job_strict(STRICT_SEND_BUFFERED);
            CALL(0, MPI_Recv, .count = 9, .datatype = INT, .source = ANY,
                 .comm = WORLD, .status = {first, 0, 0, 4, 0});
            if (told)
                send(0, 3);
            CALL(0, MPI_Recv, .count = first == 1 ? 9 : 1, .datatype = INT,
                 .source = ANY, .comm = WORLD,
                 .status = {3 - first, 0, 0, 4, 0});
            send(1, 0);
            long_send(2, 9);
            if (told)
                receive(3, 0);
            finalize(4);
            job_expect("RACE-MATCH receive@0 send@1 send@2\n");
        }
}

/* Between two receives the program tells rank 3 of something; what comes does
 * not wait for that, or does. */
static void test_told_between(void **state)
{
    int first, waits;

    (void)state;
    for (first = 1; first < 3; first++)
        for (waits = 0; waits < 2; waits++) {
            if (waits && first == 1)
                continue;
            job_begin(4);
            job_strict(STRICT_SEND_BUFFERED);
            CALL(0, MPI_Recv, .count = 9, .datatype = INT, .source = ANY,
                 .comm = WORLD, .status = {first, 0, 0, 4, STATUS_IGNORED});
            send(0, 3);
            CALL(0, MPI_Recv, .count = 1, .datatype = INT, .source = ANY,
                 .comm = WORLD,
                 .result = first == 1 ? NEUTRAL_ERROR_TRUNCATE : 0,
                 .status = {3 - first, 0, 0, 4, STATUS_IGNORED});
            receive(3, 0);
            if (waits) {
                send(3, 1);
                receive(1, 3);
            }
            send(1, 0);
            long_send(2, 9);
            finalize(4);
            job_leave_out("RACE-MATCH");
            job_expect(waits ? ""
                             : "RACE-TRUNCATION receive@0 fits@1 wrong@2\n");
        }
}

static uint64_t chance = 1;

static unsigned below(unsigned bound)
{
    chance = chance * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (unsigned)(chance >> 33) % bound;
}

/* Whatever is received and sent: each matching has the same findings.  Receives
 * that name their source may depend on what was received before, unless they
 * are posted by then. */
static void test_made_up(void **state)
{
    struct shape shape;
    int takes[MOST], i, round;

    (void)state;
    for (round = 0; round < 120; round++) {
        shape = (struct shape){.receive_count = 2 + (int)below(3)};
        ignored = below(2) != 0;
        nonblocking = below(2) != 0;
        in_loop = below(2) != 0;
        shape.send_count = shape.receive_count + (int)below(2);
        for (i = 0; i < shape.receive_count; i++) {
            shape.receives[i].source =
                nonblocking && below(4) == 0 ? 1 + below(3) : ANY;
            shape.receives[i].tag = below(6) == 0;
            shape.receives[i].room = 1 + below(3);
            shape.receives[i].type = below(4) == 0 ? FLOAT : INT;
            tells[i] = below(4) == 0;
        }
        ignored = ignored || may_depend(&shape);
        for (i = 0; i < shape.send_count; i++) {
            shape.sends[i].sender = 1 + (int)below(3);
            shape.sends[i].tag = below(6) == 0;
            shape.sends[i].count = 1 + below(3);
            shape.sends[i].type = below(8) == 0 ? FLOAT : INT;
        }
        of_first = NULL;
        matchings = 0;
        all_matchings(&shape, takes, 0, NULL);
        free(of_first);
    }
    memset(tells, 0, sizeof tells);
}

/* Header and body on one tag: who the body is from the header has told. */
static void test_header_and_body(void **state)
{
    int way, first;

    (void)state;
    for (way = 0; way < 4; way++) {
        first = 1 + way % 2;
        job_begin(3);
        take(0, first, way / 2 == 0);
        CALL(0, MPI_Recv, .count = 9, .datatype = DOUBLE, .source = first,
             .comm = WORLD, .status = {first, 0, 0, 72, 0});
        take(0, 3 - first, way / 2 == 0);
        CALL(0, MPI_Recv, .count = 9, .datatype = DOUBLE, .source = 3 - first,
             .comm = WORLD, .status = {3 - first, 0, 0, 72, 0});
        for (first = 1; first < 3; first++) {
            send(first, 0);
            CALL(first, MPI_Send, .count = 9, .datatype = DOUBLE, .dest = 0,
                 .comm = WORLD);
        }
        finalize(3);
        job_expect("RACE-MATCH receive@0 send@1 send@2\n");
    }
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

/* More messages are there than are looked at, of any tag. */
static void test_flood(void **state)
{
    int i, rank;

    (void)state;
    job_begin(3);
    for (i = 0; i < 200; i++)
        CALL(0, MPI_Recv, .count = 1, .datatype = INT, .source = ANY,
             .tag = NEUTRAL_ANY_TAG, .comm = WORLD,
             .status = {1 + i / 100, i % 100, 0, 4, 0});
    for (rank = 1; rank < 3; rank++)
        for (i = 0; i < 100; i++)
            CALL(rank, MPI_Send, .count = 1, .datatype = INT, .dest = 0,
                 .tag = i, .comm = WORLD);
    finalize(3);
    job_leave_out("RACE-BUDGET");
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
        cmocka_unit_test(test_around_three),
        cmocka_unit_test(test_ordered),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_task_farm),
        cmocka_unit_test(test_other_source),
        cmocka_unit_test(test_same_source),
        cmocka_unit_test(test_starves),
        cmocka_unit_test(test_truncation),
        cmocka_unit_test(test_either),
        cmocka_unit_test(test_three),
        cmocka_unit_test(test_phases),
        cmocka_unit_test(test_hopeless),
        cmocka_unit_test(test_too_long_for_all),
        cmocka_unit_test(test_room_told),
        cmocka_unit_test(test_told_between),
        cmocka_unit_test(test_made_up),
        cmocka_unit_test(test_header_and_body),
        cmocka_unit_test(test_synchronous),
        cmocka_unit_test(test_gather),
        cmocka_unit_test(test_flood),
        cmocka_unit_test(test_budget),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
