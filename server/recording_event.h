/*
 * recording_event.h - the blocks and events of a recording (recording.h), and
 * of what a node tells the root (node_message.h).
 */
#ifndef MURMEL_RECORDING_EVENT_H
#define MURMEL_RECORDING_EVENT_H

#include "record.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum recording_block_kind {
    BLOCK_EVENTS = 1,
    BLOCK_SOURCES /* EVENT_SOURCE only; read before all else */
};

struct recording_block {
    uint32_t kind;
    uint32_t stored; /* bytes of the frame behind this */
    uint32_t size;   /* of what is in it */
    uint32_t unused;
};

/* What stands behind the event is named here; texts have no zero. */
enum recording_kind {
    EVENT_START = 1,   /* JSON: the job and what it was judged by */
    EVENT_HELLO,       /* struct wire_hello: the next process has joined */
    EVENT_RING,        /* struct recording_ring */
    EVENT_RECORD,      /* struct record, of the thread */
    EVENT_TAKEN,       /* the model took what it had made wait */
    EVENT_RELEASE,     /* what it waits for does not come */
    EVENT_GOODBYE,     /* struct recording_goodbye */
    EVENT_HUNG_UP,     /* struct recording_hung_up */
    EVENT_DAMAGED,     /* text: what is wrong with the process's records */
    EVENT_ENDED,       /* all of the process was judged */
    EVENT_ANSWER,      /* struct recording_answer */
    EVENT_SETTLE,      /* struct recording_settle */
    EVENT_DEADLOCK,    /* struct recording_deadlock */
    EVENT_STANDSTILL,  /* struct recording_standstill */
    EVENT_END_JOB,     /* struct recording_state: the checker ended the job */
    EVENT_INTERRUPTED, /* struct recording_interrupted */
    EVENT_INCOMPLETE,  /* text: what the report lacks */
    EVENT_TROUBLE,     /* text: why a process is not observed */
    EVENT_FINISH,      /* JSON: the last of all but EVENT_SOURCE */
    EVENT_SOURCE       /* JSON: where a call stack is in the program */
};

struct recording_event {
    uint32_t size;   /* the whole, a multiple of 8 */
    uint32_t length; /* of what stands behind */
    uint16_t kind;
    uint16_t unused;
    uint32_t process; /* number by arrival, where it is about one */
    uint32_t thread;  /* of the process's, by arrival of their first rings */
    uint32_t unused2;
    uint64_t words[];
};

struct recording_ring {
    uint32_t tid, number; /* struct wire_ring */
};

struct recording_goodbye {
    int32_t exit_status, unused;
};

enum recording_departure {
    HUNG_UP_GONE,
    HUNG_UP_REPLACED, /* it runs another program */
    HUNG_UP_UNSEEN    /* it may go on */
};

struct recording_hung_up {
    uint64_t end_time; /* CLOCK_MONOTONIC, ns */
    int32_t wait_status;
    uint32_t departure;
    uint64_t hang_up; /* 1 for the first of its node, ...; 0: not known */
    uint64_t inside;  /* in a call whose record was its thread's last */
};

/* Whether the process has a thread that may yet call MPI. */
struct recording_answer {
    uint32_t may_go_on, unused;
};

struct recording_settle {
    uint64_t now, quiet_since; /* CLOCK_MONOTONIC, ns */
};

/* Those that wait for each other do not move. */
struct recording_deadlock {
    int32_t is_starved, unused; /* model_deadlock */
};

struct recording_standstill {
    int32_t seconds, end; /* model_standstill */
};

struct recording_state {
    uint64_t time; /* CLOCK_MONOTONIC, ns: what all did then is reported */
};

struct recording_interrupted {
    int32_t signal;
    uint32_t count;
    uint32_t processes[]; /* that were running, by number */
};

/* Events in memory, whole ones; begin with {0}. */
struct recording_events {
    char *bytes;
    size_t size, at;
    const char *trouble; /* NULL: none */
};

/* Larger than any block that is written: one record at most has half as much.
 */
#define RECORDING_LARGEST_BLOCK RING_DATA_MAX

/* What is in a block of that kind, with its head, in place of what was in
 * *events; recording_events_free.  0; -1: it is damaged, and there is none. */
int recording_unpack(enum recording_block_kind kind, const void *block,
                     size_t length, struct recording_events *events);
void recording_events_free(struct recording_events *events);

/* The next event; NULL: there is none, or what is there makes no sense
 * (events->trouble). */
const struct recording_event *
recording_events_next(struct recording_events *events);

/* What stands behind an event as JSON, which is the caller's; or as a text,
 * malloc'd.  NULL: it is none. */
json_t *recording_json(const struct recording_event *event);
char *recording_text(const struct recording_event *event);

#endif
