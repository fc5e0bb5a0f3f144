#include "late.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* Room of a piece; a longer record has one of its own. */
#define ROOM 4096

/* What stands in a piece: the head, and the record. */
struct entry {
    uint32_t thread;
    uint32_t size; /* of the record; 0: there is none */
};

/* Entries are taken from `begin` and added at `end`. */
struct late_chunk {
    struct late_chunk *next;
    size_t room, begin, end;
    uint64_t words[];
};

static struct entry *entry_at(const struct late_chunk *chunk, size_t at)
{
    return (struct entry *)((char *)(uintptr_t)chunk->words + at);
}

static struct late_chunk *last_with_room(struct late *late, size_t size)
{
    size_t room = size > ROOM ? size : ROOM;
    struct late_chunk *chunk = late->last;

    if (chunk != NULL && chunk->room - chunk->end >= size)
        return chunk;
    chunk = xmalloc(sizeof *chunk + room);
    chunk->next = NULL;
    chunk->room = room;
    chunk->begin = chunk->end = 0;
    if (late->last != NULL)
        late->last->next = chunk;
    else
        late->first = chunk;
    late->last = chunk;
    return chunk;
}

struct record *late_add(struct late *late, uint32_t thread,
                        const struct record *record)
{
    uint32_t size = record != NULL ? record->size : 0;
    struct late_chunk *chunk =
        last_with_room(late, sizeof(struct entry) + size);
    struct entry *entry = entry_at(chunk, chunk->end);

    *entry = (struct entry){thread, size};
    chunk->end += sizeof *entry + size;
    if (record == NULL)
        return NULL;
    late->bytes += size;
    return memcpy(entry + 1, record, size);
}

/* The first piece that has something left; NULL: none has. */
static struct late_chunk *first_filled(struct late *late)
{
    struct late_chunk *chunk;

    while ((chunk = late->first) != NULL && chunk->begin == chunk->end) {
        late->first = chunk->next;
        if (late->first == NULL)
            late->last = NULL;
        free(chunk);
    }
    return chunk;
}

bool late_take(struct late *late, struct late_item *item)
{
    struct late_chunk *chunk = first_filled(late);
    const struct entry *entry;

    if (chunk == NULL)
        return false;
    entry = entry_at(chunk, chunk->begin);
    item->thread = entry->thread;
    item->record = entry->size > 0 ? (const void *)(entry + 1) : NULL;
    chunk->begin += sizeof *entry + entry->size;
    late->bytes -= entry->size;
    return true;
}

uint64_t late_count(const struct late *late, enum record_kind kind)
{
    const struct late_chunk *chunk;
    uint64_t count = 0;
    size_t at;

    for (chunk = late->first; chunk != NULL; chunk = chunk->next)
        for (at = chunk->begin; at < chunk->end;) {
            const struct entry *entry = entry_at(chunk, at);
            const struct record *record = (const void *)(entry + 1);

            count += entry->size > 0 && record->kind == kind;
            at += sizeof *entry + entry->size;
        }
    return count;
}

void late_clear(struct late *late)
{
    struct late_item item;

    while (late_take(late, &item))
        continue;
}
