/*
 * signature_basic.c - the basic types, and how they go together (MPI-4.1 3.2.2,
 * 3.3.1).
 */
#include "model_object.h"
#include "neutral.h"
#include "neutral_constants.h"
#include "signature.h"

#define ROW(name, value) OF_##name = value,
enum { CONSTANTS_DATATYPE(ROW) };
#undef ROW
#define ROW(name, value) {#name, value},
static const struct {
    const char *name;
    uint64_t handle;
} names[] = {CONSTANTS_DATATYPE(ROW){NULL, 0}};
#undef ROW

#define FIRST    NEUTRAL_DATATYPE_NULL
#define COUNT    (NEUTRAL_DATATYPE_PREDEFINED_END - NEUTRAL_DATATYPE_NULL)
#define AT(name) [OF_##name - FIRST]

/* MPI_BYTE and MPI_PACKED have none (MPI-4.1 3.2.2). */
static const unsigned char classes[COUNT] = {
    AT(MPI_AINT) = BASIC_SIGNED,
    AT(MPI_COUNT) = BASIC_SIGNED,
    AT(MPI_OFFSET) = BASIC_SIGNED,
    AT(MPI_SHORT) = BASIC_SIGNED,
    AT(MPI_INT) = BASIC_SIGNED,
    AT(MPI_LONG) = BASIC_SIGNED,
    AT(MPI_LONG_LONG) = BASIC_SIGNED,
    AT(MPI_SIGNED_CHAR) = BASIC_SIGNED,
    AT(MPI_INT8_T) = BASIC_SIGNED,
    AT(MPI_INT16_T) = BASIC_SIGNED,
    AT(MPI_INT32_T) = BASIC_SIGNED,
    AT(MPI_INT64_T) = BASIC_SIGNED,
    AT(MPI_INTEGER) = BASIC_SIGNED,
    AT(MPI_INTEGER1) = BASIC_SIGNED,
    AT(MPI_INTEGER2) = BASIC_SIGNED,
    AT(MPI_INTEGER4) = BASIC_SIGNED,
    AT(MPI_INTEGER8) = BASIC_SIGNED,
    AT(MPI_INTEGER16) = BASIC_SIGNED,
    AT(MPI_UNSIGNED_SHORT) = BASIC_UNSIGNED,
    AT(MPI_UNSIGNED) = BASIC_UNSIGNED,
    AT(MPI_UNSIGNED_LONG) = BASIC_UNSIGNED,
    AT(MPI_UNSIGNED_LONG_LONG) = BASIC_UNSIGNED,
    AT(MPI_UNSIGNED_CHAR) = BASIC_UNSIGNED,
    AT(MPI_UINT8_T) = BASIC_UNSIGNED,
    AT(MPI_UINT16_T) = BASIC_UNSIGNED,
    AT(MPI_UINT32_T) = BASIC_UNSIGNED,
    AT(MPI_UINT64_T) = BASIC_UNSIGNED,
    AT(MPI_CHAR) = BASIC_CHARACTER,
    AT(MPI_WCHAR) = BASIC_CHARACTER,
    AT(MPI_CHARACTER) = BASIC_CHARACTER,
    AT(MPI_C_BOOL) = BASIC_LOGICAL,
    AT(MPI_CXX_BOOL) = BASIC_LOGICAL,
    AT(MPI_LOGICAL) = BASIC_LOGICAL,
    AT(MPI_LOGICAL1) = BASIC_LOGICAL,
    AT(MPI_LOGICAL2) = BASIC_LOGICAL,
    AT(MPI_LOGICAL4) = BASIC_LOGICAL,
    AT(MPI_LOGICAL8) = BASIC_LOGICAL,
    AT(MPI_LOGICAL16) = BASIC_LOGICAL,
    AT(MPI_FLOAT) = BASIC_FLOAT,
    AT(MPI_DOUBLE) = BASIC_FLOAT,
    AT(MPI_REAL) = BASIC_FLOAT,
    AT(MPI_DOUBLE_PRECISION) = BASIC_FLOAT,
    AT(MPI_REAL2) = BASIC_FLOAT,
    AT(MPI_REAL4) = BASIC_FLOAT,
    AT(MPI_REAL8) = BASIC_FLOAT,
    AT(MPI_REAL16) = BASIC_FLOAT,
    AT(MPI_LONG_DOUBLE) = BASIC_LONG_FLOAT,
    AT(MPI_C_FLOAT_COMPLEX) = BASIC_COMPLEX,
    AT(MPI_C_DOUBLE_COMPLEX) = BASIC_COMPLEX,
    AT(MPI_CXX_FLOAT_COMPLEX) = BASIC_COMPLEX,
    AT(MPI_CXX_DOUBLE_COMPLEX) = BASIC_COMPLEX,
    AT(MPI_COMPLEX) = BASIC_COMPLEX,
    AT(MPI_DOUBLE_COMPLEX) = BASIC_COMPLEX,
    AT(MPI_COMPLEX4) = BASIC_COMPLEX,
    AT(MPI_COMPLEX8) = BASIC_COMPLEX,
    AT(MPI_COMPLEX16) = BASIC_COMPLEX,
    AT(MPI_COMPLEX32) = BASIC_COMPLEX,
    AT(MPI_C_LONG_DOUBLE_COMPLEX) = BASIC_LONG_COMPLEX,
    AT(MPI_CXX_LONG_DOUBLE_COMPLEX) = BASIC_LONG_COMPLEX,
};

/* Value and index. */
static const uint64_t pairs[][3] = {
    {OF_MPI_FLOAT_INT, OF_MPI_FLOAT, OF_MPI_INT},
    {OF_MPI_DOUBLE_INT, OF_MPI_DOUBLE, OF_MPI_INT},
    {OF_MPI_LONG_INT, OF_MPI_LONG, OF_MPI_INT},
    {OF_MPI_2INT, OF_MPI_INT, OF_MPI_INT},
    {OF_MPI_SHORT_INT, OF_MPI_SHORT, OF_MPI_INT},
    {OF_MPI_LONG_DOUBLE_INT, OF_MPI_LONG_DOUBLE, OF_MPI_INT},
    {OF_MPI_2REAL, OF_MPI_REAL, OF_MPI_REAL},
    {OF_MPI_2DOUBLE_PRECISION, OF_MPI_DOUBLE_PRECISION,
     OF_MPI_DOUBLE_PRECISION},
    {OF_MPI_2INTEGER, OF_MPI_INTEGER, OF_MPI_INTEGER},
};

const char *signature_basic_name(uint64_t handle)
{
    size_t i;

    for (i = 0; names[i].name != NULL; i++)
        if (names[i].handle == handle)
            return names[i].name;
    return NULL;
}

bool signature_pair(uint64_t handle, uint64_t parts[2])
{
    size_t i;

    for (i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (pairs[i][0] == handle) {
            parts[0] = pairs[i][1];
            parts[1] = pairs[i][2];
            return true;
        }
    return false;
}

enum basic_class signature_class(uint64_t handle)
{
    return handle < FIRST || handle - FIRST >= COUNT
               ? BASIC_NONE
               : (enum basic_class)classes[handle - FIRST];
}

bool signature_is_packed(uint64_t handle)
{
    return handle == OF_MPI_PACKED;
}

int64_t signature_external_bytes(uint64_t handle, int64_t own)
{
    switch (handle) {
    case OF_MPI_WCHAR:
        return 2;
    case OF_MPI_LONG:
    case OF_MPI_UNSIGNED_LONG:
    case OF_MPI_INTEGER:
    case OF_MPI_LOGICAL:
    case OF_MPI_REAL:
        return 4;
    case OF_MPI_LONG_DOUBLE:
        return 16;
    default:
        return own;
    }
}

bool signature_is_raw(const struct type *basic)
{
    return basic->handle == OF_MPI_BYTE || signature_is_packed(basic->handle);
}

static bool is_integral(unsigned char class)
{
    return class >= BASIC_SIGNED && class <= BASIC_LOGICAL;
}

/*
 * MPI-4.1 3.3.1: types match if their names are identical; MPI_PACKED matches
 * any.  19.3.10 lets an implementation match Fortran's types with those of C
 * that are alike.
 */
enum type_relation signature_relate(const struct type *left,
                                    const struct type *right)
{
    unsigned char a = classes[left->handle - FIRST];
    unsigned char b = classes[right->handle - FIRST];

    if (left->handle == right->handle || left->handle == OF_MPI_PACKED ||
        right->handle == OF_MPI_PACKED)
        return RELATION_EQUAL;
    if (signature_is_raw(left) || signature_is_raw(right))
        return RELATION_BYTES;
    if (left->size != right->size)
        return RELATION_UNLIKE;
    if (a == b && a != BASIC_NONE)
        return RELATION_RENAMED;
    return is_integral(a) && is_integral(b) ? RELATION_BYTES : RELATION_UNLIKE;
}
