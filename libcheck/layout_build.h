/*
 * layout_build.h - how the layouts of layout.h are built of others; what the
 * layout*.c share.
 */
#ifndef MURMEL_LAYOUT_BUILD_H
#define MURMEL_LAYOUT_BUILD_H

#include "layout.h"

#include "calls.h"

/* More pieces than that are not looked at. */
#define LAYOUT_RUNS_MAX 4096

/* Offsets and sizes beyond that are not followed: sums of a few of them fit. */
#define LAYOUT_FAR (INT64_MAX / 4)

struct builder {
    struct layout *layout; /* with room for LAYOUT_RUNS_MAX */
    bool failed;
    bool has_bounds; /* lb and ub are those of an item already */
    bool unbounded;  /* of some item they were computed */
};

struct builder layout_begin(void);
/* Consecutive items of the child, the first at `offset`.  Of each item of a
 * child with gaps a run is added, so that there are few, or it fails. */
void layout_add_block(struct builder *builder, const struct layout *child,
                      int64_t offset, int64_t count);
/* What was built, in no more memory than it needs; NULL: it failed. */
struct layout *layout_end(struct builder *builder);
/* What does not fit is far. */
int64_t layout_product(int64_t left, int64_t right);
/* The items of an array of a record; NULL: it has not that many. */
const int64_t *layout_items(const struct record *record,
                            const struct array_number *array, int64_t count);

/* ------------------------------------------------------- layout_array.c */

/* One reference; NULL: not known. */
struct layout *
layout_subarray(const struct record *enter,
                const struct call_MPI_Type_create_subarray *view);
struct layout *layout_darray(const struct record *enter,
                             const struct call_MPI_Type_create_darray *view);

#endif
