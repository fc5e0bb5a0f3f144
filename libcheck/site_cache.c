#include "site_cache.h"

#include "arena.h"
#include "stack.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* After so many hits a set is trusted again. */
#define HITS_FORGIVE 1024

#define REGISTERS_SAVED 6 /* by a function, at most */

struct kept_stack {
    struct site_key key;
    uint32_t number;
    uint32_t count;
    struct word {
        void *const volatile *place; /* in the stack */
        void *value;
    } words[];
};

static size_t size_of(uint32_t count)
{
    return sizeof(struct kept_stack) + count * sizeof(struct word);
}

static struct site_set *set_of(struct site_cache *cache, struct site_key key)
{
    uint64_t hash =
        ((uintptr_t)key.return_address ^ (uintptr_t)key.frame ^ key.python) *
        UINT64_C(0x9e3779b97f4a7c15);

    return &cache->sets[(hash >> 32) & (SITE_CACHE_SETS - 1)];
}

/*
 * From the inside out: how far a frame reaches follows from its code and where
 * it begins or, if its size varies (alloca), from its frame pointer.  So as
 * long as all is the same the frames are, and the next place is in this stack.
 */
static bool is_there(const struct kept_stack *kept)
{
    uint32_t i;

    for (i = 0; i < kept->count; i++)
        if (*kept->words[i].place != kept->words[i].value)
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
            kept->key.frame == key.frame && kept->key.python == key.python &&
            is_there(kept)) {
            if (++set->hits % HITS_FORGIVE == 0)
                set->misses = 0;
            cache->current = kept;
            return kept->number;
        }
    }
    cache->current = NULL;
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

/* The walk from the frame on that is looked from; 0: it is not as asked for. */
static int walk(struct stack_frame frames[STACK_FRAMES_MAX],
                struct site_key key, void *const *addresses, int count)
{
    int all = stack_walk(frames), inner = 0, first = 0, i;

    while (inner < all && (const void *)frames[inner].place < key.frame)
        inner++;
    for (first = inner; first < all; first++)
        if (frames[first].address == key.return_address)
            break;
    if (all - first != count)
        return 0;
    for (i = 0; i < count; i++)
        if (frames[first + i].address != addresses[i])
            return 0;
    memmove(frames, frames + inner, (size_t)(all - inner) * sizeof frames[0]);
    return all - inner;
}

/*
 * How the frame finds where the one around it begins, `end`: words that say
 * so.  None if it knows that from its code; then the frame pointer may hold
 * anything, a counter of a loop.
 */
static uint32_t take_frame_pointer(const struct stack_frame *frame,
                                   void *const *end, struct word *words)
{
    void *const *pointer = frame->saved == NULL ? NULL : *frame->saved;

    if (pointer < frame->place || pointer >= end)
        return 0;
    words[0] = (struct word){frame->saved, (void *)(uintptr_t)pointer};
    if (pointer + 2 == end)
        return 1;
    /* With its stack aligned anew it has put that below the frame pointer,
     * under other registers. */
    for (int i = 1; i <= REGISTERS_SAVED && pointer - i >= frame->place; i++)
        if (pointer[-i] == (const void *)end) {
            words[1] = (struct word){pointer - i, pointer[-i]};
            return 2;
        }
    return 0;
}

static uint32_t take_words(const struct stack_frame *frames, int count,
                           struct word *words)
{
    uint32_t used = 0;
    int i;

    for (i = 0; i < count; i++) {
        words[used++] = (struct word){frames[i].place, frames[i].address};
        if (i + 1 < count)
            used += take_frame_pointer(&frames[i], frames[i + 1].place + 1,
                                       words + used);
    }
    return used;
}

static struct kept_stack *new_kept(struct site_key key, uint32_t number,
                                   const struct word *words, uint32_t count)
{
    struct kept_stack *kept = arena_take(size_of(count));

    if (kept == NULL)
        return NULL;
    kept->key = key;
    kept->number = number;
    kept->count = count;
    memcpy(kept->words, words, count * sizeof words[0]);
    return kept;
}

void site_cache_keep(struct site_cache *cache, struct site_key key,
                     uint32_t number, void *const *addresses, int count)
{
    struct site_set *set = set_of(cache, key);
    /* Not on the stack: a thread may have one of 16 KiB. */
    struct room {
        struct stack_frame frames[STACK_FRAMES_MAX];
        struct word words[3 * STACK_FRAMES_MAX];
    } * room;
    struct kept_stack *kept = NULL;
    int all;

    if (!is_worth_it(set))
        return;
    room = arena_take(sizeof *room);
    if (room == NULL)
        return;
    all = walk(room->frames, key, addresses, count);
    if (all > 0)
        kept = new_kept(key, number, room->words,
                        take_words(room->frames, all, room->words));
    arena_give(room, sizeof *room);
    if (kept == NULL)
        return;
    drop(set->ways[set->next]);
    set->ways[set->next] = kept;
    set->next = (set->next + 1) % SITE_CACHE_WAYS;
    cache->current = kept;
}

static uint64_t place_of(const struct kept_stack *kept, uint32_t word)
{
    return (uintptr_t)kept->words[word].place;
}

bool site_cache_has(const struct site_cache *cache, uint64_t address)
{
    const struct kept_stack *kept = cache->current;

    return kept != NULL && address > place_of(kept, 0) &&
           address < place_of(kept, kept->count - 1);
}

/* A frame pointer that was saved leads into the stack, a return address to
 * code. */
static bool is_return_address(const struct kept_stack *kept, uint32_t word)
{
    uint64_t value = (uintptr_t)kept->words[word].value;

    return value < place_of(kept, 0) ||
           value > place_of(kept, kept->count - 1) + sizeof(void *);
}

uint64_t site_cache_returns(const struct site_cache *cache, uint64_t address)
{
    const struct kept_stack *kept = cache->current;
    uint32_t i = 1;

    if (!site_cache_has(cache, address))
        return 0;
    while (i < kept->count - 1 &&
           (place_of(kept, i) <= address || !is_return_address(kept, i)))
        i++;
    return place_of(kept, i);
}

unsigned site_cache_callers(const struct site_cache *cache, uint64_t address,
                            const void **callers, unsigned most)
{
    const struct kept_stack *kept = cache->current;
    unsigned found = 0;
    uint32_t i;

    for (i = 0; kept != NULL && i < kept->count && found < most; i++)
        if (place_of(kept, i) >= address && is_return_address(kept, i))
            callers[found++] = kept->words[i].value;
    return found;
}

uint64_t site_cache_outermost(const struct site_cache *cache)
{
    const struct kept_stack *kept = cache->current;

    return kept == NULL ? 0 : place_of(kept, kept->count - 1);
}

bool site_cache_frame_of(const struct site_cache *cache, uint64_t address,
                         struct record_frame *frame)
{
    const struct kept_stack *kept = cache->current;
    uint64_t begins = 0, ends = UINT64_MAX;
    uint32_t i;

    for (i = 0; kept != NULL && i < kept->count; i++) {
        uint64_t end = place_of(kept, i) + sizeof(void *);

        if (!is_return_address(kept, i))
            continue;
        if (end <= address && end > begins) {
            begins = end;
            frame->address = (uintptr_t)kept->words[i].value;
        } else if (end > address && end < ends)
            ends = end;
    }
    frame->end = ends;
    return begins != 0 && ends != UINT64_MAX;
}

bool site_cache_frame_ends(const struct site_cache *cache, uint64_t low,
                           uint64_t high, uint64_t *end)
{
    const struct kept_stack *kept = cache->current;
    uint32_t i;

    if (kept == NULL || high <= (uintptr_t)kept->words[0].place ||
        low > (uintptr_t)kept->words[kept->count - 1].place)
        return false;
    *end = high;
    for (i = 0; i < kept->count; i++) {
        uint64_t place = (uintptr_t)kept->words[i].place;

        if (place > low && place < *end)
            *end = place;
    }
    return *end < high;
}

void site_cache_clear(struct site_cache *cache)
{
    unsigned set, way;

    for (set = 0; set < SITE_CACHE_SETS; set++)
        for (way = 0; way < SITE_CACHE_WAYS; way++)
            drop(cache->sets[set].ways[way]);
    memset(cache, 0, sizeof *cache);
}
