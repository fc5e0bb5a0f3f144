/*
 * process.h - a process of the application, as the checker knows it.
 */
#ifndef MURMEL_PROCESS_H
#define MURMEL_PROCESS_H

#include "observed.h"
#include "record.h"
#include "wire.h"

#include <string.h>
#include <sys/wait.h>

#define PROCESS_LAST_CALLS 16

/* How a process ended. */
enum process_end {
    PROCESS_RUNNING,
    PROCESS_EXITED,   /* said goodbye: exit() or return from main */
    PROCESS_CRASHED,  /* a fatal signal was seen by the client */
    PROCESS_LOST,     /* hung up without a word: SIGKILL, _exit, node lost */
    PROCESS_REPLACED, /* runs another program now (exec) */
    PROCESS_UNSEEN    /* what it did then is not known: it went on without the
                       * checker, or its node's was lost */
};

/* Where it stands towards MPI. */
enum process_mpi {
    PROCESS_BEFORE_INIT,
    PROCESS_INITIALIZED,
    PROCESS_FINALIZED,
    PROCESS_IN_SESSION, /* MPI_Init was not called */
    PROCESS_SESSIONS_OVER,
    PROCESS_ABORTED /* called MPI_Abort */
};

struct remote;

struct process {
    void *model;    /* the model's own part (model.c) */
    void *intake;   /* the intake's own part (intake.c) */
    uint32_t index; /* in the job, by arrival */
    uint32_t place; /* in the report: by rank, then by arrival */
    int rank, size; /* in MPI_COMM_WORLD; -1 when not known */
    bool spawned;   /* by MPI_Comm_spawn */
    int pid;        /* as it says itself */
    int looked_at;  /* the same, where the checker's /proc has it under that
                     * number; 0: in a container it has another one, by which
                     * its threads cannot be told; or it is not here */
    struct remote *remote; /* it is on another node (remote.h); NULL: here */
    enum process_mpi mpi;  /* kept by the model */
    uint64_t call_count;
    int64_t tag_ub; /* MPI_TAG_UB; 0: not known */
    int any_source; /* the number that MPI_ANY_SOURCE is; 0: not known */
    int64_t bsend_overhead; /* MPI_BSEND_OVERHEAD */
    int64_t thread_level;   /* provided: NEUTRAL_THREAD_...; -1: not known, or
                             * several (kept by the model) */
    bool handles_signals;   /* by handlers of its own: RECORD_HANDLERS */
    bool unseen_keyvals;    /* it may have made some that no call tells of */
    bool unseen_requests;   /* likewise: by MPIX_ functions */
    char *flavour;          /* "mpich", "openmpi", "abi" */
    char launch[WIRE_LAUNCH_SIZE]; /* struct wire_hello */
    char *library;                 /* the MPI's version, first line */
    char *executable, *directory, *command;
    enum process_end end;
    bool ended_here;        /* by the checker, with the job */
    int exit_status;        /* PROCESS_EXITED */
    struct call *quit;      /* PROCESS_EXITED: its call of exit, without
                             * MPI_Finalize; held; NULL: not known */
    int signal;             /* PROCESS_CRASHED */
    uint64_t crash_address; /* or CRASH_NO_ADDRESS */
    uint64_t crash_full;    /* bytes of its stack, if that was full; else 0 */
    const struct call_info *crash_reads; /* the call whose arguments were read
                                          * as it crashed; or NULL */
    const struct stack *crash_stack;
    struct call *crash_call; /* held: newest of the thread that crashed, or of
                              * its open ones the innermost; NULL: none */
    uint64_t held_time; /* stopped by --on-finding=stop: CLOCK_MONOTONIC, ns; 0:
                         * it was not.  Who let it go on is not known. */
    uint64_t end_time;  /* of its end: CLOCK_MONOTONIC, ns; 0: runs */
    int wait_status;    /* PROCESS_LOST: as of waitpid, or -1: not known */
    bool replaced;      /* hung up as it became another program */
    bool unseen;        /* hung up, and may go on */
    bool ended_inside;  /* in a call whose record was its thread's last */
    bool interrupted;   /* it was running when the job was interrupted */
    uint64_t hang_up;   /* 1 for the first on its node that did, ...; 0: not
                         * known */
    uint64_t end_order; /* 1 for the job's first process that ended, ... */
    char *damage;       /* what was wrong with its records; NULL: nothing */
    uint32_t *tasks;    /* threads that are not the application's */
    uint32_t task_count;
    struct record_watched watched; /* buffers that were looked at */
    struct process_elements {
        uint64_t calls;  /* with buffers: the types of variables at them were
                          * looked at */
        uint64_t untold; /* of these, by code without debugging information */
    } elements;
    /* The newest calls, newest at (call_count - 1) % PROCESS_LAST_CALLS;
     * held. */
    struct call *last_calls[PROCESS_LAST_CALLS];
    char **last_texts; /* of a report that was read: theirs, at the same places;
                        * else NULL */
};

/* Rank for messages: rank in MPI_COMM_WORLD, else -1. */
static inline int process_rank(const struct process *process)
{
    return process->rank;
}

/* By rank, those without one last: for qsort, of pointers to processes. */
int process_compare(const void *left, const void *right);

/* Whether it has no more to do with MPI. */
static inline bool process_finished(const struct process *process)
{
    return process->mpi == PROCESS_FINALIZED ||
           process->mpi == PROCESS_SESSIONS_OVER;
}

/* By what its version begins with. */
static inline bool process_has_reference_mpi(const struct process *process)
{
    static const char name[] = "Murmel reference MPI";

    return process->library != NULL &&
           strncmp(process->library, name, sizeof name - 1) == 0;
}

/* The signal that ended it; 0: none, or not known. */
static inline int process_end_signal(const struct process *process)
{
    if (process->end == PROCESS_CRASHED)
        return process->signal;
    if (process->end == PROCESS_LOST && process->wait_status >= 0 &&
        WIFSIGNALED(process->wait_status))
        return WTERMSIG(process->wait_status);
    return 0;
}

/* Whether the system did not tell how it ended: Linux before 6.15 does only
 * until the launcher has heard of it. */
static inline bool process_end_untold(const struct process *process)
{
    return process->end == PROCESS_LOST && process->wait_status < 0;
}

/* The call that it ended in or, if that has returned, after: the newest; of a
 * crash, that of the thread that crashed.  NULL: there is none. */
static inline struct call *process_end_call(const struct process *process)
{
    if (process->end == PROCESS_CRASHED)
        return process->crash_call;
    return process->call_count == 0
               ? NULL
               : process->last_calls[(process->call_count - 1) %
                                     PROCESS_LAST_CALLS];
}

/* "Rank 3" or, where that is not known, "Process 4711", at the beginning of a
 * sentence: process_who(process).text, within one expression. */
struct process_name {
    char text[24];
};
struct process_name process_who(const struct process *process);

/* From its hello, whose size was checked.  process_free drops the calls it
 * holds. */
struct process *process_new(const struct wire_hello *hello, uint32_t index);
void process_free(struct process *process);

#endif
