#include "stream.h"

#include "memory.h"
#include "resend.h"

#include <stdlib.h>
#include <string.h>

/* So much is on its way at most: the other end is not to drown in what it has
 * no time for. */
#define AHEAD_BYTES    (4 * 1024 * 1024)
#define AHEAD_MESSAGES 512
/* Nothing was acknowledged for so long: it is sent again. */
#define PATIENCE INT64_C(1000000000)

struct stream {
    struct resend *resend;
    stream_transmit *transmit;
    void *context;
    bool broken;          /* a message could not be kept */
    uint64_t next;        /* the number of the message that is sent next */
    uint64_t furthest;    /* that was ever sent */
    size_t ahead;         /* bytes from the first kept up to `next` */
    int64_t moved;        /* when something was acknowledged, or begun */
    uint64_t taken;       /* of the other end, up to this number */
    bool owes, asks;      /* an acknowledgement; that it be sent again */
    uint64_t asked;       /* ... what is behind this number; once */
    int64_t heard, spoke; /* when */
    uint64_t resent;
};

struct stream *stream_new(size_t memory, const char *folder,
                          stream_transmit *transmit, void *context)
{
    struct stream *stream = xcalloc(1, sizeof *stream);

    stream->resend = resend_new(memory, folder);
    stream->transmit = transmit;
    stream->context = context;
    stream->next = 1;
    stream->asked = UINT64_MAX;
    return stream;
}

void stream_free(struct stream *stream)
{
    resend_free(stream->resend);
    free(stream);
}

int stream_send(struct stream *stream, const void *bytes, size_t length)
{
    if (stream->broken || resend_add(stream->resend, bytes, length) != 0) {
        stream->broken = true;
        return -1;
    }
    return 0;
}

static void go_back(struct stream *stream, int64_t now)
{
    stream->next = resend_first(stream->resend);
    stream->ahead = 0;
    stream->moved = now;
}

/* The other end has all up to that number. */
static void acknowledged(struct stream *stream, uint64_t number, int64_t now)
{
    size_t before = resend_bytes(stream->resend), gone;

    if (number < resend_first(stream->resend) ||
        number > resend_last(stream->resend))
        return;
    resend_acknowledge(stream->resend, number);
    gone = before - resend_bytes(stream->resend);
    stream->ahead = stream->ahead > gone ? stream->ahead - gone : 0;
    /* It came the first time, after all. */
    if (stream->next <= number) {
        stream->next = number + 1;
        stream->ahead = 0;
    }
    stream->moved = now;
}

bool stream_take(struct stream *stream, const void *bytes, size_t size,
                 int64_t now, const void **message, size_t *length)
{
    struct stream_frame frame;

    if (size < sizeof frame)
        return false;
    memcpy(&frame, bytes, sizeof frame);
    stream->heard = now;
    acknowledged(stream, frame.taken, now);
    if (frame.again && frame.taken + 1 == resend_first(stream->resend))
        go_back(stream, now);
    if (frame.kind != STREAM_DATA)
        return false;
    stream->owes = true;
    if (frame.number != stream->taken + 1) {
        /* One before it is missing: asked for once, else in time. */
        if (frame.number > stream->taken && stream->asked != stream->taken) {
            stream->asked = stream->taken;
            stream->asks = true;
        }
        return false;
    }
    stream->taken = frame.number;
    *message = (const char *)bytes + sizeof frame;
    *length = size - sizeof frame;
    return true;
}

static bool transmit(struct stream *stream, struct stream_frame *frame,
                     const void *bytes, size_t length, int64_t now)
{
    frame->taken = stream->taken;
    frame->again = stream->asks;
    if (!stream->transmit(stream->context, frame, bytes, length))
        return false;
    stream->owes = stream->asks = false;
    stream->spoke = now;
    return true;
}

/* Whether one more may be on its way. */
static bool may_send(const struct stream *stream)
{
    return stream->next <= resend_last(stream->resend) &&
           stream->ahead < AHEAD_BYTES &&
           stream->next - resend_first(stream->resend) < AHEAD_MESSAGES;
}

int stream_pump(struct stream *stream, int64_t now)
{
    struct stream_frame ack = {.kind = STREAM_ACK};

    if (stream->next == resend_first(stream->resend))
        stream->moved = now; /* nothing is on its way */
    else if (now - stream->moved > PATIENCE)
        go_back(stream, now);
    while (may_send(stream)) {
        struct stream_frame frame = {.kind = STREAM_DATA,
                                     .number = stream->next};
        size_t length;
        const void *bytes = resend_at(stream->resend, stream->next, &length);

        if (bytes == NULL)
            return -1;
        if (!transmit(stream, &frame, bytes, length, now))
            return 0;
        if (stream->next > stream->furthest)
            stream->furthest = stream->next;
        else
            stream->resent++;
        stream->ahead += length;
        stream->next++;
    }
    if (stream->owes || now - stream->spoke >= STREAM_PULSE)
        (void)transmit(stream, &ack, NULL, 0, now);
    return 0;
}

int64_t stream_heard(const struct stream *stream)
{
    return stream->heard;
}

size_t stream_bytes(const struct stream *stream)
{
    return resend_bytes(stream->resend);
}

uint64_t stream_messages(const struct stream *stream)
{
    return resend_last(stream->resend) + 1 - resend_first(stream->resend);
}

uint64_t stream_last(const struct stream *stream)
{
    return resend_last(stream->resend);
}

uint64_t stream_acknowledged(const struct stream *stream)
{
    return resend_first(stream->resend) - 1;
}

uint64_t stream_resent(const struct stream *stream)
{
    return stream->resent;
}
