/*
 * incoming.h - what stands where data are to come, to see whether the program
 * stores there before they have.
 *
 * The MPI stores there, too, but each byte only once.  So a byte that differs,
 * from one look to the next, for the second time the program has stored.  Of
 * long buffers the two ends are looked at, of those in pieces some of them.
 */
#ifndef MURMEL_INCOMING_H
#define MURMEL_INCOMING_H

#include "snapshot.h"

struct incoming;

/* Bytes for the data of `count` items; 0: they are not looked at. */
size_t incoming_size(int64_t count, const struct layout *layout);
/* The first look, in that many bytes (8-aligned).  False: what is at
 * `address` cannot be read. */
bool incoming_make(struct incoming *incoming, uint64_t address, int64_t count,
                   const struct layout *layout);

/* Looks once more, at memory that is still there: whether bytes differ for the
 * second time; *change then tells where. */
bool incoming_look(struct incoming *incoming, struct snapshot_change *change);

#endif
