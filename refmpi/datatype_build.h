/* What the datatype constructors share. */
#ifndef REFMPI_DATATYPE_BUILD_H
#define REFMPI_DATATYPE_BUILD_H

#include "datatype.h"
#include "datatype_layout.h"

/* A block of a general type: `length` elements of `type` in a row. */
struct refmpi_block {
    MPI_Count length;
    MPI_Count displacement; /* bytes */
    struct refmpi_datatype *type;
};

/* lb and ub of a type in the making, by the standard's rules for both. */
struct refmpi_bounds {
    bool any, any_marked_lb, any_marked_ub;
    MPI_Count lb, ub;
    int alignment;
    bool mixed;        /* several leaf types */
    MPI_Datatype leaf; /* of the data so far */
};

/* Takes in copies of `type` whose displacements span [low, high]. */
void refmpi_bounds_add(struct refmpi_bounds *bounds,
                       const struct refmpi_datatype *type, MPI_Count low,
                       MPI_Count high);

/*
 * Starts a contents record with room for that many values of each sort.
 * MPI_ERR_NO_MEM leaves nothing to free. The fill functions below append;
 * `large` is whether the constructor was the _c one, whose counts and
 * displacements are both "large counts" to MPI_Type_get_contents_c.
 */
int refmpi_contents_start(struct refmpi_contents *contents, int combiner,
                          MPI_Count integers, MPI_Count addresses,
                          MPI_Count large_counts, MPI_Count types);
void refmpi_contents_integer(struct refmpi_contents *contents, int value);
void refmpi_contents_count(struct refmpi_contents *contents, bool large,
                           MPI_Count value);
void refmpi_contents_displacement(struct refmpi_contents *contents, bool large,
                                  MPI_Count value);
void refmpi_contents_type(struct refmpi_contents *contents,
                          struct refmpi_datatype *type);

/*
 * The new type of a layout and its bounds. Takes over layout (NULL means: out
 * of memory) and contents, whatever the result.
 */
int refmpi_datatype_make(struct refmpi_layout *layout,
                         const struct refmpi_bounds *bounds,
                         struct refmpi_contents *contents,
                         struct refmpi_datatype **type);

/* The same from blocks; contents are taken over. */
int refmpi_datatype_from_blocks(MPI_Count count,
                                const struct refmpi_block *blocks,
                                struct refmpi_contents *contents,
                                struct refmpi_datatype **type);

/* A copy of an int array as counts; NULL if out of memory or n is 0. */
MPI_Count *refmpi_widen(const int *values, MPI_Count n);

#endif
