/*
 * thread.h - what the client keeps for each thread that calls MPI.
 */
#ifndef MURMEL_THREAD_H
#define MURMEL_THREAD_H

#include "automatic.h"
#include "delay.h"
#include "looked.h"
#include "mapped.h"
#include "meet.h"
#include "poll.h"
#include "python_memory.h"
#include "ring.h"
#include "site_cache.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define THREAD_DEPTH_MAX  16
#define THREAD_SITE_SLOTS 1024 /* a power of two */

struct site;

#define FRAMED_SLOTS 1024 /* a power of two */

struct thread {
    struct ring ring;
    uint32_t ring_number; /* of the next ring */
    /* In the client's own code: a call made now comes from a signal handler
     * that interrupted it, and is not recorded. */
    volatile bool busy;
    bool is_main; /* that of the process */
    /* Calls in progress, outermost first; their addresses tell those left by a
     * jump (murmel_call_begins_in). */
    unsigned depth;
    const struct murmel_call *calls[THREAD_DEPTH_MAX];
    const void *begun[THREAD_DEPTH_MAX]; /* by RMA calls among them: watch.c */
    struct record *withheld;             /* poll.h; NULL: none is */
    struct polls polls;
    /* Sites seen by this thread, by hash. */
    unsigned site_unloads;
    struct site *sites[THREAD_SITE_SLOTS];
    struct site_cache site_cache;
    struct delay delay; /* where delay_on */
    struct mapped mapped[MAPPED_SLOTS];
    struct looked looked[LOOKED_SLOTS];
    struct automatic automatic[AUTOMATIC_SLOTS];
    uint16_t framed[FRAMED_SLOTS]; /* by site: calls with buffers */
    uint8_t meets[MEET_PLACES];    /* calls from a place that have waited */
    struct python_memory python;
};

extern __thread struct thread *thread_current
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* Makes the calling thread's struct; NULL: not observed (any more). */
struct thread *thread_create(void);

/* Whether the calling one is the only one that ever was. */
bool thread_is_alone(void);

/* The calling one is at its end: for a struct that is made now nobody would
 * know when it goes. */
bool thread_has_ended(void);

static inline struct thread *thread_self(void)
{
    struct thread *thread = thread_current;

    return __builtin_expect(thread != NULL, 1) ? thread : thread_create();
}

/*
 * Room for a record of that payload in the thread's ring, header filled but
 * for order, site and depth; NULL: the process is no longer observed.  A
 * record too long for the ring goes to a new, larger one.  An EXIT record has
 * its room behind the ENTER record that is withheld.
 */
struct record *thread_reserve(struct thread *thread, enum record_kind kind,
                              size_t bytes);

/* Numbers the record and hands it over; one that is withheld before it. */
void thread_publish(struct thread *thread, struct record *record);
/* The same in two steps, which the thread must make both, and soon: what other
 * threads do between them comes behind it. */
void thread_number(struct thread *thread, struct record *record);
void thread_hand_over(struct thread *thread, struct record *record);

/* The order of the next record of the process. */
uint64_t thread_next_order(void);

/* The ENTER record that was reserved last is handed over before whatever the
 * thread reserves or publishes next; or never. */
void thread_withhold(struct thread *thread, struct record *record);
void thread_drop_withheld(struct thread *thread);

/* Writes a RECORD_MODULE for each module that has none yet. */
void thread_record_modules(struct thread *thread, bool wait);

#endif
