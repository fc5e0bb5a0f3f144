/*
 * mapping.h - whether there is memory where a call's buffers are, and the
 * process may load and store there; looked up in the process's map before the
 * call is made, so that it is told of what ends in a crash.
 */
#ifndef MURMEL_MAPPING_H
#define MURMEL_MAPPING_H

#include "record.h"

#include <stdbool.h>
#include <stdint.h>

struct murmel_call;

/* By enum call_id: whether mapping_look wants the ENTER records. */
extern bool mapping_wants[] __attribute__((visibility("hidden")));

/* The MPI is initialized; its RECORD_WORLD. */
void mapping_begin(const struct record_world *world);

/* The ENTER record was published, and still stands in the ring: writes a
 * RECORD_NO_MEMORY for each of its buffers where something is missing.  May
 * wait for the checker. */
void mapping_look(struct murmel_call *call, const struct record *enter);

#endif
