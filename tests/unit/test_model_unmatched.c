/*
 * Messages and receives that found no match, in all orders of the records.
 */
#include "model_job.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "model_match.h"
#include "need.h"

#define REQUEST UINT64_C(0x1000)

static void send(int rank, int dest, int tag)
{
    CALL(rank, MPI_Isend, .count = 1, .datatype = INT, .dest = dest, .tag = tag,
         .comm = WORLD, .request = REQUEST);
    CALL(rank, MPI_Wait, .request = REQUEST);
}

static void end(int size)
{
    int rank;

    for (rank = 0; rank < size; rank++)
        CALL(rank, MPI_Finalize, .result = 0);
}

static void test_message(void **state)
{
    (void)state;
    job_begin(2);
    send(0, 1, 7);
    end(2);
    job_expect("P2P-UNRECEIVED send@0 (1)\n");
}

/* The nearest of several receives is shown; the others are told. */
static void test_near(void **state)
{
    (void)state;
    job_begin(3);
    send(0, 1, 7);
    CALL(1, MPI_Irecv, .count = 1, .datatype = INT, .source = 2, .tag = 7,
         .comm = WORLD, .request = REQUEST);
    CALL(1, MPI_Irecv, .count = 1, .datatype = INT, .source = 0,
         .tag = NEUTRAL_ANY_TAG, .comm = WORLD, .request = REQUEST + 1);
    CALL(1, MPI_Irecv, .count = 1, .datatype = INT, .source = 0, .tag = 9,
         .comm = WORLD, .request = REQUEST + 2);
    send(0, 1, 8);
    /* The receive for any tag takes the first message. */
    CALL(1, MPI_Wait, .request = REQUEST + 1,
         .status = {.source = 0, .tag = 7});
    end(3);
    job_expect("P2P-UNMATCHED-RECEIVE receive@1\n"
               "P2P-UNRECEIVED send@0 near@1 (1)\n");
}

/* Of a job that went badly nothing is told, but what is lost. */
static void test_aborted(void **state)
{
    (void)state;
    job_begin(2);
    send(0, 1, 7);
    CALL(0, MPI_Finalize, .result = 0);
    HANG(1, MPI_Abort, .comm = WORLD, .errorcode = 3);
    job_end(1, PROCESS_EXITED, 0);
    job_expect("CALL-ABORT abort@1\n");
}

/* A communicator that cannot be followed is left: a leak, and no more. */
static void test_opaque(void **state)
{
    int rank;

    (void)state;
    job_begin(3);
    for (rank = 0; rank < 3; rank++)
        CALL(rank, MPI_Comm_split_type, .comm = WORLD, .split_type = 1,
             .newcomm = {0x5000, rank % 2, rank == 1 ? 1 : 2, 0, 0});
    end(3);
    job_expect("LEAK-COMM made@0 (0)\nLEAK-COMM made@1 (1)\n"
               "LEAK-COMM made@2 (2)\n");
}

/* Both messages are there, and one receive from any source may take the first:
 * the second is for the receive behind it. */
static void both_are_wanted(struct model *model)
{
    struct comm *world = agent_comm(model->agents, WORLD);
    const struct endpoint *endpoint = endpoint_find(world, 0);
    const struct lane *lane = lane_find(endpoint, 1);
    struct matching *matching = matching_new(endpoint, NULL);

    assert_non_null(lane->messages->next);
    assert_true(message_wanted(matching, lane->messages));
    assert_true(message_wanted(matching, lane->messages->next));
    matching_free(matching);
}

static void test_behind_wildcard(void **state)
{
    (void)state;
    job_begin(2);
    job_watch_with(both_are_wanted);
    CALL(0, MPI_Irecv, .count = 1, .datatype = INT,
         .source = NEUTRAL_ANY_SOURCE, .comm = WORLD, .request = REQUEST);
    CALL(0, MPI_Irecv, .count = 1, .datatype = INT, .source = 1, .comm = WORLD,
         .request = REQUEST + 1);
    CALL(1, MPI_Isend, .count = 1, .datatype = INT, .comm = WORLD,
         .request = REQUEST);
    CALL(1, MPI_Isend, .count = 1, .datatype = INT, .comm = WORLD,
         .request = REQUEST + 1);
    HANG(0, MPI_Recv, .source = 1, .tag = 9, .comm = WORLD);
    HANG(1, MPI_Recv, .source = 0, .tag = 9, .comm = WORLD);
    job_expect("");
}

/* A call that was refused neither sent nor took anything. */
static void test_refused(void **state)
{
    (void)state;
    job_begin(2);
    job_leave_out("ARG-NEGATIVE");
    job_all_orders();
    CALL(0, MPI_Recv, .count = -7, .datatype = INT, .source = 1, .comm = WORLD,
         .result = 2);
    CALL(0, MPI_Irecv, .count = 2, .datatype = INT, .source = 1, .comm = WORLD,
         .request = REQUEST);
    CALL(0, MPI_Recv, .count = 1, .datatype = FLOAT,
         .source = NEUTRAL_ANY_SOURCE, .comm = WORLD,
         .status = {1, 0, 0, 4, 0});
    CALL(0, MPI_Wait, .request = REQUEST, .status = {1, 0, 0, 8, 0});
    CALL(1, MPI_Send, .count = -7, .datatype = FLOAT, .comm = WORLD,
         .result = 2);
    CALL(1, MPI_Bsend, .count = 1, .datatype = FLOAT, .comm = WORLD,
         .result = 1);
    CALL(1, MPI_Send, .count = 2, .datatype = INT, .comm = WORLD);
    CALL(1, MPI_Ibsend, .count = 1, .datatype = FLOAT, .comm = WORLD,
         .request = REQUEST);
    job_all_orders_end();
    CALL(1, MPI_Wait, .request = REQUEST);
    end(2);
    job_expect("");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_message),         cmocka_unit_test(test_near),
        cmocka_unit_test(test_aborted),         cmocka_unit_test(test_opaque),
        cmocka_unit_test(test_behind_wildcard), cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
