/*
 * model_event.h - what the model tells the rules.
 *
 * Events are raised before the model takes the step they tell of, so that a
 * rule sees the state the call met.
 */
#ifndef MURMEL_MODEL_EVENT_H
#define MURMEL_MODEL_EVENT_H

#include "calls.h"
#include "element.h"
#include "model.h"
#include "model_object.h"
#include "model_wait.h"
#include "process.h"
#include "record.h"

enum model_event_kind {
    /* A call begins; process->mpi is the state before it. */
    EVENT_CALL,
    /* The members that came to one collective operation came with calls that
     * differ (event->meeting).  Raised when all have come, or no more are
     * expected; again only for calls behind which all have agreed since; call
     * and process are those of the first class. */
    EVENT_MEETING,
    /* Behind such a difference members never agree again, as far as is looked:
     * the communicator's, or window's, operations are not judged any more
     * (event->meeting, without classes). */
    EVENT_UNALIGNED,
    /* At the end of a job that went well: members have never come to a
     * collective operation (event->meeting: the last class, whose call is
     * MPI_Finalize).  Once for a communicator or window. */
    EVENT_ABSENT,
    /* A receive takes a message whose data differ from what it describes
     * (event->transfer); call and process are those of the receive. */
    EVENT_TRANSFER,
    /* Members of a collective operation send or expect data that do not go
     * together, or only some give MPI_IN_PLACE (event->exchange).
     * Raised when all have come, or the job is over. */
    EVENT_EXCHANGE,
    /* A process does with a communicator what it has asserted by info not to
     * do (event->hint). */
    EVENT_HINT,
    /* An RMA communication call on a window (event->rma). */
    EVENT_RMA,
    /* What an RMA call moves differs from what it describes at the other end
     * (event->rma_data). */
    EVENT_RMA_DATA,
    /* An RMA call reaches memory of a dynamic window that was not attached
     * then, in whatever order (event->unattached). */
    EVENT_UNATTACHED,
    /* Memory is attached to a window, or detached (event->attach). */
    EVENT_ATTACH,
    /* An RMA synchronization call, or MPI_Win_free (event->sync). */
    EVENT_SYNC,
    /* A lock and an exposure epoch of one window that nothing puts in order
     * (event->overlap). */
    EVENT_OVERLAP,
    /* Two accesses to window memory, of which one is an RMA call's and one
     * updates, that nothing puts in order (event->conflict, access.h). */
    EVENT_CONFLICT,
    /* Of the fences that meet some give an assertion that all must give, or
     * none (event->fences); call is the lowest rank's that gives it. */
    EVENT_FENCES_DIFFER,
    /* An RMA call changes memory whose process has promised that none does
     * (event->noput). */
    EVENT_NOPUT,
    /* Of a post and a start that belong together only one has
     * MPI_MODE_NOCHECK; or both have, and nothing makes sure that the post
     * came first (event->nocheck; call is the start). */
    EVENT_NOCHECK_DIFFERS,
    EVENT_NOCHECK_UNORDERED,
    /* A lock with MPI_MODE_NOCHECK and a conflicting one of another process
     * that nothing puts in order (event->locks; call is the former). */
    EVENT_LOCKS_MEET,
    /* MPI_Finalize returns and an object is there still (event->left); once
     * for each object. */
    EVENT_LEFT,
    /* A call has returned, and has failed. */
    EVENT_FAILED,
    /* A call that communicates was made by the function of a user-defined
     * operation (event->in_operation); the call within which it was, a
     * reduction, has returned well; once for each such reduction. */
    EVENT_IN_OPERATION,
    /* Of communicators that one place in the program has made so many are
     * there at once that it surely forgets to free them, or of other objects
     * at the end of a process that has not finalized (event->growing). */
    EVENT_GROWING,
    /* A process is gone (event->ended); raised at the end of the job where
     * it did not end by itself. */
    EVENT_ENDED,
    /* Processes wait for each other for ever (event->deadlock). */
    EVENT_DEADLOCK,
    /* Processes would, under an MPI that is as strict as it may be. */
    EVENT_POTENTIAL_DEADLOCK,
    /* A call begins while another thread of the process is in one
     * (event->threads); once for each such call. */
    EVENT_THREADS,
    /* A thread receives by what a probe has told it of a message that another
     * one, which was told of it, too, receives before (event->probed). */
    EVENT_PROBED,
    /* At the end of a job that went well: a message that no receive took, or
     * a receive that took none. */
    EVENT_UNMATCHED,
    /* A ready send, and its receive (event->call) is not surely posted before
     * (event->ready). */
    EVENT_READY,
    /* Nothing goes on for long, though nobody is proved to wait for ever
     * (event->standstill); once for each time. */
    EVENT_STANDSTILL,
    /* A receive from any source could have taken another message
     * (event->race). */
    EVENT_RACE,
    /* A call on partitioned communication is wrong (event->partition). */
    EVENT_PARTITION,
    /* A process promised MPI_MODE_NOSTORE and had stored into its part of the
     * window (event->nostore). */
    EVENT_NOSTORE,
    /* A call is given memory that a pending operation uses otherwise
     * (event->buffer). */
    EVENT_BUFFER,
    /* The program itself loads what a pending operation stores, or stores into
     * what one uses (event->buffer); call is that load or store. */
    EVENT_ACCESS,
    /* Memory is freed that a pending operation uses (event->buffer); call is
     * MPI_Free_mem, or the program's own free; once for all that use it. */
    EVENT_FREED,
    /* The application has changed what a pending operation reads, or stores
     * into, or given that memory up (event->stored). */
    EVENT_STORED,
    /* A call is given, for an operation that goes on when it has returned, a
     * copy that the compiler has made for the call alone (event->copied). */
    EVENT_COPIED,
    /* A call begins with an argument that its kind does not allow
     * (event->argument); once for each such parameter. */
    EVENT_ARGUMENT,
    /* What was found of the call is kept back (findings_turn), and the program
     * has dealt with that it failed: the error handler is its own function, or
     * it looks at what is returned (event->provoked). */
    EVENT_PROVOKED,
    /* A call is given a request that it does not take (event->request). */
    EVENT_REQUEST,
    /* A call on a file, or one that opens one, that may not be made so
     * (event->file). */
    EVENT_FILE,
    /* Two processes access the same bytes of a file, one writes, and nothing
     * says which comes first (event->shared_file). */
    EVENT_FILE_CONFLICT,
    /* A call is given a variable whose type is another one than its datatype
     * says (event->element). */
    EVENT_ELEMENT,
    EVENT_KIND_COUNT
};

#define EVENT_BIT(kind) (UINT64_C(1) << (kind))

/* In what the calls of one collective operation differ. */
enum meeting_difference {
    MEETING_SAME,
    MEETING_FUNCTION, /* another collective operation */
    MEETING_BLOCKING, /* the same, but blocking, nonblocking, persistent */
    MEETING_ROOT,
    MEETING_OP,
    MEETING_ARGUMENT /* another one that must be the same */
};

/* Members whose calls do not differ in that. */
struct meeting_class {
    struct call *call;              /* of the first of them */
    const struct process **members; /* by rank; not NULL */
    size_t member_count;
    const struct call_parameter *parameter; /* MEETING_ARGUMENT: which one */
    const struct info *info; /* what it is given; NULL: not known */
    const char *key, *value; /* ... MEETING_ARGUMENT: by which it differs; NULL:
                              * not by any; it is not given */
    const struct group *group; /* given to MPI_Comm_create; NULL: not known, or
                                * another function */
};

/* In what a receive differs from one that would take the message; the first
 * is the nearest. */
enum near_miss { NEAR_TAG, NEAR_SOURCE, NEAR_RECEIVER, NEAR_COMM };
/* What comes of it where the receive takes the other message. */
enum race_effect {
    RACE_ONLY,       /* not known, or nothing */
    RACE_COLLECTIVE, /* only a collective operation that synchronizes would
                      * have prevented one of the two */
    RACE_TRUNCATION, /* one of the two does not fit in the buffer */
    RACE_TYPE,       /* ... or is of other types than the receive */
    RACE_BUDGET,     /* more is kept already: it is judged no more */
    RACE_STARVATION, /* a later receive waits for ever */
    RACE_DEPENDENCE  /* ... if it is the same, whatever the first one took */
};

enum partition_fault {
    PARTITION_NONE,     /* made with less than one: number */
    PARTITION_WILDCARD, /* MPI_Precv_init with any source or tag */
    PARTITION_SIZE,     /* the ends are of other sizes: number sent, limit
                         * expected; made_by the send, other the receive */
    PARTITION_REQUEST,  /* a request of another kind; made_by may be NULL */
    PARTITION_INACTIVE, /* MPI_Pready before MPI_Start */
    PARTITION_RANGE,    /* there is no partition `number` of `limit` */
    PARTITION_TWICE,    /* `other` has marked partition `number` */
    PARTITION_GIVEN_UP  /* freed or cancelled while it is active */
};

enum argument_fault {
    ARGUMENT_NEGATIVE,
    ARGUMENT_NO_RANK,
    ARGUMENT_NO_TAG,
    ARGUMENT_TOO_LONG, /* size: of so many characters it may be */
    ARGUMENT_VALUE,    /* none of those that the parameter takes */
    ARGUMENT_NULL_HANDLE,
    ARGUMENT_PREDEFINED, /* an object that must not be freed */
    ARGUMENT_FREED_HANDLE,
    ARGUMENT_NOT_MADE, /* a communicator of an MPI_Comm_idup that is pending */
    ARGUMENT_OTHER_KIND,    /* event->argument.is */
    ARGUMENT_OTHER_SESSION, /* event->argument.is, .beside, .beside_is */
    ARGUMENT_INTRA_INTER,   /* a communicator of one group, or of two */
    ARGUMENT_NOT_COMMITTED,
    ARGUMENT_NOT_IN_PLACE, /* MPI_IN_PLACE where that call may not give it */
    ARGUMENT_NULL_BUFFER,
    ARGUMENT_NULL_POINTER,    /* where the call loads or stores */
    ARGUMENT_STATUS_IGNORE,   /* where the status is needed */
    ARGUMENT_STATUS_UNSET,    /* no call has filled it in, but for a send */
    ARGUMENT_OTHER_TYPE,      /* than `failed` had, which has filled it in */
    ARGUMENT_NO_MEMORY,       /* size: so many bytes of it are there */
    ARGUMENT_FREED,           /* its block of memory was given back */
    ARGUMENT_BEFORE_BLOCK,    /* size: so many bytes before one begins */
    ARGUMENT_READ_ONLY,       /* size: so many bytes can be stored to */
    ARGUMENT_TOO_SHORT,       /* likewise: the block of memory ends there */
    ARGUMENT_BEYOND_FRAME,    /* likewise: the function's variables */
    ARGUMENT_BEYOND_VARIABLE, /* likewise: event->argument.variable */
    ARGUMENT_TWICE,           /* an item of an array that is in it already */
    ARGUMENT_TYPE_OVERLAP,    /* a datatype, by which data are stored */
    ARGUMENT_OVERLAP,         /* pieces of a buffer that is stored to */
    ARGUMENT_READ_OVERLAP,    /* pieces of a buffer that may be read once */
    ARGUMENT_ALIASED,
    ARGUMENT_BOTH_GROUPS,   /* size: who is in the remote leader's group and in
                             * the local one, in MPI_COMM_WORLD */
    ARGUMENT_OP_TYPE,       /* a predefined op that the type is not for */
    ARGUMENT_NO_TOPOLOGY,   /* the communicator has none, or not that one */
    ARGUMENT_LOPSIDED,      /* size: a node whose edges do not lead back */
    ARGUMENT_BEYOND_GRID,   /* size: so many are there */
    ARGUMENT_GRID_SIZE,     /* size: processes of the grid or graph */
    ARGUMENT_NO_MULTIPLE,   /* size: of that */
    ARGUMENT_NO_GRID,       /* what becomes of it is not said */
    ARGUMENT_GRAPH_INDEX,   /* fewer neighbours than without that node */
    ARGUMENT_DISTRIBUTION,  /* size: processes of the distributed array */
    ARGUMENT_BLOCKS,        /* they do not cover the array */
    ARGUMENT_EMPTY,         /* a key or value of an info object */
    ARGUMENT_NO_KEY,        /* size: of an info object, which has so many */
    ARGUMENT_NO_SUBGROUP,   /* size: the rank in it that comm does not have */
    ARGUMENT_LARGE_RESULT,  /* size: bytes, or what the call counts, more than
                             * an int holds */
    ARGUMENT_OVERFLOWED,    /* size: what the item had to be */
    ARGUMENT_PACKED,        /* size: where the packed data end */
    ARGUMENT_CONTENTS,      /* size: that many are needed; -1: there are none */
    ARGUMENT_NOT_ALLOCATED, /* memory that is not of MPI_Alloc_mem */
    ARGUMENT_ATTACHED,      /* memory that is attached already */
    ARGUMENT_ATTACHED_OTHER, /* a buffer where another one is attached */
    ARGUMENT_NOT_ATTACHED,   /* none is; parameter NULL */
    ARGUMENT_NO_BUFFER,      /* for a buffered send; size: of that which is */
    ARGUMENT_LESS_BUFFER,    /* ... attached; with those before it; for both
                              * parameter NULL: the call starts it */
    ARGUMENT_LARGE_TAG,      /* size: as every MPI has; once a process */
    ARGUMENT_SHARES_MEMORY   /* comm may not */
};

enum file_fault {
    FILE_AMODE_ONE,        /* not exactly one of the three modes */
    FILE_AMODE_CREATE,     /* created, or exclusive, for reading only */
    FILE_AMODE_SEQUENTIAL, /* for reading and writing */
    FILE_NOT_READ,         /* read, but opened for writing only */
    FILE_NOT_WRITTEN,      /* written, but opened for reading only */
    FILE_SEQUENTIAL,       /* opened for sequential access */
    FILE_SPLIT_ACTIVE,     /* other: the begin of the one that is active */
    FILE_SPLIT_NONE,       /* an end without its begin; other: of another
                            * operation, or NULL */
    FILE_SPLIT_BUFFER, /* the end has another buffer than its begin, `other` */
    FILE_PENDING,      /* other: an operation that is not complete */
    FILE_VIEW,         /* the filetype is not made of etypes */
    FILE_VIEW_BACK,    /* displacements in a type map go backwards */
    FILE_VIEW_BEGIN,  /* not at a byte; or at one, where access is sequential */
    FILE_ETYPE,       /* nor are the data */
    FILE_SHARED_VIEWS /* a call uses the shared file pointer; `other` and
                       * `another` have set views that differ */
};

enum request_fault {
    REQUEST_UNKNOWN,        /* no call has returned it that is not over */
    REQUEST_TWICE,          /* in one array, and it is active */
    REQUEST_ACTIVE,         /* it is started, and is active already */
    REQUEST_NOT_PERSISTENT, /* it is started */
    REQUEST_GIVEN_UP, /* an active one is freed or cancelled that must not */
    REQUEST_RECEIVE_FREED,   /* an active receive is freed */
    REQUEST_CANCEL_INACTIVE, /* an inactive one is cancelled */
    REQUEST_NOT_GENERALIZED, /* MPI_Grequest_complete, of another kind */
    REQUEST_TOLD_TWICE,      /* likewise, of one that it was called for */
    REQUEST_PENDING,         /* active, where its communicator is to end */
    REQUEST_NEVER_STARTED /* it was waited for, and is freed, or left, without
                           * a start ever; event->call is the wait */
};

enum exchange_fault {
    EXCHANGE_DATA,
    EXCHANGE_MIXED_IN_PLACE /* MPI_IN_PLACE by some, where all must or none */
};

enum left_kind {
    LEFT_REQUEST,
    LEFT_COMM,
    LEFT_TYPE,
    LEFT_WINDOW,
    LEFT_MEMORY, /* of MPI_Alloc_mem */
    LEFT_BUFFER, /* attached for buffered sends */
    LEFT_SIMPLE, /* a group, op, info, error handler, keyval, file, session */
    LEFT_EPOCH   /* a window in an epoch, as MPI_Finalize begins */
};

struct model_event {
    enum model_event_kind kind;
    const struct model *model;
    const struct process *process;
    struct call *call; /* the call that begins; NULL for EVENT_ENDED */
    union {
        struct {
            bool usable;       /* between MPI_Init and MPI_Finalize; or sessions
                                * are used, which are not followed */
            struct call *init; /* MPI_Init(_thread), or NULL */
            struct call *finalize;      /* MPI_Finalize, or NULL */
            struct call *sessions_over; /* the last MPI_Session_finalize, if
                                         * no session is open any more; NULL */
            bool in_callback;
        } state; /* EVENT_CALL */
        struct {
            bool ignored; /* data of a file: nobody has looked at the error */
            struct call *open; /* the newest MPI_File_open, if it failed */
        } failed;              /* EVENT_FAILED */
        struct {
            struct call *reduction;
        } in_operation;
        struct {
            const struct comm *comm;     /* or */
            const struct window *window; /* the other is NULL */
            uint64_t position;           /* 0, 1, ... on this comm or window */
            enum meeting_difference differs;     /* the gravest */
            const struct meeting_class *classes; /* by their first members */
            size_t class_count;
            const struct call *init; /* EVENT_ABSENT: starts of what it has
                                      * made; NULL: calls */
        } meeting;
        struct {
            const struct comm *comm;
            const char *key;
            struct call *given; /* which has given that */
            struct call *sent;  /* mpi_assert_exact_length: the message */
            int64_t bytes[2];   /* ... its length, and the buffer's */
        } hint;
        struct {
            const struct comm *comm;
            uint64_t position; /* 0, 1, ... on this comm */
            enum exchange_fault fault;
            /* EXCHANGE_DATA: two members that differ.  In place: who gives
             * it, and who does not. */
            struct call *calls[2];
            struct payload payloads[2];
            const struct payload_difference *differs;
            bool flows;  /* from the first to the second; else both describe
                          * the same */
            bool in_all; /* that is for all of the caller's group together */
        } exchange;
        struct {
            const struct comm *comm;     /* NULL: not known */
            const struct transfer *sent; /* the call is its sender's */
            const struct transfer *received;
            const struct payload_difference *differs;
            bool is_one; /* of several ways, of which none goes well */
        } transfer;
        struct {
            const struct window *window;
            const struct window_rank *member; /* the origin */
            int origin;
            int target; /* -1: none (MPI_PROC_NULL), or no rank of it */
            const struct rma_arguments *arguments;
        } rma;
        struct {
            const struct window *window;
            const struct rma_arguments *arguments;
            const struct payload *sent, *expected;
            const struct payload_difference *differs;
        } rma_data;
        struct {
            const struct window *window;
            int target;
            int64_t low, high;     /* addresses */
            struct call *detached; /* of memory that was there; or NULL */
        } unattached;
        struct {
            const struct window *window;
            struct call *attached; /* attach: what overlaps; detach: what
                                    * is detached; NULL: nothing. free: what
                                    * allocated it */
            bool gone;             /* the memory is: it was freed, ... */
            bool returned;         /* ... or its function has returned */
        } attach;
        struct {
            const struct window *window;
            const struct window_rank *member;
            int rank;           /* of the caller in the window */
            int target;         /* lock, unlock, flush: else, or no rank of
                                 * it, -1 */
            const int *targets; /* start: ranks in the window */
            int target_count;
        } sync;
        struct {
            const struct window *window;
            int64_t assertion; /* NEUTRAL_MODE_... */
            struct call *without;
        } fences;
        struct {
            const struct window *window;
            int target;           /* in the window */
            struct call *promise; /* its post, or fence */
        } noput;
        struct {
            const struct window *window;
            struct call *post;
        } nocheck;
        struct {
            const struct window *window;
            struct call *other;
            int target; /* in the window */
        } locks;
        struct {
            const struct window *window;
            const struct period *lock;
            const struct period *exposure;
            int target;      /* -1 for the lock: lock_all */
            bool lock_first; /* the lock came before the post, in order */
            bool post_first; /* neither: nothing says which came first */
        } overlap;
        struct access_conflict *conflict;
        struct {
            enum left_kind kind;
            enum call_kind of; /* LEFT_SIMPLE */
            const char *name;  /* of the object; NULL for a request */
            struct call *made_by;
            const struct operation *operation; /* LEFT_REQUEST */
            const struct window *window;       /* LEFT_WINDOW, LEFT_EPOCH */
            const struct window_rank *member;
            int rank;
        } left;
        struct {
            const char *name; /* of the newest: "communicator 9" */
            struct call *made_by;
            uint32_t count;
        } growing;
        struct {
            struct call *last; /* its newest call, or NULL */
            bool inside;       /* that call has not returned */
            /* Calls of other threads, any of which may have ended it. */
            struct call *const *beside;
            size_t beside_count;
            bool alone;       /* it was the only process */
            bool own_handler; /* it has set an error handler of its own */
            bool after_abort; /* somebody has called MPI_Abort */
            /* All that ended inside a call. */
            const struct process *const *inside_all;
            size_t inside_count;
            bool after_other; /* or has ended badly: this may be the
                               * launcher's doing */
            /* It, or another one, ended while a thread was inside a call, and
             * is part of a collective operation known to be wrong. */
            bool misled, other_misled;
            /* A call of it has stored behind its buffer, which was told. */
            bool overran;
        } ended;
        struct deadlock deadlock;
        struct {
            const struct comm *comm; /* NULL: it is gone */
            struct call *send;       /* NULL: it is about the receive */
            struct call *receive; /* which the message just missed, or NULL */
            int64_t tag, receive_tag;
            enum near_miss near;
            bool probed; /* MPI_Mprobe took it, MPI_Mrecv did not */
        } unmatched;     /* the process is the receiver */
        struct {
            const struct comm *comm;
            struct call *send;
            bool early; /* surely; else nothing orders the two */
        } ready;
        struct {
            int seconds;
            struct wait_graph *graph; /* of all processes */
            const struct process *const *processes;
            uint32_t count;
            const struct missed *missed; /* of some that wait */
            uint32_t missed_count;
        } standstill;
        struct {
            enum race_effect effect;
            const struct comm *comm;
            struct call *one, *other; /* the sends: it may take either */
            struct call *took;        /* what it took; NULL: not known */
            struct call *collective;  /* RACE_COLLECTIVE: the sender of the
                                       * other had left it, the receiver not
                                       * begun */
            struct call *starves;     /* ... and RACE_DEPENDENCE, if it takes
                                       * `one` */
            /* RACE_TRUNCATION, RACE_TYPE: the data of the other, which goes
             * wrong, and the receive, which is this one or a later one. */
            const struct transfer *wrong, *wrong_receive;
        } race; /* event->call: the receive */
        struct {
            enum partition_fault fault;
            struct call *made_by; /* the request */
            struct call *other;
            int64_t number, limit;
        } partition;
        struct {
            enum argument_fault fault;
            const struct call_parameter *parameter;
            int64_t item;            /* of an array; -1: it is none */
            const struct comm *comm; /* the call's; NULL: has none */
            int64_t size; /* of comm, of an intercommunicator the remote
                           * group's; -1: not known.  ARGUMENT_NOT_IN_PLACE:
                           * the root, whose alone it is; -1: nobody's */
            const struct type *type; /* ARGUMENT_NOT_COMMITTED, _NULL_BUFFER,
                                      * _OP_TYPE; of a buffer that is too short;
                                      * or NULL */
            const char *is; /* ARGUMENT_OTHER_KIND: "group 2"; NULL: nothing.
                             * ARGUMENT_OTHER_SESSION: "session 2" that it is
                             * derived from; NULL: from none */
            const struct call_parameter *beside; /* the same of another one */
            const char *beside_is;
            struct call *attached; /* which attached the buffer; or NULL */
            struct call *failed;   /* which should have set the handle, gave
                                    * MPI_COMM_NULL, or filled a status in, or
                                    * the send that it is of; or NULL */
            struct call *freed_by; /* ARGUMENT_FREED_HANDLE; or NULL */
            /* Of an array, not a buffer: so many bytes should be there; 0: it
             * is none. */
            int64_t needed;
            bool may; /* the call may use less; of a buffer: it does */
            const char *variable; /* "grid (halo.c:12)" */
            int64_t takes; /* of a buffer: bytes to the end of its data; 0: not
                            * known */
            uint32_t each; /* ... of so many processes as much; else 0 */
        } argument;
        struct {
            bool returned; /* the program looks at what is; or its own function
                            * was told */
        } provoked;
        struct {
            enum request_fault fault;
            struct call *made_by;    /* NULL: not known */
            struct call *started_by; /* MPI_Start; or NULL */
            struct call *ended_by;   /* REQUEST_UNKNOWN: what has completed, or
                                      * freed, it; or NULL */
            int64_t item;            /* of an array; -1: it is none */
        } request;
        struct {
            enum file_fault fault;
            struct call *opened; /* NULL: the call itself does */
            struct call *other;
            struct call *another;
        } file;
        struct {
            const char *names[2];       /* of the file, and by which call ... */
            struct call *made_by[2];    /* ... of MPI_File_open: one, or */
            bool apart;                 /* ... two */
            const struct call *pending; /* of one process: whose operation was
                                         * not complete before; NULL: of two */
            struct call *calls[2];      /* by the rank of their processes */
            bool writes[2];
            uint64_t low, high; /* bytes of the file that both access */
        } shared_file;
        struct {
            struct call *other; /* of another thread: has not returned */
            /* Both are collective calls on this; else both are NULL. */
            const struct comm *comm;
            const struct window *window;
            /* Both may complete this one; else NULL. */
            const struct operation *request;
            bool makes; /* both make communicators, by one tag */
        } threads;
        struct {
            struct call *probe; /* of the thread that receives */
            struct call *taken; /* the other one's receive */
        } probed;
        struct {
            const struct window *window;
            struct call *since; /* its last synchronization; or NULL */
            struct call *by;    /* a get, a receive; NULL: the program */
            int64_t low, high;  /* by NULL: bytes of the window, ... */
            bool exact;         /* ... or somewhere between them */
        } nostore;
        struct {
            struct call *made;    /* the pending operation's call */
            struct call *started; /* or MPI_Start; or NULL */
            /* EVENT_FREED: made another request in its variable; or NULL */
            struct call *overwritten;
            /* EVENT_FREED: its request was freed by it while it was active,
             * and the message was not surely sent by then; or NULL */
            struct call *given_up, *sent;
            bool returned;       /* EVENT_FREED: its function has */
            bool pending_stores; /* else it loads */
            bool stores;         /* the call does; else it loads */
            bool cancelled;      /* the pending one is */
            bool before;         /* EVENT_FREED: before it was started */
            uint64_t bytes;      /* that both use */
        } buffer;                /* EVENT_BUFFER, EVENT_ACCESS, EVENT_FREED */
        struct {
            const struct call_parameter *buffer; /* of event->call; or an array
                                                  * of counts or the like */
            struct call *started; /* MPI_Start of event->call; or NULL */
            struct call *seen;    /* the call that completed it */
            uint64_t start;       /* address of the buffer */
            uint64_t low, high;   /* addresses: first byte, one past the last */
            enum stored_how how;
            enum stored_of of;
        } stored;
        struct {
            const struct call_parameter *buffer;
            const struct type *type;       /* by which it is described, */
            const struct type *basic;      /* and of that what is wrong: */
            const struct element *element; /* the program has this, */
            uint64_t address;              /* there */
        } element;
        struct {
            const struct call_parameter *buffer;
        } copied;
    };
};

#endif
