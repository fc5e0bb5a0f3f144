/* outbox.c - what could not be put into a full ring, per receiver. */
#include "outbox.h"
#include <stdlib.h>

struct outbox {
    struct outgoing *first, **end;
};

static struct outbox *outboxes; /* by job rank; made when first needed */
static int unsent;

bool refmpi_p2p_has_unsent(void)
{
    return unsent > 0;
}

struct outgoing *refmpi_outbox_first(int dest)
{
    return unsent ? outboxes[dest].first : NULL;
}

void refmpi_outbox_add(int dest, const struct record *head, const void *data,
                       size_t payload, struct p2p *send)
{
    struct outgoing *outgoing = malloc(sizeof *outgoing + payload);
    if (!outgoing)
        refmpi_fatal(NULL, "out of memory for an outgoing message");
    if (!outboxes) {
        outboxes = calloc((size_t)refmpi.size, sizeof *outboxes);
        if (!outboxes)
            refmpi_fatal(NULL, "out of memory for outgoing messages");
        for (int rank = 0; rank < refmpi.size; rank++)
            outboxes[rank].end = &outboxes[rank].first;
    }
    outgoing->next = NULL;
    outgoing->send = send;
    memcpy(&outgoing->head, head, sizeof *head);
    outgoing->payload = payload;
    if (payload)
        memcpy(outgoing->data, data, payload);
    *outboxes[dest].end = outgoing;
    outboxes[dest].end = &outgoing->next;
    unsent++;
}

static void remove_at(int dest, struct outgoing **link)
{
    struct outgoing *outgoing = *link;
    *link = outgoing->next;
    if (!outgoing->next)
        outboxes[dest].end = link;
    unsent--;
    free(outgoing);
}

void refmpi_outbox_remove_first(int dest)
{
    remove_at(dest, &outboxes[dest].first);
}

void refmpi_outbox_withdraw(int dest, const struct p2p *send)
{
    struct outgoing **link = &outboxes[dest].first;
    while ((*link)->send != send)
        link = &(*link)->next;
    remove_at(dest, link);
}

bool refmpi_record_send(int dest, const struct record *head, const void *data,
                        size_t payload)
{
    struct record *record = refmpi_ring_reserve(dest, payload);
    if (!record)
        return false;
    refmpi_record_fill(record, head);
    if (payload)
        memcpy(record + 1, data, payload);
    refmpi_ring_publish(dest, record, payload);
    return true;
}

void refmpi_record_post(int dest, const struct record *head, const void *data,
                        size_t payload)
{
    if (refmpi_outbox_first(dest) ||
        !refmpi_record_send(dest, head, data, payload))
        refmpi_outbox_add(dest, head, data, payload, NULL);
}

void refmpi_p2p_ask_for_room(void)
{
    for (int dest = 0; unsent && dest < refmpi.size; dest++)
        if (outboxes[dest].first)
            atomic_store(&refmpi_block(dest)->senders_waiting, 1);
    atomic_thread_fence(memory_order_seq_cst);
}
