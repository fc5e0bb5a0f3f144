#include "recording_event.h"

#include "memory.h"
#include "wire.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

/* What an event of each kind has behind it at least. */
static const size_t least[EVENT_SOURCE + 1] = {
    [EVENT_HELLO] = sizeof(struct wire_hello),
    [EVENT_RING] = sizeof(struct recording_ring),
    [EVENT_RECORD] = sizeof(struct record),
    [EVENT_GOODBYE] = sizeof(struct recording_goodbye),
    [EVENT_HUNG_UP] = sizeof(struct recording_hung_up),
    [EVENT_ANSWER] = sizeof(struct recording_answer),
    [EVENT_SETTLE] = sizeof(struct recording_settle),
    [EVENT_DEADLOCK] = sizeof(struct recording_deadlock),
    [EVENT_STANDSTILL] = sizeof(struct recording_standstill),
    [EVENT_END_JOB] = sizeof(struct recording_state),
    [EVENT_INTERRUPTED] = sizeof(struct recording_interrupted)};

int recording_unpack(enum recording_block_kind kind, const void *bytes,
                     size_t length, struct recording_events *events)
{
    const char *frame = (const char *)bytes + sizeof(struct recording_block);
    struct recording_block block;
    size_t size;

    recording_events_free(events);
    if (length < sizeof block)
        return -1;
    memcpy(&block, bytes, sizeof block);
    /* What the frame itself says: no memory is taken for what is not there. */
    if (block.kind != kind || block.stored != length - sizeof block ||
        block.size > RECORDING_LARGEST_BLOCK ||
        ZSTD_getFrameContentSize(frame, block.stored) != block.size)
        return -1;
    events->bytes = xmalloc((size_t)block.size + 1);
    size = ZSTD_decompress(events->bytes, block.size, frame, block.stored);
    if (ZSTD_isError(size) || size != block.size) {
        recording_events_free(events);
        return -1;
    }
    events->size = size;
    return 0;
}

void recording_events_free(struct recording_events *events)
{
    free(events->bytes);
    *events = (struct recording_events){0};
}

static bool has_payload(const struct recording_event *event)
{
    const void *payload = event->words;
    const struct recording_interrupted *interrupted = payload;
    const struct wire_hello *hello = payload;
    const struct record *record = payload;

    if (event->kind == 0 || event->kind > EVENT_SOURCE ||
        event->length < least[event->kind])
        return false;
    if (event->kind == EVENT_HELLO)
        return hello->packet.size == event->length;
    if (event->kind == EVENT_RECORD)
        return record->size == event->length && event->length % 8 == 0;
    if (event->kind == EVENT_INTERRUPTED)
        return (event->length - least[event->kind]) / sizeof(uint32_t) >=
               interrupted->count;
    return true;
}

const struct recording_event *
recording_events_next(struct recording_events *events)
{
    const struct recording_event *event =
        (const void *)(events->bytes + events->at);
    size_t left = events->size - events->at;

    if (left == 0)
        return NULL;
    if (left < sizeof *event || event->size > left || event->size % 8 != 0 ||
        event->size < sizeof *event ||
        event->length > event->size - sizeof *event || !has_payload(event)) {
        events->trouble = "an event in it is damaged";
        events->at = events->size;
        return NULL;
    }
    events->at += event->size;
    return event;
}

json_t *recording_json(const struct recording_event *event)
{
    return json_loadb((const char *)event->words, event->length, 0, NULL);
}

char *recording_text(const struct recording_event *event)
{
    return xstrndup((const char *)event->words, event->length);
}
