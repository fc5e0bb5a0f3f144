/*
 * recording.h - a run in a file (--record), to be judged again.
 *
 * What the checker was told, in the order in which it took it in: the records
 * of the rings, the comings and goings of processes, and what it decided by
 * the clock or by a look at the processes.  doc/recording.md draws the file.
 *
 * A file is the header, then blocks.  A block is its head and a zstd frame
 * (with checksum) of whole events.  All is little-endian.
 */
#ifndef MURMEL_RECORDING_H
#define MURMEL_RECORDING_H

#include "recording_event.h"

#include <stdint.h>

#define RECORDING_MAGIC   "MURMELRN"
#define RECORDING_VERSION UINT32_C(4)

struct recording_header {
    char magic[8];
    uint32_t version;
    uint32_t wire;   /* WIRE_VERSION, of the records */
    uint64_t schema; /* CALLS_SCHEMA_HASH */
};

struct recording;

/* Opens a file; NULL and a line for the user in *trouble (malloc'd): it cannot
 * be read, or is no recording, or one of another version. */
struct recording *recording_open(const char *path, char **trouble);
void recording_close(struct recording *recording);

/* The next event, until the one after it is asked for; its size and length
 * hold together, and what stands behind it has the struct it should.  NULL:
 * there is none. */
const struct recording_event *recording_next(struct recording *recording);
/* What keeps it from being read on (a constant), once there is no next event;
 * NULL: nothing, it has ended with EVENT_FINISH. */
const char *recording_trouble(const struct recording *recording);

#endif
