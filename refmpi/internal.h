/*
 * internal.h - what the parts of the reference MPI share.
 *
 * Layering: segment/ring (shared memory) -> progress (waiting) -> p2p ->
 * comm -> collectives, windows. A public function is defined as PMPI_X and
 * followed by REFMPI_ALIAS(X). Nothing in the library calls an MPI_ or PMPI_
 * function: a tool may have interposed it. Everything else has the prefix
 * refmpi_ and is hidden by -fvisibility=hidden.
 *
 * Shape of a public function:
 *
 *     int PMPI_Win_sync(MPI_Win win)
 *     {
 *         refmpi_enter("MPI_Win_sync");
 *         struct window *window = refmpi_window_from(win);
 *         int rc = window ? window_sync(window) : MPI_ERR_WIN;
 *         return refmpi_leave_win(window, rc);
 *     }
 *     REFMPI_ALIAS(Win_sync)
 *
 * Internal functions return MPI_SUCCESS or an MPI error class; outputs are
 * set only on success; only refmpi_leave_* calls the user's error handler.
 */
#ifndef REFMPI_INTERNAL_H
#define REFMPI_INTERNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)
#include "mpi.h"
#pragma GCC visibility pop

/* MPI_X as a weak second name of PMPI_X; on the line after its definition. */
#define REFMPI_ALIAS(name)                                                     \
    extern __typeof__(PMPI_##name) MPI_##name                                  \
        __attribute__((weak, alias("PMPI_" #name)));

#define REFMPI_CACHE_LINE 64

/* ------------------------------------------------------------- objects */

/* First word of every object a handle can point to; cleared by its free. */
enum refmpi_magic {
    REFMPI_MAGIC_COMM = 0x6d6d0001,
    REFMPI_MAGIC_GROUP,
    REFMPI_MAGIC_REQUEST,
    REFMPI_MAGIC_MESSAGE,
    REFMPI_MAGIC_ERRHANDLER,
    REFMPI_MAGIC_INFO,
    REFMPI_MAGIC_SESSION,
    REFMPI_MAGIC_DATATYPE,
    REFMPI_MAGIC_OP,
    REFMPI_MAGIC_WINDOW
};

/* Head of every object. The creator holds the first reference. */
struct object {
    uint32_t magic;
    int32_t references;
};

/* Handles below this are the ABI's predefined constants, not pointers. */
#define REFMPI_FIRST_POINTER 0x1000

/* True if the handle is a live object of that kind (not a predefined one). */
static inline bool refmpi_is_object(const void *handle, uint32_t magic)
{
    return (uintptr_t)handle >= REFMPI_FIRST_POINTER &&
           (uintptr_t)handle % 8 == 0 &&
           ((const struct object *)handle)->magic == magic;
}

struct attribute;       /* attribute.c: list of (keyval, value) of one object */
struct errhandler;      /* errhandler.c */
struct refmpi_datatype; /* datatype.h */
struct operation;       /* op.h */
struct window;          /* window.h; starts with: struct object object;
                           struct errhandler *errhandler;
                           struct attribute *attributes; */
struct info;
struct topology;
struct buffer;
struct board;
struct cast;
struct session;

struct group {
    struct object object;
    int size;
    int rank;                /* of this process, or MPI_UNDEFINED */
    struct session *session; /* it is derived from; NULL: none */
    int world[];             /* rank in the group -> rank in the job */
};

struct comm {
    struct object object;
    struct errhandler *errhandler;
    struct attribute *attributes;
    struct group *group;  /* local group */
    struct group *remote; /* remote group of an intercommunicator or NULL */
    int rank;             /* of this process in group */
    int size;             /* of group */
    uint32_t context;     /* user p2p; context + 1: the library's own use */
    int pending;          /* communications that its user has under way */
    uint32_t collectives; /* count of collectives started here: every rank
                             counts alike, so it serves as their tag */
    struct comm *local;   /* intercommunicator: intracommunicator of the
                             local group for the library's use, or NULL */
    struct topology *topology;
    struct board *board; /* coll_board.c; NULL: not yet */
    struct cast *cast;   /* coll_cast.c; NULL: not yet */
    struct info *info;
    struct buffer *buffer;   /* attached to it; NULL: never was any */
    struct session *session; /* it is derived from; NULL: none */
    bool is_predefined;      /* WORLD and SELF cannot be freed */
    char name[MPI_MAX_OBJECT_NAME];
};

/* NULL for a null or invalid handle. */
struct comm *refmpi_comm_from(MPI_Comm comm);
MPI_Comm refmpi_comm_handle(struct comm *comm);
void refmpi_comm_retain(struct comm *comm);
void refmpi_comm_release(struct comm *comm);

/* Job rank of a peer: dest or source in p2p (remote group if inter). */
static inline int refmpi_comm_peer(const struct comm *comm, int rank)
{
    return comm->remote ? comm->remote->world[rank] : comm->group->world[rank];
}

/* Number of ranks a dest or source may name. */
static inline int refmpi_comm_peers(const struct comm *comm)
{
    return comm->remote ? comm->remote->size : comm->size;
}

/* ------------------------------------------------- groups (for windows) */

struct group *refmpi_group_from(MPI_Group group);
MPI_Group refmpi_group_handle(struct group *group);
void refmpi_group_retain(struct group *group);
void refmpi_group_release(struct group *group);
/* Rank in the group of a job rank, or MPI_UNDEFINED. */
int refmpi_group_find(const struct group *group, int world_rank);

/* ------------------------------------------------------- process state */

enum refmpi_state {
    REFMPI_STATE_BEFORE, /* MPI_Init not called */
    REFMPI_STATE_RUNNING,
    REFMPI_STATE_FINALIZED
};

/* What a blocking standard send waits for. */
enum refmpi_sends {
    REFMPI_SENDS_SOME,  /* large messages wait for their receives */
    REFMPI_SENDS_EAGER, /* none does */
    REFMPI_SENDS_SYNC,  /* all do */
    REFMPI_SENDS_SEED   /* each does one of these */
};

/* What a blocking collective waits for. */
enum refmpi_collectives {
    REFMPI_COLLECTIVES_MINIMAL, /* what it needs */
    REFMPI_COLLECTIVES_BARRIER, /* that all have called it */
    REFMPI_COLLECTIVES_SEED     /* the one or the other */
};

/* When an RMA operation is done. */
enum refmpi_rma {
    REFMPI_RMA_EAGER, /* in its call */
    REFMPI_RMA_LATE,  /* when it must be complete */
    REFMPI_RMA_SEED   /* then or then */
};

/* When a buffered message goes on its way. */
enum refmpi_progress_kind {
    REFMPI_PROGRESS_STRONG, /* at once, as far as there is room */
    REFMPI_PROGRESS_WEAK    /* with the sender's next call of MPI */
};

/* Which message a receive from any source takes. */
enum refmpi_wildcard {
    REFMPI_WILDCARD_ARRIVAL, /* the one that came first */
    REFMPI_WILDCARD_LOWEST,  /* the one of the lowest rank */
    REFMPI_WILDCARD_HIGHEST,
    REFMPI_WILDCARD_SEED
};

/* In MURMEL_MPI; of length 0: none. */
struct refmpi_file_name {
    const char *text;
    size_t length;
};

struct refmpi_process {
    enum refmpi_state state;
    int rank;   /* in the job */
    int size;   /* of the job */
    int appnum; /* which program of an MPMD start */
    int thread_level;
    bool locking; /* thread multiple: take the big lock */
    /* What the standard leaves open, by MURMEL_MPI (option.c). */
    int memory_model; /* of windows that are not shared: MPI_WIN_... */
    int sends;        /* enum refmpi_sends */
    int collectives;  /* enum refmpi_collectives */
    int progress;     /* enum refmpi_progress_kind */
    int rma;          /* enum refmpi_rma */
    int wildcard;     /* enum refmpi_wildcard */
    uint64_t seed;    /* of refmpi_choice */
    struct refmpi_file_name choices_in;  /* replay.h */
    struct refmpi_file_name choices_out; /* replay.h */
    struct comm *world;
    struct comm *self;
};

extern struct refmpi_process refmpi;

/* option.c: a number that hangs on the seed, on what is chosen, and on which
 * choice of that kind it is; it is the same in every run and on every rank. */
enum refmpi_choice_of {
    REFMPI_CHOICE_SEND,
    REFMPI_CHOICE_COLLECTIVE,
    REFMPI_CHOICE_RMA,
    REFMPI_CHOICE_WILDCARD
};
uint64_t refmpi_choice(enum refmpi_choice_of what, uint64_t number);

/*
 * Begin and end of a public function. enter takes the big lock and ends the
 * program with one line if MPI is not initialized or already finalized.
 * leave_X gives the lock back and, when rc is not MPI_SUCCESS, calls the error
 * handler of the object (NULL object: that of MPI_COMM_WORLD) and returns what
 * the caller shall return. Functions without an object: leave_comm(NULL, rc).
 */
void refmpi_enter(const char *function);
int refmpi_leave_comm(struct comm *comm, int rc);
/* The same of a communicator that is held for it, and is then released. */
int refmpi_leave_held(struct comm *comm, int rc);
int refmpi_leave_win(struct window *window, int rc);
int refmpi_leave_file(int rc); /* the handler of MPI_FILE_NULL */

/* The same two for functions that are legal at any time; leave without an
 * error handler, returning the name given to enter. */
void refmpi_enter_any(const char *function);
const char *refmpi_leave(void);

/*
 * Around each call of a function of the user's (of attributes, reductions,
 * generalized requests): it may call MPI, and may wait for another thread of
 * this rank that does. The lock is given up between the two, so whatever is not
 * held (retained, copied) has to be looked for again after the second.
 */
struct refmpi_pause {
    const char *function;
    struct request *advancing;
};
struct refmpi_pause refmpi_user_begins(void);
void refmpi_user_ended(const struct refmpi_pause *pause);
/* A pointer that no other thread has. */
const void *refmpi_thread(void);

/* Ends the job with a line "murmel-mpi: rank N: function: text". */
_Noreturn void refmpi_fatal(const char *function, const char *text);

/* ------------------------------------------------------------- waiting */

/*
 * Takes what has arrived, pushes what is to be sent, advances the scheduled
 * requests. True if anything moved.
 */
bool refmpi_progress(void);

/*
 * Makes progress until done(arg) holds: spins a little, yields, then sleeps on
 * the rank's own futex word. Whoever makes a condition true from another
 * process by writing shared memory must call refmpi_wake on the waiting rank
 * AFTER the write. done must be cheap and must not block.
 */
void refmpi_wait_until(bool (*done)(void *arg), void *arg);
/* The same for what a call on that communicator waits for. */
void refmpi_wait_on(const struct comm *comm, bool (*done)(void *arg),
                    void *arg);

/* Wakes a rank of the job if it sleeps; cheap (one fence, one load) if not. */
void refmpi_wake(int world_rank);
/* The same for several. */
void refmpi_wake_all(const int *world_ranks, int count);

/* ------------------------------------------------------------ requests */

enum refmpi_request_kind {
    REFMPI_REQUEST_SEND,
    REFMPI_REQUEST_RECV,
    REFMPI_REQUEST_SCHEDULE, /* collectives, RMA: advance() moves it on */
    REFMPI_REQUEST_GENERALIZED
};

struct request {
    struct object object;
    enum refmpi_request_kind kind;
    bool complete;
    bool cancelled;
    bool is_active;    /* always true but for persistent requests */
    bool is_freed;     /* MPI_Request_free while in flight */
    bool is_pending;   /* counted in its communicator */
    struct comm *comm; /* a reference is held; NULL if none */
    MPI_Status status; /* valid when complete; MPI_ERROR: class or success */

    /* REFMPI_REQUEST_SCHEDULE: called by refmpi_progress (never from within
     * itself) until it completes the request by refmpi_request_complete. */
    bool (*advance)(struct request *request); /* true if anything moved */
    const void *thread; /* NULL, or refmpi_thread of the one that does it */
    void (*release)(struct request *request); /* frees state; may be NULL */
    void *state;                              /* the owner's */
    /* Persistent collectives: called by MPI_Start; NULL otherwise. */
    int (*start)(struct request *request);
    bool is_persistent;
    struct request *next_scheduled, *previous_scheduled;
    bool is_scheduled;
};

/*
 * A new request of kind SCHEDULE, incomplete, empty status (source
 * MPI_ANY_SOURCE, tag MPI_ANY_TAG, no error, count 0), holding a reference to
 * comm (may be NULL). NULL if out of memory. Not yet in the progress list.
 */
struct request *refmpi_request_new(struct comm *comm);

/* Its communication is under way from here to refmpi_request_complete;
 * is_awaited: MPI_Comm_disconnect waits for it. */
void refmpi_request_begin(struct request *request, bool is_awaited);

/* Makes a new request a persistent one that is not started. */
void refmpi_request_persist(struct request *request);

/* Puts a SCHEDULE request into the progress list (advance gets called). */
void refmpi_request_schedule(struct request *request);
void refmpi_request_unschedule(struct request *request);

/* Marks it complete (out of the list) with an error class or MPI_SUCCESS. */
void refmpi_request_complete(struct request *request, int error);

/* Frees a complete request (release is called). For internal requests. */
void refmpi_request_release(struct request *request);

MPI_Request refmpi_request_handle(struct request *request);

/*
 * Waits for it, frees it and returns its error class: what a blocking
 * collective does after starting (status is dropped).
 */
int refmpi_request_finish(struct request *request);

/* Count of bytes in a status as MPI_Get_count reads it. */
void refmpi_status_set_bytes(MPI_Status *status, MPI_Count bytes);
MPI_Count refmpi_status_bytes(const MPI_Status *status);

/* ------------------------------------ internal p2p (for collectives) */

/*
 * Nonblocking messages in the communicator's private context (context + 1),
 * so they never match the user's. dest/source are ranks in comm (in the
 * remote group for an intercommunicator; for messages in the local group of
 * an intercommunicator use comm->local); MPI_PROC_NULL is allowed. The tag is
 * any int >= 0; wildcards are allowed in irecv. The buffer and datatype follow
 * MPI rules (the datatype is retained). The request is freed by the caller
 * with refmpi_request_release once request->complete; poll that flag from
 * advance(), never wait inside advance().
 */
int refmpi_isend(const void *buf, MPI_Count count,
                 struct refmpi_datatype *datatype, int dest, int tag,
                 struct comm *comm, struct request **request);
int refmpi_irecv(void *buf, MPI_Count count, struct refmpi_datatype *datatype,
                 int source, int tag, struct comm *comm,
                 struct request **request);

/* Blocking, plain bytes, private context: for set-up work. Tags above
 * REFMPI_TAG_SETUP are free for these; collectives stay below it. */
#define REFMPI_TAG_SETUP 0x70000000
int refmpi_send_bytes(const void *buf, size_t bytes, int dest, int tag,
                      struct comm *comm);
int refmpi_recv_bytes(void *buf, size_t bytes, int source, int tag,
                      struct comm *comm);

/*
 * Blocking collectives over plain bytes on an intracommunicator, simple and
 * correct, for agreement at the creation of communicators and windows.
 * allgather: each gives bytes, recv holds size * bytes.
 */
int refmpi_agree_bcast(void *buf, size_t bytes, int root, struct comm *comm);
int refmpi_agree_allgather(const void *send, void *recv, size_t bytes,
                           struct comm *comm);
int refmpi_agree_barrier(struct comm *comm);
/* Both sides of an intercommunicator give the other what their rank 0 has. */
int refmpi_agree_swap(const void *own, size_t bytes, void *theirs,
                      size_t their_bytes, struct comm *comm);

/* A new communicator of the same group (own contexts, no attributes): a
 * window keeps one of its own. Collective; released by comm_release. */
int refmpi_comm_twin(struct comm *comm, struct comm **twin);

/* ------------------------------------------------ shared memory (windows) */

/*
 * Memory out of the job's memfd, whole pages, zeroed. alloc is called by one
 * process, which tells the others the offset; each maps it for itself. After
 * all have unmapped, one gives the pages back by shared_free.
 */
int refmpi_shared_alloc(size_t bytes, uint64_t *offset);
/* Offset of memory that is set aside, of that number among all of that many
 * bytes, without asking for it; 0 where there is none. */
uint64_t refmpi_shared_reserved(uint64_t number, size_t bytes);
void refmpi_shared_free(uint64_t offset, size_t bytes);
void *refmpi_shared_map(uint64_t offset, size_t bytes); /* NULL: no memory */
void refmpi_shared_unmap(void *base, size_t bytes);

/*
 * Reads or writes another rank's private memory (process_vm_readv/writev; the
 * own rank by memmove). Error class MPI_ERR_UNSUPPORTED_OPERATION where the
 * kernel does not permit it, MPI_ERR_RMA_RANGE for an address not mapped.
 */
int refmpi_peer_read(int world_rank, void *local, const void *remote,
                     size_t bytes);
int refmpi_peer_write(int world_rank, const void *local, void *remote,
                      size_t bytes);
bool refmpi_peer_memory_works(void); /* tried once, then remembered */

/*
 * Active message: handler runs in the target's refmpi_progress, in order per
 * sender; at most REFMPI_ACTIVE_MAX bytes; never fails (waits for room, making
 * progress). The handler may call refmpi_active_reply-like sends through the
 * same function only if it can stand to be queued: they never block there.
 */
#define REFMPI_ACTIVE_MAX 8192
typedef void refmpi_active_handler(int source_world_rank, const void *data,
                                   size_t bytes);
void refmpi_active_register(refmpi_active_handler *handler); /* one: RMA's */
void refmpi_active_send(int world_rank, const void *data, size_t bytes);

/* -------------------------------------------- attributes, errhandlers, info */

enum refmpi_keyval_kind {
    REFMPI_KEYVAL_COMM,
    REFMPI_KEYVAL_TYPE,
    REFMPI_KEYVAL_WIN
};

/*
 * attribute.c implements the keyval and attribute functions of all three
 * kinds. Type_dup calls copy; Type_free and Win_free call delete_all first and
 * fail with its class if a delete callback does. handle is the MPI_Comm,
 * MPI_Datatype or MPI_Win.
 */
int refmpi_attributes_copy(void *old_handle, struct attribute *const *from,
                           struct attribute **to);
int refmpi_attributes_delete_all(void *handle, struct attribute **attributes);

/* The default handler of a new window (NULL means MPI_ERRORS_ARE_FATAL). */
void refmpi_errhandler_release(struct errhandler *errhandler);

struct info *refmpi_info_from(MPI_Info info);
/* Is it MPI_INFO_NULL, or one that there is? Else MPI_ERR_INFO. */
int refmpi_info_check(MPI_Info info);
/* Value of a key, or NULL; stays the info's. */
const char *refmpi_info_value(const struct info *info, const char *key);
/* A copy, or an empty one for NULL; NULL if out of memory. */
struct info *refmpi_info_copy(const struct info *info);
/* Sets one; an error class if out of memory. */
int refmpi_info_set(struct info *info, const char *key, const char *value);
void refmpi_info_free(struct info *info);
MPI_Info refmpi_info_handle(struct info *info);

/* --------------------------------------------------------------------------
 * What CORE uses of DATA: datatype.h as it stands (attributes there is the
 * head of a struct attribute list), and of window.h: struct window with the
 * fields named above, struct window *refmpi_window_from(MPI_Win), MPI_Win
 * refmpi_window_handle(struct window *), bool refmpi_window_attribute(struct
 * window *, int keyval, void **value) for the predefined MPI_WIN_* keyvals.
 * DATA owns: Type_*, Op_*, Pack*, Unpack*, Reduce_local, all collectives,
 * Win_*, RMA; CORE owns: Get_count, Get_elements*, Status_set_elements*,
 * Type and Win keyval/attr functions, Win errhandler functions.
 * ------------------------------------------------------------------------ */

#endif
