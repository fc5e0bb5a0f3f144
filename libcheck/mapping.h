/*
 * mapping.h - whether there is memory where a call's buffers are, and the
 * process may load and store there; looked up in the process's map before the
 * call is made, so that it is told of what ends in a crash.
 *
 * What was found is kept for each thread; so memory that went, or became
 * read-only, since then is missed unless the buffer is large, as memory is
 * that malloc gives back to the system.  What is told of is always as the map
 * says at that moment.
 */
#ifndef MURMEL_MAPPING_H
#define MURMEL_MAPPING_H

#include "record.h"

#include <stdbool.h>
#include <stdint.h>

struct murmel_call;

/* Mappings that a thread has seen, by address. */
#define MAPPING_SLOTS 64

/* Consecutive memory; high 0: none. */
struct mapping {
    uint64_t low, high;
    bool stores; /* may be stored to; all may be loaded */
};

/* By enum call_id: whether mapping_look wants the ENTER records. */
extern bool mapping_wants[] __attribute__((visibility("hidden")));

/* The MPI is initialized; its RECORD_WORLD. */
void mapping_begin(const struct record_world *world);

/* The ENTER record was published, and still stands in the ring: writes a
 * RECORD_NO_MEMORY for each of its buffers where something is missing.  May
 * wait for the checker. */
void mapping_look(struct murmel_call *call, const struct record *enter);

#endif
