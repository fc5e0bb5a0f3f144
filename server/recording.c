#include "recording.h"

#include "calls.h"
#include "memory.h"
#include "stack_json.h"
#include "wire.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

/* Larger than any that is written: a record is smaller than its ring. */
#define LARGEST_BLOCK (UINT32_C(1) << 28)

struct recording {
    FILE *file;
    char *frame, *bytes; /* of the block */
    size_t frame_room, room;
    struct recording_events events; /* in it */
    bool finished;
    const char *trouble;
};

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

/* Behind the header; what is wrong with the file, malloc'd, or NULL. */
static char *check_header(FILE *file, const char *path)
{
    struct recording_header header;

    if (fread(&header, sizeof header, 1, file) != 1 ||
        memcmp(header.magic, RECORDING_MAGIC, sizeof header.magic) != 0)
        return xasprintf("%s is no recording of murmel run --record", path);
    if (header.version != RECORDING_VERSION || header.wire != WIRE_VERSION ||
        header.schema != CALLS_SCHEMA_HASH)
        return xasprintf("%s was recorded by another version of Murmel, which "
                         "alone can read it",
                         path);
    return NULL;
}

static size_t reserve(char **bytes, size_t room, size_t size)
{
    if (size <= room)
        return room;
    free(*bytes);
    *bytes = xmalloc(size);
    return size;
}

/* Reads the head of the next block.  False: there is none, or not wholly. */
static bool read_head(struct recording *recording,
                      struct recording_block *block)
{
    size_t length = fread(block, 1, sizeof *block, recording->file);

    if (length != 0 && length != sizeof *block)
        recording->trouble = "it ends within a block";
    return length == sizeof *block;
}

/* 0; -1: it is damaged. */
static int unpack(const struct recording_block *block, const char *frame,
                  char **bytes, size_t *room, struct recording_events *events)
{
    size_t size;

    /* What the frame itself says: no memory is taken for what is not there. */
    if (block->size > LARGEST_BLOCK ||
        ZSTD_getFrameContentSize(frame, block->stored) != block->size)
        return -1;
    *room = reserve(bytes, *room, block->size);
    size = ZSTD_decompress(*bytes, *room, frame, block->stored);
    if (ZSTD_isError(size) || size != block->size)
        return -1;
    *events = (struct recording_events){.bytes = *bytes, .size = size};
    return 0;
}

int recording_unpack(const void *bytes, size_t length, char **events_bytes,
                     size_t *room, struct recording_events *events)
{
    struct recording_block block;

    if (length < sizeof block)
        return -1;
    memcpy(&block, bytes, sizeof block);
    if (block.kind != BLOCK_EVENTS || block.stored != length - sizeof block)
        return -1;
    return unpack(&block, (const char *)bytes + sizeof block, events_bytes,
                  room, events);
}

/* The block behind that head; false: it is damaged. */
static bool read_block(struct recording *recording,
                       const struct recording_block *block)
{
    recording->events = (struct recording_events){0};
    if (block->stored > LARGEST_BLOCK) {
        recording->trouble = "a block of it is damaged";
        return false;
    }
    recording->frame_room =
        reserve(&recording->frame, recording->frame_room, block->stored);
    if (fread(recording->frame, 1, block->stored, recording->file) !=
        block->stored) {
        recording->trouble = "it ends within a block";
        return false;
    }
    if (unpack(block, recording->frame, &recording->bytes, &recording->room,
               &recording->events) == 0)
        return true;
    recording->trouble = "a block of it is damaged";
    return false;
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

/* The next event of the block; NULL: it has no more, or it is damaged. */
static const struct recording_event *next_in_block(struct recording *recording)
{
    const struct recording_event *event =
        recording_events_next(&recording->events);

    if (event == NULL && recording->events.trouble != NULL)
        recording->trouble = recording->events.trouble;
    return event;
}

static void take_source(const struct recording_event *event)
{
    json_t *source = recording_json(event);

    if (source != NULL)
        stack_from_json(source);
    json_decref(source);
}

/* Where the program's stacks are stands at the end, and is wanted first. */
static void read_sources(struct recording *recording)
{
    const struct recording_event *event;
    struct recording_block block;

    while (read_head(recording, &block)) {
        if (block.kind != BLOCK_SOURCES) {
            if (fseek(recording->file, (long)block.stored, SEEK_CUR) != 0)
                break;
            continue;
        }
        if (!read_block(recording, &block))
            break;
        while ((event = next_in_block(recording)) != NULL)
            if (event->kind == EVENT_SOURCE)
                take_source(event);
    }
    /* What is wrong will be seen again in its place. */
    recording->trouble = NULL;
    recording->events = (struct recording_events){0};
    fseek(recording->file, (long)sizeof(struct recording_header), SEEK_SET);
}

struct recording *recording_open(const char *path, char **trouble)
{
    FILE *file = fopen(path, "rbe");
    struct recording *recording;

    if (file == NULL) {
        *trouble = xasprintf("%s: %s", path, strerror(errno));
        return NULL;
    }
    *trouble = check_header(file, path);
    if (*trouble != NULL) {
        fclose(file);
        return NULL;
    }
    recording = xcalloc(1, sizeof *recording);
    recording->file = file;
    read_sources(recording);
    return recording;
}

void recording_close(struct recording *recording)
{
    fclose(recording->file);
    free(recording->frame);
    free(recording->bytes);
    free(recording);
}

const struct recording_event *recording_next(struct recording *recording)
{
    const struct recording_event *event;
    struct recording_block block;

    while (!recording->finished && recording->trouble == NULL) {
        event = next_in_block(recording);
        if (event != NULL) {
            recording->finished = event->kind == EVENT_FINISH;
            return event;
        }
        if (recording->trouble != NULL || !read_head(recording, &block)) {
            if (recording->trouble == NULL)
                recording->trouble = "it ends before the job does";
        } else if (block.kind == BLOCK_SOURCES) {
            (void)fseek(recording->file, (long)block.stored, SEEK_CUR);
        } else {
            (void)read_block(recording, &block);
        }
    }
    return NULL;
}

const char *recording_trouble(const struct recording *recording)
{
    return recording->trouble;
}

json_t *recording_json(const struct recording_event *event)
{
    return json_loadb((const char *)event->words, event->length, 0, NULL);
}

char *recording_text(const struct recording_event *event)
{
    return xstrndup((const char *)event->words, event->length);
}
