/*
 * watch_private.h - what the watch*.c share.  Where nothing else is said, the
 * caller holds watch_lock.
 */
#ifndef MURMEL_WATCH_PRIVATE_H
#define MURMEL_WATCH_PRIVATE_H

#include "watch.h"

#include "arena.h"
#include "calls.h"
#include "handle_table.h"
#include "incoming.h"
#include "layout.h"
#include "native.h"
#include "neutral.h"
#include "pages.h"
#include "readable.h"
#include "snapshot.h"
#include "thread.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include <utlist.h>

/* A word of an EXIT record. */
#define EXIT_WORD(exit, function, name)                                        \
    ((int64_t)(exit)->words[(offsetof(struct call_##function, name) -          \
                             offsetof(struct call_##function, result)) /       \
                            sizeof(uint64_t)])

/* What begins there is told of when the program frees it (watch_freed.c). */
struct freed_watch {
    uint64_t low;
    bool watched;
    bool freed; /* and it was told */
    struct freed_watch *next, *prev;
};

/* A buffer that an operation reads; or, where loads and stores are seen
 * (native.h), stores into. */
struct place {
    uint64_t start; /* of the buffer: of a partition, before `address` */
    uint64_t address;
    int64_t count;
    struct layout *layout; /* held */
    /* Room for it, behind the operation; NULL: none can be made. */
    union {
        struct snapshot *snapshot;
        struct incoming *incoming; /* of what the operation stores into */
    };
    uint64_t low, high; /* all bytes of its data lie between; 0: not known */
    uint32_t parameter;
    bool stored;              /* the operation stores there */
    bool argument;            /* an array of counts, displacements or datatypes:
                               * of a persistent operation it is read until that
                               * is freed (MPI-4.1 6.13) */
    bool in_parts;            /* a send's that is partitioned: they are looked
                               * at as they are marked (watch_partition.c) */
    bool looked;              /* and it tells what stood there */
    bool gone;                /* as was told; or it never was memory */
    bool left;                /* its function was seen to return */
    bool readable;            /* as was asked when the call began */
    struct native_area *area; /* while it is pending; or NULL */
    /* Of a variable: where the return address of its function lies in the
     * stack, and what it was; 0: not known. */
    uint64_t returns, return_address;
};

#define PLACES_MAX 9 /* MPI_Ialltoallw: two buffers, six arrays */

/* An operation, from its call to its completion. */
struct pending {
    size_t taken;          /* bytes, with what lies behind it */
    struct slot *slot;     /* of its request; NULL: it has none */
    struct window *window; /* RMA; else NULL */
    int64_t target;        /* RMA */
    bool persistent, active;
    bool freed;     /* its request: it is watch_request.c's orphan */
    uint64_t begun; /* the order of the EXIT of the call that began it */
    const struct thread *thread; /* that made it */
    bool incoming;               /* counted in watch_incoming */
    bool on_stack;               /* some of its buffers, in watch_on_stack */
    struct record *made;         /* ENTER of the call with the buffers; a copy,
                                  * behind the places */
    struct record *started;      /* of MPI_Start(all), or NULL */
    struct pending *next, *prev; /* in the slot, or struct hand */
    struct pending *next_rma, *prev_rma; /* in the window */
    struct ready *ready;                 /* of a partitioned send */
    struct freed_watch *watches;         /* of each place, behind them */
    unsigned place_count;
    struct place places[];
};

/* The operations of one request handle: an MPI may give one to several that
 * are complete from the start. */
struct slot {
    uint64_t handle;
    struct pending *list;
    uint32_t count;     /* of them */
    uint32_t completed; /* by the call that has taken it out */
    bool taken;         /* by a call that may complete some */
    bool contested;     /* and another thread's may have completed some */
    bool in_table;
    struct slot *next, *prev; /* of those that are taken */
    UT_hash_handle hh;
};

/* Where a window's memory is, in this process: what is attached to it, or its
 * loads and stores are seen. */
struct window_memory {
    uint64_t base;
    int64_t size;             /* bytes */
    struct native_area *area; /* or NULL */
    struct freed_watch freed; /* if the program has allocated it */
    struct window_memory *next;
};

/* Of windows with many targets, several have a list. */
#define TARGET_LISTS 64

struct window {
    uint64_t handle;
    struct pending *lists[TARGET_LISTS]; /* pending, by target */
    /* For MPI_MODE_NOSTORE: */
    uint64_t base;
    int64_t size;              /* bytes; 0: not looked at */
    bool shared;               /* others store there themselves */
    bool exposed;              /* from post to wait: others may put */
    bool promised;             /* it was given before */
    size_t taken;              /* bytes of the snapshot */
    struct snapshot *snapshot; /* since the last synchronization, or NULL */
    struct pages pages;
    bool tracked; /* its pages are clean since, but for what the program
                   * stores */
    struct snapshot_change stored; /* found in them; high 0: nothing */
    struct window_memory *memory;  /* whose loads and stores are seen */
    uint8_t *content; /* what its `size` bytes held as the last call ended;
                       * NULL: not looked at (watch_content.c) */
    bool allocated;   /* the MPI has allocated it */
    UT_hash_handle hh;
};

/* This process in a communicator. */
struct member {
    struct new_comm made; /* by its `comm` */
    UT_hash_handle hh;
};

/* What a call in progress has in hand (call->watch; but an RMA call without a
 * request has its struct pending there). */
struct hand {
    struct pending *begun;  /* what it starts, if it succeeds */
    struct pending *ending; /* what it completes: RMA that brings data */
    struct layout *layout;  /* what it makes, likewise */
    bool is_constructor;
    bool synchronizes; /* the window of `handle`, actively */
    bool makes_window;
    bool shows_memory; /* of a window, see watch_window_memory */
    uint64_t handle;   /* of a window that is there already */
    uint64_t base;     /* of the window it makes, the memory it attaches ... */
    int64_t size;      /* ... and its bytes */
    const struct member *shares; /* of the window it makes: in which others'
                                  * parts lie beside its own; NULL: in none */
    uint32_t slot_count;
    struct slot **slots; /* by its requests; NULL: nothing is known */
};

extern pthread_mutex_t watch_lock;

/* ------------------------------------------------------- watch_operation.c */

/* The parameter of that kind, the first; or NULL. */
const struct call_parameter *watch_parameter(const struct call_info *info,
                                             enum call_kind kind);
/* Its word, or `none`. */
uint64_t watch_word(const struct record *enter, enum call_kind kind,
                    uint64_t none);
struct record *watch_record_copy(const struct record *record);
void watch_record_give(struct record *record);
/* What the call will start, if it succeeds; NULL: there is nothing to look
 * at.  RMA without a request is pending from then on.  Takes the lock itself.
 */
struct pending *watch_operation_new(const struct murmel_call *call,
                                    const struct record *enter);
/* The call has succeeded: the operation is pending.  Takes the lock itself. */
void watch_operation_pend(struct thread *thread, struct pending *pending,
                          const struct record *exit);
/* It is pending, if it is active: where its buffers begin is watched. */
void watch_operation_freed(struct pending *pending);
/* ... no more: it is over, or its request was freed. */
void watch_operation_not_freed(struct pending *pending);
/* It begins to read that. */
void watch_operation_look(struct place *place);
/* What stands there is kept, if it can be; loads and stores are not watched. */
void watch_operation_snapshot(struct place *place);
/* Tells what has changed there since, and does not look again. */
void watch_operation_compare_place(struct thread *thread,
                                   const struct pending *pending,
                                   struct place *place);
/* Memory that counts as the operations'; NULL: they have enough. */
void *watch_memory_take(size_t size);
void watch_memory_give(void *memory, size_t size);
/* At which moment a pending operation is looked at. */
enum watch_moment {
    WATCH_BEGINS, /* a call that may complete it, or in which the MPI goes on */
    WATCH_POLLS,  /* the same, but it returns at once */
    WATCH_ENDED   /* it has ended since the last look, and nothing but that */
};
/* Tells what has changed since of what it reads, as it is over. */
void watch_operation_compare(struct thread *thread, struct pending *pending);
/* The same of the arrays that a persistent one reads, active or not. */
void watch_operation_compare_arguments(struct thread *thread,
                                       struct pending *pending);
/* Whether some of its buffers were variables of functions that have returned,
 * by the stack that the thread has now; tells it of those that have bytes of
 * these places. */
bool watch_operation_left(struct thread *thread, struct pending *pending,
                          const struct place *others, unsigned count);
/* Looks at what it stores into, and tells what the program has stored there:
 * as calls begin and end that may store there, as the one that starts it, and
 * those that complete it; and, as they begin, whether its buffers are gone. */
void watch_operation_look_again(struct thread *thread, struct pending *pending,
                                enum watch_moment moment);
/* It is not active any more. */
void watch_operation_end(struct pending *pending);
/* It is in no list; NULL is ignored. */
void watch_operation_free(struct pending *pending);
/* RECORD_WATCHED.  Needs no lock. */
void watch_operation_totals(struct thread *thread);

/* ------------------------------------------------------------ watch_left.c */

/* In which functions its buffers are variables. */
void watch_left_find(const struct thread *thread, struct pending *pending);
/* Whether it was a variable of a function that has returned, though others were
 * called since, by the stack that the thread has now. */
bool watch_left_is(const struct thread *thread, const struct place *place);
/* The same of what lies where the frame of the wrapper is that the program has
 * called, or below: on this thread's stack. */
bool watch_left_is_below(const struct thread *thread, uint64_t low);
/* As a call begins: memory that is no operation's was a variable of a function
 * that has returned.  It is told once. */
void watch_returned(struct thread *thread, struct freed_watch *watch);

/* ------------------------------------------------------- watch_partition.c */

/* MPI_Pready, MPI_Pready_range, MPI_Pready_list begin.  Takes the lock. */
void watch_partition_ready(const struct record *enter);
/* MPI_Parrived begins.  Takes the lock. */
void watch_partition_asked(const struct record *enter);
/* The send is over: tells what has changed in the partitions since. */
void watch_partition_compare(struct thread *thread,
                             const struct pending *pending);
/* ... and forgets them. */
void watch_partition_end(struct pending *pending);

/* ----------------------------------------------------------- watch_freed.c */

/* From now on, or no more; what is watched stays where it is. */
void freed_watch(struct freed_watch *watch, uint64_t low);
void freed_unwatch(struct freed_watch *watch); /* if it is watched */
/* A buffer is given to the MPI for buffered sends, or one is taken back.  Take
 * the lock. */
void freed_attached(const struct record *enter);
void freed_detached(struct thread *thread);
/* What a receive stores into whose request is freed while it is active: until
 * the memory is freed. */
void freed_given_up(const struct pending *pending);
/* MPI_Finalize begins.  Takes the lock. */
void freed_finalize(struct thread *thread);

/* ----------------------------------------------------------- watch_place.c */

/* Adds to the first `count` places the buffers that the call's operation reads,
 * or (stored) stores into; returns how many there are then.  Adds to *unknown
 * those of which that is not known.  Layouts are held. */
unsigned watch_place_add(struct place places[PLACES_MAX], unsigned count,
                         const struct record *enter, bool stored,
                         unsigned *unknown);
/* Likewise the arrays that it reads. */
unsigned watch_place_add_arrays(struct place places[PLACES_MAX], unsigned count,
                                const struct murmel_call *call);
/* Sets low and high, if they are known. */
void watch_place_bytes(struct place *place);

/* ---------------------------------------- watch_request.c; take the lock */

/* These two do not. */
void watch_request_join(struct pending *pending, uint64_t handle);
void watch_request_leave(struct pending *pending);
/* Whether an operation may be pending; needs the lock. */
bool watch_request_is_any(void);
/* The persistent operation of that request, if it is active; or NULL.  Needs
 * the lock. */
struct pending *watch_request_started(uint64_t handle);
/* Acts on each operation; needs the lock, and does not take it. */
void watch_request_each(void (*act)(struct pending *pending, void *context),
                        void *context);
/* watch_operation_left of each; needs the lock, and does not take it. */
bool watch_request_left(struct thread *thread, const struct place *others,
                        unsigned count);
/* Another call begins, or has ended, in which the MPI may go on with them. */
void watch_request_between(struct thread *thread, enum watch_moment moment);
/* MPI_Start, MPI_Startall begin ... */
void watch_request_start(struct thread *thread, const struct record *enter);
/* As it was started, a request was given another handle. */
void watch_request_restarted(uint64_t before, uint64_t after);
/* The application gives the requests up: nobody will know when the operations
 * are complete. */
void watch_request_give_up(struct thread *thread, const struct record *enter);
/* Another call begins, other than one that only asks: whether the program has
 * changed what a send reads whose request it has freed just before. */
void watch_request_orphan(struct thread *thread);
/* A call that may complete requests takes their slots out of the table ... */
void watch_request_take(struct thread *thread, struct hand *hand,
                        const struct record *enter);
/* ... and has ended. */
void watch_request_return(struct thread *thread, struct hand *hand,
                          const struct record *exit);

/* ----------------------------------------- watch_window.c; take the lock */

/* These two do not. */
void watch_window_join(struct pending *pending, uint64_t handle);
void watch_window_leave(struct pending *pending);
/* The call that was to start it has failed.  By then it may be complete, and
 * gone, by a call of another thread. */
void watch_window_undo(const struct pending *pending);
/* A synchronization call, or MPI_Win_free, begins: what it completes ... */
void watch_window_complete(struct thread *thread, struct hand *hand,
                           const struct record *enter);
/* ... and has ended. */
void watch_window_completed(struct thread *thread, struct hand *hand,
                            const struct record *exit);
/* A synchronization call begins ... */
void watch_window_enter(struct thread *thread, struct hand *hand,
                        const struct record *enter);
/* ... and has ended. */
void watch_window_exit(const struct hand *hand, const struct record *exit);
/* MPI_Win_create, MPI_Win_allocate, MPI_Win_allocate_shared. */
void watch_window_made(const struct hand *hand, const struct record *exit);
/* Whether there is any; needs the lock, and does not take it. */
bool watch_window_is_any(void);
/* Acts on each, likewise. */
void watch_window_each(void (*act)(struct window *window, void *context),
                       void *context);
/* Windows of which the kernel tells what is stored into.  Takes no lock. */
uint64_t watch_window_by_pages(void);
/* Windows that the MPI takes to begin elsewhere (mpi_fault.h).  Takes no lock.
 */
uint64_t watch_window_moved(void);
/* MPI_Win_free. */
void watch_window_goes(struct thread *thread, const struct record *enter);
/* MPI_Finalize begins (all), or MPI_Session_finalize, which ends some of them:
 * their memory may go with the MPI. */
void watch_window_finalize(bool all);
/* A call that has ended made, attached or found memory of a window, which is
 * watched from now on, if loads and stores are seen. */
void watch_window_memory(struct hand *hand, const struct record *exit);
/* MPI_Win_detach. */
void watch_window_detach(struct thread *thread, const struct record *enter);

/* ------------------------------------------------------ watch_content.c */

/* The window was made: what it holds is looked at from now on, if it is small
 * and its memory no other process's. */
void watch_content_begin(struct window *window);
/* It goes. */
void watch_content_end(struct window *window);
/* A call has ended, in which others may have put there. */
void watch_content_keep(struct window *window);

/* ------------------------------------------------------- watch_member.c */

/* NULL: the call has no communicator, or none that is known. */
const struct member *watch_member_of(const struct record *enter);
/* As watch_blocks, of that member (or NULL). */
struct watch_blocks watch_member_blocks(const struct record *enter,
                                        const struct member *member,
                                        bool stored);
/* These take the lock. */
void watch_member_add(const struct new_comm *made);
void watch_member_world(const struct record_world *world);

#endif
