/*
 * record.h - the ring in shared memory and the records in it.
 *
 * Each thread of the application that calls MPI has a ring: a memfd with one
 * page of header and a data area whose size is a power of two.  Both sides
 * map the data area twice in a row, so that a record never wraps.  One
 * writer (the thread), one reader (the checker).  All is little-endian.
 * doc/wire.md draws it.
 */
#ifndef MURMEL_RECORD_H
#define MURMEL_RECORD_H

#include <stdatomic.h>
#include <stdint.h>

#define RING_MAGIC       UINT32_C(0x6d75726d) /* "murm" */
#define RING_HEADER_SIZE 4096
#define RING_DATA_SIZE   (UINT64_C(1) << 20) /* default */
/* No ring has more, and no record more than half of its ring. */
#define RING_DATA_MAX (UINT64_C(1) << 31)

struct ring_header {
    uint32_t magic;
    uint32_t version; /* WIRE_VERSION */
    uint64_t data_size;
    /* Bytes ever written; the writer stores it (release) after a record. */
    _Alignas(64) _Atomic uint64_t head;
    /* ... when the newest call of MPI that has returned did so. */
    _Atomic uint64_t returned;
    /* Bytes of a record behind head that the writer has not made up its mind to
     * tell (libcheck/poll.h); it is there if the writer ends so. */
    _Atomic uint64_t withheld;
    /* Bytes ever read; the reader stores it (release). */
    _Alignas(64) _Atomic uint64_t tail;
    /* Set by a writer that waits for one of these; the reader wakes it (futex).
     */
    _Atomic uint32_t writer_waits;
    /* Bytes that are judged, or cannot be before others have come. */
    _Atomic uint64_t judged;
};

enum record_kind {
    RECORD_ENTER = 1, /* call begins: in words of its view, arrays behind */
    RECORD_EXIT,      /* call ended: out words of its view, arrays behind */
    RECORD_SITE,      /* a call stack is named: struct record_site */
    RECORD_MODULE,    /* a loaded object: struct record_module */
    RECORD_WORLD,     /* after init: struct record_world */
    RECORD_NEW_COMM,  /* a pending Comm_idup is done: struct new_comm, and its
                       * request */
    RECORD_CRASH,     /* a fatal signal: struct record_crash */
    RECORD_RING,      /* the last of this ring: the thread goes on in its next
                       * one, or has ended; no payload */
    RECORD_TASKS,     /* with WORLD: threads that are not the application's:
                       * word 0: how many; behind: a uint32_t tid each */
    RECORD_STORED,    /* a buffer has changed: struct record_stored */
    RECORD_WATCHED,   /* as MPI_Finalize begins: struct record_watched */
    RECORD_WINDOW_STORED,   /* struct record_window_stored */
    RECORD_WINDOW_SEPARATE, /* in a call that makes a window: it has the
                             * separate memory model; no payload */
    RECORD_ACCESSED,        /* loads and stores by the program: struct
                             * record_accessed */
    RECORD_NO_MEMORY,       /* a buffer of the call that has begun: struct
                             * record_no_memory */
    RECORD_RECEIVED,        /* in MPI_Recv: word 0: a hash of the data */
    RECORD_NULL,            /* of the call that has begun: struct record_null */
    RECORD_TOO_LONG,        /* likewise: struct record_too_long */
    RECORD_FRAMES,          /* likewise, with --element-types: where its frames
                             * lie, struct record_frame each */
    RECORD_HANDLERS,        /* the program has signal handlers of its own; no
                             * payload; asked only where that matters */
    RECORD_COUNTED,     /* in MPI_Get_count or MPI_Get_elements: struct
                         * record_counted */
    RECORD_RESTARTED,   /* in MPI_Start or MPI_Startall: the MPI has given a
                         * request another handle: words 0 and 1: the one
                         * before, and this one */
    RECORD_PUT,         /* in MPI_Put: struct record_put */
    RECORD_CHANGED,     /* what a small window holds: struct record_changed */
    RECORD_FILE,        /* in MPI_File_open: word 0: which file it is, the same
                         * number for all that open it on one host */
    RECORD_SHORT,       /* of the call that has begun: struct record_short */
    RECORD_AUTOMATIC,   /* likewise: struct record_automatic */
    RECORD_RETURNED,    /* in a call: word 0: where memory of a window, or of
                         * buffered sends, begins that was a variable of a
                         * function which has returned */
    RECORD_QUITS,       /* MPI_Finalize was not called, and the program calls
                         * exit: word 0: with what status, word 1: site */
    RECORD_FILENAME     /* before ENTER of MPI_File_open: word 0: which file is
                         * there (0: none); word 1: which name in which folder
                         * it is; the same numbers for one file on one host */
};

enum record_flag {
    RECORD_FORTRAN = 1,  /* the call came through a Fortran binding */
    RECORD_CALLBACK = 2, /* made by a user callback inside an MPI call */
    RECORD_ENDED = 4     /* RING: the thread has ended */
};

/*
 * Header of each record; size is a multiple of 8.  `order` numbers the
 * records of a process without gaps, over all its threads.
 */
struct record {
    uint32_t size; /* whole record in bytes */
    uint8_t kind;
    uint8_t flags;
    uint16_t call; /* enum call_id: ENTER, EXIT */
    uint64_t order;
    uint64_t time;  /* CLOCK_MONOTONIC, ns */
    uint32_t site;  /* ENTER: number of the call stack, 0 unknown */
    uint32_t depth; /* ENTER, EXIT: 0, or nesting in callbacks; CRASH: number
                     * of calls in progress; FRAMES: 1: of each call */
    uint64_t words[];
};

struct record_site {
    uint32_t site;
    uint32_t frame_count;
    uint64_t function;   /* where that of frames[0] begins; 0: unknown */
    uint64_t in_handler; /* 1: a signal handler's frame is among them */
    uint64_t frames[];   /* return addresses, innermost first */
};

/* In place of a return address: a frame of an interpreter (Python).  Of each
 * there is a struct record_place behind the frames, in their order. */
#define RECORD_FRAME_PLACE UINT64_MAX

/* Padded to a multiple of 8. */
struct record_place {
    uint32_t line;            /* 0: unknown */
    uint16_t file_length;     /* 0: unknown */
    uint16_t function_length; /* likewise */
    char text[];              /* file and function */
};

/* One for each loaded object, when a new one is seen; and when it is seen that
 * one has gone. */
struct record_module {
    uint64_t base;  /* load bias: address in memory minus address in file */
    uint64_t start; /* lowest and one past the highest mapped address */
    uint64_t end;
    uint64_t modified; /* its file, ns since 1970; 0: not known */
    uint32_t role;     /* enum module_role */
    uint32_t path_length;
    char path[];
};

enum module_role {
    MODULE_APPLICATION,
    MODULE_MPI,     /* the MPI library and its plugins */
    MODULE_BINDING, /* a Fortran or C++ binding: not the user's code either */
    MODULE_MURMEL,
    MODULE_GONE /* of what was there; no path */
};

struct record_world {
    int32_t rank;
    int32_t size;
    int64_t tag_ub;
    int32_t thread_level; /* neutral, provided */
    int16_t has_parent;   /* started by MPI_Comm_spawn */
    int16_t any_source;   /* the number that MPI_ANY_SOURCE is */
    uint32_t type_count;
    uint16_t native;   /* 1: its own loads and stores are told (murmel cc) */
    uint16_t extended; /* 1: its requests may be of functions of the MPI's own
                        * (MPIX_), which no record tells of */
    uint64_t bsend_overhead; /* MPI_BSEND_OVERHEAD */
    struct {
        uint64_t datatype; /* neutral */
        int64_t size, lb, extent;
    } types[]; /* the predefined datatypes of this MPI */
};

enum stored_of {
    STORED_READ,     /* what the operation reads */
    STORED_INCOMING, /* what it stores into */
    STORED_FREED     /* what it reads, and its request was freed: nothing has
                      * told since that it is complete */
};

enum stored_how {
    STORED_SOMEWHERE, /* between low and high */
    STORED_EXACT,     /* from low to high */
    STORED_UNMAPPED,  /* there is no memory any more */
    STORED_RETURNED   /* it was a variable of a function that has returned */
};

/*
 * What a buffer, or an array, holds that a pending operation reads has changed
 * since the operation began (an array of a persistent collective one: since it
 * was made); or bytes that it stores into, once, have changed twice; or
 * the buffer is gone.  Written while the call is in progress at whose begin
 * this was seen, or after the end of that which completed the request.  Behind
 * it: copies of the ENTER records of the call that has the buffer and
 * (started_size > 0) of MPI_Start or MPI_Startall.
 */
struct record_stored {
    uint64_t low, high; /* addresses: the first byte, one past the last */
    uint64_t start;     /* that of the buffer, or array */
    uint32_t parameter; /* of the call: the buffer, or an array of counts,
                         * displacements or datatypes */
    uint16_t how;       /* enum stored_how */
    uint16_t of;        /* enum stored_of */
    uint32_t made_size, started_size;
};

/*
 * In a call with MPI_MODE_NOSTORE: the memory of this process's part of the
 * window is not what it was as the last synchronization call ended.
 */
struct record_window_stored {
    uint64_t low, high; /* addresses: the first byte, one past the last */
    uint32_t exact;     /* 0: somewhere between them */
    uint32_t unused;
};

/* Of the calls that have not returned, innermost first. */
struct record_frame {
    uint64_t address; /* where the call returns to that it has made */
    uint64_t end;     /* its canonical frame address: where that of its caller
                       * begins */
};

/*
 * Before a call is made: at these addresses, where one of its buffers may be,
 * is no memory, or none that may be loaded, or stored to (if the call does).
 * Which bytes the call uses the checker knows.
 */
struct record_no_memory {
    uint64_t low, high; /* the first byte, one past the last */
    uint32_t parameter; /* of the call: the buffer */
    uint32_t kind;      /* enum no_memory_kind */
    /* NO_MEMORY_FRAME: where the variable begins that should have them, and its
     * frame; `address` 0: they may be of several. */
    uint64_t first;
    struct record_frame frame;
};

enum no_memory_kind {
    NO_MEMORY_MAPPED,
    NO_MEMORY_LOADED,
    NO_MEMORY_STORED,
    NO_MEMORY_BLOCK, /* there may be some, but of another block of malloc, or
                      * another global variable */
    NO_MEMORY_FRAME, /* it is the stack, but of another function */
    NO_MEMORY_FREED, /* a block of malloc began there that was given back */
    NO_MEMORY_BEFORE /* a block of malloc begins only at `high`; of an array
                      * behind `there` bytes */
};

/*
 * Before a call is made: which of its parameters are null pointers where the
 * call loads or stores; of those, which are MPI_STATUS_IGNORE, or in Fortran
 * MPI_STATUSES_IGNORE, and may not be; and which are statuses that it loads
 * and no call has filled in.  A bit each, from the first parameter on.
 */
struct record_null {
    uint64_t nulls, ignored, unset;
};

/* Before a call is made: a string has more characters than its limit. */
struct record_too_long {
    uint64_t parameter; /* of the call */
    uint64_t limit;
};

/* Before a call is made: an array is shorter than it should be. */
struct record_short {
    uint32_t parameter;     /* of the call */
    uint16_t kind;          /* NO_MEMORY_MAPPED, or from NO_MEMORY_BLOCK on */
    uint16_t may;           /* 1: the call may use less; else 0 */
    uint64_t there, needed; /* bytes */
};

/* What a status tells. */
struct record_counted {
    int64_t bytes;
    int64_t source, tag;
    uint64_t address; /* where it is */
};

/* Before a call is made: what it takes, which is in a frame. */
struct record_automatic {
    uint32_t parameter;        /* of the call */
    uint16_t array;            /* 1: it is no buffer; else 0 */
    uint16_t may;              /* as in record_short */
    uint64_t low, high;        /* from its first byte to the end of all bytes */
    uint64_t first_end;        /* where all bytes are in one variable if these
                                * are: end of them; 0: they are in one */
    struct record_frame frame; /* with its first byte */
};

/* Buffers of operations that read them, which were looked at for that: as a
 * whole, in part (large ones), and not (their type is not followed). */
struct record_watched {
    uint64_t whole, part, none;
    uint64_t native; /* 1: loads and stores of what murmel cc has compiled were
                      * seen; else 0 */
    uint64_t pages;  /* windows of which the kernel told what was stored into */
    uint64_t
        followed;   /* calls after which loads and stores were seen without */
    uint64_t moved; /* windows that the MPI takes to begin elsewhere
                     * (libcheck/mpi_fault.h) */
};

/*
 * The program (built by murmel cc, or followed after a call) has loaded and
 * stored in memory that is watched: windows, and buffers of operations that may
 * be pending.  Written before the next record of a call of any thread.
 */
struct record_accessed {
    uint32_t count, unused;
    struct record_access {
        uint64_t low, high; /* addresses: the first byte, one past the last */
        uint32_t site;      /* where: one frame; 0 unknown */
        uint32_t kind;      /* enum record_access_kind */
    } accesses[];
};

/* The first bytes of what is put, in memory's order. */
struct record_put {
    uint64_t size; /* how many: 1 to 8 */
    uint8_t bytes[8];
};

/*
 * A small window of this process holds other bytes than as its last call ended:
 * the program has stored there, or what others have put has come.  Written
 * before the next call begins, while nothing but RMA calls can be pending.
 * Behind it: a bit for each byte from `low` on, the lowest first, that has
 * changed, padded to a multiple of 8 bytes; then all bytes, as they are now.
 */
struct record_changed {
    uint64_t low, size; /* address; bytes, from the first changed to the last */
    uint32_t site;      /* of the call that will begin ... */
    uint32_t call;      /* ... and its enum call_id */
    uint8_t bytes[];
};

/* No larger window is looked at. */
#define RECORD_CHANGED_MOST 4096

enum record_access_kind {
    ACCESSED_LOAD,
    ACCESSED_STORE,
    ACCESSED_POLL,      /* a load that is atomic, or of a volatile object */
    ACCESSED_ATOMIC,    /* a store, likewise; also one that loads */
    ACCESSED_ELSEWHERE, /* none: from here on processes may be in order by other
                         * means (process-shared mutexes, semaphores) */
    ACCESSED_FREE,      /* none: the program is about to free the memory, of
                         * which some may be in use; `site` is all the stack */
    ACCESSED_REALLOC,   /* likewise, as realloc moves what is in it */
    ACCESSED_WHOLE,     /* none: from here on all is told that the process loads
                         * from, and stores into, shared windows */
    ACCESSED_EACH       /* as ACCESSED_POLL, of several places by one in the
                         * program, which has loaded each of them once yet */
};

#define CRASH_NO_ADDRESS UINT64_MAX

struct record_crash {
    uint32_t signal;
    uint32_t frame_count;
    uint64_t address; /* that it was about, or CRASH_NO_ADDRESS */
    uint64_t stack;   /* it is full: so many bytes; else 0 */
    uint64_t reads;   /* the call of which an argument was read just then (its
                       * ENTER has not come); or CALL_COUNT */
    uint64_t frames[];
};

#endif
