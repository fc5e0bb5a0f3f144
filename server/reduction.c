/*
 * reduction.c - see reduction.h.
 */
#include "reduction.h"

#include "neutral.h"
#include "neutral_constants.h"
#include "signature.h"

#include <stddef.h>
#include <string.h>

#define ROW(name, value) OF_##name = value,
enum { CONSTANTS_OP(ROW) };
#undef ROW
#define ROW(name, value) {#name, value},
static const struct {
    const char *name;
    uint64_t handle;
} op_names[] = {CONSTANTS_OP(ROW){NULL, 0}};
#undef ROW

const char *reduction_name(uint64_t op)
{
    size_t i;

    for (i = 0; op_names[i].name != NULL; i++)
        if (op_names[i].handle == op)
            return op_names[i].name;
    return NULL;
}

/* Of Fortran, or of several languages (MPI-4.1 6.9.2). */
static bool is_foreign_integer(const char *name)
{
    static const char *const of_several[] = {"MPI_AINT", "MPI_OFFSET",
                                             "MPI_COUNT"};
    size_t i;

    for (i = 0; i < sizeof of_several / sizeof of_several[0]; i++)
        if (strcmp(name, of_several[i]) == 0)
            return true;
    return strncmp(name, "MPI_INTEGER", strlen("MPI_INTEGER")) == 0;
}

bool reduction_takes(uint64_t op, uint64_t basic)
{
    enum basic_class class = signature_class(basic);
    const char *name = signature_basic_name(basic);
    bool is_integer = class == BASIC_SIGNED || class == BASIC_UNSIGNED;
    bool is_float = class == BASIC_FLOAT || class == BASIC_LONG_FLOAT;
    uint64_t parts[2];

    switch (op) {
    case OF_MPI_MIN:
    case OF_MPI_MAX:
        return is_integer || is_float;
    case OF_MPI_SUM:
    case OF_MPI_PROD:
        return is_integer || is_float || class == BASIC_COMPLEX ||
               class == BASIC_LONG_COMPLEX;
    case OF_MPI_LAND:
    case OF_MPI_LOR:
    case OF_MPI_LXOR:
        return (is_integer && !is_foreign_integer(name)) ||
               class == BASIC_LOGICAL;
    case OF_MPI_BAND:
    case OF_MPI_BOR:
    case OF_MPI_BXOR:
        return is_integer || (name != NULL && strcmp(name, "MPI_BYTE") == 0);
    case OF_MPI_MINLOC:
    case OF_MPI_MAXLOC:
        return signature_pair(basic, parts);
    default:
        return true;
    }
}
