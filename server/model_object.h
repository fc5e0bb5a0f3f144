/*
 * model_object.h - the objects of the model, as rules see them (const).
 *
 * An object that several processes share (communicator, window) exists once;
 * a process refers to it by its own handle.
 */
#ifndef MURMEL_MODEL_OBJECT_H
#define MURMEL_MODEL_OBJECT_H

#include "clock.h"
#include "flat_table.h"
#include "inventory.h"
#include "observed.h"
#include "signature.h"

#include <uthash.h>

/* When a process asked whether something had happened yet: the first and the
 * last of its moments; 0: it did not ask. */
struct tested {
    uint64_t first, last;
};

/* What processes leave for others to see, in ranges of bytes or tags: a part
 * of a window, the messages for a receiver. */
struct board {
    struct notice *notices; /* by process and range */
    struct notice *oldest;  /* the same, by age */
    struct look *looks;
    uint64_t sequence;
    uint64_t number; /* of all that have notices or looks; 0: it has none */
};

/* A place in a world: a process that may not have joined yet. */
struct seat {
    struct process *process; /* NULL: has not joined yet */
    int rank;                /* in its MPI_COMM_WORLD */
};

/* Processes in an order.  Counted, immutable but for seats that are not known
 * yet (NULL). */
struct group {
    uint32_t references;
    int size; /* -1: not known who is in it */
    struct seat **seats;
};

/* What of its messages was told at the end (model_unmatched.c). */
enum comm_left {
    COMM_NOTHING_TOLD,
    COMM_MESSAGES_TOLD,
    COMM_RECEIVES_TOLD,
    COMM_COLLECTIVES_TOLD
};

/*
 * A communicator, or an open file: its calls are collective over a duplicate
 * of the communicator it was opened on (MPI-4.1 14.6.4), which has no messages.
 * Its members have an index: the rank; on an
 * intercommunicator the ranks of side 1 follow those of side 0.
 */
struct comm {
    struct inventory_item item;
    uint32_t references;
    uint32_t number; /* made_by->making; 0: predefined */
    char *name;      /* "communicator 2"; "... of rank 3" if the lowest rank
                      * that made it is not 0 */
    char *user_name; /* MPI_Comm_set_name, or NULL */
    bool is_file;
    bool opaque;               /* who is in it is not known: judge nothing */
    bool made_in_knot;         /* see machine_look.c */
    bool hinted;               /* somebody has asserted something of it */
    bool plain;                /* it has no topology, surely */
    bool shares_memory;        /* by MPI_Comm_split_type; else it may */
    struct topology *topology; /* held; NULL: none, or not known */
    struct group *groups[2];   /* [1] NULL: an intracommunicator */
    struct call *made_by; /* constructor of the lowest rank; NULL: predefined */
    struct channel *channel;        /* its collectives */
    struct file_accesses *accesses; /* of a file; NULL: none */
    struct view_round *view_rounds; /* likewise; oldest first */
    uint64_t opened; /* likewise: numbers its MPI_File_open; 0: not yet */
    struct endpoint *endpoints;            /* its messages, in order */
    struct flat_table by_receiver;         /* the same */
    struct partitioned_queue *partitioned; /* its partitioned ones */
    enum comm_left left;                   /* told at the end */
    struct comm *next, *prev;              /* among those nobody has any more */
};

/* Whether one item of a type has bytes that its type map names twice. */
enum type_overlap { TYPE_OVERLAP_UNKNOWN, TYPE_OVERLAPS, TYPE_OVERLAPS_NOT };

/* Types are those of the process that made them. */
enum type_maker {
    TYPE_PREDEFINED,
    TYPE_CONTIGUOUS, /* counts[0] */
    TYPE_VECTOR,     /* counts[0] blocks of counts[1], displs[0]: stride */
    TYPE_INDEXED,    /* item_count blocks: counts[], displs[] */
    TYPE_STRUCT,     /* the same with a child each */
    TYPE_RESIZED,    /* of children[0]: lb, extent */
    TYPE_UNKNOWN     /* made in a way the model does not follow */
};

/* What an MPI may have otherwise: it rounds extents up to an alignment, or does
 * not (MPI-4.1 5.1). */
enum type_doubt {
    TYPE_SURE,
    TYPE_EXTENT_UNSURE, /* of one item it is known where its data are */
    TYPE_PLACES_UNSURE
};

/* All displacements are bytes. */
struct type {
    uint32_t references;
    uint32_t number; /* of this process's types; 0: predefined */
    char *name;
    enum type_maker maker;
    bool committed;
    bool by_binding;       /* a Fortran binding made it, for an array section */
    bool known;            /* size and bounds are right ... */
    enum type_doubt doubt; /* ... but for that */
    bool bounded;          /* bounds of it were set, not computed */
    bool dense; /* its data are one behind the other, in the order of the type
                 * map, without gaps */
    enum type_overlap overlap;
    uint64_t handle; /* predefined: its neutral handle */
    uint64_t alike;  /* of MPI_Type_create_f90_real and kin, predefined without
                      * a name: one of its group that has one (6.9.2); else 0 */
    int64_t size, lb, ub, true_lb, true_ub, alignment;
    size_t item_count;
    int64_t *counts, *displs;
    size_t child_count; /* 1, or item_count for a struct; of a predefined one:
                         * 0, or 2 for a pair */
    struct type **children;
    uint64_t made_of; /* the one predefined type of all its items; 0: several,
                       * or not known.  A pair is one. */
    struct signature signature;
    struct signature *ends; /* struct, pair: as far as to that item's end */
    struct call *made_by;
};

/* What a call sends or is ready to receive. */
struct transfer {
    struct payload payload; /* the type is held */
    struct call *call;      /* that describes it; held.  NULL: there is none */
};

enum operation_kind {
    OPERATION_SEND,
    OPERATION_RECEIVE,
    OPERATION_COLLECTIVE,
    OPERATION_RMA,
    OPERATION_IDUP,
    OPERATION_PARTITIONED,
    OPERATION_OTHER /* generalized, of one process on a file: only counted */
};

/* Something that was started, or (persistent) can be. */
struct operation {
    uint32_t references;
    enum operation_kind kind;
    bool persistent, active;
    bool cancelled; /* MPI_Cancel was called for it */
    bool failed;    /* it has not ended well, and may be gone */
    bool left; /* waited for by MPI_Waitall, which failed for another one */
    bool generalized_complete; /* MPI_Grequest_complete was called for it */
    bool told_complete; /* perhaps by MPI_Request_get_status: it is active */
    bool chosen;        /* by the completing call that is being looked at */
    bool place_shared;  /* its variable does not tell it from others */
    bool doubtful; /* may be what a test completed that took another one of its
                    * handle; so are all before it in the list */
    bool reads;    /* OPERATION_RMA: brings values back */
    bool buffers_over;             /* its buffers are free again */
    struct call *made_by;          /* the call that made the request */
    struct message *message;       /* OPERATION_SEND: what it sent last */
    struct receive *receive;       /* OPERATION_RECEIVE: what it waits for */
    struct buffer_range *buffers;  /* its own (model_buffer.h) */
    struct operation *next, *prev; /* with the same handle */
    struct call *started_by;       /* made_by, or MPI_Start */
    struct call *waited_idle; /* by which it was waited for before its first
                               * start; held; NULL: by none */
    struct call *gone; /* persistent: which freed its buffer while it was not
                        * active; held; NULL: it is there */
    struct call *overwritten_by; /* which made another request in the variable
                                  * that had this one; held; or NULL */
    struct call *instead_of;     /* which made another request with this handle,
                                  * that is lost if this one stays; held; or NULL */
    struct comm *comm;           /* held */
    struct period *at_origin;    /* OPERATION_RMA: until it is complete there;
                                  * held */
    /* of windows: from the start of a persistent one; when it is complete */
    struct access_ranges *loads, *stores;
    struct tested tested;            /* by MPI_Test, MPI_Waitany and the like */
    struct transfer sends, receives; /* messages */
    struct partitioned *partitioned; /* OPERATION_PARTITIONED; held */
    struct meeting *meeting;         /* OPERATION_COLLECTIVE: which one */
    struct meeting *initial; /* persistent collective: where it was made */
    uint32_t member;         /* index of this process in comm */
    int target;
    struct comm *made;           /* OPERATION_IDUP: the new one; held */
    struct window *window;       /* OPERATION_RMA; held */
    struct operation *next_idup; /* OPERATION_IDUP without a handle yet */
};

/* Orders between accumulates of one process (MPI-4.1 12.7.2). */
enum {
    ORDERING_RAR = 1,
    ORDERING_RAW = 2,
    ORDERING_WAR = 4,
    ORDERING_WAW = 8,
    ORDERING_ALL = 15
};

/* Info keys of windows (MPI-4.1 12.2.1, 12.2.7). */
struct window_hints {
    bool no_locks;      /* it is never locked */
    bool asked;         /* the program knows what the MPI makes of them */
    bool apart;         /* alloc_shared_noncontig */
    bool same_op;       /* accumulate_ops: MPI_NO_OP is no exception */
    unsigned unordered; /* not named in accumulate_ordering */
    bool ops_given, ordering_given; /* these two keys */
};

enum window_flavor {
    WINDOW_CREATE,
    WINDOW_ALLOCATE,
    WINDOW_ALLOCATE_SHARED,
    WINDOW_DYNAMIC
};

/* A stretch of a process's time: a lock that it holds on a target, or an
 * exposure epoch from post to wait.  Counted. */
struct period {
    uint32_t references;
    uint32_t rank;       /* of the process in the window */
    bool idle;           /* keeps nobody out: a lock inside another epoch, an
                          * exposure to an empty group */
    struct call *opened; /* held */
    struct call *closed; /* held; NULL: it lasts */
    struct clock *begin;
    struct guards *guards;    /* that its process held then */
    bool doubted;             /* what came before it will be asked once more */
    struct clock_moment held; /* a lock: by then it surely was; 0: not known */
    struct clock_moment end;
    struct tested tested; /* whether it is over: by MPI_Win_test */
    struct period *next, *prev;
};

/* One lock that a member holds now, by its target. */
struct held_lock {
    int target;
    bool wrong; /* inside another epoch */
    struct call *lock;
    struct period *period;
    UT_hash_handle hh;
};

/* Locks of a target (-1: all) by which the caller meant to hold one, but which
 * were wrong where they stood: refused, or of what it had locked already. */
struct wrong_lock {
    int target;
    uint32_t count;
    UT_hash_handle hh;
};

/* Where a member of a window stands. */
struct window_rank {
    bool joined; /* its constructor has returned */
    bool freed;
    bool frees;    /* has called MPI_Win_free */
    uint64_t base; /* address, or NEUTRAL_BOTTOM */
    int64_t size, disp_unit;
    struct call *made_by;
    struct window_hints hints; /* given to MPI_Win_set_info */
    struct nostore *nostore;   /* model_nostore.h; NULL: nothing yet */
    bool ordinary;          /* memory of MPI_Win_create that is not from MPI */
    struct region *regions; /* attached, see model_window_memory.h */
    /* Access. */
    struct call *fence;        /* last fence that may have opened epochs */
    uint64_t fence_count;      /* fences that it has called */
    struct call *closed_by;    /* last fence with NOSUCCEED, if none since */
    struct call *fence_rma;    /* first RMA call in the fence's epoch */
    struct call *fence_lock;   /* first lock since the fence, nothing before */
    bool fence_lock_used;      /* that lock was of a part that cannot be loaded
                                * from, or RMA calls were made since */
    struct call *fence_inside; /* what was open when that fence came */
    struct call *fence_start;  /* first start since the fence, as fence_lock */
    bool fence_start_used;     /* RMA calls were made in it */
    struct period *fence_epoch, *start_epoch; /* open; without clocks: to be
                                               * shown; held */
    struct call *start;                       /* open access epoch */
    uint32_t wrong_starts;  /* refused, or inside another, and not completed */
    int *start_ranks;       /* in the window */
    int start_count;        /* -1: not known */
    struct held_lock *held; /* locks held, by target */
    struct wrong_lock *wrong_locks; /* not unlocked yet, by target */
    uint32_t stray_unlocks;         /* of targets that it had not locked */
    struct call *lock_all;          /* open */
    bool lock_all_wrong;            /* inside another epoch */
    struct period *lock_all_period;
    /* Exposure. */
    struct call *post;    /* open */
    uint32_t wrong_posts; /* likewise, not waited for */
    struct period *exposure;
    int *post_ranks;
    int post_count; /* -1: not known */
    /* For order: see model_window_order.c, model_order.c. */
    struct period *exposures;
    struct period *locks;         /* of this member's memory, by anybody */
    struct board board;           /* values in it, under locks */
    struct board holders;         /* who held an exclusive lock, and knew it */
    struct board ended;           /* values in it, under exclusive locks, as
                                   * they are known under later ones */
    struct access_direct *direct; /* access_direct.c: by programs */
    struct passive_access *accesses; /* by this member, not yet flushed */
    size_t access_count, access_room;
};

struct window {
    struct inventory_item item;
    uint32_t references;
    uint32_t number;   /* and names: as of a communicator */
    uint64_t identity; /* of all windows there ever were: 1, 2, ... */
    char *name;
    char *user_name;
    enum window_flavor flavor;
    struct window_hints hints; /* of any member's constructor */
    struct comm *comm;         /* held: its group is the window's */
    bool separate;             /* the memory model: else unified */
    bool queried;              /* by MPI_Win_shared_query */
    bool was_locked;           /* by anybody, ever, */
    bool locked_exclusively;   /* ... exclusively */
    uint32_t size;
    struct call *made_by;
    struct channel *channel;
    struct period *lock_alls; /* by MPI_Win_lock_all */
    struct pairing *pairings;
    struct window_accesses *accesses; /* access_rma.c */
    struct fence_round *fence_rounds; /* see model_window_promise.h */
    bool pairs_unsure;  /* which post belongs to which start is not known */
    bool unchecked;     /* locks with MPI_MODE_NOCHECK were called */
    struct pair *pairs; /* the same in the machine */
    struct window_rank *ranks;
};

/* Of a call of MPI_Win_lock or MPI_Win_lock_all. */
bool lock_is_exclusive(const struct call *lock);
bool lock_is_unchecked(const struct call *lock); /* MPI_MODE_NOCHECK */
/* The lock that the member holds on the target, or NULL. */
const struct held_lock *window_held_lock(const struct window_rank *member,
                                         int target);
/* Whether the member has called a wrong lock of the target (-1: of all) and
 * not unlocked it yet. */
bool window_wrongly_locked(const struct window_rank *member, int target);
/* Whether the member's open start epoch covers the target. */
bool window_started(const struct window_rank *member, int target);
/* Whether the epoch of a fence is open: not if a lock, or start, with no RMA
 * call between has shown that the fence began none. */
bool window_fenced(const struct window_rank *member);
/* The call that opened an access epoch of the member other than of a fence,
 * or NULL. */
struct call *window_access(const struct window_rank *member);
/* Rank of a window's (or communicator's) member in MPI_COMM_WORLD, or -1. */
int comm_world_rank(const struct comm *comm, uint32_t member);
/* "communicator" or "file" */
const char *comm_kind(const struct comm *comm);
/* "communicator 3", or with the name the application gave it. */
const char *comm_name(const struct comm *comm);
const char *window_name(const struct window *window);
/* "rank 2", by its number in MPI_COMM_WORLD, or where that is another one than
 * calls name it by, "rank 2 (target 0)": window_target(...).text, within one
 * expression. */
struct target_name {
    char text[40];
};
struct target_name window_target(const struct window *window, int target);

#endif
