/*
 * link.h - one end of a connection that neither loses a message nor gives one
 * twice, over a transport that may do both.
 *
 * Both ends number what they send.  Each frame says up to where the other's
 * messages have come; what was not acknowledged is kept (resend.h) and sent
 * again, from the first that lacks, when the other end asks or nothing moves.
 */
#ifndef MURMEL_LINK_H
#define MURMEL_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct link;

enum link_frame_kind {
    LINK_DATA = 1, /* a message stands behind */
    LINK_ACK       /* nothing does */
};

/* What each frame begins with; little-endian. */
struct link_frame {
    uint32_t kind;
    uint32_t again;  /* 1: the messages behind `taken` are to be sent again */
    uint64_t number; /* of the message; LINK_ACK: 0 */
    uint64_t taken;  /* all of the other end up to this number have come */
};

/* Sends a frame; false: it can not be sent now. */
typedef bool link_transmit(void *context, const struct link_frame *frame,
                           const void *bytes, size_t length);

/* What is sent and does not fit into `memory` bytes is kept in that folder. */
struct link *link_new(size_t memory, const char *folder,
                      link_transmit *transmit, void *context);
void link_free(struct link *link);

/* Will send a message.  0; -1 and errno: it can not be kept, and never any
 * other can, so that none is missing in between. */
int link_send(struct link *link, const void *bytes, size_t length);

/*
 * A frame has come.  True: it has the next message, which is *bytes, and a part
 * of the frame.  False: it has none, or one that came before, or will come
 * again.
 */
bool link_take(struct link *link, const void *frame, size_t size, int64_t now,
               const void **bytes, size_t *length);

/* Sends what there is to send; to be called after anything of the above, and
 * at least each LINK_PULSE.  now: CLOCK_MONOTONIC, ns.  0; -1 and errno: what
 * is kept can not be read. */
int link_pump(struct link *link, int64_t now);

/* Something is sent at least so often, ns. */
#define LINK_PULSE INT64_C(500000000)

/* When the other end was heard last; 0: never. */
int64_t link_heard(const struct link *link);
/* Of what has not been acknowledged: bytes, and messages. */
size_t link_bytes(const struct link *link);
uint64_t link_messages(const struct link *link);
/* What was sent more than once, frames. */
uint64_t link_resent(const struct link *link);

#endif
