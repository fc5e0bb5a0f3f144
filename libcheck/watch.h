/*
 * watch.h - local stores, without recompiling: buffers that pending
 * operations read (sends, nonblocking collectives, RMA origins) are looked at
 * when the operation begins and when it is complete.  Where what stands in
 * them has changed in between, a RECORD_STORED tells of it.
 *
 * It lives on the records that the wrappers write, so it is one for all MPIs.
 */
#ifndef MURMEL_WATCH_H
#define MURMEL_WATCH_H

#include "client.h"

#include <stdbool.h>

/* When watch_record wants the records of a call. */
enum watch_wants {
    WATCH_NEVER,
    WATCH_INCOMING, /* while something is to come (watch_incoming) */
    WATCH_ALWAYS
};

/* enum watch_wants, by enum call_id. */
extern unsigned char watch_wants[] __attribute__((visibility("hidden")));
/* How many operations may be pending of whose buffers it is looked what has
 * come. */
extern _Atomic unsigned watch_incoming __attribute__((visibility("hidden")));

static inline bool watch_is_wanted(unsigned id)
{
    return watch_wants[id] == WATCH_ALWAYS ||
           (watch_wants[id] == WATCH_INCOMING &&
            atomic_load_explicit(&watch_incoming, memory_order_relaxed) > 0);
}

/* The MPI is initialized, by this call, which will write RECORD_WORLD. */
void watch_begin(unsigned id);

/* Windows of which it is looked what they hold. */
extern _Atomic unsigned watch_contents __attribute__((visibility("hidden")));

/* If there are such: the call will begin, from that site.  Tells what has
 * changed since the last one ended (RECORD_CHANGED); may wait for the checker.
 */
void watch_content_changed(const struct murmel_call *call, uint32_t site);

/* The program itself has stored there since the last call ended, as is told
 * otherwise. */
void watch_content_stored(uint64_t low, uint64_t high);

/* Memory that is not the program's alone now: its stores there matter, and
 * maybe its loads. */
struct watch_range {
    uint64_t low, high;
    bool loads;
    bool window;       /* else a buffer */
    bool shared;       /* a shared one */
    uint64_t together; /* of a buffer: so many bytes are without gaps */
};

/* The first of them, as the thread has them; how many there are. */
unsigned watch_ranges(const struct thread *thread, struct watch_range *ranges,
                      unsigned most);
/* The calling thread has left the functions whose variables lay there. */
void watch_functions_left(uint64_t low, uint64_t high);

/* How many windows there are, and sends whose requests were freed, of which
 * watch_between has to be told. */
extern _Atomic unsigned watch_tracked __attribute__((visibility("hidden")));

/* Before watch_record, of any call, if there are such: the program goes into
 * the MPI, or comes back. */
void watch_between(struct thread *thread, const struct record *record);

/* Operations that may be pending with buffers in the stack. */
extern _Atomic unsigned watch_on_stack __attribute__((visibility("hidden")));

/* If there are such, before the ENTER record of a call with buffers is
 * published: tells which of those are gone, as the functions that they were
 * variables of have returned, so that others have their own there
 * (RECORD_STORED of the call that comes next).  The record, which may lie
 * elsewhere then; NULL: the process is no longer observed. */
struct record *watch_left_before(struct murmel_call *call,
                                 struct record *record);

/* A record of the call was published, and still stands in the ring.  May
 * write further records, and wait for the checker. */
void watch_record(struct murmel_call *call, const struct record *record);

/* Consecutive bytes. */
struct watch_span {
    uint64_t low, high;
};

/* The bytes that so many items of the datatype cover from the address on: all,
 * or where there are gaps no more than `most` runs of the first item.  How many
 * spans that are; 0: the datatype is not followed. */
unsigned watch_spans(uint64_t datatype, int64_t items, uint64_t address,
                     struct watch_span *spans, unsigned most);
/* One past the last byte of so many items of the datatype from the address on.
 * Where the first of them may be made of several variables, *first_end is one
 * past its last byte: only if it is all in one are the others in that, too; else
 * 0.  False: it is not followed, or they may be in several. */
bool watch_array_end(uint64_t datatype, int64_t items, uint64_t address,
                     uint64_t *first_end, uint64_t *end);
/* How far apart consecutive items of the datatype are.  False: not known. */
bool watch_extent(uint64_t datatype, int64_t *extent);
/* What a buffer consists of whose count is that of a block: one for each
 * process, neighbour, partition. */
struct watch_blocks {
    int64_t count;   /* -1: not known */
    uint64_t nobody; /* bit i: nobody sends, or gets, the i-th */
};

/* Of a call's buffer that it reads, or stores into. */
struct watch_blocks watch_blocks(const struct record *enter, bool stored);

/* What the RMA call of a thread->begun is watched for did not come about: the
 * call was left by a jump. */
void watch_left(const void *begun);

#endif
