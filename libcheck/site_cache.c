#include "site_cache.h"

#include "arena.h"
#include "stack.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* After so many hits a set is trusted again. */
#define HITS_FORGIVE 1024

struct kept_stack {
    struct site_key key;
    uint32_t number;
    uint32_t count;
    struct {
        void *const volatile *place; /* in the stack */
        void *address;
    } frames[];
};

static size_t size_of(uint32_t count)
{
    return sizeof(struct kept_stack) +
           count * sizeof(((struct kept_stack *)0)->frames[0]);
}

static struct site_set *set_of(struct site_cache *cache, struct site_key key)
{
    uint64_t hash = ((uintptr_t)key.return_address ^ (uintptr_t)key.frame) *
                    UINT64_C(0x9e3779b97f4a7c15);

    return &cache->sets[(hash >> 32) & (SITE_CACHE_SETS - 1)];
}

/*
 * From the inside out: as long as all are the same so far, the frames are, and
 * so the next place is in the stack.  (Only a frame whose size varies, by
 * alloca, may be another one at the same place; an old return address that
 * happens to be left there would then give the stack it belonged to.)
 */
static bool is_there(const struct kept_stack *kept)
{
    uint32_t i;

    for (i = 0; i < kept->count; i++)
        if (*kept->frames[i].place != kept->frames[i].address)
            return false;
    return true;
}

uint32_t site_cache_find(struct site_cache *cache, struct site_key key)
{
    struct site_set *set = set_of(cache, key);
    unsigned i;

    for (i = 0; i < SITE_CACHE_WAYS && set->ways[i] != NULL; i++) {
        const struct kept_stack *kept = set->ways[i];

        if (kept->key.return_address == key.return_address &&
            kept->key.frame == key.frame && is_there(kept)) {
            if (++set->hits % HITS_FORGIVE == 0)
                set->misses = 0;
            return kept->number;
        }
    }
    return 0;
}

static void drop(struct kept_stack *kept)
{
    if (kept != NULL)
        arena_give(kept, size_of(kept->count));
}

/* The more often it was in vain, the more seldom: a walk frame by frame costs
 * much more than one that only asks for the addresses. */
static bool is_worth_it(struct site_set *set)
{
    uint32_t misses = ++set->misses;

    return misses <= 2 * SITE_CACHE_WAYS || (misses & (misses - 1)) == 0;
}

void site_cache_keep(struct site_cache *cache, struct site_key key,
                     uint32_t number, void *const *frames, int count)
{
    struct site_set *set = set_of(cache, key);
    void *addresses[STACK_FRAMES_MAX], **places[STACK_FRAMES_MAX];
    struct kept_stack *kept;
    int all, first = 0, i;

    if (!is_worth_it(set))
        return;
    all = stack_walk(addresses, places);
    while (first < all && addresses[first] != key.return_address)
        first++;
    if (first == all || all - first != count || memcmp(addresses + first, frames,
                                       (size_t)count * sizeof frames[0]) != 0)
        return;
    kept = arena_take(size_of((uint32_t)count));
    if (kept == NULL)
        return;
    kept->key = key;
    kept->number = number;
    kept->count = (uint32_t)count;
    for (i = 0; i < count; i++) {
        kept->frames[i].place = places[first + i];
        kept->frames[i].address = frames[i];
    }
    drop(set->ways[set->next]);
    set->ways[set->next] = kept;
    set->next = (set->next + 1) % SITE_CACHE_WAYS;
}

void site_cache_clear(struct site_cache *cache)
{
    unsigned set, way;

    for (set = 0; set < SITE_CACHE_SETS; set++)
        for (way = 0; way < SITE_CACHE_WAYS; way++)
            drop(cache->sets[set].ways[way]);
    memset(cache, 0, sizeof *cache);
}
