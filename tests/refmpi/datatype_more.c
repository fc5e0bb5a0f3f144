/* np: 1 */
/*
 * What the random types leave out: distributed arrays against their
 * definition, envelopes and contents, names, counts beyond int, lives of
 * types in use, errors.
 */
#include "check.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SIZE 7
#define WIDE 10

/* Whether index i of g belongs to process p of n: blocks of b dealt round. */
static int owns(int i, int b, int p, int n)
{
    return i / b % n == p;
}

/* Every element of a 7 x 10 array has exactly one owner, in array order. */
static void check_darray(int order, int block0, int block1)
{
    int gsizes[2] = {SIZE, WIDE}, psizes[2] = {2, 3};
    int distribs[2] = {block0 == 0 ? MPI_DISTRIBUTE_BLOCK
                                   : MPI_DISTRIBUTE_CYCLIC,
                       MPI_DISTRIBUTE_CYCLIC};
    int dargs[2] = {block0 == 0 ? MPI_DISTRIBUTE_DFLT_DARG : block0, block1};
    int b0 = block0 == 0 ? (SIZE + 1) / 2 : block0;
    int array[SIZE * WIDE], packed[SIZE * WIDE], seen = 0;

    for (int i = 0; i < SIZE * WIDE; i++)
        array[i] = i;
    for (int p = 0; p < 6; p++) {
        MPI_Datatype type;
        MPI_Aint lb, extent;
        int size, n = 0, position = 0;

        MPI_Type_create_darray(6, p, 2, gsizes, distribs, dargs, psizes, order,
                               MPI_INT, &type);
        MPI_Type_commit(&type);
        MPI_Type_get_extent(type, &lb, &extent);
        CHECK(lb == 0 && extent == SIZE * WIDE * (MPI_Aint)sizeof(int));
        MPI_Type_size(type, &size);
        MPI_Pack(array, 1, type, packed, sizeof(packed), &position,
                 MPI_COMM_WORLD);
        CHECK(position == size);
        /* The slow dimension is the first in C order, else the second. */
        for (int k = 0; k < SIZE * WIDE; k++) {
            int i = order == MPI_ORDER_C ? k / WIDE : k % SIZE;
            int j = order == MPI_ORDER_C ? k % WIDE : k / SIZE;

            if (owns(i, b0, p / 3, 2) && owns(j, block1, p % 3, 3))
                CHECK(packed[n++] == k);
        }
        CHECK(n * (int)sizeof(int) == size);
        seen += n;
        MPI_Type_free(&type);
    }
    CHECK(seen == SIZE * WIDE);
}

static void check_contents(void)
{
    int lengths[2] = {1, 2}, integers[3], ni, na, nd, combiner;
    MPI_Aint disps[2] = {0, 64}, addresses[2];
    MPI_Datatype inner, types[2], outer, got[2];
    char name[MPI_MAX_OBJECT_NAME];
    int length;

    MPI_Type_vector(3, 1, 2, MPI_INT, &inner);
    types[0] = MPI_DOUBLE;
    types[1] = inner;
    MPI_Type_create_struct(2, lengths, disps, types, &outer);
    MPI_Type_free(&inner);
    MPI_Type_get_envelope(outer, &ni, &na, &nd, &combiner);
    CHECK(ni == 3 && na == 2 && nd == 2 && combiner == MPI_COMBINER_STRUCT);
    MPI_Type_get_contents(outer, ni, na, nd, integers, addresses, got);
    CHECK(integers[0] == 2 && integers[1] == 1 && integers[2] == 2);
    CHECK(addresses[0] == 0 && addresses[1] == 64 && got[0] == MPI_DOUBLE);
    MPI_Type_free(&outer);
    MPI_Type_get_envelope(got[1], &ni, &na, &nd, &combiner);
    CHECK(ni == 3 && na == 0 && nd == 1 && combiner == MPI_COMBINER_VECTOR);
    MPI_Type_get_contents(got[1], 3, 0, 1, integers, addresses, got);
    CHECK(integers[0] == 3 && integers[1] == 1 && integers[2] == 2);
    CHECK(got[0] == MPI_INT);
    MPI_Type_free(&got[1]);
    MPI_Type_get_name(MPI_DOUBLE, name, &length);
    CHECK(strcmp(name, "MPI_DOUBLE") == 0 && length == 10);
    MPI_Type_dup(MPI_INT, &inner);
    MPI_Type_get_name(inner, name, &length);
    CHECK(length == 0 || strstr(name, "MPI_INT") != NULL);
    MPI_Type_set_name(inner, "mine");
    MPI_Type_get_name(inner, name, &length);
    CHECK(strcmp(name, "mine") == 0 && length == 4);
    MPI_Type_free(&inner);
    CHECK(inner == MPI_DATATYPE_NULL);
}

/* A type of 2^40 bytes costs no memory; its size does not fit an int. */
static void check_large(void)
{
    MPI_Datatype row, huge;
    MPI_Aint lb, extent;
    MPI_Count size;
    int small;

    MPI_Type_vector(1 << 20, 1, 2, MPI_INT, &row);
    MPI_Type_contiguous(1 << 18, row, &huge);
    MPI_Type_commit(&huge);
    MPI_Type_size_x(huge, &size);
    CHECK(size == (MPI_Count)1 << 40);
    MPI_Type_size(huge, &small);
    CHECK(small == MPI_UNDEFINED);
    MPI_Type_get_extent(huge, &lb, &extent);
    CHECK(extent == (((MPI_Aint)1 << 23) - 4) << 18);
    MPI_Type_free(&huge);
    MPI_Type_free(&row);
}

/* Partly filled elements: MPI_Get_elements counts basic ones. */
static void check_elements(void)
{
    struct {
        double d;
        int i[3];
    } out[2] = {{1, {2, 3, 4}}, {5, {6, 7, 8}}}, in[2];
    int lengths[2] = {1, 3}, count;
    MPI_Aint disps[2] = {0, sizeof(double)};
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_INT}, pair, part;
    MPI_Request request;
    MPI_Status status;

    MPI_Type_create_struct(2, lengths, disps, types, &pair);
    MPI_Type_commit(&pair);
    lengths[1] = 1;
    MPI_Type_create_struct(2, lengths, disps, types, &part);
    MPI_Type_commit(&part);
    MPI_Isend(out, 1, part, 0, 0, MPI_COMM_SELF, &request);
    MPI_Type_free(&part);
    MPI_Recv(in, 2, pair, 0, 0, MPI_COMM_SELF, &status);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(in[0].d == 1 && in[0].i[0] == 2);
    MPI_Get_elements(&status, pair, &count);
    CHECK(count == 2);
    MPI_Get_count(&status, pair, &count);
    CHECK(count == MPI_UNDEFINED);
    MPI_Sendrecv(out, 2, pair, 0, 0, in, 2, pair, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_elements(&status, pair, &count);
    CHECK(count == 8);
    MPI_Get_count(&status, pair, &count);
    CHECK(count == 2 && in[1].i[2] == 8);
    for (int set = 0; set < 10; set++) { /* a double is not as long as an int */
        MPI_Status_set_elements(&status, pair, set);
        MPI_Get_elements(&status, pair, &count);
        CHECK(count == set);
        MPI_Get_count(&status, pair, &count);
        CHECK(count == (set % 4 ? MPI_UNDEFINED : set / 4));
    }
    MPI_Type_free(&pair);
}

/* Nothing at all is a type, too: of size and extent 0. */
static void check_empty(void)
{
    MPI_Datatype type;
    MPI_Aint lb, extent;
    int size;

    for (int form = 0; form < 3; form++) {
        if (form == 0)
            MPI_Type_create_struct(0, NULL, NULL, NULL, &type);
        else if (form == 1)
            MPI_Type_indexed(0, NULL, NULL, MPI_INT, &type);
        else
            MPI_Type_vector(0, 3, 4, MPI_INT, &type);
        MPI_Type_commit(&type);
        MPI_Type_size(type, &size);
        MPI_Type_get_extent(type, &lb, &extent);
        CHECK(size == 0 && lb == 0 && extent == 0);
        MPI_Sendrecv(NULL, 5, type, 0, 0, NULL, 5, type, 0, 0, MPI_COMM_SELF,
                     MPI_STATUS_IGNORE);
        MPI_Type_free(&type);
    }
}

/* Fortran's kinds: the same arguments, the same handle. */
static void check_f90(void)
{
    MPI_Datatype real, again, integer;
    int size, ni, na, nd, combiner, values[2];
    double in = 2, out = 3;

    MPI_Type_create_f90_real(12, MPI_UNDEFINED, &real);
    MPI_Type_create_f90_real(12, MPI_UNDEFINED, &again);
    CHECK(real == again);
    MPI_Type_size(real, &size);
    CHECK(size == 8);
    MPI_Type_get_envelope(real, &ni, &na, &nd, &combiner);
    CHECK(ni == 2 && na == 0 && nd == 0 && combiner == MPI_COMBINER_F90_REAL);
    MPI_Type_get_contents(real, 2, 0, 0, values, NULL, NULL);
    CHECK(values[0] == 12 && values[1] == MPI_UNDEFINED);
    MPI_Allreduce(&in, &out, 1, real, MPI_SUM, MPI_COMM_SELF);
    CHECK(out == 2);
    MPI_Type_create_f90_integer(9, &integer);
    MPI_Type_size(integer, &size);
    CHECK(size == 4);
    MPI_Type_create_f90_complex(6, 30, &again);
    MPI_Type_size(again, &size);
    CHECK(size == 8);
}

static void check_errors(void)
{
    MPI_Datatype type;
    int value = 0, position = 0;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(class_of(MPI_Type_contiguous(-1, MPI_INT, &type)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Type_contiguous(1, MPI_DATATYPE_NULL, &type)) ==
          MPI_ERR_TYPE);
    type = MPI_INT;
    CHECK(class_of(MPI_Type_free(&type)) == MPI_ERR_TYPE);
    MPI_Type_contiguous(2, MPI_INT, &type);
    CHECK(class_of(MPI_Send(&value, 1, type, MPI_PROC_NULL, 0,
                            MPI_COMM_WORLD)) == MPI_ERR_TYPE);
#ifdef MPI_ABI_VERSION /* others look at sizes less closely */
    CHECK(class_of(MPI_Pack(&value, 1, MPI_INT, &value, 3, &position,
                            MPI_COMM_WORLD)) == MPI_ERR_TRUNCATE);
#else
    (void)position;
#endif
    MPI_Type_free(&type);
}

/* What MPI_Count cannot tell. */
static void check_too_large(void)
{
#ifdef MPI_ABI_VERSION
    MPI_Count huge = (MPI_Count)1 << 61, lengths[2] = {1, 1};
    MPI_Count far[2] = {0, INT64_MAX - 2}, halves[2] = {huge / 2, huge * 3 / 2};
    MPI_Datatype type, row;
    int rows[2] = {0, 8};

    CHECK(class_of(MPI_Type_contiguous_c(huge * 3 / 2, MPI_DOUBLE, &type)) ==
          MPI_ERR_COUNT);
    CHECK(class_of(MPI_Type_create_hvector_c(9, 1, huge, MPI_INT, &type)) ==
          MPI_ERR_COUNT);
    CHECK(class_of(MPI_Type_create_hindexed_c(2, lengths, far, MPI_INT,
                                              &type)) == MPI_ERR_COUNT);
    lengths[0] = halves[0], lengths[1] = halves[1];
    far[1] = 0;
    CHECK(class_of(MPI_Type_create_hindexed_c(2, lengths, far, MPI_INT,
                                              &type)) == MPI_ERR_COUNT);
    CHECK(MPI_Type_contiguous_c(huge / 4, MPI_INT, &row) == MPI_SUCCESS);
    CHECK(class_of(MPI_Type_vector_c(2, 1, 1, row, &type)) == MPI_SUCCESS);
    MPI_Type_size_c(type, &lengths[0]);
    CHECK(lengths[0] == huge * 2 && MPI_Type_free(&type) == MPI_SUCCESS);
    CHECK(class_of(MPI_Type_contiguous_c(4, row, &type)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Type_vector(2, 1, 8, row, &type)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Type_create_indexed_block(2, 1, rows, row, &type)) ==
          MPI_ERR_COUNT);
    CHECK(MPI_Type_vector(1, 1, 8, row, &type) == MPI_SUCCESS);
    MPI_Type_free(&type);
    MPI_Type_free(&row);
#endif
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int order = 0; order < 2; order++) {
        int which = order ? MPI_ORDER_C : MPI_ORDER_FORTRAN;

        check_darray(which, 0, 1);
        check_darray(which, 2, 3);
        check_darray(which, 3, 2);
    }
    check_contents();
    check_large();
    check_elements();
    check_empty();
    check_f90();
    check_errors();
    check_too_large();
    MPI_Finalize();
    return 0;
}
