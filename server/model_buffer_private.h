/*
 * model_buffer_private.h - what the model_buffer*.c share.
 */
#ifndef MURMEL_MODEL_BUFFER_PRIVATE_H
#define MURMEL_MODEL_BUFFER_PRIVATE_H

#include "model_buffer.h"

#include "access.h"

enum use { USE_LOAD, USE_STORE, USE_COUNT };

/* Bytes that an operation uses. */
struct buffer_range {
    struct access_node node;
    uint32_t stride, block; /* as in struct access_range */
    struct operation *operation;
    bool pending;              /* it is in the tree */
    uint8_t use;               /* enum use */
    uint32_t partition;        /* of a partitioned operation; else 0 */
    struct buffer_range *next; /* of the operation */
};

struct buffer_memory {
    struct access_tree uses[USE_COUNT];
    struct access_tree told; /* what EVENT_BUFFER was raised for */
    /* RMA calls without a request that are not complete at the origin. */
    struct operation *origins;
    size_t origin_count;
    /* Those with one: synchronization completes them, too; held. */
    struct operation **requested;
    size_t requested_count;
};

/* The bytes that the call loads or stores; to be freed. */
struct access_ranges buffer_ranges_of(struct agent *agent,
                                      const struct call *call, enum use use);
/* What the call does to these bytes meets the first operation that uses them
 * otherwise. */
void buffer_meet(struct agent *agent, struct call *call, enum use use,
                 const struct access_ranges *ranges);
/* The operation uses them, once it is pending ... */
void buffer_keep(struct operation *operation, enum use use,
                 const struct access_ranges *ranges, uint32_t partition);
/* ... and it is. */
void buffer_pend(struct agent *agent, struct operation *operation);

/* -------------------------------------------------- model_buffer_origin.c */

/* An RMA call begins. */
void buffer_origin_enter(struct agent *agent, struct open_call *open);
/* It did not come about; agent->buffers are there. */
void buffer_origin_not_begun(struct agent *agent, const struct call *call);
/* The call completes RMA calls at the origin: of a target, or of all;
 * likewise. */
void buffer_origins_complete(struct agent *agent, const struct call *call);

#endif
