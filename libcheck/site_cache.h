/*
 * site_cache.h - the stacks that a thread had at its last calls.
 *
 * To walk the stack is most of what a call costs.  But a call that returns to
 * the same place, made with the same stack pointer, nearly always has the
 * stack that it had the time before: it is enough to see that all return
 * addresses, and the frame pointers that were saved, still stand where they
 * stood.
 */
#ifndef MURMEL_SITE_CACHE_H
#define MURMEL_SITE_CACHE_H

#include "record.h"

#include <stdbool.h>
#include <stdint.h>

#define SITE_CACHE_SETS 64 /* a power of two */
#define SITE_CACHE_WAYS 4

struct kept_stack;

struct site_cache {
    struct site_set {
        struct kept_stack *ways[SITE_CACHE_WAYS];
        uint32_t hits, misses;
        uint32_t next; /* way to be used anew */
    } sets[SITE_CACHE_SETS];
    const struct kept_stack *current; /* that was found or kept last; NULL:
                                       * the one asked for last is not kept */
};

/*
 * Where a call is made.  `frame` is __builtin_frame_address(0) of a function
 * within that call which has yet to return when the cache is asked: there it
 * saves the frame pointer of who called it.
 */
struct site_key {
    const void *return_address;
    const void *frame;
    uint64_t python; /* python_hash: its frames are not in this stack */
};

/* The number of the site if that stack is kept; else 0. */
uint32_t site_cache_find(struct site_cache *cache, struct site_key key);

/* Keeps the calling thread's stack, from the frame with the return address
 * on; does nothing if it does not have these frames there, or if keeping has
 * not been of use here. */
void site_cache_keep(struct site_cache *cache, struct site_key key,
                     uint32_t number, void *const *addresses, int count);

/*
 * Whether a call that has not returned has its return address, or keeps a frame
 * pointer, in these bytes, and where the first does: no variable reaches over
 * that.  By the stack that was found or kept last, which must be the calling
 * thread's present one.  False, too, if it is not kept.
 */
bool site_cache_frame_ends(const struct site_cache *cache, uint64_t low,
                           uint64_t high, uint64_t *end);

/* Whether the byte lies among those frames. */
bool site_cache_has(const struct site_cache *cache, uint64_t address);

/* Where the return address of the function lies in whose frame the byte is; 0:
 * it is not known. */
uint64_t site_cache_returns(const struct site_cache *cache, uint64_t address);

/* The return addresses that lie at an address of the stack, or above, innermost
 * first; how many there are, `most` at most. */
unsigned site_cache_callers(const struct site_cache *cache, uint64_t address,
                            const void **callers, unsigned most);

/* Where the return address of the outermost of them lies; 0: it is not kept. */
uint64_t site_cache_outermost(const struct site_cache *cache);

/* The frame that it lies in; false: it is not known. */
bool site_cache_frame_of(const struct site_cache *cache, uint64_t address,
                         struct record_frame *frame);

/* Forgets all. */
void site_cache_clear(struct site_cache *cache);

#endif
