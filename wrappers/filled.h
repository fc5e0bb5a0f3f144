/*
 * filled.h - which statuses the MPI has filled in, by what they hold that only
 * it knows: so one that was copied is known, and one whose public fields the
 * program has set.
 */
#ifndef MURMEL_FILLED_H
#define MURMEL_FILLED_H

#include <mpi.h>

#include "client.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FILLED_PLACES 4096 /* a power of two */

/* Two statuses may have one place. */
extern unsigned char filled_places[FILLED_PLACES];

static inline size_t filled_place(const MPI_Status *status)
{
    const unsigned char *bytes = (const unsigned char *)status;
    uint64_t hash = 0;
    size_t at;

    for (at = 0; at < sizeof *status; at += sizeof(uint32_t)) {
        uint32_t word;

        if (at == offsetof(MPI_Status, MPI_SOURCE) ||
            at == offsetof(MPI_Status, MPI_TAG) ||
            at == offsetof(MPI_Status, MPI_ERROR))
            continue;
        __builtin_memcpy(&word, bytes + at, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return hash % FILLED_PLACES;
}

/* A call has filled it in. */
static inline void filled_note(const MPI_Status *status)
{
    unsigned char *place = &filled_places[filled_place(status)];

    if (*place == 0)
        *place = 1;
}

/* The program has changed it. */
static inline void filled_set(const struct murmel_call *call,
                              const MPI_Status *status)
{
    (void)call;
    filled_note(status);
}

/* Whether one may have. */
static inline bool filled_may_be(const MPI_Status *status)
{
    return filled_places[filled_place(status)] != 0;
}

#endif
