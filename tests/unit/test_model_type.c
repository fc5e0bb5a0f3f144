/*
 * Datatypes: size and bounds from their constructors.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "model_job.h"
#include "model_private.h"

/* In a record. */
#define BLOCK  17
#define CYCLIC 18

#define T(number) (UINT64_C(0x7000) + (number))

struct expectation {
    uint64_t handle;
    int64_t size, lb, ub, true_lb, true_ub;
};

static const struct expectation expected[] = {
    {T(0), 12, 0, 12, 0, 12},   /* contiguous(3) */
    {T(1), 16, 0, 24, 0, 24},   /* vector(2 of 2, stride 4) */
    {T(2), 8, -16, 4, -16, 4},  /* hvector(2 of 1, stride -16) */
    {T(3), 12, 4, 24, 4, 24},   /* indexed(1 at 1, 2 at 4) */
    {T(4), 13, 0, 16, 0, 13},   /* struct(3 ints, a byte): padded */
    {T(5), 4, -8, 56, 0, 4},    /* resized */
    {T(6), 24, 0, 80, 24, 56},  /* subarray: 2x3 of 4x5, from 1, 1 */
    {T(7), 24, 0, 80, 24, 56},  /* its duplicate */
    {T(8), 8, 0, 16, 0, 16},    /* indexed_block(1 at 0, 1 at 3) */
    {T(9), 20, 0, 44, 8, 44},   /* darray: 2, 3, 6, 7, 10 of 11 */
    {T(10), 16, 0, 80, 52, 80}, /* 2x2 of 4x5, from 2, 3 */
    {T(11), 0, 0, 16, 0, 0},    /* nothing of 4 */
    {T(12), 24, 0, 80, 4, 80},  /* in the order of Fortran, of 4x5: 1 and 3 of
                                 * the first, 0, 2 and 4 of the second */
};

static void look(struct model *model, struct process *processes)
{
    struct agent *agent = agent_of(&processes[0]);

    (void)model;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const struct type *type = agent_type(agent, expected[i].handle);

        assert_non_null(type);
        assert_true(type->known);
        assert_int_equal(type->size, expected[i].size);
        assert_int_equal(type->lb, expected[i].lb);
        assert_int_equal(type->ub, expected[i].ub);
        assert_int_equal(type->true_lb, expected[i].true_lb);
        assert_int_equal(type->true_ub, expected[i].true_ub);
    }
    assert_true(agent_type(agent, T(6))->committed);
    assert_true(agent_type(agent, T(7))->committed);
    assert_false(agent_type(agent, T(5))->committed);
    assert_string_equal(
        model_object_name(&processes[0], KIND_DATATYPE, T(1), 99),
        "datatype 2");
    assert_string_equal(model_object_name(&processes[0], KIND_COMM, WORLD, 99),
                        "MPI_COMM_WORLD");
    assert_null(model_object_name(&processes[0], KIND_COMM, 0x9999, 99));
}

/* Calls are shown late, when their handles may stand for other objects. */
static void look_back(struct model *model, struct process *processes)
{
    static const char *const names[] = {
        "datatype 1", "datatype 1", "datatype 2", "datatype 2", "datatype 2"};
    uint64_t i;

    (void)model;
    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_string_equal(
            model_object_name(&processes[0], KIND_DATATYPE, T(1), i + 3),
            names[i]);
}

static void test_names_then(void **state)
{
    (void)state;
    job_begin(1);
    for (int i = 0; i < 2; i++) {
        CALL(0, MPI_Type_contiguous, .count = 3, .oldtype = INT,
             .newtype = T(1));
        CALL(0, MPI_Type_commit, .datatype = T(1));
        CALL(0, MPI_Type_free, .datatype = T(1));
    }
    CALL(0, MPI_Finalize, .result = 0);
    job_expect_with("", look_back);
}

static void test_bounds(void **state)
{
    (void)state;
    job_begin(1);
    CALL(0, MPI_Type_contiguous, .count = 3, .oldtype = INT, .newtype = T(0));
    CALL(0, MPI_Type_vector, .count = 2, .blocklength = 2, .stride = 4,
         .oldtype = INT, .newtype = T(1));
    CALL(0, MPI_Type_create_hvector, .count = 2, .blocklength = 1,
         .stride = -16, .oldtype = INT, .newtype = T(2));
    CALL(0, MPI_Type_indexed, .count = 2,
         .array_of_blocklengths = NUMBERS(1, 2),
         .array_of_displacements = NUMBERS(1, 4), .oldtype = INT,
         .newtype = T(3));
    CALL(0, MPI_Type_create_struct, .count = 2,
         .array_of_blocklengths = NUMBERS(3, 1),
         .array_of_displacements = NUMBERS(0, 12),
         .array_of_types = HANDLES(INT, 0x247), .newtype = T(4));
    CALL(0, MPI_Type_create_resized, .oldtype = INT, .lb = -8, .extent = 64,
         .newtype = T(5));
    CALL(0, MPI_Type_create_subarray, .ndims = 2,
         .array_of_sizes = NUMBERS(4, 5), .array_of_subsizes = NUMBERS(2, 3),
         .array_of_starts = NUMBERS(1, 1), .order = 12, .oldtype = INT,
         .newtype = T(6));
    CALL(0, MPI_Type_commit, .datatype = T(6));
    CALL(0, MPI_Type_dup, .oldtype = T(6), .newtype = T(7));
    CALL(0, MPI_Type_create_indexed_block, .count = 2, .blocklength = 1,
         .array_of_displacements = NUMBERS(0, 3), .oldtype = INT,
         .newtype = T(8));
    CALL(0, MPI_Type_create_darray, .size = 2, .rank = 1, .ndims = 1,
         .array_of_gsizes = NUMBERS(11), .array_of_distribs = NUMBERS(CYCLIC),
         .array_of_dargs = NUMBERS(2), .array_of_psizes = NUMBERS(2),
         .order = 12, .oldtype = INT, .newtype = T(9));
    CALL(0, MPI_Type_create_darray, .size = 4, .rank = 3, .ndims = 2,
         .array_of_gsizes = NUMBERS(4, 5),
         .array_of_distribs = NUMBERS(BLOCK, BLOCK),
         .array_of_dargs = NUMBERS(NEUTRAL_DFLT_DARG, NEUTRAL_DFLT_DARG),
         .array_of_psizes = NUMBERS(2, 2), .order = 12, .oldtype = INT,
         .newtype = T(10));
    CALL(0, MPI_Type_create_darray, .size = 3, .rank = 2, .ndims = 1,
         .array_of_gsizes = NUMBERS(4), .array_of_distribs = NUMBERS(BLOCK),
         .array_of_dargs = NUMBERS(NEUTRAL_DFLT_DARG),
         .array_of_psizes = NUMBERS(3), .order = 12, .oldtype = INT,
         .newtype = T(11));
    CALL(0, MPI_Type_create_darray, .size = 4, .rank = 2, .ndims = 2,
         .array_of_gsizes = NUMBERS(4, 5),
         .array_of_distribs = NUMBERS(CYCLIC, CYCLIC),
         .array_of_dargs = NUMBERS(NEUTRAL_DFLT_DARG, 1),
         .array_of_psizes = NUMBERS(2, 2), .order = 15, .oldtype = INT,
         .newtype = T(12));
    job_expect_with("CALL-NO-FINALIZE last call@0 (0)\n", look);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_names_then),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
