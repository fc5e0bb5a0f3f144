/*
 * observed.h - one MPI call of one process as the checker knows it.
 *
 * A call is made when its ENTER record is read and completed by its EXIT
 * record.  It is reference counted: whatever in the model came from a call
 * (a communicator, a request, an epoch) holds it, so that a finding can show
 * it; calls nobody holds go when they have returned.
 */
#ifndef MURMEL_OBSERVED_H
#define MURMEL_OBSERVED_H

#include "call.h"

struct process;
struct stack;

struct call {
    const struct call_info *info;
    struct process *process;
    uint32_t references;
    uint32_t thread; /* index among the process's threads */
    uint8_t flags;   /* enum record_flag */
    uint8_t depth;
    uint8_t put_size;
    bool returned;
    bool copied; /* it was given a copy (EVENT_COPIED; set by the model) */
    void *arrays[2];           /* items of ENTER's and EXIT's arrays; owned */
    uint64_t number;           /* the process's calls are 1, 2, 3 ... */
    const struct stack *stack; /* interned in the checker; NULL: unknown */
    uint64_t enter_time;       /* CLOCK_MONOTONIC, ns */
    uint64_t exit_time;        /* 0: has not returned */
    uint32_t making; /* constructors of communicators and windows: the 1st, 2nd,
                      * ... of this process (set by the model); else 0 */
    uint32_t took_from; /* the index of the process ... */
    uint64_t took;      /* ... and the number of the call that sent what it has
                         * received; 0: not known, or nothing (set by the model) */
    uint64_t met; /* the collective operation that it is part of: a number for
                   * each; 0: none (likewise) */
    union {
        uint64_t received; /* MPI_Recv: hash of the data; 0: not known */
        uint64_t file;     /* MPI_File_open: which is there; 0: none is */
    };
    union {
        uint64_t place; /* MPI_File_open: folder and name; 0: not known */
        uint8_t put[8]; /* MPI_Put: the first bytes of the data, put_size */
        int64_t came;   /* a receive: bytes that have come; 0: none, or not
                         * known (set by the model) */
    };
    uint64_t words[CALL_VIEW_WORDS]; /* the last may lack (call_view.c) */
};

/* The parameters of a call by the standard's names, for example
 * CALL_VIEW(call, MPI_Recv)->source.  Large-count twins have the view of the
 * plain function (call->info->base).  "out" parameters and `result` are
 * there once call->returned is set. */
#define CALL_VIEW(call, function)                                              \
    ((const struct call_##function *)(const void *)(call)->words)

/* Take and drop a reference; call_drop accepts NULL. */
struct call *call_hold(struct call *call);
void call_drop(struct call *call);
/* *place, which holds a reference or is NULL, is another one from now on. */
void call_set(struct call **place, struct call *call);

/* The value of the call's communicator, window, root or request parameter,
 * when its function has one (info->comm_word >= 0 ...). */
static inline uint64_t call_word(const struct call *call, int word)
{
    return call->words[word];
}

/* Whether it is no call of MPI, but what the program itself does, mostly a load
 * or store (call_view_access). */
static inline bool call_is_access(const struct call *call)
{
    return (call->info->classes & CLASS_ACCESS) != 0;
}

/* Whether that is a store; else it loads. */
static inline bool call_is_store(const struct call *call)
{
    return call->info->name[0] == 's';
}

/* Whether it is a load by which the program polls: it is atomic, or of a
 * volatile object. */
static inline bool call_is_poll(const struct call *call)
{
    return call_is_access(call) && call->words[2] != 0;
}

#endif
