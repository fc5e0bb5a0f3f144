/* The nodes of type maps: made here, put together by the constructors. */
#ifndef REFMPI_DATATYPE_LAYOUT_H
#define REFMPI_DATATYPE_LAYOUT_H

#include "datatype.h"

/*
 * All makers return a new reference, NULL if there is no memory. They take
 * references of their own to the children they keep.
 */
struct refmpi_layout *refmpi_layout_run(unsigned basic, MPI_Count length,
                                        MPI_Count blocks, MPI_Count stride);
struct refmpi_layout *refmpi_layout_repeat(struct refmpi_layout *child,
                                           MPI_Count count, MPI_Count stride);
/* Of one whose bytes or span no MPI_Count can tell there is nothing but that.
 */
bool refmpi_layout_is_too_large(const struct refmpi_layout *layout);
/* The `before` fields are filled in here; empty children are left out. */
struct refmpi_layout *
refmpi_layout_list(MPI_Count count, const struct refmpi_layout_entry *entries);

struct refmpi_layout *refmpi_layout_retain(struct refmpi_layout *layout);
void refmpi_layout_release(struct refmpi_layout *layout);

#endif
