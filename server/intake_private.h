/*
 * intake_private.h - what intake.c, which reads the rings, intake_record.c,
 * which understands the records, and intake_end.c share.
 */
#ifndef MURMEL_INTAKE_PRIVATE_H
#define MURMEL_INTAKE_PRIVATE_H

#include "calls.h"
#include "intake.h"
#include "late.h"
#include "ring_reader.h"

#define MAX_DEPTH 64

/* A thread of the application that has a ring, or will have its next. */
struct thread {
    uint32_t tid, index;
    uint32_t
        serial; /* of the process's, by arrival: its number in recordings */
    struct ring_reader *ring;   /* NULL: its last one has ended */
    struct ring_reader **later; /* rings it goes on in, in their order */
    size_t later_count;
    struct call *open[MAX_DEPTH]; /* calls in progress by depth; held */
    struct call *newest;          /* call; held */
    uint64_t filename[2];         /* RECORD_FILENAME; for the next call */
    struct held_stored *held;     /* likewise (intake_stored.c) */
    bool ended;                   /* it said so */
    struct thread *prev, *next;
};

enum offer { OFFER_NONE, OFFER_ENTER, OFFER_EXIT };

/* The intake's part of a process. */
struct source {
    struct process *process;
    struct thread *threads;
    uint32_t thread_count, serials; /* ever */
    struct sites *sites;
    uint64_t next_order;
    struct intake *intake;
    bool hung_up, goodbye;
    uint64_t end_sign; /* place of the first sign of its end; 0: none */
    bool drained;      /* the last look at its rings found nothing */
    bool lossy;        /* a ring was given up: its records leave gaps */
    /* What the model did not take yet. */
    enum offer offer;
    struct call *offered;         /* held */
    bool refused;                 /* it was made to wait */
    struct late late;             /* what waits behind it, of a recording or
                                   * of another node */
    bool held;                    /* its rings are left alone */
    uint64_t bytes, bytes_before; /* from its rings; as far as last asked */
};

struct intake {
    struct model *model;       /* NULL: it is only recorded */
    struct recorder *recorder; /* NULL: nothing is recorded */
    intake_callback *seen;     /* NULL: nobody */
    void *context;
    struct source **sources;
    size_t source_count;
    uint64_t end_signs; /* how many processes showed one */
    uint64_t ended;     /* how many of them were ended */
    bool ends_held;     /* none is */
    uint64_t calls[CALL_COUNT];
    struct record_copy copy;
};

/* The first thing that is wrong is what is told; a constant. */
void intake_damaged(struct source *source, const char *why);

/* The thread whose ring that is. */
struct thread *intake_thread(struct source *source, uint32_t tid,
                             uint32_t number);

/* The one of that number in recordings; NULL: there is none. */
struct thread *intake_thread_at(const struct source *source, uint32_t serial);

/* Goes on in its next ring, which may not have come yet. */
void intake_next_ring(struct thread *thread);

/* Gives the model what is on offer; false: it waits. */
bool intake_offer(struct intake *intake, struct source *source);

/* All that was to come from a process has come. */
void intake_end(struct intake *intake, struct source *source);

/*
 * Ends a process that is gone, if there is one, in the order in which they
 * went: the first is to blame for what the launcher then does to the others.
 * Sockets that hang up at nearly one time do not tell it, so a crash comes
 * first.
 */
bool intake_end_next(struct intake *intake);

/* Gives up what is of no use once a process has ended. */
void intake_source_end(struct source *source);

/* RECORD_FRAMES: looks at the types of what the call's buffers are. */
void intake_frames(struct intake *intake, struct source *source,
                   const struct thread *thread, const struct record *record);
/* RECORD_AUTOMATIC: looks whether the variable there has all of it. */
void intake_automatic(struct intake *intake, struct source *source,
                      const struct thread *thread, const struct record *record);
/* RECORD_NO_MEMORY of a frame, or of a block: whether a variable there is what
 * is too short, which then is told. */
bool intake_beyond_frame(struct intake *intake, struct source *source,
                         const struct thread *thread,
                         const struct record_no_memory *missing);
bool intake_beyond_static(struct intake *intake, struct source *source,
                          const struct thread *thread,
                          const struct record_no_memory *missing);

/* RECORD_STORED. */
void intake_stored(struct intake *intake, struct source *source,
                   struct thread *thread, const struct record *record);
/* What was told before the thread's newest call, which has begun. */
void intake_stored_before(struct intake *intake, struct thread *thread);
/* The thread is no more. */
void intake_stored_forget(struct thread *thread);

/* Whether the parameter is a buffer, or memory given by its size. */
bool intake_is_memory(const struct call_info *info, uint32_t parameter);

/* Does what the record says, or offers its call to the model. */
void intake_take(struct intake *intake, struct source *source,
                 struct thread *thread, const struct record *record);

#endif
