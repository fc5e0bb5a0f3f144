/*
 * stream.h - one end of a connection that neither loses a message nor gives one
 * twice, over a transport that may do both.
 *
 * Both ends number what they send.  Each frame says up to where the other's
 * messages have come; what was not acknowledged is kept (resend.h) and sent
 * again, from the first that lacks, when the other end asks or nothing moves.
 */
#ifndef MURMEL_STREAM_H
#define MURMEL_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stream;

enum stream_frame_kind {
    STREAM_DATA = 1, /* a message stands behind */
    STREAM_ACK       /* nothing does */
};

/* What each frame begins with; little-endian. */
struct stream_frame {
    uint32_t kind;
    uint32_t again;  /* 1: the messages behind `taken` are to be sent again */
    uint64_t number; /* of the message; STREAM_ACK: 0 */
    uint64_t taken;  /* all of the other end up to this number have come */
};

/* Sends a frame; false: it can not be sent now. */
typedef bool stream_transmit(void *context, const struct stream_frame *frame,
                             const void *bytes, size_t length);

/* What is sent and does not fit into `memory` bytes is kept in that folder. */
struct stream *stream_new(size_t memory, const char *folder,
                          stream_transmit *transmit, void *context);
void stream_free(struct stream *stream);

/* Will send a message.  0; -1 and errno: it can not be kept, and never any
 * other can, so that none is missing in between. */
int stream_send(struct stream *stream, const void *bytes, size_t length);

/*
 * A frame has come.  True: it has the next message, which is *bytes, and a part
 * of the frame.  False: it has none, or one that came before, or will come
 * again.
 */
bool stream_take(struct stream *stream, const void *frame, size_t size,
                 int64_t now, const void **bytes, size_t *length);

/* Sends what there is to send; to be called after anything of the above, and
 * at least each STREAM_PULSE.  now: CLOCK_MONOTONIC, ns.  0; -1 and errno: what
 * is kept can not be read. */
int stream_pump(struct stream *stream, int64_t now);

/* Something is sent at least so often, ns. */
#define STREAM_PULSE INT64_C(500000000)

/* When the other end was heard last; 0: never. */
int64_t stream_heard(const struct stream *stream);
/* Of what has not been acknowledged: bytes, and messages. */
size_t stream_bytes(const struct stream *stream);
uint64_t stream_messages(const struct stream *stream);
/* The numbers of the last message that was to be sent, and of the last that was
 * acknowledged; 0: there is none. */
uint64_t stream_last(const struct stream *stream);
uint64_t stream_acknowledged(const struct stream *stream);
/* What was sent more than once, frames. */
uint64_t stream_resent(const struct stream *stream);

#endif
