/*
 * call.h - what both sides know of an MPI call.
 *
 * wrappers/calls.def describes every MPI function; the generator makes from
 * it (in the build folder)
 *   calls.h        enum call_id; a view `struct call_MPI_X` for each function
 *                  with the parameters under the names of the standard; the
 *                  number CALLS_SCHEMA_HASH
 *   call_table.c   `const struct call_info call_table[CALL_COUNT]`
 * This header has the types these are made of.  No mpi.h.
 *
 * A view is a row of 64-bit words: first one or more words for every "in" or
 * "inout" parameter, in the order of the binding, as they were when the
 * application made the call (the payload of the ENTER record); then `result`
 * and the words of every "out" parameter (the payload of the EXIT record).
 *
 * Behind the "in" words of a function with a request, or an array of them, is a
 * word `request_place`: which variable it is, as a number.  That of item i of an
 * array is by i higher.  0: not known, as it is given by value.
 */
#ifndef MURMEL_CALL_H
#define MURMEL_CALL_H

#include "neutral.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Why an array has no items. */
enum array_special {
    ARRAY_PRESENT = 0,
    ARRAY_NULL,            /* a null pointer */
    ARRAY_UNREAD,          /* not read: not significant here, or no length */
    ARRAY_STATUSES_IGNORE, /* MPI_STATUS(ES)_IGNORE */
    ARRAY_UNWEIGHTED,      /* MPI_UNWEIGHTED */
    ARRAY_WEIGHTS_EMPTY,   /* MPI_WEIGHTS_EMPTY */
    ARRAY_IN_PLACE         /* stands for the address MPI_IN_PLACE */
};

/*
 * Two words of a view.  In a record `items` is the byte offset of the items
 * from the start of the record; in a view it is their address.  Items are
 * int64_t (numbers), uint64_t (handles), struct status_value or char.
 */
#define ARRAY_OF(type)                                                         \
    {                                                                          \
        union {                                                                \
            const type *items;                                                 \
            uint64_t offset;                                                   \
        };                                                                     \
        uint32_t count;                                                        \
        uint32_t special; /* enum array_special */                             \
    }

/* Five words: what MPI told in a status. */
struct status_value {
    int64_t source; /* rank, NEUTRAL_ANY_SOURCE, NEUTRAL_PROC_NULL */
    int64_t tag;
    int64_t error; /* neutral class */
    int64_t bytes; /* of the received data; NEUTRAL_UNREAD: not known */
    int64_t flags; /* bits STATUS_..., and its address, if the application gave
                    * it; NEUTRAL_UNREAD: not known */
};

enum {
    STATUS_CANCELLED = 1,
    STATUS_IGNORED = 2, /* the application gave MPI_STATUS(ES)_IGNORE */
    STATUS_BITS = 3     /* which are 0 in all addresses of statuses */
};

static inline bool status_has(const struct status_value *status, int64_t flag)
{
    return status->flags != NEUTRAL_UNREAD && (status->flags & flag) != 0;
}

/* Where it is in the process; 0: not known. */
static inline uint64_t status_address(const struct status_value *status)
{
    return status->flags == NEUTRAL_UNREAD
               ? 0
               : (uint64_t)status->flags & ~(uint64_t)STATUS_BITS;
}

struct array_number ARRAY_OF(int64_t);
struct array_handle ARRAY_OF(uint64_t);
struct array_status ARRAY_OF(struct status_value);
struct array_string ARRAY_OF(char); /* no zero at the end */

/* Five words: a communicator that a call made, and this process in it.
 * rank and size are -1 where comm is MPI_COMM_NULL. */
struct new_comm {
    uint64_t comm;
    int32_t rank;
    int32_t size;
    int32_t remote_size;  /* 0: an intracommunicator */
    int32_t neighbors_in; /* in a topology; -1: it has none, or not known */
    int32_t neighbors_out;
    int32_t unused;
    uint64_t nobody; /* bit i: neighbour i, in and out, is MPI_PROC_NULL */
};

/* How a parameter stands in a view. */
enum call_wire {
    WIRE_NONE,          /* not recorded */
    WIRE_NUMBER,        /* int64_t */
    WIRE_HANDLE,        /* uint64_t */
    WIRE_ADDRESS,       /* uint64_t */
    WIRE_STATUS,        /* struct status_value, five words */
    WIRE_NEW_COMM,      /* struct new_comm, five words */
    WIRE_NUMBERS,       /* struct array_number */
    WIRE_HANDLES,       /* struct array_handle */
    WIRE_STATUSES,      /* struct array_status */
    WIRE_STRING         /* struct array_string */
};

enum call_direction { DIRECTION_IN = 1, DIRECTION_OUT = 2, DIRECTION_INOUT = 3 };

/* What a function does (calls.def, "class"); a set of bits. */
enum call_class {
    CLASS_QUERY = 1 << 0,      /* local, creates nothing: ENTER record only */
    CLASS_LOCAL = 1 << 1,      /* returns whatever other processes do */
    CLASS_BLOCKS = 1 << 2,     /* may wait for another process */
    CLASS_COLLECTIVE = 1 << 3, /* all processes of comm, win or file call it */
    CLASS_STARTS = 1 << 4,     /* starts an operation, makes a request */
    CLASS_INITS = 1 << 5,      /* makes an inactive persistent request */
    CLASS_COMPLETES = 1 << 6,  /* may complete requests */
    CLASS_RMA = 1 << 7,        /* an RMA communication call */
    CLASS_RMA_SYNC = 1 << 8,   /* an RMA synchronization call */
    CLASS_ANYTIME = 1 << 9,    /* allowed before init and after finalize */
    CLASS_DEPRECATED = 1 << 10,
    CLASS_REMOVED = 1 << 11,
    CLASS_TOOL = 1 << 12,      /* MPI_T: has its own init and finalize */
    CLASS_IO = 1 << 13,
    CLASS_SPLITS = 1 << 14,     /* begins a split collective operation ... */
    CLASS_ENDS_SPLIT = 1 << 15, /* ... and ends it */
    CLASS_ACCESS = 1 << 16 /* none of MPI: what the program itself does: loads,
                            * stores, free, exit */
};

/* What a communicator has to be. */
enum call_only { ONLY_NO, ONLY_INTRA, ONLY_INTER };

/* Where it is significant: at the root, behind the first process. */
enum call_at { AT_ALL, AT_ROOT, AT_BEHIND };

/* The kinds of parameters; the list is wrappers/kinds.def. */
struct call_parameter {
    const char *name;       /* as in the standard, lower case */
    unsigned char kind;     /* enum call_kind, generated */
    unsigned char direction;
    unsigned char wire;     /* enum call_wire */
    signed char word;       /* first word in the view, -1: WIRE_NONE */
    signed char count;      /* buffer: index of its count parameter, or -1 */
    signed char type;       /* buffer: index of its datatype, or -1 */
    unsigned char at;       /* enum call_at */
    unsigned char only;     /* enum call_only */
};

struct call_info {
    const char *name;    /* "MPI_Send_c" */
    const char *chapter; /* "p2p" */
    const char *section; /* "3.2.1": where MPI-4.1 describes it; NULL: nowhere */
    uint16_t id;         /* enum call_id */
    uint16_t base;       /* of a large-count twin: the plain function; else id */
    uint32_t classes;    /* enum call_class bits */
    uint8_t parameter_count;
    uint8_t in_words;    /* words of the ENTER payload */
    uint8_t out_words;   /* words of the EXIT payload, with `result` */
    uint8_t in_arrays, out_arrays; /* how many parameters of it are arrays */
    uint8_t in_buffers, out_buffers; /* that are read, written; or both */
    /* Word of the first parameter of that kind in the view, or -1. */
    signed char comm_word, win_word, root_word, op_word, request_word,
        source_word, dest_word, target_rank_word, message_word;
    signed char place_word; /* of `request_place`, or -1 */
    const struct call_parameter *parameters;
};

/* In a request_place: the variable is on the thread's stack, or may be. */
#define PLACE_ON_STACK (UINT64_C(1) << 63)

/* The most words a view has (checked by the generator). */
#define CALL_VIEW_WORDS 40

#endif
