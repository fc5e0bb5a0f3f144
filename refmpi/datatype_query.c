/* Commit, free, and what a datatype can be asked about. */
#include "datatype.h"
#include "datatype_predefined.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

int PMPI_Type_commit(MPI_Datatype *datatype)
{
    struct refmpi_datatype *type;

    refmpi_enter("MPI_Type_commit");
    type = datatype == NULL ? NULL : refmpi_datatype_get(*datatype);
    if (type == NULL)
        return refmpi_leave_comm(NULL, MPI_ERR_TYPE);
    type->committed = true;
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Type_commit)

int PMPI_Type_free(MPI_Datatype *datatype)
{
    struct refmpi_datatype *type;
    int rc;

    refmpi_enter("MPI_Type_free");
    type = datatype == NULL ? NULL : refmpi_datatype_get(*datatype);
    if (type == NULL || refmpi_datatype_is_predefined(type))
        return refmpi_leave_comm(NULL, MPI_ERR_TYPE);
    rc = refmpi_attributes_delete_all(*datatype, &type->attributes);
    if (rc == MPI_SUCCESS) {
        refmpi_datatype_release(type);
        *datatype = MPI_DATATYPE_NULL;
    }
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Type_free)

/* Sizes too large for the caller's int are MPI_UNDEFINED by the standard. */
int PMPI_Type_size(MPI_Datatype datatype, int *size)
{
    struct refmpi_datatype *type;

    refmpi_enter("MPI_Type_size");
    type = refmpi_datatype_get(datatype);
    if (type == NULL || size == NULL)
        return refmpi_leave_comm(NULL,
                                 type == NULL ? MPI_ERR_TYPE : MPI_ERR_ARG);
    *size = type->size > INT_MAX ? MPI_UNDEFINED : (int)type->size;
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Type_size)

static int get_size(MPI_Datatype datatype, MPI_Count *size)
{
    struct refmpi_datatype *type = refmpi_datatype_get(datatype);

    if (type == NULL || size == NULL)
        return refmpi_leave_comm(NULL,
                                 type == NULL ? MPI_ERR_TYPE : MPI_ERR_ARG);
    *size = type->size;
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}

int PMPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size)
{
    refmpi_enter("MPI_Type_size_c");
    return get_size(datatype, size);
}
REFMPI_ALIAS(Type_size_c)

int PMPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size)
{
    refmpi_enter("MPI_Type_size_x");
    return get_size(datatype, size);
}
REFMPI_ALIAS(Type_size_x)

static int get_extent(MPI_Datatype datatype, bool is_true, MPI_Count *lb,
                      MPI_Count *extent)
{
    struct refmpi_datatype *type = refmpi_datatype_get(datatype);

    if (type == NULL || lb == NULL || extent == NULL)
        return refmpi_leave_comm(NULL,
                                 type == NULL ? MPI_ERR_TYPE : MPI_ERR_ARG);
    *lb = is_true ? type->true_lb : type->lb;
    *extent = is_true ? type->true_extent : type->extent;
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}

/* MPI_Aint and MPI_Count may be different C types of one width. */
static int get_extent_aint(MPI_Datatype datatype, bool is_true, MPI_Aint *lb,
                           MPI_Aint *extent)
{
    MPI_Count wide_lb = 0, wide_extent = 0;
    bool given = lb != NULL && extent != NULL;
    int rc =
        get_extent(datatype, is_true, given ? &wide_lb : NULL, &wide_extent);

    if (rc == MPI_SUCCESS && given) {
        *lb = (MPI_Aint)wide_lb;
        *extent = (MPI_Aint)wide_extent;
    }
    return rc;
}

int PMPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent)
{
    refmpi_enter("MPI_Type_get_extent");
    return get_extent_aint(datatype, false, lb, extent);
}
REFMPI_ALIAS(Type_get_extent)

int PMPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb,
                           MPI_Count *extent)
{
    refmpi_enter("MPI_Type_get_extent_c");
    return get_extent(datatype, false, lb, extent);
}
REFMPI_ALIAS(Type_get_extent_c)

int PMPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb,
                           MPI_Count *extent)
{
    refmpi_enter("MPI_Type_get_extent_x");
    return get_extent(datatype, false, lb, extent);
}
REFMPI_ALIAS(Type_get_extent_x)

int PMPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb,
                              MPI_Aint *true_extent)
{
    refmpi_enter("MPI_Type_get_true_extent");
    return get_extent_aint(datatype, true, true_lb, true_extent);
}
REFMPI_ALIAS(Type_get_true_extent)

int PMPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *true_lb,
                                MPI_Count *true_extent)
{
    refmpi_enter("MPI_Type_get_true_extent_c");
    return get_extent(datatype, true, true_lb, true_extent);
}
REFMPI_ALIAS(Type_get_true_extent_c)

int PMPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb,
                                MPI_Count *true_extent)
{
    refmpi_enter("MPI_Type_get_true_extent_x");
    return get_extent(datatype, true, true_lb, true_extent);
}
REFMPI_ALIAS(Type_get_true_extent_x)

int PMPI_Type_get_name(MPI_Datatype datatype, char *type_name, int *resultlen)
{
    struct refmpi_datatype *type;

    refmpi_enter("MPI_Type_get_name");
    type = refmpi_datatype_get(datatype);
    if (datatype == MPI_DATATYPE_NULL && type_name != NULL &&
        resultlen != NULL) {
        strcpy(type_name, "MPI_DATATYPE_NULL");
        *resultlen = (int)strlen(type_name);
        return refmpi_leave_comm(NULL, MPI_SUCCESS);
    }
    if (type == NULL || type_name == NULL || resultlen == NULL)
        return refmpi_leave_comm(NULL,
                                 type == NULL ? MPI_ERR_TYPE : MPI_ERR_ARG);
    strcpy(type_name, type->name);
    *resultlen = (int)strlen(type_name);
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Type_get_name)

int PMPI_Type_set_name(MPI_Datatype datatype, const char *type_name)
{
    struct refmpi_datatype *type;

    refmpi_enter("MPI_Type_set_name");
    type = refmpi_datatype_get(datatype);
    if (type == NULL || type_name == NULL)
        return refmpi_leave_comm(NULL,
                                 type == NULL ? MPI_ERR_TYPE : MPI_ERR_ARG);
    snprintf(type->name, sizeof(type->name), "%s", type_name);
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Type_set_name)

int PMPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers,
                           int *num_addresses, int *num_datatypes,
                           int *combiner)
{
    struct refmpi_datatype *type;
    int rc = MPI_SUCCESS;

    refmpi_enter("MPI_Type_get_envelope");
    type = refmpi_datatype_get(datatype);
    if (type == NULL)
        rc = MPI_ERR_TYPE;
    else if (num_integers == NULL || num_addresses == NULL ||
             num_datatypes == NULL || combiner == NULL)
        rc = MPI_ERR_ARG;
    else if (type->contents.large_count > 0)
        rc = MPI_ERR_TYPE; /* made by a _c constructor: use envelope_c */
    if (rc == MPI_SUCCESS) {
        *num_integers = (int)type->contents.integer_count;
        *num_addresses = (int)type->contents.address_count;
        *num_datatypes = (int)type->contents.type_count;
        *combiner = type->contents.combiner;
    }
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Type_get_envelope)

int PMPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers,
                             MPI_Count *num_addresses,
                             MPI_Count *num_large_counts,
                             MPI_Count *num_datatypes, int *combiner)
{
    struct refmpi_datatype *type;
    int rc = MPI_SUCCESS;

    refmpi_enter("MPI_Type_get_envelope_c");
    type = refmpi_datatype_get(datatype);
    if (type == NULL)
        rc = MPI_ERR_TYPE;
    else if (num_integers == NULL || num_addresses == NULL ||
             num_large_counts == NULL || num_datatypes == NULL ||
             combiner == NULL)
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS) {
        *num_integers = type->contents.integer_count;
        *num_addresses = type->contents.address_count;
        *num_large_counts = type->contents.large_count;
        *num_datatypes = type->contents.type_count;
        *combiner = type->contents.combiner;
    }
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Type_get_envelope_c)

/* The room the caller has for each sort of value. */
struct contents_room {
    MPI_Count integers, addresses, counts, types;
    int *integer_array;
    MPI_Aint *address_array;
    MPI_Count *count_array;
    MPI_Datatype *type_array;
};

static int get_contents(MPI_Datatype datatype, const struct contents_room *room)
{
    struct refmpi_datatype *type = refmpi_datatype_get(datatype);
    const struct refmpi_contents *contents;

    if (type == NULL || type->contents.combiner == MPI_COMBINER_NAMED)
        return MPI_ERR_TYPE;
    contents = &type->contents;
    if (room->integers < contents->integer_count ||
        room->addresses < contents->address_count ||
        room->types < contents->type_count ||
        (room->integers > 0 && room->integer_array == NULL) ||
        (room->addresses > 0 && room->address_array == NULL) ||
        (room->counts > 0 && room->count_array == NULL) ||
        (room->types > 0 && room->type_array == NULL))
        return MPI_ERR_ARG;
    if (room->counts < contents->large_count)
        return room->count_array == NULL ? MPI_ERR_TYPE : MPI_ERR_ARG;
    for (MPI_Count i = 0; i < contents->integer_count; i++)
        room->integer_array[i] = contents->integers[i];
    for (MPI_Count i = 0; i < contents->address_count; i++)
        room->address_array[i] = contents->addresses[i];
    for (MPI_Count i = 0; i < contents->large_count; i++)
        room->count_array[i] = contents->counts[i];
    for (MPI_Count i = 0; i < contents->type_count; i++) {
        /* A derived type is handed out as a new reference to be freed. */
        refmpi_datatype_retain(refmpi_datatype_get(contents->types[i]));
        room->type_array[i] = contents->types[i];
    }
    return MPI_SUCCESS;
}

int PMPI_Type_get_contents(MPI_Datatype datatype, int max_integers,
                           int max_addresses, int max_datatypes,
                           int array_of_integers[],
                           MPI_Aint array_of_addresses[],
                           MPI_Datatype array_of_datatypes[])
{
    struct contents_room room = {.integers = max_integers,
                                 .addresses = max_addresses,
                                 .types = max_datatypes,
                                 .integer_array = array_of_integers,
                                 .address_array = array_of_addresses,
                                 .type_array = array_of_datatypes};

    refmpi_enter("MPI_Type_get_contents");
    return refmpi_leave_comm(NULL, get_contents(datatype, &room));
}
REFMPI_ALIAS(Type_get_contents)

int PMPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers,
                             MPI_Count max_addresses,
                             MPI_Count max_large_counts,
                             MPI_Count max_datatypes, int array_of_integers[],
                             MPI_Aint array_of_addresses[],
                             MPI_Count array_of_large_counts[],
                             MPI_Datatype array_of_datatypes[])
{
    struct contents_room room = {max_integers,          max_addresses,
                                 max_large_counts,      max_datatypes,
                                 array_of_integers,     array_of_addresses,
                                 array_of_large_counts, array_of_datatypes};

    refmpi_enter("MPI_Type_get_contents_c");
    return refmpi_leave_comm(NULL, get_contents(datatype, &room));
}
REFMPI_ALIAS(Type_get_contents_c)

/* Types without a C or Fortran counterpart here are MPI_DATATYPE_NULL. */
int PMPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type,
                              MPI_Datatype *pair_type)
{
    static const MPI_Datatype pairs[][3] = {
        {MPI_FLOAT, MPI_INT, MPI_FLOAT_INT},
        {MPI_DOUBLE, MPI_INT, MPI_DOUBLE_INT},
        {MPI_LONG, MPI_INT, MPI_LONG_INT},
        {MPI_INT, MPI_INT, MPI_2INT},
        {MPI_SHORT, MPI_INT, MPI_SHORT_INT},
        {MPI_LONG_DOUBLE, MPI_INT, MPI_LONG_DOUBLE_INT},
        {MPI_REAL, MPI_REAL, MPI_2REAL},
        {MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, MPI_2DOUBLE_PRECISION},
        {MPI_INTEGER, MPI_INTEGER, MPI_2INTEGER},
    };

    refmpi_enter("MPI_Type_get_value_index");
    if (pair_type == NULL)
        return refmpi_leave_comm(NULL, MPI_ERR_ARG);
    if (refmpi_datatype_get(value_type) == NULL ||
        refmpi_datatype_get(index_type) == NULL)
        return refmpi_leave_comm(NULL, MPI_ERR_TYPE);
    *pair_type = MPI_DATATYPE_NULL;
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        if (pairs[i][0] == value_type && pairs[i][1] == index_type)
            *pair_type = pairs[i][2];
    }
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Type_get_value_index)

int PMPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype)
{
    static const struct {
        int class;
        MPI_Datatype types[5];
    } classes[] = {
        {MPI_TYPECLASS_INTEGER,
         {MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8,
          MPI_INTEGER16}},
        {MPI_TYPECLASS_LOGICAL,
         {MPI_LOGICAL1, MPI_LOGICAL2, MPI_LOGICAL4, MPI_LOGICAL8,
          MPI_LOGICAL16}},
        {MPI_TYPECLASS_REAL,
         {MPI_REAL2, MPI_REAL4, MPI_REAL8, MPI_REAL16, MPI_REAL16}},
        {MPI_TYPECLASS_COMPLEX,
         {MPI_COMPLEX4, MPI_COMPLEX8, MPI_COMPLEX16, MPI_COMPLEX32,
          MPI_COMPLEX32}},
    };

    refmpi_enter("MPI_Type_match_size");
    for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
        for (int j = 0; j < 5 && classes[i].class == typeclass; j++) {
            MPI_Datatype candidate = classes[i].types[j];

            if (refmpi_datatype_get(candidate)->size == size) {
                *datatype = candidate;
                return refmpi_leave_comm(NULL, MPI_SUCCESS);
            }
        }
    }
    return refmpi_leave_comm(NULL, MPI_ERR_ARG);
}
REFMPI_ALIAS(Type_match_size)
