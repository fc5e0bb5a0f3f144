/*
 * One loop for each predefined operation and machine type. Signed sums and
 * products go through the unsigned type, where overflow is defined.
 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3") /* for the vectors, of which there are few in O2 */
#endif
#include "op_kernel.h"

#include <complex.h>
#include <float.h>

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;
#if LDBL_MANT_DIG == 113 || !defined(__SIZEOF_FLOAT128__)
typedef long double quad;
#else
__extension__ typedef __float128 quad;
#endif
typedef struct {
    quad re, im;
} quad_complex;
typedef float complex float_complex;
typedef double complex double_complex;
typedef long double complex long_double_complex;
typedef long double long_double;

#define KERNEL(name, type, expression)                                         \
    static void name(const void *in, void *inout, MPI_Count count)             \
    {                                                                          \
        const type *restrict a = in;                                           \
        type *restrict b = inout;                                              \
        for (MPI_Count i = 0; i < count; i++)                                  \
            b[i] = (type)(expression);                                         \
    }

/* Narrow types are widened first, or their product would overflow an int. */
#define ARITHMETIC(suffix, type, wide)                                         \
    KERNEL(sum_##suffix, type, (wide)a[i] + (wide)b[i])                        \
    KERNEL(prod_##suffix, type, (wide)a[i] * (wide)b[i])

#define ORDER(suffix, type)                                                    \
    KERNEL(min_##suffix, type, a[i] < b[i] ? a[i] : b[i])                      \
    KERNEL(max_##suffix, type, a[i] > b[i] ? a[i] : b[i])

#define BITS(suffix, type)                                                     \
    KERNEL(band_##suffix, type, a[i] & b[i])                                   \
    KERNEL(bor_##suffix, type, a[i] | b[i])                                    \
    KERNEL(bxor_##suffix, type, a[i] ^ b[i])

#define TRUTH(suffix, type)                                                    \
    KERNEL(land_##suffix, type, a[i] && b[i])                                  \
    KERNEL(lor_##suffix, type, a[i] || b[i])                                   \
    KERNEL(lxor_##suffix, type, !a[i] != !b[i])

#define MOVE(suffix, type)                                                     \
    static void replace_##suffix(const void *in, void *inout, MPI_Count count) \
    {                                                                          \
        const type *a = in;                                                    \
        type *b = inout;                                                       \
        for (MPI_Count i = 0; i < count; i++)                                  \
            b[i] = a[i];                                                       \
    }

#define UNSIGNED(suffix, type, wide)                                           \
    ARITHMETIC(suffix, type, wide)                                             \
    ORDER(suffix, type)                                                        \
    BITS(suffix, type)                                                         \
    TRUTH(suffix, type)                                                        \
    MOVE(suffix, type)

UNSIGNED(uint8, uint8_t, unsigned)
UNSIGNED(uint16, uint16_t, unsigned)
UNSIGNED(uint32, uint32_t, uint32_t)
UNSIGNED(uint64, uint64_t, uint64_t)
UNSIGNED(uint128, uint128, uint128)
ORDER(int8, int8_t)
ORDER(int16, int16_t)
ORDER(int32, int32_t)
ORDER(int64, int64_t)
ORDER(int128, int128)

#define FLOATING(suffix, type)                                                 \
    ARITHMETIC(suffix, type, type)                                             \
    ORDER(suffix, type)                                                        \
    MOVE(suffix, type)

FLOATING(float, float)
FLOATING(double, double)
FLOATING(long_double, long_double)
FLOATING(quad, quad)

#define COMPLEX(suffix)                                                        \
    ARITHMETIC(suffix, suffix, suffix)                                         \
    MOVE(suffix, suffix)

COMPLEX(float_complex)
COMPLEX(double_complex)
COMPLEX(long_double_complex)
MOVE(quad_complex, quad_complex)

static void sum_quad_complex(const void *in, void *inout, MPI_Count count)
{
    const quad_complex *a = in;
    quad_complex *b = inout;

    for (MPI_Count i = 0; i < count; i++) {
        b[i].re += a[i].re;
        b[i].im += a[i].im;
    }
}

static void prod_quad_complex(const void *in, void *inout, MPI_Count count)
{
    const quad_complex *a = in;
    quad_complex *b = inout;

    for (MPI_Count i = 0; i < count; i++) {
        quad re = a[i].re * b[i].re - a[i].im * b[i].im;

        b[i].im = a[i].re * b[i].im + a[i].im * b[i].re;
        b[i].re = re;
    }
}

/* Of equal values the lower index wins. */
#define LOCATE(name, type, better)                                             \
    static void name(const void *in, void *inout, MPI_Count count)             \
    {                                                                          \
        const type *a = in;                                                    \
        type *b = inout;                                                       \
        for (MPI_Count i = 0; i < count; i++) {                                \
            if (a[i].value better b[i].value ||                                \
                (a[i].value == b[i].value && a[i].index < b[i].index)) {       \
                b[i].value = a[i].value;                                       \
                b[i].index = a[i].index;                                       \
            }                                                                  \
        }                                                                      \
    }

#define PAIR(suffix, value_type, index_type)                                   \
    typedef struct {                                                           \
        value_type value;                                                      \
        index_type index;                                                      \
    } pair_##suffix;                                                           \
    LOCATE(minloc_##suffix, pair_##suffix, <)                                  \
    LOCATE(maxloc_##suffix, pair_##suffix, >)                                  \
    MOVE(pair_##suffix, pair_##suffix)

PAIR(float_int, float, int)
PAIR(double_int, double, int)
PAIR(long_int, long, int)
PAIR(short_int, short, int)
PAIR(long_double_int, long_double, int)
PAIR(int_int, int, int)
PAIR(float_float, float, float)
PAIR(double_double, double, double)

enum operation_index {
    OP_SUM,
    OP_MIN,
    OP_MAX,
    OP_PROD,
    OP_BAND,
    OP_BOR,
    OP_BXOR,
    OP_LAND,
    OP_LOR,
    OP_LXOR,
    OP_MINLOC,
    OP_MAXLOC,
    OP_REPLACE,
    OPS
};

/* order is the type for comparisons; all else does not mind the sign. */
#define INTEGER_ROW(suffix, order)                                             \
    {                                                                          \
        sum_##suffix, min_##order, max_##order, prod_##suffix, band_##suffix,  \
            bor_##suffix, bxor_##suffix, land_##suffix, lor_##suffix,          \
            lxor_##suffix, NULL, NULL, replace_##suffix                        \
    }
#define FLOATING_ROW(suffix)                                                   \
    {                                                                          \
        [OP_SUM] = sum_##suffix, [OP_MIN] = min_##suffix,                      \
        [OP_MAX] = max_##suffix, [OP_PROD] = prod_##suffix,                    \
        [OP_REPLACE] = replace_##suffix                                        \
    }
#define COMPLEX_ROW(suffix)                                                    \
    {                                                                          \
        [OP_SUM] = sum_##suffix, [OP_PROD] = prod_##suffix,                    \
        [OP_REPLACE] = replace_##suffix                                        \
    }
#define PAIR_ROW(suffix)                                                       \
    {                                                                          \
        [OP_MINLOC] = minloc_##suffix, [OP_MAXLOC] = maxloc_##suffix,          \
        [OP_REPLACE] = replace_pair_##suffix                                   \
    }

static refmpi_kernel *const kernels[REFMPI_NATIVES][OPS] = {
    [REFMPI_NATIVE_BYTE] = INTEGER_ROW(uint8, uint8),
    [REFMPI_NATIVE_INT8] = INTEGER_ROW(uint8, int8),
    [REFMPI_NATIVE_INT16] = INTEGER_ROW(uint16, int16),
    [REFMPI_NATIVE_INT32] = INTEGER_ROW(uint32, int32),
    [REFMPI_NATIVE_INT64] = INTEGER_ROW(uint64, int64),
    [REFMPI_NATIVE_INT128] = INTEGER_ROW(uint128, int128),
    [REFMPI_NATIVE_UINT8] = INTEGER_ROW(uint8, uint8),
    [REFMPI_NATIVE_UINT16] = INTEGER_ROW(uint16, uint16),
    [REFMPI_NATIVE_UINT32] = INTEGER_ROW(uint32, uint32),
    [REFMPI_NATIVE_UINT64] = INTEGER_ROW(uint64, uint64),
    [REFMPI_NATIVE_FLOAT] = FLOATING_ROW(float),
    [REFMPI_NATIVE_DOUBLE] = FLOATING_ROW(double),
    [REFMPI_NATIVE_LONG_DOUBLE] = FLOATING_ROW(long_double),
    [REFMPI_NATIVE_QUAD] = FLOATING_ROW(quad),
    [REFMPI_NATIVE_FLOAT_COMPLEX] = COMPLEX_ROW(float_complex),
    [REFMPI_NATIVE_DOUBLE_COMPLEX] = COMPLEX_ROW(double_complex),
    [REFMPI_NATIVE_LONG_DOUBLE_COMPLEX] = COMPLEX_ROW(long_double_complex),
    [REFMPI_NATIVE_QUAD_COMPLEX] = COMPLEX_ROW(quad_complex),
    [REFMPI_NATIVE_LOGICAL8] = INTEGER_ROW(uint8, uint8),
    [REFMPI_NATIVE_LOGICAL16] = INTEGER_ROW(uint16, uint16),
    [REFMPI_NATIVE_LOGICAL32] = INTEGER_ROW(uint32, uint32),
    [REFMPI_NATIVE_LOGICAL64] = INTEGER_ROW(uint64, uint64),
    [REFMPI_NATIVE_LOGICAL128] = INTEGER_ROW(uint128, uint128),
    [REFMPI_NATIVE_FLOAT_INT] = PAIR_ROW(float_int),
    [REFMPI_NATIVE_DOUBLE_INT] = PAIR_ROW(double_int),
    [REFMPI_NATIVE_LONG_INT] = PAIR_ROW(long_int),
    [REFMPI_NATIVE_SHORT_INT] = PAIR_ROW(short_int),
    [REFMPI_NATIVE_LONG_DOUBLE_INT] = PAIR_ROW(long_double_int),
    [REFMPI_NATIVE_INT_INT] = PAIR_ROW(int_int),
    [REFMPI_NATIVE_FLOAT_FLOAT] = PAIR_ROW(float_float),
    [REFMPI_NATIVE_DOUBLE_DOUBLE] = PAIR_ROW(double_double),
};

refmpi_kernel *refmpi_op_kernel(MPI_Op op, enum refmpi_native native)
{
    static const MPI_Op order[OPS] = {
        MPI_SUM,    MPI_MIN,    MPI_MAX,    MPI_PROD, MPI_BAND,
        MPI_BOR,    MPI_BXOR,   MPI_LAND,   MPI_LOR,  MPI_LXOR,
        MPI_MINLOC, MPI_MAXLOC, MPI_REPLACE};

    for (int i = 0; i < OPS; i++) {
        if (order[i] == op)
            return kernels[native][i];
    }
    return NULL;
}
