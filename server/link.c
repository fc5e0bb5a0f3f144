#include "link.h"

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

struct link {
    struct resend *resend;
    link_transmit *transmit;
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

struct link *link_new(size_t memory, const char *folder,
                      link_transmit *transmit, void *context)
{
    struct link *link = xcalloc(1, sizeof *link);

    link->resend = resend_new(memory, folder);
    link->transmit = transmit;
    link->context = context;
    link->next = 1;
    link->asked = UINT64_MAX;
    return link;
}

void link_free(struct link *link)
{
    resend_free(link->resend);
    free(link);
}

int link_send(struct link *link, const void *bytes, size_t length)
{
    if (link->broken || resend_add(link->resend, bytes, length) != 0) {
        link->broken = true;
        return -1;
    }
    return 0;
}

static void go_back(struct link *link, int64_t now)
{
    link->next = resend_first(link->resend);
    link->ahead = 0;
    link->moved = now;
}

/* The other end has all up to that number. */
static void acknowledged(struct link *link, uint64_t number, int64_t now)
{
    size_t before = resend_bytes(link->resend), gone;

    if (number < resend_first(link->resend) ||
        number > resend_last(link->resend))
        return;
    resend_acknowledge(link->resend, number);
    gone = before - resend_bytes(link->resend);
    link->ahead = link->ahead > gone ? link->ahead - gone : 0;
    /* It came the first time, after all. */
    if (link->next <= number) {
        link->next = number + 1;
        link->ahead = 0;
    }
    link->moved = now;
}

bool link_take(struct link *link, const void *bytes, size_t size, int64_t now,
               const void **message, size_t *length)
{
    struct link_frame frame;

    if (size < sizeof frame)
        return false;
    memcpy(&frame, bytes, sizeof frame);
    link->heard = now;
    acknowledged(link, frame.taken, now);
    if (frame.again && frame.taken + 1 == resend_first(link->resend))
        go_back(link, now);
    if (frame.kind != LINK_DATA)
        return false;
    link->owes = true;
    if (frame.number != link->taken + 1) {
        /* One before it is missing: asked for once, else in time. */
        if (frame.number > link->taken && link->asked != link->taken) {
            link->asked = link->taken;
            link->asks = true;
        }
        return false;
    }
    link->taken = frame.number;
    *message = (const char *)bytes + sizeof frame;
    *length = size - sizeof frame;
    return true;
}

static bool transmit(struct link *link, struct link_frame *frame,
                     const void *bytes, size_t length, int64_t now)
{
    frame->taken = link->taken;
    frame->again = link->asks;
    if (!link->transmit(link->context, frame, bytes, length))
        return false;
    link->owes = link->asks = false;
    link->spoke = now;
    return true;
}

/* Whether one more may be on its way. */
static bool may_send(const struct link *link)
{
    return link->next <= resend_last(link->resend) &&
           link->ahead < AHEAD_BYTES &&
           link->next - resend_first(link->resend) < AHEAD_MESSAGES;
}

int link_pump(struct link *link, int64_t now)
{
    struct link_frame ack = {.kind = LINK_ACK};

    if (link->next == resend_first(link->resend))
        link->moved = now; /* nothing is on its way */
    else if (now - link->moved > PATIENCE)
        go_back(link, now);
    while (may_send(link)) {
        struct link_frame frame = {.kind = LINK_DATA, .number = link->next};
        size_t length;
        const void *bytes = resend_at(link->resend, link->next, &length);

        if (bytes == NULL)
            return -1;
        if (!transmit(link, &frame, bytes, length, now))
            return 0;
        if (link->next > link->furthest)
            link->furthest = link->next;
        else
            link->resent++;
        link->ahead += length;
        link->next++;
    }
    if (link->owes || now - link->spoke >= LINK_PULSE)
        (void)transmit(link, &ack, NULL, 0, now);
    return 0;
}

int64_t link_heard(const struct link *link)
{
    return link->heard;
}

size_t link_bytes(const struct link *link)
{
    return resend_bytes(link->resend);
}

uint64_t link_messages(const struct link *link)
{
    return resend_last(link->resend) + 1 - resend_first(link->resend);
}

uint64_t link_resent(const struct link *link)
{
    return link->resent;
}
