/*
 * model_type.h - what the model_type*.c share: type maps are built of others.
 *
 * A new type is the caller's; its children it holds itself.
 */
#ifndef MURMEL_MODEL_TYPE_H
#define MURMEL_MODEL_TYPE_H

#include "model_private.h"

int64_t type_extent(const struct type *type);
/* A type whose numbers do not fit is not known. */
int64_t type_product(struct type *type, int64_t left, int64_t right);
int64_t type_sum(struct type *type, int64_t left, int64_t right);
/* Sets size and bounds from blocks (indexed, struct). */
void type_measure_blocks(struct type *type);
/* unit: bytes of the stride. */
struct type *type_vector(int64_t count, int64_t blocklength, int64_t stride,
                         int64_t unit, struct type *child);
struct type *type_resized(struct type *child, int64_t lb, int64_t extent);

/* --------------------------------------------------- model_type_array.c */

/* The part of an array (MPI-4.1 5.1.3). */
struct type *type_subarray(const struct call_MPI_Type_create_subarray *view,
                           struct type *child);
/* What one process has of an array that is dealt out (MPI-4.1 5.1.4). */
struct type *type_darray(const struct call_MPI_Type_create_darray *view,
                         struct type *child);

/* -------------------------------------------------- model_type_struct.c */

/* Blocks of a type each, at so many bytes (MPI-4.1 5.1.2). */
struct type *type_struct(struct agent *agent,
                         const struct array_number *blocklengths,
                         const struct array_number *displacements,
                         const struct array_handle *types);

#endif
