/*
 * client.h - what libmurmel.so gives to the wrappers of a flavour.
 *
 * libmurmel.so is preloaded and exports MPI_X and PMPI_X for every MPI
 * function (stubs.S, generated): a jump through murmel_jump[].  At the first
 * call murmel_resolve() finds which MPI the application has, opens
 * libmurmel-<flavour>.so, and fills the table with its wrappers.
 *
 * A wrapper does
 *
 *     struct murmel_call call;
 *     if (!murmel_call_begins(&call, CALL_X, __builtin_return_address(0)))
 *         return the real X;
 *     w = murmel_enter(&call, bytes);  if not NULL: fill; murmel_publish
 *     the real X
 *     w = murmel_exit(&call, bytes);   if not NULL: fill; murmel_publish
 *     murmel_call_ends(&call);
 *
 * The flavour library is not linked with libmurmel.so: what is declared here
 * is found in the preload at load time.  No mpi.h here.
 */
#ifndef MURMEL_CLIENT_H
#define MURMEL_CLIENT_H

#include "record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MURMEL_EXPORT __attribute__((visibility("default")))
#define MURMEL_HIDDEN __attribute__((visibility("hidden")))

/* Any function; cast to its own type before it is called. */
typedef void (*murmel_function)(void);

struct thread;

/* An array of a nonblocking or persistent collective operation, which the MPI
 * may read until the operation is complete. */
struct murmel_array {
    const void *address; /* NULL: it is not read */
    size_t bytes;
    uint32_t parameter;
};

/* A call in progress; on the wrapper's stack.  Private to libcheck. */
struct murmel_call {
    struct thread *thread;
    struct record *record; /* reserved in the ring, not yet published */
    const void *return_address;
    const void *frame; /* the wrapper's: nothing below it is the caller's */
    void *watch;       /* watch.c */
    /* Set by the wrapper before its ENTER is published; or none. */
    const struct murmel_array *arrays;
    uint32_t array_count;
    uint32_t site; /* of its ENTER (site.h); 0: not known */
    uint16_t id;
    uint8_t flags;      /* enum record_flag */
    bool followed;      /* the program need not be, from here on (follow.h) */
    bool found_nothing; /* it polls, and has */
    bool reads;         /* its arguments are read, and it is not told yet */
    uint8_t depth;
};

/* The MPI's own functions (PMPI_X) by enum call_id; NULL where it has none. */
extern MURMEL_EXPORT murmel_function murmel_real[];

/*
 * The loaded MPI library, for dlsym.  For its data symbols
 * (ompi_mpi_comm_world, MPI_UNWEIGHTED) look in RTLD_DEFAULT first, as the
 * linker may have moved them into the program (copy relocations), and then
 * here, as an MPI opened with RTLD_LOCAL is not in the global scope.
 */
extern MURMEL_EXPORT void *murmel_mpi_handle;

/* As murmel_call_begins, with the caller's own frame. */
MURMEL_EXPORT bool murmel_call_begins_in(struct murmel_call *call, unsigned id,
                                         const void *return_address,
                                         const void *frame);

/* Where the frame of the function ends, or nearly: below it nothing is its
 * caller's.  GCC has the address of a frame at its other end on aarch64. */
#if defined(__aarch64__) && !defined(__clang__)
#define MURMEL_FRAME() __builtin_dwarf_cfa()
#else
#define MURMEL_FRAME() __builtin_frame_address(0)
#endif

/*
 * A call begins.  False: the call is not to be recorded, since it is one the
 * MPI library makes itself, or nobody listens; then the wrapper calls the
 * real function and nothing else of this header.
 */
static inline __attribute__((always_inline)) bool
murmel_call_begins(struct murmel_call *call, unsigned id,
                   const void *return_address)
{
    return murmel_call_begins_in(call, id, return_address, MURMEL_FRAME());
}

/*
 * Makes room for the ENTER or EXIT record of a call with so many bytes of
 * payload (words of the view and arrays behind them) and returns its first
 * word; `(char *)words - sizeof(struct record)` is the start of the record.
 * The words are not zeroed, only the padding behind `bytes` is.  May wait
 * for the checker.  NULL: not recorded; then do not publish.  Nothing of
 * this header but murmel_publish may be called before it is published.
 */
MURMEL_EXPORT uint64_t *murmel_enter(struct murmel_call *call, size_t bytes);
MURMEL_EXPORT uint64_t *murmel_exit(struct murmel_call *call, size_t bytes);

/*
 * The same for a record of another kind (RECORD_WORLD, RECORD_NEW_COMM),
 * anywhere between murmel_call_begins and murmel_call_ends.  RECORD_WORLD
 * tells libcheck, too, that the MPI is initialized.
 */
MURMEL_EXPORT uint64_t *murmel_record(struct murmel_call *call,
                                      enum record_kind kind, size_t bytes);

/* Whether it is known that there are not so many bytes of memory from `array`
 * on. */
MURMEL_EXPORT bool murmel_ends_before(const void *array, size_t bytes);

/*
 * Before the call is made: tells if the array, that parameter of the call, is
 * in memory that ends before so many bytes.  `may`: the call may use less.
 */
MURMEL_EXPORT void murmel_room(struct murmel_call *call, uint32_t parameter,
                               const void *array, int64_t bytes, bool may);

/* Counts the characters of a string, up to `most`; false: it cannot be read to
 * its end. */
MURMEL_EXPORT bool murmel_string(const char *string, size_t most,
                                 size_t *length);

/* Hands the record made last to the checker. */
MURMEL_EXPORT void murmel_publish(struct murmel_call *call);
/* XXH3. */
MURMEL_EXPORT uint64_t murmel_hash(const void *bytes, size_t size);
/* Whether the program's own loads and stores are seen (murmel cc). */
MURMEL_EXPORT bool murmel_is_native(void);
/* Whether it may have requests of functions that only this MPI has (MPIX_). */
MURMEL_EXPORT bool murmel_is_extended(void);

MURMEL_EXPORT void murmel_call_ends(struct murmel_call *call);

/*
 * Each libmurmel-<flavour>.so exports this.  It puts its wrappers into
 * table[enum call_id] and leaves the others alone (they hold the MPI's own
 * functions).  `schema` is the CALLS_SCHEMA_HASH of libmurmel.so.  It runs
 * once, after murmel_real[] is filled and before any MPI function is called.
 * Returns 0; or -1 where it was made from another table or does not find
 * what it needs in the MPI: then the application runs unobserved.
 */
typedef int murmel_flavour_init_function(uint64_t schema,
                                         murmel_function *table);
MURMEL_EXPORT murmel_flavour_init_function murmel_flavour_init;

/*
 * And this: ends the job by the MPI's own MPI_Abort, from any thread.
 */
typedef void murmel_flavour_abort_function(void);
MURMEL_EXPORT murmel_flavour_abort_function murmel_flavour_abort;

/*
 * For stubs.S, inside libmurmel.so.  murmel_jump[2 * CALL_COUNT] is defined
 * there, for each MPI_X, and then for each PMPI_X; entry i points at first to
 * code that calls murmel_resolve(i) with all argument registers saved, and then
 * jumps through entry i again.  On return from murmel_resolve(i), entry i leads
 * to a wrapper, to the MPI, or, of MPI_X, to another tool (other_tool.c).
 */
extern MURMEL_HIDDEN murmel_function murmel_jump[];
MURMEL_HIDDEN void murmel_resolve(unsigned entry);

#endif
