/*
 * model_private.h - what the parts of the model share among themselves.
 */
#ifndef MURMEL_MODEL_PRIVATE_H
#define MURMEL_MODEL_PRIVATE_H

#include "calls.h"
#include "clock.h"
#include "memory.h"
#include "model.h"
#include "model_event.h"
#include "model_object.h"
#include "model_order.h"
#include "neutral.h"
#include "process.h"

#include <utlist.h>

/* What a handle of a process stands for. */
enum binding_kind {
    BINDING_COMM,
    BINDING_GROUP,
    BINDING_TYPE,
    BINDING_REQUEST, /* the first of a list of operations */
    BINDING_MESSAGE,
    BINDING_INFO,  /* model_info.h */
    BINDING_HINTS, /* of a communicator: model_hint.c */
    BINDING_WINDOW,
    BINDING_FILE,  /* a communicator */
    BINDING_SIMPLE /* + enum call_kind (model_left.c) */
};

struct binding_key {
    uint64_t handle;
    uint64_t
        kind; /* enum binding_kind; no padding: it is hashed (former_name) */
};

struct binding {
    struct binding_key key;
    uint32_t count;   /* how often the handle was given (groups, types) */
    bool own_handler; /* its errors go to a function of the program, */
    bool returns;     /* ... or are returned */
    uint64_t number;  /* of this object's, among all that handles stood for */
    uint64_t since;   /* the process's newest call then */
    void *object;
    struct call *made_by; /* communicators: this process's constructor */
    struct binding *next, *prev;
};

/* What objects were called whose handle is bound no more, or again: calls that
 * were given it are shown later. */
#define FORMER_NAMES 8
struct former_name {
    struct binding_key key;
    uint32_t count; /* of those below, the newest last */
    uint64_t after; /* older ones are not kept: calls up to that number */
    struct {
        char *name;
        uint64_t until; /* the process's newest call when it went */
    } names[FORMER_NAMES];
    struct call *freed_by; /* held: of the newest; or NULL */
    UT_hash_handle hh;
};

/* A call that has begun and not ended, and what its end will need. */
struct open_call {
    struct call *call;
    struct operation *operation; /* what it starts or waits for itself */
    struct operation *freed;     /* by MPI_Request_free; held, or NULL */
    struct call *within;         /* by the function of its op; held, or NULL */
    struct comm *comm;           /* held */
    struct window *window;       /* held */
    struct meeting *meeting;     /* held */
    struct making *making;       /* of MPI_Comm_create_group and the like */
    uint32_t member;             /* of comm or window */
    uint32_t marked;             /* partitions, by MPI_Pready */
    uint64_t file;               /* which one it opens; 0: not known */
    uint64_t frees; /* the number of the binding that it frees; 0: none */
    bool unsure;    /* another thread takes messages at the same time */
    bool deferred; /* what it does is done when it ends, if it has not failed */
    struct open_call *next, *prev;
};

#define PREDEFINED_TYPES                                                       \
    (NEUTRAL_DATATYPE_PREDEFINED_END - NEUTRAL_DATATYPE_NULL)

/* The datatypes of an MPI: the same for all processes that have been told the
 * same.  Counted. */
struct predefined_types {
    uint32_t references;
    void *told; /* the types of RECORD_WORLD, so many bytes */
    size_t told_size;
    struct type *types[PREDEFINED_TYPES]; /* NULL: the MPI lacks it */
};

/* The model's part of a process.  What every call needs stands first. */
/* A request that is none any more. */
struct ended_request {
    uint64_t handle;
    struct call *made_by, *ended_by; /* held; NULL: not known */
};
#define ENDED_REQUESTS 8

#define COUNTED_KEPT 4 /* statuses of receives, and as many of sends */

/* What was received, or found, last, as the status has it; or a send's. */
struct counted {
    int64_t bytes, source, tag;
    uint64_t address;  /* of a send's, until another call fills it in; else 0 */
    uint64_t made_of;  /* the one predefined datatype; 0: not known */
    struct call *call; /* held; NULL: none */
};

struct agent {
    struct model *model;
    struct process *process;
    struct seat *seat; /* NULL: rank not known yet */
    uint32_t threads;  /* that have ever called MPI */
    uint32_t hinted;   /* communicators of which it has asserted something */
    struct open_call *open;
    struct probing *probing;            /* model_open.c */
    struct thread_probe *thread_probes; /* model_thread_probe.c */
    struct track *tracks;               /* its threads in the machine */
    struct overrun *overruns;           /* model_overrun.c */
    struct given_up *given_ups;         /* model_given_up.c */
    struct call *current;               /* that is taken in; or NULL */
    uint64_t told;  /* calls by which others may learn something */
    uint64_t named; /* receives that name their source, and probes that
                     * tell the program something */
    struct clock_process clock;
    struct flat_table by_handle;    /* the bindings */
    struct binding *bindings;       /* the same, in order */
    struct flat_table by_place;     /* which operation a request variable has */
    uint64_t binding_count;         /* that were ever made */
    struct buffer_memory *buffers;  /* of pending operations; NULL: none yet */
    struct access_memory *accesses; /* to its windows; NULL: none yet */
    struct call *init, *finalize, *sessions_over;
    uint64_t seen_time;    /* of the newest record that was processed */
    uint64_t waiting_time; /* of that record */
    bool waits;            /* its next record was answered MODEL_WAIT */
    bool waits_for_end;    /* of another's call: that need not be there yet */
    bool waited_in_vain;   /* likewise, but it did not come */
    bool released;         /* and will be taken whatever it needs */
    bool gone;
    bool had_sessions;
    bool misled;         /* a collective operation that it is part of is known
                          * to be wrong (channel_mislead) */
    bool overran;        /* a call of it has stored behind its buffer */
    uint64_t short_buffer; /* the number, and 1, of its newest call that was
                            * given a buffer which ends too early */
    bool request_failed; /* a persistent one: it may have become null */
    struct ended_request ended_requests[ENDED_REQUESTS]; /* the newest */
    uint32_t ended_next;
    uint32_t copies; /* generalized requests that were freed before they
                      * were complete: a copy of the handle is left */
    bool moves;      /* one of its threads does: found in that graph */
    bool native;     /* its own loads and stores are told; */
    bool whole;      /* or were, of shared windows, until `elsewhere` */
    bool shares;     /* it was given a shared window */
    uint64_t loads;  /* how often some of its loads were told, */
    uint64_t stores; /* ... and of its stores, or of MPI calls' into windows */
    bool handlers;   /* it has set error handlers that return, */
    bool own_handlers; /* or are functions of its own */
    bool end_known;    /* and so whether it has dealt with errors */
    uint32_t deferred; /* calls that it is in of which the end tells more */
    bool faulty;       /* the call that begins has an argument for which every
                        * MPI refuses it */
    bool asks_tag_ub;    /* has asked for MPI_TAG_UB */
    int64_t shares_with; /* processes of its largest communicator that
                          * MPI_Comm_split_type has made */
    bool large_tag;      /* has used one that not every MPI has */
    uint32_t locks;    /* that it holds */
    uint32_t many;     /* objects at which their makers are counted next */
    struct held_wait *held_waits;   /* for others, with a lock */
    struct held_call *held_calls;   /* hash; model_handler.c */
    struct held_call *untold_calls; /* list of some of them, likewise */
    uint64_t explained; /* the number of the last call that has failed for what
                         * is kept back of another one, and 1; 0 */
    struct predefined_types *types; /* held; NULL: not told yet */
    struct chances chances;
    struct guards *guards;            /* that it holds; NULL: none */
    uint32_t sessions;                /* that are open */
    uint32_t node;                    /* in the graph of who waits for whom */
    struct origin *origins;           /* what is derived from sessions */
    struct former_name *former_names; /* one for a handle */
    struct item *buffered; /* sent and not yet waited for by a detach */
    size_t buffered_count;
    struct polls { /* probes that have found nothing, one after the other */
        const struct stack *stack;   /* where the last one was */
        uint64_t last, named_before; /* its number; `named` before the first */
    } polls;
    uint64_t elsewhere; /* from that moment on it may be in order with others by
                         * what is not seen; 0: it is not */
    struct lock_order *lock_orders; /* the newest */
    struct lock_order *open_orders; /* the first of whose locks is held */
    uint32_t lock_order_count;
    struct taken_locks *taken_locks;  /* the newest */
    struct allocation *allocations;   /* by MPI_Alloc_mem */
    struct attached_memory *attached; /* model_attached.c; NULL: none yet */
    struct file *files;               /* that it has open */
    struct call *failed_open; /* held: its newest MPI_File_open, if it failed */
    struct counted *counted;  /* COUNTED_KEPT; NULL: none yet */
    uint32_t counted_count;   /* ever */
    struct counted *sent;     /* likewise, of sends */
    uint32_t sent_count;
    struct call *aliased;     /* held: whose buffers meet, if they are there */
    uint32_t aliased_buffer;
    struct call *no_comm;    /* held: the newest that gave it MPI_COMM_NULL */
    struct operation *idups; /* whose communicator has no handle yet */
    uint32_t type_count;
    uint32_t comm_count, window_count;      /* constructors it has called */
    uint32_t simple_count[CALL_KIND_COUNT]; /* objects of model_left.c */
    struct agent *next, *prev;
};

struct world {
    int size;
    bool has_parent;
    const char *launch; /* of the process that joined first */
    int joined;
    struct group *group;
    struct comm *comm;
    struct world *next;
};

struct model {
    struct model_listener listener;
    enum strict strict;
    struct agent *agents;
    uint32_t agent_count;
    struct agent *laggard; /* whom model_all_past found last, or NULL */
    const struct process **ended_inside; /* badly, in a call */
    size_t ended_inside_count;
    struct machine *machine;
    struct predefined_types *types; /* told last; held; NULL: none yet */
    struct lock_orders *lock_orders;
    struct doubt *doubts;                   /* which periods may be in order */
    struct broken_promise *broken_promises; /* model_nostore.c */
    struct known_promise *known_promises;   /* likewise */
    uint64_t access_groups;                 /* ever made (access.h) */
    bool rma_unfollowed; /* some RMA call may have updated what is not known */
    bool accesses_dropped; /* what came long after them was not compared */
    bool separate;         /* some window has the separate memory model */
    bool all_separate;     /* all have, but shared ones */
    uint32_t doubt_count, doubts_refused;
    struct world *worlds;
    struct traffic *traffic;
    uint64_t boards;   /* that there ever were */
    bool chances_run;  /* a window exists, or has existed */
    bool clocks_run;   /* likewise, a receive from any source, or a ready send;
                        * or the job is small */
    bool order_unsure; /* something happened anywhere that the clocks do not
                        * know; by whom, if that is known: clock_lose */
    bool matches_unsure; /* a synchronous send ended, its receive not known */
    struct late_receive *late_receives;
    struct choices *choices;     /* race_choice.c */
    struct mismatch *mismatches; /* race_outcome.c */
    struct making *makings;
    struct unequal *unequal; /* model_rounds.c */
    uint32_t unequal_count;
    bool makings_unsure; /* somebody has come to one whose group is not known */
    struct intercomm *intercomms;
    struct dispute *disputes;
    struct stray *strays; /* model_window_memory.c */
    size_t stray_count;
    struct file_sequence *sequences; /* model_file_opens.c; oldest first */
    size_t sequence_count;
    uint64_t files_opened;      /* calls of MPI_File_open that were numbered */
    uint32_t open_starts;       /* MPI_Win_start that have not returned */
    bool someone_aborted;       /* MPI_Abort was called */
    bool assumes_taken;         /* see model_starved */
    bool finished;              /* nothing is told any more */
    size_t near_searches;       /* model_unmatched.c */
    struct comm *waiting_comms; /* nobody has them; receives were left there */
    size_t waiting_comm_count;
    uint64_t progress; /* what processes have done but for polling */
    struct standstill
        *standstill;            /* told if the job was interrupted, or NULL */
    model_may_go_on *may_go_on; /* NULL: any process that has threads may */
    void *may_go_on_context;
    model_reported *reported; /* NULL: of no process was anything */
    void *reported_context;
};

/* ------------------------------------------------- model.c */

static inline bool agent_is_whole(const struct agent *agent)
{
    return agent->whole && agent->elsewhere == 0;
}

static inline struct agent *agent_of(const struct process *process)
{
    return process->model;
}

/* Whether a record that is not ready must wait: not when it was released. */
static inline bool must_wait(const struct agent *agent, bool ready)
{
    return !ready && !agent->released;
}

static inline bool succeeded(const struct call *call, int64_t result)
{
    return call->returned && result == NEUTRAL_SUCCESS;
}

/* A message that was too long has been received all the same: what fits of
 * it. */
static inline bool truncated(const struct call *call, int64_t result)
{
    return call->returned && result == NEUTRAL_ERROR_TRUNCATE;
}

/* The value of `result` of any call. */
static inline int64_t call_result(const struct call *call)
{
    return (int64_t)call->words[call->info->in_words];
}

/* ------------------------------------------------- model_raise.c */

/* The listener hears of it. */
void model_raise(struct model *model, const struct model_event *event);
/* What was found in that call, and kept back (handler_may_hold), is true. */
void model_confirm(const struct model *model, const struct call *call);
/* Fills what every event has. */
struct model_event model_event_new(const struct agent *agent,
                                   enum model_event_kind kind,
                                   struct call *call);
/* ------------------------------------------------- model_order.c */

/* Whether every other process has been seen beyond that time, so that all
 * it did before is known. */
bool model_all_past(const struct agent *agent, uint64_t time);
/* A snapshot for others; NULL while no clocks run. */
struct clock *agent_clock(struct agent *agent);

/* ------------------------------------------------- model_open.c */

/* Whether another thread of the process is in a call. */
bool open_beside(const struct agent *agent, uint32_t thread);
/* A call begins: raises EVENT_THREADS for each that another thread of the
 * process is in. */
void open_meets(struct agent *agent, struct call *call);
/* The model has taken it in: what it sends or receives may be another
 * thread's. */
void open_competes(struct agent *agent, struct open_call *open);
/* It has ended: if it has found nothing, its thread may be in it again. */
void open_probes(struct agent *agent, const struct open_call *open);
/* -------------------------------------------------- model_thread_probe.c */

/* Each call begins ... */
void thread_probe_enter(struct agent *agent, struct call *call);
/* ... and ends. */
void thread_probe_exit(struct agent *agent, struct call *call);
void thread_probes_free(struct agent *agent);
void open_forget_probes(struct agent *agent);
/* The thread has ended: it left what it was in. */
void open_thread_ended(struct agent *agent, uint32_t thread);
struct open_call *open_new(struct agent *agent, struct call *call);
struct open_call *open_find(struct agent *agent, const struct call *call);
void open_free(struct agent *agent, struct open_call *open);
/* Whether others may learn something by the call: all but receives, probes,
 * waits and local calls. */
bool open_tells(const struct open_call *open);

/* ------------------------------------------------- model_within.c */

/* A call begins. */
void within_enter(struct agent *agent, struct call *call);
/* One ends: raises EVENT_IN_OPERATION of what began within it. */
void within_exit(struct agent *agent, const struct open_call *open);

/* ------------------------------------------------- model_standstill.c */

/* MPI_Test, MPI_Iprobe and the like; when it has returned, without success. */
bool call_polls(const struct call *call);
bool call_found_nothing(const struct call *call);
void standstill_free(struct standstill *still); /* or NULL */

/* ------------------------------------------------- model_handle.c */

void *binding_find(const struct agent *agent, enum binding_kind kind,
                   uint64_t handle);
/* Binds a handle that must not be bound. */
void binding_add(struct agent *agent, enum binding_kind kind, uint64_t handle,
                 void *object);
/* The binding itself, or NULL. */
struct binding *binding_get(const struct agent *agent, enum binding_kind kind,
                            uint64_t handle);
void binding_remove(struct agent *agent, struct binding *binding);
/* A call begins that frees what its first word, a handle, stands for; and it
 * has ended: the binding then, NULL if there is none, or if the handle is
 * another object's by now.  An MPI may give another thread the handle again
 * before the end of the call that freed it is recorded. */
void binding_frees(const struct agent *agent, enum binding_kind kind,
                   struct open_call *open);
struct binding *binding_freed(const struct agent *agent, enum binding_kind kind,
                              const struct open_call *open);
/* Before the object of the handle goes: its name stays known. */
void former_name_set(struct agent *agent, const struct binding *binding,
                     const char *name);
/* That of the newest; NULL: there was none. */
const char *former_name(const struct agent *agent, enum binding_kind kind,
                        uint64_t handle);
/* Who freed that one; NULL: it is not known. */
struct call *former_freed_by(const struct agent *agent, enum binding_kind kind,
                             uint64_t handle);
/* Whether the handle stood for an object that is gone when the call with that
 * number was given it; *name: of that, or NULL. */
bool former_name_then(const struct agent *agent, enum binding_kind kind,
                      uint64_t handle, uint64_t call, const char **name);
/* A call has returned the handle: it stands for another object. */
void former_name_forget(struct agent *agent, enum binding_kind kind,
                        uint64_t handle);
void former_names_free(struct agent *agent);

/* ------------------------------------------------- model_origin.c */

/* A call has returned: what it has made is derived from the session that what
 * it was given is derived from. */
void origin_exit(struct agent *agent, const struct call *call);
void origins_free(struct agent *agent);

/* ------------------------------------------------- model_group.c */

struct group *group_new(int size); /* size -1: unknown */
struct group *group_hold(struct group *group);
void group_drop(struct group *group);
/* Whether it is known of each place who has it. */
bool group_complete(const struct group *group);
bool group_equal(const struct group *left, const struct group *right);
/* Index of the seat, or -1. */
int group_rank(const struct group *group, const struct seat *seat);
/* The first rank of `group` that is not in `all`; -1: all are.  Both complete.
 */
int group_first_outside(const struct group *group, const struct group *all);
/* The first that is; -1: none.  Both complete. */
int group_first_inside(const struct group *group, const struct group *all);
/* The group of a handle (held by the binding), or NULL. */
struct group *agent_group(const struct agent *agent, uint64_t handle);
enum model_step group_exit(struct agent *agent, struct open_call *open);

/* ------------------------------------------------- model_left.c */

/* A call has returned: groups, ops and the like that it has made or freed. */
void left_exit(struct agent *agent, struct call *call);
/* "group 2"; NULL: it is none of them, or not known. */
const char *left_simple_name(const struct agent *agent, enum call_kind kind,
                             uint64_t handle, uint64_t call);
/* The handle stands for such an object. */
bool left_simple_is(const struct agent *agent, enum call_kind kind,
                    uint64_t handle);
/* The number of what the handle stands for, among all that had one; 0: of
 * nothing. */
uint64_t left_simple_number(const struct agent *agent, enum call_kind kind,
                            uint64_t handle);
/* What the keyval, given to the call, is: one of another kind of objects than
 * the call's ("communicators"), or NULL. */
const char *left_other_keyval(const struct agent *agent,
                              const struct call *call, uint64_t keyval);
/* Likewise, of an error handler that the call sets. */
const char *left_other_errhandler(const struct agent *agent,
                                  const struct call *call, uint64_t handle);
/* Whether there is or was such a keyval for the call's kind of objects. */
bool left_keyval_was_made(const struct agent *agent, const struct call *call,
                          uint64_t keyval);
/* The keyval, given to the call, is freed: none may be freed again, and that to
 * which no attribute was ever attached is of no use at all. */
bool left_keyval_is_freed(const struct agent *agent, const struct call *call,
                          uint64_t keyval);
/* The handle stood for such an object, which is freed. */
bool left_simple_is_freed(const struct agent *agent, enum call_kind kind,
                          uint64_t handle);
struct call *left_simple_freed_by(const struct agent *agent,
                                  enum call_kind kind, uint64_t handle);
/* Frees what a binding of that kind refers to. */
void left_simple_end(struct binding *binding);
/* A call has returned: raises EVENT_GROWING if there are very many
 * communicators from one place in the program. */
void left_grown(struct agent *agent, struct call *call);
/* MPI_Finalize begins: raises EVENT_LEFT for windows in an epoch. */
void left_epochs(struct agent *agent, struct call *call);
/* MPI_Finalize returns: raises EVENT_LEFT for all that is left.  Attribute
 * delete callbacks, which run in it, were the last chance to free something. */
void left_finalized(struct agent *agent, struct call *call);
/* The last session is over, and MPI_Init was not called: the communicators and
 * windows that are left belonged to sessions. */
void left_sessions(struct agent *agent, struct call *call);
/* The end of the job: for what may be freed, or is known, after that only.
 * unmatched: requests without their match are told of already. */
void left_at_end(struct agent *agent, bool unmatched);

/* ------------------------------------------------- model_info.c */

enum model_step info_exit(struct agent *agent, struct open_call *open);
enum model_step info_free_enter(struct agent *agent, struct open_call *open);
enum model_step window_info_enter(struct agent *agent, struct open_call *open);
enum model_step window_info_exit(struct agent *agent, struct open_call *open);
enum model_step window_asked_exit(struct agent *agent, struct open_call *open);
/* What it says of a window: what was given last, or the defaults. */
struct window_hints info_hints(const struct agent *agent, uint64_t info);

/* ------------------------------------------------- model_comm.c */

/* made_by NULL: a predefined one; it gives the number else (call->making). */
struct comm *comm_new(struct group *local, struct group *remote,
                      struct call *made_by);
/* Not known who is in it; made_by NULL: nor which call has made it. */
struct comm *comm_new_opaque(struct agent *agent, struct call *made_by);
/* Another member's constructor of the same: the lowest rank's counts. */
void comm_made_by(struct comm *comm, struct call *call);
/* "window 2", "window 2 of rank 1"; malloc'd. */
char *object_name(const char *kind, const struct call *made_by);
struct comm *comm_hold(struct comm *comm);
void comm_drop(struct comm *comm);
uint32_t comm_size(const struct comm *comm); /* members of both sides */
/* The communicator of a handle, not held; NULL: null or not known. */
struct comm *agent_comm(const struct agent *agent, uint64_t handle);
/* Sets *member to the process's index.  False where that is not known. */
bool comm_member(const struct comm *comm, const struct agent *agent,
                 uint32_t *member);
/* Index of the process that has that rank for point-to-point (the other
 * side's on an intercommunicator), or -1. */
int64_t comm_peer(const struct comm *comm, uint32_t member, int64_t rank);
struct seat *comm_seat(const struct comm *comm, uint32_t member);
/* Binds the handle that the call returned (NULL: a predefined one) and takes
 * over the reference. */
void agent_bind_comm(struct agent *agent, uint64_t handle, struct comm *comm,
                     struct call *made_by);
void agent_unbind_comm(struct agent *agent, struct binding *binding);

/* ------------------------------------------------- model_comm_make.c */

/* Communicator constructors and destructors. */
enum model_step comm_make_enter(struct agent *agent, struct open_call *open);
enum model_step comm_make_exit(struct agent *agent, struct open_call *open);
enum model_step idup_exit(struct agent *agent, struct open_call *open);
enum model_step comm_free_enter(struct agent *agent, struct open_call *open);
enum model_step comm_free_exit(struct agent *agent, struct open_call *open);
enum model_step comm_opaque_exit(struct agent *agent, struct open_call *open);
enum model_step file_open_enter(struct agent *agent, struct open_call *open);
enum model_step file_open_exit(struct agent *agent, struct open_call *open);
enum model_step file_close_exit(struct agent *agent, struct open_call *open);
enum model_step create_group_enter(struct agent *agent, struct open_call *open);
enum model_step from_group_enter(struct agent *agent, struct open_call *open);
enum model_step create_group_exit(struct agent *agent, struct open_call *open);
enum model_step from_groups_enter(struct agent *agent, struct open_call *open);
enum model_step intercomm_create_enter(struct agent *agent,
                                       struct open_call *open);
enum model_step intercomm_create_exit(struct agent *agent,
                                      struct open_call *open);
/* The process comes to a constructor that only those in the group call. */
void making_arrive(struct agent *agent, struct open_call *open,
                   struct comm *parent, struct group *group, int64_t tag,
                   const struct array_string *string_tag);
void makings_free(struct model *model);
void making_leave(struct open_call *open);
/* What it makes, by whose group; `initial` has the channel they meet in. */
struct comm *making_comm(const struct making *making, struct meeting **initial);
/* At the end of a job that went well: raises EVENT_MEETING or EVENT_ABSENT for
 * those to which not all of the group came. */
void makings_left(struct model *model);

/* ------------------------------------------------------- model_rounds.c */

/* The request is freed: of a persistent collective operation which round not
 * all have started is kept in mind. */
void rounds_keep(struct model *model, const struct operation *operation);
/* At the end of a job that went well: raises EVENT_ABSENT for each that not all
 * have started as often. */
void rounds_left(struct model *model);
void rounds_free(struct model *model);
/* The communicator that a constructor returned: its "new_comm" parameter. */
const struct new_comm *made_comm(const struct call *call);
void intercomms_free(struct model *model);
void intercomm_leave(struct intercomm *intercomm);
/* The remote leader that those in this MPI_Intercomm_create wait for; NULL:
 * for none. */
const struct seat *intercomm_missing(const struct meeting *meeting);
/* Whether members of one of the two sides came to it with calls that differ. */
bool intercomm_differs(const struct meeting *meeting);
/* The tag of MPI_Intercomm_create; 0: of its kin. */
int64_t intercomm_tag(const struct call *call);
/* The member of one side comes in the machine: if it is the leader, returns
 * the group of the other side, if that is known; else NULL. */
const struct group *intercomm_acts(const struct meeting *meeting,
                                   const struct seat *member);
/* Whether it waits in the machine for the other side's leader: for this call,
 * or NULL if he has not come in the real run either. */
bool intercomm_waits(const struct meeting *meeting, const struct seat *member,
                     const struct call **leader);
/* Whether the tag is that text; of NULL and NULL it is. */
bool string_is(const struct array_string *string, const char *text);

/* ------------------------------------------------- model_wait.c */

/* All agents in the order of their ranks, and agent->node set to the place of
 * each; the caller's. */
struct agent **agents_by_rank(struct model *model, uint32_t *count);
/* By agent->node: those who have ended, who wait in a collective operation to
 * which members came with calls that differ, or who wait for ever if these
 * do; the caller's. */
bool *agents_held(struct model *model);

/* ----------------------------------------------- model_handler.c */

/* A call that sets an error handler has returned. */
void handler_exit(struct agent *agent, struct call *call);
/* A new object has the error handler of the one that it was made of. */
void handler_inherit(struct binding *made, const struct binding *of);
/* Whether what is found of the event may be for the program to deal with. */
bool handler_may_hold(const struct agent *agent,
                      const struct model_event *event);
/* Something was found: whether it is kept back until it is known that the
 * program deals with it, since the call's error goes to a function of the
 * program, or is returned and may be looked at. */
bool handler_holds(struct agent *agent, const struct model_event *event);
/* A call begins: it tells whether the program has looked at the error of the
 * one before. */
void handler_enter(struct agent *agent, const struct call *call);
/* The call is over: what was kept back is released, where it is known by now
 * whether the program deals with it (EVENT_PROVOKED).  Whether there was such
 * a thing. */
bool handler_settle(struct agent *agent, const struct call *call);
/* The call was left by a jump: out of its error handler, if something was kept
 * back for it. */
void handler_left(struct agent *agent, const struct call *call);
/* `call` has completed what that one has begun, or failed to. */
void handler_completed(struct agent *agent, const struct call *made_by,
                       const struct call *call, bool failed);
/* Whether the call's error, if it has one, goes unseen: it is returned, and the
 * program does not look at what the call returns. */
bool handler_ignores(const struct agent *agent, const struct call *call);
/* The process, or the whole job, is over: releases what is left. */
void handler_end(struct agent *agent);

/* --------------------------------------------- model_argument.c */

/* A call begins: raises EVENT_ARGUMENT for what its arguments may not be. */
void argument_enter(struct agent *agent, struct call *call);
/* What the client has seen in the process's map (model_argument_memory.c). */
void argument_no_memory(struct agent *agent, struct call *call,
                        const struct record_no_memory *missing,
                        const char *variable);
/* Pointers to nowhere, as the client has told. */
void argument_nulls(struct agent *agent, struct call *call,
                    const struct record_null *told);
/* A string that is too long, likewise. */
void argument_too_long(struct agent *agent, struct call *call,
                       const struct record_too_long *told);
void argument_short(struct agent *agent, struct call *call,
                    const struct record_short *told);
/* A buffer, or an array, that goes beyond a variable, which ends there. */
void argument_automatic(struct agent *agent, struct call *call,
                        const struct record_automatic *told, uint64_t end,
                        const char *variable);
void argument_short_variable(struct agent *agent, struct call *call,
                             const struct record_automatic *told, uint64_t end,
                             const char *variable);

/* ------------------------------------------------- model_overrun.c */

/* Whether it receives messages. */
bool overrun_is_receive(const struct call_info *info);

/* Whether it is told later that a receive has so little room. */
bool overrun_put_off(struct agent *agent, const struct model_event *event);
/* The receive takes the message: tells that, and whether it was too long. */
void overrun_matched(const struct receive *receive,
                     const struct message *message);
/* Tells of those that have not taken any. */
void overruns_end(struct agent *agent);
void overruns_free(struct agent *agent);

/* Buffers that meet (model_argument_data.c): what was put off is told, or was
 * told otherwise of that call. */
void argument_aliased_end(struct agent *agent);
void argument_aliased_forget(struct agent *agent, const struct call *call);

/* A status of that many bytes, likewise (model_argument_large.c). */
void argument_large_count(struct agent *agent, struct call *call,
                          int64_t bytes);

/* ------------------------------------------------- model_counted.c */

/* The status of a receive (type NULL: of a probe) that was not ignored. */
void counted_note(struct agent *agent, struct call *call,
                  const struct type *type, const struct status_value *status);
/* Somebody asks how much one has, of a datatype. */
void counted_look(struct agent *agent, struct call *call,
                  const struct record_counted *counted);
/* The call has filled its statuses in; one of them for a send. */
void counted_filled(struct agent *agent, const struct call *call);
void counted_sent(struct agent *agent, struct call *send,
                  const struct status_value *status);
void counted_free(struct agent *agent);

/* ------------------------------------------------- model_type.c */

struct type *type_hold(struct type *type);
void type_drop(struct type *type);
struct type *agent_type(struct agent *agent, uint64_t handle);
/* Of no items yet: the caller fills them in, and says the bounds. */
struct type *type_new(enum type_maker maker, size_t item_count,
                      size_t child_count);
struct type *type_unknown(void);
enum model_step type_free_enter(struct agent *agent, struct open_call *open);
enum model_step type_exit(struct agent *agent, struct open_call *open);

/* ------------------------------------------------- model_type_predefined.c */

void predefined_types_drop(struct predefined_types *all); /* or NULL */
void agent_predefined_types(struct agent *agent,
                            const struct record_world *world);

/* ------------------------------------------------- model_transfer.c */

/* The data of the call's first (1: second) buffer; count and type must be one
 * for all.  What cannot be told is a payload that is not known. */
struct transfer transfer_of(struct agent *agent, struct call *call, int buffer);
/* The n-th buffer among the call's parameters, or NULL. */
const struct call_parameter *transfer_buffer(const struct call *call, int n);
struct transfer transfer_hold(const struct transfer *transfer);
void transfer_drop(struct transfer *transfer);
/* What there is wrong with a message for a receive. */
enum transfer_fault { TRANSFER_FITS, TRANSFER_TOO_LONG, TRANSFER_UNLIKE };
enum transfer_fault transfer_fault(const struct receive *receive,
                                   const struct message *message);
/* The receive has taken the message: what their data differ in is raised, now
 * or when it is known whether it is for the choice that the receive had. */
void transfer_matched(struct receive *receive, struct message *message);
/* ... now.  They were on that communicator. */
void transfer_tell(const struct receive *receive, const struct message *message,
                   const struct comm *comm);
/* Likewise; this run may have gone wrong in another way, but each does. */
void transfer_tell_one(const struct receive *receive,
                       const struct message *message, const struct comm *comm);

/* --------------------------- model_window.c, model_window_make.c */

struct window *window_hold(struct window *window);
void window_drop(struct window *window);
struct window *agent_window(const struct agent *agent, uint64_t handle);
enum model_step window_make_enter(struct agent *agent, struct open_call *open);
enum model_step window_make_exit(struct agent *agent, struct open_call *open);
enum model_step window_sync_enter(struct agent *agent, struct open_call *open);
enum model_step window_sync_exit(struct agent *agent, struct open_call *open);
enum model_step window_free_enter(struct agent *agent, struct open_call *open);
enum model_step window_free_exit(struct agent *agent, struct open_call *open);

/* ------------------------------------------------- model_rma.c */

enum model_step rma_enter(struct agent *agent, struct open_call *open);
/* The request of a call that reads is complete, or is asked for: the value may
 * be there. */
void rma_complete(struct agent *agent, const struct operation *operation);

/* ------------------------------------------------- model_dispatch.c */

typedef enum model_step step_function(struct agent *agent,
                                      struct open_call *open);
struct step_functions {
    step_function *enter, *exit;
};
/* Never NULL; members may be. */
const struct step_functions *model_functions(const struct call_info *info);

#endif
