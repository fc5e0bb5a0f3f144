/*
 * model.h - what the checker knows of the job.
 *
 * The intake gives it the calls of each process in their order, and those of
 * different processes in any order: where a call's end needs what another
 * process did first, the model answers MODEL_WAIT, and the intake offers the
 * same record again later (a causal replay).  So nothing the model says
 * depends on the order in which records of different processes arrive.
 *
 * The model raises events (model_event.h); the rules judge them.
 */
#ifndef MURMEL_MODEL_H
#define MURMEL_MODEL_H

#include "calls.h"
#include "observed.h"
#include "record.h"

struct element;
struct model;
struct model_event;
struct process;
struct traffic;

/* What a potential deadlock is judged by (doc/deadlock.md). */
enum strict {
    STRICT_STANDARD,      /* sends and collective operations synchronize */
    STRICT_SEND_BUFFERED, /* standard sends are buffered */
    STRICT_COLL_MINIMAL   /* collective operations wait for data only */
};

enum model_step {
    MODEL_DONE,
    MODEL_WAIT /* nothing was changed: offer the same record again later */
};

/* Who hears of the model's events (judge.h). */
struct model_listener {
    void *context; /* for both; must outlive the model */
    /* Happens now.  Where `keep_back`, what is found by it waits for the
     * confirmation; returns whether anything found in that call does. */
    bool (*told)(void *context, const struct model_event *event,
                 bool keep_back);
    /* What was kept back of that call is true. */
    void (*confirm)(void *context, const struct call *call);
};

struct model *model_new(struct model_listener listener, enum strict strict);
void model_free(struct model *model);
/* All windows but shared ones have the separate memory model (MPI-4.1 12.4),
 * whatever the MPI says. */
void model_separate(struct model *model);

/* A process has joined the job; it must live as long as the model. */
void model_process_joined(struct model *model, struct process *process);
/* A call begins: its "in" words are set. */
enum model_step model_enter(struct model *model, struct call *call);
/* The same call has ended: all words are set, call->returned too. */
enum model_step model_exit(struct model *model, struct call *call);
/* RECORD_WORLD: the process knows its rank.  Sets process->rank, size. */
void model_world(struct model *model, struct process *process,
                 const struct record_world *world);
/*
 * RECORD_STORED: what a buffer of the operation that `made` describes (and
 * `started`, or NULL, has started) holds has changed, or is gone, as
 * was seen in or after the call `seen`.
 */
void model_stored(struct model *model, const struct record_stored *stored,
                  struct call *made, struct call *started, struct call *seen);
/* RECORD_NO_MEMORY, in that call; variable: as of model_automatic, if that is
 * too short; or NULL. */
void model_no_memory(struct model *model, struct call *call,
                     const struct record_no_memory *missing,
                     const char *variable);
/* RECORD_NULL, in that call. */
void model_null(struct model *model, struct call *call,
                const struct record_null *told);
/* RECORD_TOO_LONG, in that call. */
void model_too_long(struct model *model, struct call *call,
                    const struct record_too_long *told);
/* RECORD_SHORT, in that call. */
void model_short(struct model *model, struct call *call,
                 const struct record_short *told);
/* RECORD_AUTOMATIC, likewise: the variable, which is of that name, ends at that
 * address. */
void model_automatic(struct model *model, struct call *call,
                     const struct record_automatic *told, uint64_t end,
                     const char *variable);
/* RECORD_COUNTED, in that call. */
void model_counted(struct model *model, struct call *call,
                   const struct record_counted *counted);
/* RECORD_RESTARTED, in that call. */
void model_restarted(struct model *model, struct call *call, uint64_t before,
                     uint64_t after);
/* Tells of the element that begins at an address of a process, in that buffer
 * of the call (datatype: its name; or NULL).  False: none does, or it is not
 * surely known (a union). */
typedef bool model_element_at(void *context,
                              const struct call_parameter *buffer,
                              const char *datatype, uint64_t address,
                              struct element *element);
/* Whether what begins at an address of a process is a copy that the compiler
 * has made for the call alone. */
typedef bool model_copy_at(void *context, uint64_t address);
/* RECORD_FRAMES, in that call of Fortran's: which of its buffers are copies. */
void model_copies(struct model *model, struct call *call, model_copy_at *at,
                  void *context);
/* RECORD_FRAMES, in that call: what its buffers are is asked of `at`, now.  Not
 * whole: only of the variable that a buffer begins in. */
void model_elements(struct model *model, struct call *call,
                    model_element_at *at, void *context, bool whole);
/* RECORD_RETURNED, in that call. */
void model_returned(struct model *model, struct call *call, uint64_t low);
/* RECORD_WINDOW_STORED, in that call. */
void model_window_stored(struct model *model, struct call *call,
                         const struct record_window_stored *stored);
/* RECORD_WINDOW_SEPARATE in the call. */
void model_window_separate(struct model *model, struct call *call);
/* RECORD_FILE in the call. */
void model_file(struct call *call, uint64_t identity);
/* Of a RECORD_ACCESSED: by the program itself. */
struct model_access {
    uint64_t low, high; /* addresses: the first byte, one past the last */
    const struct stack *stack;
    uint32_t kind; /* enum record_access_kind */
    bool once;     /* a poll by its kind, but what it loads it loads once */
};
/* ... after that call of the process (NULL: before any), and before what comes
 * next of it.  Puts them in another order. */
void model_accessed(struct model *model, struct process *process,
                    struct model_access *accesses, size_t count,
                    struct call *after);
/* Of a RECORD_CHANGED. */
struct model_change {
    uint64_t low, size;        /* address and bytes */
    const uint8_t *changed;    /* a bit for each of them */
    const uint8_t *now;        /* the bytes */
    const struct stack *stack; /* of the call before which it was seen ... */
    uint32_t call;             /* ... and its enum call_id */
};
/* Likewise, after that call. */
void model_changed(struct process *process, const struct model_change *change,
                   const struct call *after);
/* RECORD_NEW_COMM: the pending MPI_Comm_idup of the process that made that
 * request is done, as that thread of it has learnt. */
void model_new_comm(struct model *model, struct process *process,
                    uint32_t thread, const struct new_comm *made,
                    uint64_t request);
/* The process is gone, process->end says how, and the model has seen all its
 * records. */
void model_process_ended(struct model *model, struct process *process);
/*
 * Every process either waits (MODEL_WAIT) or has no record left, and the
 * rings were looked at again after the last MODEL_WAIT.  Then what is waited
 * for does not exist: of all waiting records the earliest (by its time) will
 * be taken when it is offered again.  False: none waits.
 */
bool model_release(struct model *model);
/*
 * Some process is in a call of which only the end, which comes soon, tells what
 * it does (a buffered send may find no room): what is waited for may come yet,
 * though the rings have no more.
 */
bool model_expects_end(const struct model *model);
/*
 * A judgement is put off until more of the other processes is known.  While
 * that is so, model_settle wants to be called now and then, as what is waited
 * for may not come: with the time, and since when no record has come from
 * any process (both CLOCK_MONOTONIC, ns).
 */
bool model_unsettled(const struct model *model);
void model_settle(struct model *model, uint64_t now, uint64_t quiet_since);
/*
 * Whom to ask whether a process has a thread of the application that is not
 * inside an MPI call and does not wait for the end of another one: then it may
 * yet call MPI.  Nobody: there may be such threads.
 */
typedef bool model_may_go_on(void *context, const struct process *process);
void model_ask_threads(struct model *model, model_may_go_on *may_go_on,
                       void *context);
/* Whom to ask whether an error was reported that is about the process: then
 * its MPI library may not return from a call that another one would return
 * from.  Nobody: none was. */
typedef bool model_reported(void *context, const struct process *process);
void model_ask_reported(struct model *model, model_reported *reported,
                        void *context);
/* The thread of that index has ended. */
void model_thread_ended(struct model *model, struct process *process,
                        uint32_t thread);
/*
 * Nothing has moved for a while, and no record is left.  The processes that
 * wait for ever by what is known then, in the order of their ranks; *processes
 * is the caller's.  Returns how many.
 */
size_t model_stuck(struct model *model, const struct process ***processes);
/*
 * As model_stuck, but of a job none of whose processes goes on if receives from
 * any source have taken what receives posted later need (no call tells before
 * the receive has ended); 0: some do.
 */
size_t model_starved(struct model *model, const struct process ***processes);
/* ... and they really do not move: the model raises EVENT_DEADLOCK, of those
 * that are stuck or starved.  *processes, the caller's: those that wait for
 * each other.  Returns how many, 0: none waits for ever. */
size_t model_deadlock(struct model *model, bool is_starved,
                      const struct process ***processes);
/* As model_stuck, but of a job all of whose processes wait in, or for those
 * who wait in, a collective operation that was reported: 0: it is none.
 * any: or in any call that lacks nothing that is known, and does not return, of
 * a process of which something was reported (model_ask_reported). */
size_t model_hangs(struct model *model, bool any,
                   const struct process ***processes);
/*
 * What processes have done, as a number that grows; that they call MPI_Test or
 * MPI_Iprobe in vain, or ask for what they know, does not count.
 */
uint64_t model_progress(const struct model *model);
/* What becomes of a job that does not go on. */
enum standstill_end {
    STANDSTILL_GOES_ON,
    STANDSTILL_ENDS,   /* it is ended from outside, or by --timeout */
    STANDSTILL_MAY_END /* processes end: that may be why */
};
/* Nothing was done for so long: raises EVENT_STANDSTILL; where processes end,
 * and are gone then, when the job turns out to be interrupted.  False: nobody
 * waits for anything, as far as is known, or, at its end, some process may only
 * take long. */
bool model_standstill(struct model *model, int seconds,
                      enum standstill_end end);
/* The job was ended by a signal from outside. */
void model_interrupted(struct model *model);
/*
 * What all processes do now, and who waits for whom, in words but for their
 * calls (findings_graph_words); the caller's.  Empty while they are not all
 * there.
 */
struct wait_graph *model_state(struct model *model);
/* The checker ends the job: how its processes end is no news. */
void model_end_job(struct model *model);
/* What they have sent each other; the model's. */
const struct traffic *model_traffic(const struct model *model);
/* Whether there is, or was, a window. */
bool model_had_windows(const struct model *model);
/* Whether there were so many accesses to windows that nothing puts in order
 * with later ones that the oldest were dropped. */
bool model_dropped_accesses(const struct model *model);
/* The job is over. */
void model_finish(struct model *model);

/*
 * The name of an object for a reader: "MPI_COMM_WORLD", "communicator 3",
 * "MPI_INT", "window 1"; of that which the handle stood for when the process's
 * call with that number was given it.  NULL where the model knows none.  Valid
 * until the object is gone.
 */
const char *model_object_name(const struct process *process,
                              enum call_kind kind, uint64_t handle,
                              uint64_t call);

/* The call before that one by which the request was made; NULL: the model does
 * not know, or no longer: the request is complete, and the MPI may have given
 * its handle to another one. */
const struct call *model_request_made_by(const struct call *call,
                                         uint64_t handle);

#endif
