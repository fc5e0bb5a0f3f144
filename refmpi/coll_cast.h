/*
 * coll_cast.h - MPI_Bcast over shared memory: the root writes once, and goes
 * on; each of the others reads when it comes.
 */
#ifndef REFMPI_COLL_CAST_H
#define REFMPI_COLL_CAST_H

#include "internal.h"

/* True if done, *rc being the result; else it is to be done by messages. All
 * members get the same answer if their arguments are those of one call. */
bool refmpi_cast(struct comm *comm, void *buffer, MPI_Count count,
                 MPI_Datatype type, int root, int *rc);

/* What a communicator has of it; at its end. */
void refmpi_cast_drop(struct comm *comm);

#endif
