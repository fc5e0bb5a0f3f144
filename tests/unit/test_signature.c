/*
 * Type signatures: hashes that are put together, first differences and their
 * paths; and messages whose types are compared.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "model_job.h"
#include "model_private.h"

#define T(number) (UINT64_C(0x7000) + (number))

#define NO_FINALIZE "CALL-NO-FINALIZE last call@0 (0)\n"

static struct agent *agent;

static struct payload data(int64_t count, uint64_t handle)
{
    return (struct payload){agent_type(agent, handle), count};
}

static void same(struct payload left, struct payload right)
{
    struct payload_difference difference;

    assert_false(payload_compare(&left, &right, &difference));
    assert_false(payload_compare(&right, &left, &difference));
    assert_int_not_equal(payload_key(&left), 0);
    assert_true(payload_key(&left) == payload_key(&right));
}

/* They differ at that element, by its paths. */
static void differ(struct payload left, struct payload right,
                   enum type_relation relation, const char *here,
                   const char *there)
{
    struct payload_difference difference;
    char *path;

    assert_true(payload_compare(&left, &right, &difference));
    assert_int_equal(difference.relation, relation);
    assert_true(payload_key(&left) != payload_key(&right));
    path = payload_path(&left, difference.element[0]);
    assert_string_equal(path, here);
    free(path);
    path = payload_path(&right, difference.element[1]);
    assert_string_equal(path, there);
    free(path);
}

/* As far as both go they are the same. */
static void longer(struct payload left, struct payload right)
{
    struct payload_difference difference;

    assert_true(payload_compare(&left, &right, &difference));
    assert_int_equal(difference.relation, RELATION_EQUAL);
    assert_true(difference.bytes[0] > difference.bytes[1]);
    assert_true(payload_key(&left) != payload_key(&right));
}

static void look(struct model *model, struct process *processes)
{
    const int64_t many = INT64_C(1) << 30;

    (void)model;
    agent = agent_of(&processes[0]);
    same(data(12, INT), data(1, T(0)));
    same(data(2, INT), data(1, T(6)));
    same(data(0, DOUBLE), data(0, INT));
    same(data(3, T(1)), data(1, T(2)));
    same(data(3 * many, T(1)), data(many, T(2)));
    same(data(3 * many, T(1)), data(1, T(8)));
    same(data(many, T(9)), data(many, T(1)));
    longer(data(many + 1, T(1)), data(many, T(1)));
    longer(data(many, T(2)), data(many, T(1)));
    longer(data(13, INT), data(1, T(0)));
    differ(data(7, INT), data(7, FLOAT), RELATION_UNLIKE, "[0]", "[0]");
    differ(data(1, INT), data(4, BYTE), RELATION_BYTES, "[0]", "[0]");
    differ(data(4, BYTE), data(3, INT), RELATION_BYTES, "[0]", "[0]");
    differ(data(6, BYTE), data(3, INT), RELATION_UNLIKE, "[0]", "[0]");
    differ(data(many, T(1)), data(many, T(3)), RELATION_UNLIKE,
           "[0].struct[1][1]", "[0].struct[2][0]");
    differ(data(1, T(4)), data(1, T(5)), RELATION_UNLIKE,
           "struct[2].vector[0][1].struct[1][1]", "struct[2].struct[2][0]");
    differ(data(1, DOUBLE_INT), data(1, T(1)), RELATION_UNLIKE, "value",
           "struct[0]");
    differ(data(2, T(7)), data(4, INT), RELATION_UNLIKE, "[0].struct[1]",
           "[1]");
    differ(data(2, T(8)), data(2, T(10)), RELATION_UNLIKE,
           "[0].contiguous[3221225471].struct[1][1]",
           "[0].struct[1].struct[2][0]");
}

#define STRUCT(number, lengths, types)                                         \
    CALL(0, MPI_Type_create_struct, .array_of_blocklengths = lengths,          \
         .array_of_displacements = NUMBERS(0, 100, 200),                       \
         .array_of_types = types, .newtype = T(number))

static void test_signatures(void **state)
{
    (void)state;
    job_begin(1);
    CALL(0, MPI_Type_contiguous, .count = 3, .oldtype = INT, .newtype = T(6));
    CALL(0, MPI_Type_vector, .count = 2, .blocklength = 2, .stride = 4,
         .oldtype = T(6), .newtype = T(0));
    CALL(0, MPI_Type_contiguous, .count = 2, .oldtype = INT, .newtype = T(6));
    /* int, 4 doubles, int: in two ways. */
    STRUCT(1, NUMBERS(1, 4, 1), HANDLES(INT, DOUBLE, INT));
    CALL(0, MPI_Type_create_hvector, .count = 3, .blocklength = 1,
         .stride = 400, .oldtype = T(1), .newtype = T(2));
    STRUCT(3, NUMBERS(1, 1, 2), HANDLES(INT, DOUBLE, INT));
    CALL(0, MPI_Type_vector, .count = 2, .blocklength = 2, .stride = 3,
         .oldtype = T(1), .newtype = T(11));
    STRUCT(4, NUMBERS(0, 1, 1), HANDLES(FLOAT, BYTE, T(11)));
    STRUCT(5, NUMBERS(1, 1, 1), HANDLES(BYTE, T(1), T(3)));
    STRUCT(7, NUMBERS(1, 1, 0), HANDLES(INT, FLOAT, DOUBLE));
    CALL(0, MPI_Type_contiguous, .count = 3 * (INT64_C(1) << 30),
         .oldtype = T(1), .newtype = T(8));
    CALL(0, MPI_Type_create_resized, .oldtype = T(1), .lb = -8, .extent = 640,
         .newtype = T(9));
    CALL(0, MPI_Type_contiguous, .count = 3 * (INT64_C(1) << 30) - 1,
         .oldtype = T(1), .newtype = T(12));
    STRUCT(10, NUMBERS(1, 1, 1), HANDLES(T(12), T(3), T(1)));
    job_expect_with(NO_FINALIZE, look);
}

#define SEND(rank, number, type)                                               \
    CALL(rank, MPI_Send, .count = number, .datatype = type, .dest = 1,         \
         .tag = 7, .comm = WORLD)
#define ENDED                                                                  \
    "CALL-NO-FINALIZE last call@0 (0)\nCALL-NO-FINALIZE last call@1 (1)\n"

/* A receive that is cancelled has taken nothing, though it was first. */
static void test_cancelled(void **state)
{
    (void)state;
    job_begin(2);
    SEND(0, 2, FLOAT);
    CALL(1, MPI_Irecv, .count = 1, .datatype = INT, .source = 0, .tag = 7,
         .comm = WORLD, .request = 0x9000);
    CALL(1, MPI_Wait, .request = 0x9000,
         .status = {.source = 0, .tag = 7, .flags = STATUS_CANCELLED});
    CALL(1, MPI_Recv, .count = 2, .datatype = FLOAT, .source = 0, .tag = 7,
         .comm = WORLD, .status = {.source = 0, .tag = 7});
    job_expect(ENDED);
}

/* One that is not completed has. */
static void test_not_completed(void **state)
{
    (void)state;
    job_begin(2);
    SEND(0, 2, FLOAT);
    CALL(1, MPI_Irecv, .count = 3, .datatype = INT, .source = 0, .tag = 7,
         .comm = WORLD, .request = 0x9000);
    job_expect(ENDED "P2P-TYPE-MISMATCH receive@1 send@0\n");
}

/* What was too long is gone, and the next receive takes the next. */
static void test_truncated(void **state)
{
    (void)state;
    job_begin(2);
    SEND(0, 9, INT);
    SEND(0, 2, FLOAT);
    CALL(1, MPI_Recv, .count = 8, .datatype = INT, .source = NEUTRAL_ANY_SOURCE,
         .tag = NEUTRAL_ANY_TAG, .comm = WORLD,
         .result = NEUTRAL_ERROR_TRUNCATE, .status = {.source = 0, .tag = 7});
    CALL(1, MPI_Recv, .count = 2, .datatype = FLOAT, .source = 0, .tag = 7,
         .comm = WORLD, .status = {.source = 0, .tag = 7});
    job_expect(ENDED "P2P-TRUNCATED receive@1 send@0\n");
}

/* Whoever comes last, the same two are told of. */
static void test_collectives(void **state)
{
    int rank;

    (void)state;
    job_begin(3);
    for (rank = 0; rank < 3; rank++)
        CALL(rank, MPI_Bcast, .count = rank == 2 ? 5 : 4, .datatype = INT,
             .root = 1, .comm = WORLD);
    for (rank = 0; rank < 3; rank++)
        CALL(rank, MPI_Allreduce, .sendbuf = 0x1000, .recvbuf = 0x2000,
             .count = rank == 0 ? 2 : 1, .op = 0x10001,
             .datatype = rank == 0 ? INT : DOUBLE_INT, .comm = WORLD);
    for (rank = 0; rank < 3; rank++)
        CALL(rank, MPI_Alltoallv, .sendbuf = 0x1000, .sendtype = INT,
             .sendcounts = NUMBERS(1, 2, 3), .recvbuf = 0x2000,
             .recvcounts = NUMBERS(1, 1, 1), .recvtype = INT, .comm = WORLD);
    /* Not the first one shifted, though rank 1 has now what rank 2 had: all are
     * at one place of the program. */
    for (rank = 0; rank < 3; rank++)
        CALL(rank, MPI_Bcast, .count = rank == 1 ? 5 : 6, .datatype = INT,
             .root = 1, .comm = WORLD);
    CALL(0, MPI_Finalize, .result = 0);
    CALL(1, MPI_Finalize, .result = 0);
    CALL(2, MPI_Finalize, .result = 0);
    job_expect("COLL-COUNT-MISMATCH call@1 other@0\n"
               "COLL-COUNT-MISMATCH call@1 other@2\n"
               "COLL-COUNT-MISMATCH send@0 receive@1\n"
               "COLL-TYPE-MISMATCH call@0 other@1\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signatures),    cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_not_completed), cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_collectives),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
