#include "recording.h"

#include "calls.h"
#include "memory.h"
#include "stack_json.h"
#include "unpacker.h"
#include "wire.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many blocks are read, and unpacked, before they are asked for. */
#define AHEAD 8

struct recording {
    FILE *file;
    bool read;                /* as far as it can be */
    const char *read_trouble; /* why not further; NULL: it has ended */
    struct unpacker *unpacker;
    struct unpacked *block; /* whose events are given; NULL: none yet */
    bool finished;
    const char *trouble;
};

static const char damaged[] = "a block of it is damaged";

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

/* Reads the head of the next block.  False: there is none, or not wholly. */
static bool read_head(struct recording *recording,
                      struct recording_block *block)
{
    size_t length = fread(block, 1, sizeof *block, recording->file);

    if (length != 0 && length != sizeof *block)
        recording->read_trouble = "it ends within a block";
    return length == sizeof *block;
}

/* The block of that head, with it: malloc'd, *length bytes.  NULL: it does not
 * make sense, or is not there wholly. */
static char *read_block(struct recording *recording,
                        const struct recording_block *block, size_t *length)
{
    char *bytes;

    if (block->stored > RECORDING_LARGEST_BLOCK) {
        recording->read_trouble = damaged;
        return NULL;
    }
    *length = sizeof *block + block->stored;
    bytes = xmalloc(*length);
    memcpy(bytes, block, sizeof *block);
    if (fread(bytes + sizeof *block, 1, block->stored, recording->file) ==
        block->stored)
        return bytes;
    recording->read_trouble = "it ends within a block";
    free(bytes);
    return NULL;
}

static bool skip(struct recording *recording,
                 const struct recording_block *block)
{
    return fseek(recording->file, (long)block->stored, SEEK_CUR) == 0;
}

/* The next block of events goes to the unpacker; false: there is none. */
static bool read_on(struct recording *recording)
{
    struct recording_block block;
    size_t length;
    char *bytes;

    do {
        if (!read_head(recording, &block))
            return false;
    } while (block.kind == BLOCK_SOURCES && skip(recording, &block));
    bytes = read_block(recording, &block, &length);
    if (bytes == NULL)
        return false;
    unpacker_add(recording->unpacker, NULL, bytes, length, 0);
    free(bytes);
    return true;
}

/* The next block, unpacked, is the one whose events are given. */
static void next_block(struct recording *recording)
{
    while (!recording->read && unpacker_waiting(recording->unpacker) < AHEAD)
        recording->read = !read_on(recording);
    recording->block = unpacker_wait(recording->unpacker);
    if (recording->block == NULL)
        recording->trouble = recording->read_trouble != NULL
                                 ? recording->read_trouble
                                 : "it ends before the job does";
    else if (recording->block->events.bytes == NULL)
        recording->trouble = damaged;
}

static void take_sources(const void *bytes, size_t length)
{
    struct recording_events events = {0};
    const struct recording_event *event;
    json_t *source;

    if (recording_unpack(BLOCK_SOURCES, bytes, length, &events) != 0)
        return;
    while ((event = recording_events_next(&events)) != NULL) {
        source = event->kind == EVENT_SOURCE ? recording_json(event) : NULL;
        if (source != NULL)
            stack_from_json(source);
        json_decref(source);
    }
    recording_events_free(&events);
}

/* Where the program's stacks are stands at the end, and is wanted first. */
static void read_sources(struct recording *recording)
{
    struct recording_block block;
    size_t length;
    char *bytes;

    while (read_head(recording, &block)) {
        if (block.kind != BLOCK_SOURCES) {
            if (!skip(recording, &block))
                break;
            continue;
        }
        bytes = read_block(recording, &block, &length);
        if (bytes == NULL)
            break;
        take_sources(bytes, length);
        free(bytes);
    }
    /* What is wrong will be seen again in its place. */
    recording->read_trouble = NULL;
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
    recording->unpacker = unpacker_new();
    return recording;
}

void recording_close(struct recording *recording)
{
    fclose(recording->file);
    unpacker_free(recording->unpacker);
    free(recording);
}

const struct recording_event *recording_next(struct recording *recording)
{
    const struct recording_event *event;

    while (!recording->finished && recording->trouble == NULL) {
        struct unpacked *block = recording->block;

        event = block != NULL ? recording_events_next(&block->events) : NULL;
        if (event != NULL) {
            recording->finished = event->kind == EVENT_FINISH;
            return event;
        }
        if (block != NULL && block->events.trouble != NULL)
            recording->trouble = block->events.trouble;
        else
            next_block(recording);
    }
    return NULL;
}

const char *recording_trouble(const struct recording *recording)
{
    return recording->trouble;
}
