/*
 * The types of Fortran's selected_real_kind and selected_int_kind, with
 * gfortran's kinds. The same arguments give the same handle; such types are
 * predefined in the standard's sense: committed, and never freed.
 */
#include "datatype_build.h"

#include <float.h>
#include <stdlib.h>

struct f90_type {
    struct f90_type *next;
    int combiner, p, r;
    struct refmpi_datatype *type;
};

static struct f90_type *f90_types; /* guarded as the whole library is */

struct real_kind {
    int p, r;
    MPI_Datatype real, complex;
};

static const struct real_kind real_kinds[] = {
    {FLT_DIG, FLT_MAX_10_EXP - 1, MPI_REAL4, MPI_COMPLEX8},
    {DBL_DIG, DBL_MAX_10_EXP - 1, MPI_REAL8, MPI_COMPLEX16},
#if LDBL_MANT_DIG == 64 /* gfortran's kind 10 is C's long double */
    {LDBL_DIG, LDBL_MAX_10_EXP - 1, MPI_LONG_DOUBLE, MPI_C_LONG_DOUBLE_COMPLEX},
#endif
    {33, 4931, MPI_REAL16, MPI_COMPLEX32},
};

static MPI_Datatype find_real(int p, int r, bool is_complex)
{
    if (p == MPI_UNDEFINED && r == MPI_UNDEFINED)
        return MPI_DATATYPE_NULL;
    for (size_t i = 0; i < sizeof(real_kinds) / sizeof(real_kinds[0]); i++) {
        const struct real_kind *kind = &real_kinds[i];

        if ((p == MPI_UNDEFINED || p <= kind->p) &&
            (r == MPI_UNDEFINED || r <= kind->r))
            return is_complex ? kind->complex : kind->real;
    }
    return MPI_DATATYPE_NULL;
}

static MPI_Datatype find_integer(int r)
{
    static const struct {
        int r;
        MPI_Datatype type;
    } kinds[] = {{2, MPI_INTEGER1},
                 {4, MPI_INTEGER2},
                 {9, MPI_INTEGER4},
                 {18, MPI_INTEGER8},
                 {38, MPI_INTEGER16}};

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (r <= kinds[i].r)
            return kinds[i].type;
    }
    return MPI_DATATYPE_NULL;
}

/* A committed twin of the base type that remembers its arguments. */
static int make(struct f90_type *entry, MPI_Datatype base)
{
    struct refmpi_datatype *old = refmpi_datatype_get(base);
    struct refmpi_bounds bounds = {.any = true,
                                   .ub = old->extent,
                                   .alignment = old->alignment,
                                   .leaf = old->leaf};
    struct refmpi_contents contents;
    int rc = refmpi_contents_start(&contents, entry->combiner, 2, 0, 0, 0);

    if (rc != MPI_SUCCESS)
        return rc;
    if (entry->combiner != MPI_COMBINER_F90_INTEGER)
        refmpi_contents_integer(&contents, entry->p);
    refmpi_contents_integer(&contents, entry->r);
    rc = refmpi_datatype_make(refmpi_layout_retain(old->layout), &bounds,
                              &contents, &entry->type);
    if (rc == MPI_SUCCESS)
        entry->type->committed = true;
    return rc;
}

static int create(int combiner, int p, int r, MPI_Datatype base,
                  MPI_Datatype *newtype)
{
    struct f90_type *entry;
    int rc;

    if (base == MPI_DATATYPE_NULL || newtype == NULL)
        return MPI_ERR_ARG;
    for (entry = f90_types; entry != NULL; entry = entry->next) {
        if (entry->combiner == combiner && entry->p == p && entry->r == r) {
            *newtype = refmpi_datatype_handle(entry->type);
            return MPI_SUCCESS;
        }
    }
    entry = calloc(1, sizeof(*entry));
    if (entry == NULL)
        return MPI_ERR_NO_MEM;
    *entry = (struct f90_type){f90_types, combiner, p, r, NULL};
    rc = make(entry, base);
    if (rc != MPI_SUCCESS) {
        free(entry);
        return rc;
    }
    f90_types = entry;
    *newtype = refmpi_datatype_handle(entry->type);
    return MPI_SUCCESS;
}

int PMPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype)
{
    refmpi_enter("MPI_Type_create_f90_real");
    return refmpi_leave_comm(NULL, create(MPI_COMBINER_F90_REAL, p, r,
                                          find_real(p, r, false), newtype));
}
REFMPI_ALIAS(Type_create_f90_real)

int PMPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype)
{
    refmpi_enter("MPI_Type_create_f90_complex");
    return refmpi_leave_comm(NULL, create(MPI_COMBINER_F90_COMPLEX, p, r,
                                          find_real(p, r, true), newtype));
}
REFMPI_ALIAS(Type_create_f90_complex)

int PMPI_Type_create_f90_integer(int r, MPI_Datatype *newtype)
{
    refmpi_enter("MPI_Type_create_f90_integer");
    return refmpi_leave_comm(
        NULL, create(MPI_COMBINER_F90_INTEGER, 0, r, find_integer(r), newtype));
}
REFMPI_ALIAS(Type_create_f90_integer)
