/*
 * outbox.h - records into the rings of other ranks; what finds a ring full
 * waits in an outbox, in order.
 */
#ifndef REFMPI_OUTBOX_H
#define REFMPI_OUTBOX_H

#include "p2p.h"
#include <string.h>

struct outgoing {
    struct outgoing *next;
    struct p2p *send; /* its first record, or with kind DATA its stream */
    struct record head;
    size_t payload;
    unsigned char data[];
};

/* All of the head but its length, which publishes it. */
static inline void refmpi_record_fill(struct record *record,
                                      const struct record *head)
{
    size_t skip = offsetof(struct record, kind);
    memcpy((char *)record + skip, (const char *)head + skip,
           sizeof *head - skip);
}

/* Sends a record if there is room now; what waits before it is overtaken. */
bool refmpi_record_send(int dest, const struct record *head, const void *data,
                        size_t payload);
/* Sends it now or, in order, later. */
void refmpi_record_post(int dest, const struct record *head, const void *data,
                        size_t payload);

/* Has it wait, with a copy of the data; send may be NULL. */
void refmpi_outbox_add(int dest, const struct record *head, const void *data,
                       size_t payload, struct p2p *send);
/* The one that waits the longest, or NULL. */
struct outgoing *refmpi_outbox_first(int dest);
/* That one is out. */
void refmpi_outbox_remove_first(int dest);
/* The one of that send, which is there, will not be sent. */
void refmpi_outbox_withdraw(int dest, const struct p2p *send);

#endif
