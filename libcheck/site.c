#include "site.h"

#include "arena.h"
#include "modules.h"
#include "observe.h"
#include "python.h"
#include "site_frames.h"
#include "stack.h"

#include <pthread.h>
#include <string.h>

#define BUCKETS   4096      /* of the process's table; a power of two */
#define SITES_MAX (1 << 20) /* beyond them a call's site is not known */

struct site {
    struct site *next; /* in its bucket */
    uint64_t hash;
    uint64_t python; /* as in struct site_key */
    uint32_t number;
    uint32_t frame_count;
    void *frames[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct site *buckets[BUCKETS];
static unsigned table_unloads;
static uint32_t site_count;

/* A stack that is looked up. */
struct wanted {
    void *const *frames;
    uint32_t count;
    uint64_t python;
    uint64_t hash; /* of them all */
};

static uint64_t hash_frames(const struct wanted *wanted)
{
    uint64_t hash = wanted->python + wanted->count;

    for (uint32_t i = 0; i < wanted->count; i++) {
        hash ^= (uintptr_t)wanted->frames[i];
        hash *= UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash;
}

static bool is(const struct site *site, const struct wanted *wanted)
{
    return site->hash == wanted->hash && site->python == wanted->python &&
           site->frame_count == wanted->count &&
           memcmp(site->frames, wanted->frames,
                  wanted->count * sizeof site->frames[0]) == 0;
}

static bool is_in_handler(const struct site *site)
{
    const void *back = stack_signal_return();
    uint32_t i;

    for (i = 0; back != NULL && i < site->frame_count; i++)
        if (site->frames[i] == back)
            return true;
    return false;
}

/* Tells the checker; under `lock`, so that no other thread uses the number
 * in a record that comes before this one. */
static int record_site(struct thread *thread, const struct site *site)
{
    static struct site_frames told;
    struct record *record;
    struct record_site *out;
    size_t frame_bytes;

    thread_record_modules(thread, true);
    site_frames_find(&told, thread, site->frames, site->frame_count,
                     site->python != 0);
    frame_bytes = told.count * sizeof told.frames[0];
    record = thread_reserve(thread, RECORD_SITE,
                            sizeof *out + frame_bytes + told.place_bytes);
    if (record == NULL)
        return -1;
    out = (struct record_site *)record->words;
    out->site = site->number;
    out->frame_count = told.count;
    out->function =
        told.count > 0 && told.frames[0] != RECORD_FRAME_PLACE
            ? (uintptr_t)stack_function((void *)(uintptr_t)told.frames[0])
            : 0;
    out->in_handler = is_in_handler(site);
    memcpy(out->frames, told.frames, frame_bytes);
    memcpy((char *)out->frames + frame_bytes, told.places, told.place_bytes);
    thread_publish(thread, record);
    return 0;
}

static struct site *add(struct thread *thread, const struct wanted *wanted)
{
    size_t frame_bytes = wanted->count * sizeof wanted->frames[0];
    struct site *site;

    if (site_count == SITES_MAX)
        return NULL;
    site = arena_alloc(sizeof *site + frame_bytes);
    if (site == NULL)
        return NULL;
    site->hash = wanted->hash;
    site->python = wanted->python;
    site->number = site_count + 1;
    site->frame_count = wanted->count;
    memcpy(site->frames, wanted->frames, frame_bytes);
    if (record_site(thread, site) != 0)
        return NULL;
    site_count++;
    site->next = buckets[site->hash & (BUCKETS - 1)];
    buckets[site->hash & (BUCKETS - 1)] = site;
    return site;
}

/* The same addresses may be other code after an object was unloaded. */
static void forget_unloaded(void)
{
    if (table_unloads == modules_unloads())
        return;
    table_unloads = modules_unloads();
    memset(buckets, 0, sizeof buckets);
    stack_forget();
}

static struct site *find_or_add(struct thread *thread,
                                const struct wanted *wanted)
{
    struct site *site;

    pthread_mutex_lock(&lock);
    modules_refresh(true);
    forget_unloaded();
    site = buckets[wanted->hash & (BUCKETS - 1)];
    while (site != NULL && !is(site, wanted))
        site = site->next;
    if (site == NULL)
        site = add(thread, wanted);
    pthread_mutex_unlock(&lock);
    return site;
}

/* From the frame with the return address on, if it is there: Murmel's own are
 * few, with those of exit and what calls it. */
static int first_frame(void *const *frames, int count,
                       const void *return_address)
{
    for (int i = 0; i < count && i < 16; i++)
        if (frames[i] == return_address)
            return i;
    return 0;
}

static uint32_t number_of(struct thread *thread, void *const *frames, int count,
                          uint64_t python)
{
    struct wanted wanted = {
        .frames = frames, .count = (uint32_t)count, .python = python};
    struct site **slot;

    wanted.hash = hash_frames(&wanted);
    slot = &thread->sites[wanted.hash & (THREAD_SITE_SLOTS - 1)];
    if (*slot == NULL || !is(*slot, &wanted)) {
        *slot = find_or_add(thread, &wanted);
        if (*slot == NULL)
            return 0;
    }
    return (*slot)->number;
}

/* Python may be loaded later than the MPI.  Not under `lock`: the dynamic
 * linker has one of its own. */
static void look_for_python(void)
{
    static const struct module_list *_Atomic seen;

    if (seen == modules_current())
        return;
    seen = modules_current();
    python_look();
}

/* By walking the stack. */
static uint32_t look(struct thread *thread, struct site_key key)
{
    void *all[STACK_FRAMES_MAX], **frames = all;
    int count = stack_here(all), first;
    uint32_t number;

    look_for_python();
    if (count <= 0) {
        all[0] = (void *)(uintptr_t)key.return_address;
        count = 1;
    }
    first = first_frame(all, count, key.return_address);
    frames += first;
    count -= first;
    number = number_of(thread, frames, count, key.python);
    if (number != 0)
        site_cache_keep(&thread->site_cache, key, number, frames, count);
    return number;
}

static void forget_unloaded_here(struct thread *thread)
{
    if (__builtin_expect(thread->site_unloads == modules_unloads(), 1))
        return;
    memset(thread->sites, 0, sizeof thread->sites);
    site_cache_clear(&thread->site_cache);
    thread->site_unloads = modules_unloads();
}

uint32_t site_here(struct thread *thread, const void *return_address,
                   const void *frame)
{
    struct site_key key = {
        return_address, frame,
        __builtin_expect(python_known, 0) ? python_hash(thread) : 0};
    uint32_t number;

    forget_unloaded_here(thread);
    number = site_cache_find(&thread->site_cache, key);
    return number != 0 ? number : look(thread, key);
}

uint32_t site_walk(struct thread *thread, const void *return_address)
{
    struct site_key key = {return_address, __builtin_frame_address(0),
                           python_known ? python_hash(thread) : 0};

    forget_unloaded_here(thread);
    return look(thread, key);
}

uint32_t site_within(struct thread *thread, const void *return_address,
                     const void *const *callers, unsigned count)
{
    void *frames[STACK_FRAMES_MAX] = {(void *)(uintptr_t)return_address};
    unsigned i, all = 1;

    for (i = 0; i < count && all < STACK_FRAMES_MAX; i++)
        frames[all++] = (void *)(uintptr_t)callers[i];
    forget_unloaded_here(thread);
    return number_of(thread, frames, (int)all, 0);
}
