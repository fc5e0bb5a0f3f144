/*
 * ring_reader.h - the checker's end of a ring (include/record.h).
 *
 * The memory is shared with an application that may be broken: nothing in it
 * is believed.  A record is copied out before it is looked at, and what does
 * not hold together makes the ring damaged for good.
 */
#ifndef MURMEL_RING_READER_H
#define MURMEL_RING_READER_H

#include "record.h"

#include <stdbool.h>
#include <stddef.h>

struct ring_reader;

enum ring_state {
    RING_EMPTY,
    RING_RECORD,
    RING_DAMAGED /* ring_reader_damage says why; stays so */
};

/* A record out of the ring, grown as needed; free(copy->record). */
struct record_copy {
    struct record *record;
    size_t room;
};

/*
 * Maps the ring; fd is closed in any case.  NULL where it is not a ring,
 * with a word about it in *trouble (a constant).
 */
struct ring_reader *ring_reader_open(int fd, const char **trouble);
void ring_reader_close(struct ring_reader *reader);

/* The header of the next record, which stays in the ring; *header is the
 * reader's own copy, until the record is taken. */
enum ring_state ring_reader_peek(struct ring_reader *reader,
                                 const struct record **header);

/* Copies the next record out. */
enum ring_state ring_reader_take(struct ring_reader *reader,
                                 struct record_copy *copy);

/*
 * The room of all that was taken is the writer's.  One that waits for it is
 * woken once half of the ring is free, so that it does not sleep again after
 * one record.  (Not at each record: the processor would wait each time until
 * the writer's can see it.)
 */
void ring_reader_give_room(struct ring_reader *reader);

/* All that was taken is judged, or has to wait for other rings' records: a
 * writer that waits for that is woken. */
void ring_reader_judged(struct ring_reader *reader);

/* The writer is gone: what it had begun to tell (`withheld`) is told. */
void ring_reader_gone(struct ring_reader *reader);

/* Whether the newest record is of a call that has not returned: of a query only
 * the begin is recorded.  To be asked when the writer is gone. */
bool ring_reader_is_inside(const struct ring_reader *reader);

/* What is wrong with a damaged ring. */
const char *ring_reader_damage(const struct ring_reader *reader);

#endif
