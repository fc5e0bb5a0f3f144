/*
 * The table of predefined datatypes. Fortran types have the sizes of
 * gfortran's default kinds.
 */
#include "datatype_predefined.h"
#include "datatype_layout.h"

#include <complex.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

struct row {
    MPI_Datatype handle;
    const char *name;
    enum refmpi_native native;
    enum refmpi_type_class class;
    int size; /* of the data, without gaps */
    int extent;
    int alignment;
    int second;            /* pair types: offset of the second part, else 0 */
    MPI_Datatype parts[2]; /* pair types: what they are made of */
};

#define SIMPLE(handle, type, native, class)                                    \
    {                                                                          \
        handle, #handle, REFMPI_NATIVE_##native, REFMPI_CLASS_##class,         \
            sizeof(type), sizeof(type), _Alignof(type), 0,                     \
        {                                                                      \
            0, 0                                                               \
        }                                                                      \
    }

#define PAIR(handle, first, second, native, first_handle, second_handle)       \
    {                                                                          \
        handle, #handle, REFMPI_NATIVE_##native, REFMPI_CLASS_PAIR,            \
            sizeof(first) + sizeof(second), sizeof(struct {                    \
                first a;                                                       \
                second b;                                                      \
            }),                                                                \
            _Alignof(struct {                                                  \
                first a;                                                       \
                second b;                                                      \
            }),                                                                \
            offsetof(                                                          \
                struct {                                                       \
                    first a;                                                   \
                    second b;                                                  \
                },                                                             \
                b),                                                            \
        {                                                                      \
            first_handle, second_handle                                        \
        }                                                                      \
    }

/* Kinds which C has no type for everywhere; only size and alignment count. */
struct sixteen_bytes {
    _Alignas(16) char bytes[16];
};
struct thirty_two_bytes {
    _Alignas(16) char bytes[32];
};
typedef long long long_long;
typedef long double long_double;
typedef float complex float_complex;
typedef double complex double_complex;
typedef long double complex long_double_complex;

_Static_assert(sizeof(int) == 4 && sizeof(long long) == 8 &&
                   sizeof(short) == 2 && sizeof(void *) == 8,
               "the table below is for LP64 machines");

static const struct row rows[] = {
    SIMPLE(MPI_AINT, MPI_Aint, INT64, MULTI_LANGUAGE),
    SIMPLE(MPI_COUNT, MPI_Count, INT64, MULTI_LANGUAGE),
    SIMPLE(MPI_OFFSET, MPI_Offset, INT64, MULTI_LANGUAGE),
    SIMPLE(MPI_PACKED, char, OPAQUE, NONE),
    SIMPLE(MPI_SHORT, short, INT16, C_INTEGER),
    SIMPLE(MPI_INT, int, INT32, C_INTEGER),
    SIMPLE(MPI_LONG, long, INT64, C_INTEGER),
    SIMPLE(MPI_LONG_LONG, long_long, INT64, C_INTEGER),
    SIMPLE(MPI_UNSIGNED_SHORT, unsigned short, UINT16, C_INTEGER),
    SIMPLE(MPI_UNSIGNED, unsigned, UINT32, C_INTEGER),
    SIMPLE(MPI_UNSIGNED_LONG, unsigned long, UINT64, C_INTEGER),
    SIMPLE(MPI_UNSIGNED_LONG_LONG, long_long, UINT64, C_INTEGER),
    SIMPLE(MPI_FLOAT, float, FLOAT, FLOATING),
    SIMPLE(MPI_C_FLOAT_COMPLEX, float_complex, FLOAT_COMPLEX, COMPLEX),
    SIMPLE(MPI_CXX_FLOAT_COMPLEX, float_complex, FLOAT_COMPLEX, COMPLEX),
    SIMPLE(MPI_DOUBLE, double, DOUBLE, FLOATING),
    SIMPLE(MPI_C_DOUBLE_COMPLEX, double_complex, DOUBLE_COMPLEX, COMPLEX),
    SIMPLE(MPI_CXX_DOUBLE_COMPLEX, double_complex, DOUBLE_COMPLEX, COMPLEX),
    SIMPLE(MPI_LOGICAL, int32_t, LOGICAL32, LOGICAL),
    SIMPLE(MPI_INTEGER, int32_t, INT32, FORTRAN_INTEGER),
    SIMPLE(MPI_REAL, float, FLOAT, FLOATING),
    SIMPLE(MPI_COMPLEX, float_complex, FLOAT_COMPLEX, COMPLEX),
    SIMPLE(MPI_DOUBLE_PRECISION, double, DOUBLE, FLOATING),
    SIMPLE(MPI_DOUBLE_COMPLEX, double_complex, DOUBLE_COMPLEX, COMPLEX),
    SIMPLE(MPI_CHARACTER, char, OPAQUE, NONE),
    SIMPLE(MPI_LONG_DOUBLE, long_double, LONG_DOUBLE, FLOATING),
    SIMPLE(MPI_C_LONG_DOUBLE_COMPLEX, long_double_complex, LONG_DOUBLE_COMPLEX,
           COMPLEX),
    SIMPLE(MPI_CXX_LONG_DOUBLE_COMPLEX, long_double_complex,
           LONG_DOUBLE_COMPLEX, COMPLEX),
    PAIR(MPI_FLOAT_INT, float, int, FLOAT_INT, MPI_FLOAT, MPI_INT),
    PAIR(MPI_DOUBLE_INT, double, int, DOUBLE_INT, MPI_DOUBLE, MPI_INT),
    PAIR(MPI_LONG_INT, long, int, LONG_INT, MPI_LONG, MPI_INT),
    PAIR(MPI_2INT, int, int, INT_INT, MPI_INT, MPI_INT),
    PAIR(MPI_SHORT_INT, short, int, SHORT_INT, MPI_SHORT, MPI_INT),
    PAIR(MPI_LONG_DOUBLE_INT, long_double, int, LONG_DOUBLE_INT,
         MPI_LONG_DOUBLE, MPI_INT),
    PAIR(MPI_2REAL, float, float, FLOAT_FLOAT, MPI_REAL, MPI_REAL),
    PAIR(MPI_2DOUBLE_PRECISION, double, double, DOUBLE_DOUBLE,
         MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION),
    PAIR(MPI_2INTEGER, int32_t, int32_t, INT_INT, MPI_INTEGER, MPI_INTEGER),
    SIMPLE(MPI_C_BOOL, bool, LOGICAL8, LOGICAL),
    SIMPLE(MPI_CXX_BOOL, bool, LOGICAL8, LOGICAL),
    SIMPLE(MPI_WCHAR, wchar_t, OPAQUE, NONE),
    SIMPLE(MPI_INT8_T, int8_t, INT8, C_INTEGER),
    SIMPLE(MPI_UINT8_T, uint8_t, UINT8, C_INTEGER),
    SIMPLE(MPI_CHAR, char, OPAQUE, NONE),
    SIMPLE(MPI_SIGNED_CHAR, signed char, INT8, C_INTEGER),
    SIMPLE(MPI_UNSIGNED_CHAR, unsigned char, UINT8, C_INTEGER),
    SIMPLE(MPI_BYTE, char, BYTE, BYTE),
    SIMPLE(MPI_INT16_T, int16_t, INT16, C_INTEGER),
    SIMPLE(MPI_UINT16_T, uint16_t, UINT16, C_INTEGER),
    SIMPLE(MPI_INT32_T, int32_t, INT32, C_INTEGER),
    SIMPLE(MPI_UINT32_T, uint32_t, UINT32, C_INTEGER),
    SIMPLE(MPI_INT64_T, int64_t, INT64, C_INTEGER),
    SIMPLE(MPI_UINT64_T, uint64_t, UINT64, C_INTEGER),
    SIMPLE(MPI_LOGICAL1, int8_t, LOGICAL8, LOGICAL),
    SIMPLE(MPI_INTEGER1, int8_t, INT8, FORTRAN_INTEGER),
    SIMPLE(MPI_LOGICAL2, int16_t, LOGICAL16, LOGICAL),
    SIMPLE(MPI_INTEGER2, int16_t, INT16, FORTRAN_INTEGER),
    SIMPLE(MPI_REAL2, int16_t, OPAQUE, NONE),
    SIMPLE(MPI_LOGICAL4, int32_t, LOGICAL32, LOGICAL),
    SIMPLE(MPI_INTEGER4, int32_t, INT32, FORTRAN_INTEGER),
    SIMPLE(MPI_REAL4, float, FLOAT, FLOATING),
    SIMPLE(MPI_COMPLEX4, int32_t, OPAQUE, NONE),
    SIMPLE(MPI_LOGICAL8, int64_t, LOGICAL64, LOGICAL),
    SIMPLE(MPI_INTEGER8, int64_t, INT64, FORTRAN_INTEGER),
    SIMPLE(MPI_REAL8, double, DOUBLE, FLOATING),
    SIMPLE(MPI_COMPLEX8, float_complex, FLOAT_COMPLEX, COMPLEX),
    SIMPLE(MPI_LOGICAL16, struct sixteen_bytes, LOGICAL128, LOGICAL),
    SIMPLE(MPI_INTEGER16, struct sixteen_bytes, INT128, FORTRAN_INTEGER),
    SIMPLE(MPI_REAL16, struct sixteen_bytes, QUAD, FLOATING),
    SIMPLE(MPI_COMPLEX16, double_complex, DOUBLE_COMPLEX, COMPLEX),
    SIMPLE(MPI_COMPLEX32, struct thirty_two_bytes, QUAD_COMPLEX, COMPLEX),
};

#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

static struct refmpi_datatype types[ROW_COUNT];
static struct refmpi_layout layouts[ROW_COUNT][3];
static struct refmpi_layout_entry entries[ROW_COUNT][2];
/* Handle value less REFMPI_PREDEFINED_FIRST -> row + 1; 0 where none is. */
static unsigned char index_of[REFMPI_PREDEFINED_COUNT];

static void set_run(struct refmpi_layout *layout, MPI_Datatype basic, int size)
{
    layout->references = 1;
    layout->kind = REFMPI_LAYOUT_RUN;
    layout->solid = true;
    layout->basic = (unsigned)(uintptr_t)basic;
    layout->size = layout->length = layout->stride = layout->highest = size;
    layout->count = layout->elements = 1;
}

/* The two parts of a pair as a list, so that gaps are not moved. */
static void set_pair(size_t i)
{
    const struct row *row = &rows[i];
    struct refmpi_layout *list = &layouts[i][0];
    int second_size = row->parts[1] == row->parts[0] ? row->size / 2 : 4;
    int first_size = row->size - second_size;

    set_run(&layouts[i][1], row->parts[0], first_size);
    set_run(&layouts[i][2], row->parts[1], second_size);
    entries[i][0] = (struct refmpi_layout_entry){0, 0, &layouts[i][1]};
    entries[i][1] =
        (struct refmpi_layout_entry){row->second, first_size, &layouts[i][2]};
    list->references = 1;
    list->kind = REFMPI_LAYOUT_LIST;
    list->solid = row->second == first_size;
    list->size = row->size;
    list->highest = row->second + second_size;
    list->elements = list->count = 2;
    list->entries = entries[i];
}

/*
 * Before main, so that no thread can find the table half made. The static
 * layouts begin with a reference of their own and are never freed.
 */
__attribute__((constructor)) static void fill_table(void)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const struct row *row = &rows[i];
        struct refmpi_datatype *type = &types[i];

        index_of[(uintptr_t)row->handle - REFMPI_PREDEFINED_FIRST] =
            (unsigned char)(i + 1);
        if (row->class == REFMPI_CLASS_PAIR)
            set_pair(i);
        else
            set_run(&layouts[i][0], row->handle, row->size);
        type->object.magic = REFMPI_MAGIC_DATATYPE;
        type->object.references = 1;
        type->predefined = type->committed = true;
        type->layout = &layouts[i][0];
        type->size = row->size;
        type->extent = row->extent;
        type->true_extent = type->layout->highest;
        type->contiguous = row->size == row->extent;
        type->alignment = row->alignment;
        type->leaf = row->handle;
        type->contents.combiner = MPI_COMBINER_NAMED;
        snprintf(type->name, sizeof(type->name), "%s", row->name);
    }
}

struct refmpi_datatype *refmpi_datatype_predefined(uintptr_t value)
{
    unsigned char index;

    if (value - REFMPI_PREDEFINED_FIRST >= REFMPI_PREDEFINED_COUNT)
        return NULL;
    index = index_of[value - REFMPI_PREDEFINED_FIRST];
    return index == 0 ? NULL : &types[index - 1];
}

static const struct row *row_of(MPI_Datatype handle)
{
    struct refmpi_datatype *type =
        refmpi_datatype_predefined((uintptr_t)handle);

    return type == NULL ? NULL : &rows[type - types];
}

enum refmpi_native refmpi_datatype_native(MPI_Datatype handle)
{
    const struct row *row = row_of(handle);

    return row == NULL ? REFMPI_NATIVE_OPAQUE : row->native;
}

enum refmpi_type_class refmpi_datatype_class(MPI_Datatype handle)
{
    const struct row *row = row_of(handle);

    return row == NULL ? REFMPI_CLASS_NONE : row->class;
}

MPI_Datatype refmpi_datatype_handle(struct refmpi_datatype *type)
{
    if (type->predefined)
        return rows[type - types].handle;
    return (MPI_Datatype)type;
}
