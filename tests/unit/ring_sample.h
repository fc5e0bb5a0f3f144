/* ring_sample.h - the writing end of a ring, for tests of the reading end. */
#ifndef MURMEL_RING_SAMPLE_H
#define MURMEL_RING_SAMPLE_H

#include "record.h"

#include <stddef.h>
#include <stdint.h>

#define RING_SAMPLE_SIZE 4096

struct ring_sample {
    int fd; /* given to the reader, which closes it */
    struct ring_header *header;
    unsigned char *data; /* once; what goes beyond its end wraps */
    uint64_t head, order;
};

/* A sound, empty ring; sealed as the client does it. */
void ring_sample_make(struct ring_sample *ring);
void ring_sample_free(struct ring_sample *ring);
/* Copies bytes to the head without looking at them. */
void ring_sample_bytes(struct ring_sample *ring, const void *bytes,
                       size_t size);
/* A record with the next order number. */
void ring_sample_record(struct ring_sample *ring, enum record_kind kind,
                        unsigned call, unsigned depth, const uint64_t *words,
                        size_t word_count);

#endif
