/*
 * poll.h - calls that find nothing, again and again: those that poll (MPI_Test,
 * MPI_Iprobe and their like) and those that only ask (CLASS_QUERY, as
 * MPI_Wtime). Each is told of once.
 *
 * The same call again, while the process has done nothing but such calls, does
 * not change what the checker knows.  Its ENTER record is withheld: it stands
 * in the ring behind what was published, and is published with whatever comes
 * next (thread_reserve); or it is dropped, when the call has found nothing
 * again, or has ended without an EXIT record.  A checker whose process ends
 * meanwhile finds it there.
 */
#ifndef MURMEL_POLL_H
#define MURMEL_POLL_H

#include "record.h"

#include <stdbool.h>
#include <stdint.h>

struct thread;

/* Different ones that a program may make in turn; of more, none is known. */
#define POLLS_KEPT 8

/* A thread's calls that found nothing, since when there was nothing else. */
struct polls {
    struct poll {
        struct record *enter, *exit; /* in the ring; exit NULL: it only asks */
    } kept[POLLS_KEPT];
    unsigned count;
    const struct poll *again;  /* whose ENTER is withheld */
    struct record *begun;      /* ENTER that was told last */
    uint64_t head, begun_head; /* of the ring, at the first and at `begun` */
    uint64_t activity;         /* of the process, after the newest */
};

/* Whether the calls of that id poll, or only ask. */
bool poll_is(unsigned id);

/* Whether such a call, of which that is a record, has ended and found
 * nothing. */
bool poll_found_nothing(const struct record *exit);

/* As thread_publish, of the ENTER or EXIT record of such a call.  Returns
 * it or, if it is dropped, the equal one that was told of. */
struct record *poll_publish(struct thread *thread, struct record *record);

#endif
