/* np: 1 */
/*
 * Every predefined operation on every predefined type: allowed just where the
 * standard allows it, with the right result on samples.
 */
#include "check.h"
#include <string.h>

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

enum class {
    C_INT = 1,
    F_INT = 2,
    FLOATING = 4,
    LOGICAL = 8,
    COMPLEX = 16,
    BYTE = 32,
    MULTI = 64,
    PAIR = 128,
    NONE = 256
};

static const struct {
    MPI_Datatype type;
    enum class class;
} types[] = {{MPI_INT, C_INT},
             {MPI_LONG, C_INT},
             {MPI_SHORT, C_INT},
             {MPI_UNSIGNED_SHORT, C_INT},
             {MPI_UNSIGNED, C_INT},
             {MPI_UNSIGNED_LONG, C_INT},
             {MPI_LONG_LONG_INT, C_INT},
             {MPI_UNSIGNED_LONG_LONG, C_INT},
             {MPI_SIGNED_CHAR, C_INT},
             {MPI_UNSIGNED_CHAR, C_INT},
             {MPI_INT8_T, C_INT},
             {MPI_INT16_T, C_INT},
             {MPI_INT32_T, C_INT},
             {MPI_INT64_T, C_INT},
             {MPI_UINT8_T, C_INT},
             {MPI_UINT16_T, C_INT},
             {MPI_UINT32_T, C_INT},
             {MPI_UINT64_T, C_INT},
             {MPI_INTEGER, F_INT},
             {MPI_INTEGER1, F_INT},
             {MPI_INTEGER2, F_INT},
             {MPI_INTEGER4, F_INT},
             {MPI_INTEGER8, F_INT},
             {MPI_FLOAT, FLOATING},
             {MPI_DOUBLE, FLOATING},
             {MPI_LONG_DOUBLE, FLOATING},
             {MPI_REAL, FLOATING},
             {MPI_DOUBLE_PRECISION, FLOATING},
             {MPI_REAL4, FLOATING},
             {MPI_REAL8, FLOATING},
             {MPI_LOGICAL, LOGICAL},
             {MPI_C_BOOL, LOGICAL},
             {MPI_COMPLEX, COMPLEX},
             {MPI_DOUBLE_COMPLEX, COMPLEX},
             {MPI_C_FLOAT_COMPLEX, COMPLEX},
             {MPI_C_DOUBLE_COMPLEX, COMPLEX},
             {MPI_C_LONG_DOUBLE_COMPLEX, COMPLEX},
             {MPI_BYTE, BYTE},
             {MPI_AINT, MULTI},
             {MPI_OFFSET, MULTI},
             {MPI_COUNT, MULTI},
             {MPI_FLOAT_INT, PAIR},
             {MPI_DOUBLE_INT, PAIR},
             {MPI_LONG_INT, PAIR},
             {MPI_2INT, PAIR},
             {MPI_SHORT_INT, PAIR},
             {MPI_LONG_DOUBLE_INT, PAIR},
             {MPI_2REAL, PAIR},
             {MPI_2DOUBLE_PRECISION, PAIR},
             {MPI_2INTEGER, PAIR},
             {MPI_CHAR, NONE},
             {MPI_WCHAR, NONE},
             {MPI_CHARACTER, NONE},
             {MPI_PACKED, NONE}};

static const struct {
    MPI_Op op;
    int classes;
} ops[] = {{MPI_MAX, C_INT | F_INT | FLOATING | MULTI},
           {MPI_MIN, C_INT | F_INT | FLOATING | MULTI},
           {MPI_SUM, C_INT | F_INT | FLOATING | COMPLEX | MULTI},
           {MPI_PROD, C_INT | F_INT | FLOATING | COMPLEX | MULTI},
           {MPI_LAND, C_INT | LOGICAL},
           {MPI_LOR, C_INT | LOGICAL},
           {MPI_LXOR, C_INT | LOGICAL},
           {MPI_BAND, C_INT | F_INT | BYTE | MULTI},
           {MPI_BOR, C_INT | F_INT | BYTE | MULTI},
           {MPI_BXOR, C_INT | F_INT | BYTE | MULTI},
           {MPI_MAXLOC, PAIR},
           {MPI_MINLOC, PAIR}};

static void check_legality(void)
{
    _Alignas(16) char a[32] = {0}, b[32] = {0};

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++) {
        for (size_t o = 0; o < sizeof(ops) / sizeof(ops[0]); o++) {
            int rc = MPI_Reduce_local(a, b, 1, types[t].type, ops[o].op);
            int class;

            MPI_Error_class(rc, &class);
            CHECK(class ==
                  (types[t].class & ops[o].classes ? MPI_SUCCESS : MPI_ERR_OP));
        }
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

#define SAMPLE(type, handle, op, x, y, result)                                 \
    do {                                                                       \
        type sample_in[2] = {(x), (x)}, sample_out[2] = {(y), (y)};            \
        MPI_Reduce_local(sample_in, sample_out, 1, handle, op);                \
        CHECK(sample_out[0] == (type)(result));                                \
        CHECK(sample_out[1] == (type)(y));                                     \
    } while (0)

static void check_integers(void)
{
    SAMPLE(int, MPI_INT, MPI_SUM, 3, -5, -2);
    SAMPLE(int, MPI_INT, MPI_MIN, 3, -5, -5);
    SAMPLE(unsigned, MPI_UNSIGNED, MPI_MIN, 3, 0xfffffffbu, 3);
    SAMPLE(unsigned, MPI_UNSIGNED, MPI_MAX, 3, 0xfffffffbu, 0xfffffffbu);
    SAMPLE(int8_t, MPI_INT8_T, MPI_PROD, 100, 3, 44);
    SAMPLE(int16_t, MPI_INT16_T, MPI_MAX, -2, -3, -2);
    SAMPLE(uint16_t, MPI_UINT16_T, MPI_PROD, 65535, 65535, 1);
    SAMPLE(int64_t, MPI_INT64_T, MPI_SUM, 1ll << 40, 5, (1ll << 40) + 5);
    SAMPLE(long, MPI_LONG, MPI_BXOR, 0xff0f, 0x0ff0, 0xf0ff);
    SAMPLE(unsigned char, MPI_BYTE, MPI_BOR, 0x0f, 0xf0, 0xff);
    SAMPLE(int, MPI_INT, MPI_LAND, 2, 4, 1);
    SAMPLE(int, MPI_INT, MPI_LXOR, 2, 4, 0);
    SAMPLE(int, MPI_INT, MPI_LOR, 0, 4, 1);
    SAMPLE(_Bool, MPI_C_BOOL, MPI_LXOR, 1, 0, 1);
    SAMPLE(MPI_Aint, MPI_AINT, MPI_SUM, -7, 2, -5);
}

static void check_floats(void)
{
    SAMPLE(float, MPI_FLOAT, MPI_SUM, 1.5f, 2.25f, 3.75f);
    SAMPLE(double, MPI_DOUBLE, MPI_PROD, 1.5, -2.0, -3.0);
    SAMPLE(long double, MPI_LONG_DOUBLE, MPI_MAX, 1.5L, -2.0L, 1.5L);
    SAMPLE(double complex, MPI_C_DOUBLE_COMPLEX, MPI_PROD, 1.0 + 2.0 * I,
           3.0 - 1.0 * I, 5.0 + 5.0 * I);
    SAMPLE(float complex, MPI_COMPLEX, MPI_SUM, 1.0f + 2.0f * I, 3.0f,
           4.0f + 2.0f * I);
}

static void check_pairs(void)
{
    struct {
        short value;
        int index;
    } a = {5, 3}, b = {5, 2}, c = {6, 9};
    struct {
        long double value;
        int index;
    } x = {1.0L, 7}, y = {2.0L, 8};
    float p[2] = {1, 4}, q[2] = {1, 3};

    MPI_Reduce_local(&a, &b, 1, MPI_SHORT_INT, MPI_MAXLOC);
    CHECK(b.value == 5 && b.index == 2);
    MPI_Reduce_local(&c, &b, 1, MPI_SHORT_INT, MPI_MAXLOC);
    CHECK(b.value == 6 && b.index == 9);
    MPI_Reduce_local(&x, &y, 1, MPI_LONG_DOUBLE_INT, MPI_MINLOC);
    CHECK(y.value == 1.0L && y.index == 7);
    MPI_Reduce_local(p, q, 1, MPI_2REAL, MPI_MINLOC);
    CHECK(q[0] == 1 && q[1] == 3);
}

static int calls;

static void weigh(void *in, void *inout, int *len, MPI_Datatype *type)
{
    CHECK(*type == MPI_INT);
    calls++;
    for (int i = 0; i < *len; i++)
        ((int *)inout)[i] = 10 * ((int *)in)[i] + ((int *)inout)[i];
}

static void check_user(void)
{
    int a[3] = {1, 2, 3}, b[3] = {4, 5, 6}, commute;
    MPI_Op op;

    MPI_Op_create(weigh, 0, &op);
    MPI_Op_commutative(op, &commute);
    CHECK(!commute);
    MPI_Reduce_local(a, b, 3, MPI_INT, op);
    CHECK(b[0] == 14 && b[1] == 25 && b[2] == 36 && calls > 0);
    MPI_Op_free(&op);
    CHECK(op == MPI_OP_NULL);
    MPI_Op_commutative(MPI_SUM, &commute);
    CHECK(commute);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
#ifdef MPI_ABI_VERSION /* other MPIs are lenient here */
    check_legality();
#else
    (void)check_legality;
#endif
    check_integers();
    check_floats();
    check_pairs();
    check_user();
    MPI_Finalize();
    return 0;
}
