#include "site.h"

#include "arena.h"
#include "modules.h"
#include "observe.h"
#include "stack.h"

#include <pthread.h>
#include <string.h>

#define BUCKETS   4096      /* of the process's table; a power of two */
#define SITES_MAX (1 << 20) /* beyond them a call's site is not known */

struct site {
    struct site *next; /* in its bucket */
    uint64_t hash;
    uint32_t number;
    uint32_t frame_count;
    void *frames[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct site *buckets[BUCKETS];
static unsigned table_unloads;
static uint32_t site_count;

static uint64_t hash_frames(void *const *frames, uint32_t count)
{
    uint64_t hash = count;

    for (uint32_t i = 0; i < count; i++) {
        hash ^= (uintptr_t)frames[i];
        hash *= UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash;
}

static bool is(const struct site *site, uint64_t hash, void *const *frames,
               uint32_t count)
{
    return site->hash == hash && site->frame_count == count &&
           memcmp(site->frames, frames, count * sizeof frames[0]) == 0;
}

/* How many frames at the inner end are not the user's. */
static int foreign_frames(void *const *frames, int count)
{
    const struct module_list *list = modules_current();
    int i = 0;

    for (; list != NULL && i < count; i++) {
        /* a return address may lie behind the end of its function */
        const struct module *module =
            modules_find(list, (uintptr_t)frames[i] - 1);

        if (module == NULL || module->role == MODULE_APPLICATION)
            break;
    }
    return i == count ? 0 : i;
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
    int foreign = foreign_frames(site->frames, (int)site->frame_count);
    uint32_t count = site->frame_count - (uint32_t)foreign;
    size_t frame_bytes = count * sizeof site->frames[0];
    struct record *record;
    struct record_site *out;

    thread_record_modules(thread, true);
    record = thread_reserve(thread, RECORD_SITE, sizeof *out + frame_bytes);
    if (record == NULL)
        return -1;
    out = (struct record_site *)record->words;
    out->site = site->number;
    out->frame_count = count;
    out->function =
        count > 0 ? (uintptr_t)stack_function(site->frames[foreign]) : 0;
    out->in_handler = is_in_handler(site);
    memcpy(out->frames, site->frames + foreign, frame_bytes);
    thread_publish(thread, record);
    return 0;
}

static struct site *add(struct thread *thread, uint64_t hash,
                        void *const *frames, uint32_t count)
{
    struct site *site;

    if (site_count == SITES_MAX)
        return NULL;
    site = arena_alloc(sizeof *site + count * sizeof frames[0]);
    if (site == NULL)
        return NULL;
    site->hash = hash;
    site->number = site_count + 1;
    site->frame_count = count;
    memcpy(site->frames, frames, count * sizeof frames[0]);
    if (record_site(thread, site) != 0)
        return NULL;
    site_count++;
    site->next = buckets[hash & (BUCKETS - 1)];
    buckets[hash & (BUCKETS - 1)] = site;
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

static struct site *find_or_add(struct thread *thread, uint64_t hash,
                                void *const *frames, uint32_t count)
{
    struct site *site;

    pthread_mutex_lock(&lock);
    modules_refresh(true);
    forget_unloaded();
    site = buckets[hash & (BUCKETS - 1)];
    while (site != NULL && !is(site, hash, frames, count))
        site = site->next;
    if (site == NULL)
        site = add(thread, hash, frames, count);
    pthread_mutex_unlock(&lock);
    return site;
}

/* From the frame with the return address on, if it is there. */
static int first_frame(void *const *frames, int count,
                       const void *return_address)
{
    for (int i = 0; i < count && i < 8; i++)
        if (frames[i] == return_address)
            return i;
    return 0;
}

static uint32_t number_of(struct thread *thread, void *const *frames, int count)
{
    uint64_t hash = hash_frames(frames, (uint32_t)count);
    struct site **slot = &thread->sites[hash & (THREAD_SITE_SLOTS - 1)];

    if (*slot == NULL || !is(*slot, hash, frames, (uint32_t)count)) {
        *slot = find_or_add(thread, hash, frames, (uint32_t)count);
        if (*slot == NULL)
            return 0;
    }
    return (*slot)->number;
}

/* By walking the stack. */
static uint32_t look(struct thread *thread, struct site_key key)
{
    void *all[STACK_FRAMES_MAX], **frames = all;
    int count = stack_here(all), first;
    uint32_t number;

    if (count <= 0) {
        all[0] = (void *)(uintptr_t)key.return_address;
        count = 1;
    }
    first = first_frame(all, count, key.return_address);
    frames += first;
    count -= first;
    number = number_of(thread, frames, count);
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

uint32_t site_here(struct thread *thread, struct site_key key)
{
    uint32_t number;

    forget_unloaded_here(thread);
    number = site_cache_find(&thread->site_cache, key);
    return number != 0 ? number : look(thread, key);
}

uint32_t site_at(struct thread *thread, const void *return_address)
{
    void *frame = (void *)(uintptr_t)return_address;

    forget_unloaded_here(thread);
    return number_of(thread, &frame, 1);
}
