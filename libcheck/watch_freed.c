/*
 * watch_freed.c - memory that the program gives back while the MPI uses it.
 *
 * The preload stands before free and realloc.  Of what is given back it is
 * asked whether something that is watched begins there; whether that is in use
 * yet, the checker knows.
 */
#include "watch_private.h"

#include "block.h"
#include "observe.h"
#include "pass_over.h"
#include "site.h"
#include "tasks.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Memory is divided into grains; a grain's number modulo this has a list of
 * what begins in it. */
#define LISTS 4096
#define GRAIN 256

static struct freed_watch *lists[LISTS];
static _Atomic uint64_t begins[LISTS / 64]; /* a bit a list: it is not empty */
static _Atomic unsigned watches;
/* All that is watched, and was since nothing was, begins between them. */
static _Atomic uint64_t lowest, highest;
static pid_t owner; /* a child that it forks has none of this */

static void set_bit(uint64_t list, bool set)
{
    uint64_t bit = UINT64_C(1) << list % 64, old = begins[list / 64];

    atomic_store_explicit(&begins[list / 64], set ? old | bit : old & ~bit,
                          memory_order_relaxed);
}

void freed_watch(struct freed_watch *watch, uint64_t low)
{
    uint64_t list = low / GRAIN % LISTS;

    freed_unwatch(watch);
    watch->low = low;
    watch->watched = true;
    watch->freed = false;
    DL_PREPEND(lists[list], watch);
    set_bit(list, true);
    if (watches == 0 || low < lowest)
        atomic_store_explicit(&lowest, low, memory_order_relaxed);
    if (watches == 0 || low > highest)
        atomic_store_explicit(&highest, low, memory_order_relaxed);
    if (owner == 0)
        owner = getpid();
    atomic_store_explicit(&watches, watches + 1, memory_order_relaxed);
}

void freed_unwatch(struct freed_watch *watch)
{
    uint64_t list = watch->low / GRAIN % LISTS;

    if (!watch->watched)
        return;
    watch->watched = false;
    DL_DELETE(lists[list], watch);
    if (lists[list] == NULL)
        set_bit(list, false);
    atomic_store_explicit(&watches, watches - 1, memory_order_relaxed);
}

/* Buffers for buffered sends are few: of more, and of others while one is
 * detached, nothing is told. */
#define ATTACHED_KEPT 16

static struct freed_watch attached[ATTACHED_KEPT];

void freed_attached(const struct record *enter)
{
    unsigned i = 0;

    pthread_mutex_lock(&watch_lock);
    while (i < ATTACHED_KEPT && attached[i].watched)
        i++;
    if (i < ATTACHED_KEPT)
        freed_watch(&attached[i], watch_word(enter, KIND_ADDRESS, 0));
    pthread_mutex_unlock(&watch_lock);
}

void freed_detached(struct thread *thread)
{
    unsigned i;

    pthread_mutex_lock(&watch_lock);
    for (i = 0; i < ATTACHED_KEPT; i++) {
        watch_returned(thread, &attached[i]);
        freed_unwatch(&attached[i]);
    }
    pthread_mutex_unlock(&watch_lock);
}

/* Receives whose requests were freed: the newest. */
#define GIVEN_UP_KEPT 64

static struct freed_watch given_up[GIVEN_UP_KEPT];

void freed_given_up(const struct pending *pending)
{
    static unsigned next;
    unsigned i;

    for (i = 0; i < pending->place_count; i++)
        if (pending->places[i].stored && pending->places[i].high > 0 &&
            !pending->watches[i].freed)
            freed_watch(&given_up[next++ % GIVEN_UP_KEPT],
                        pending->places[i].low);
}

static bool is_given_up(const struct freed_watch *watch)
{
    return watch >= given_up && watch < given_up + GIVEN_UP_KEPT;
}

void freed_finalize(struct thread *thread)
{
    unsigned i;

    freed_detached(thread);
    pthread_mutex_lock(&watch_lock);
    for (i = 0; i < GIVEN_UP_KEPT; i++)
        freed_unwatch(&given_up[i]);
    pthread_mutex_unlock(&watch_lock);
}

/* --------------------------------------------------- what it stands before */

static void (*_Atomic next_free)(void *); /* is found last */
static void *(*next_realloc)(void *, size_t);
static size_t (*usable_size)(void *); /* NULL: nothing is looked at */

/* The thread is at it: what it frees meanwhile is none of the program's. */
static __thread bool within __attribute__((tls_model("initial-exec")));

/* Sizes are known by the allocator whose functions these are, and by no other;
 * that of the address sanitizer tells of a second free as of something else.
 * All that is asked for is there: a failure would be the program's dlerror. */
static void find_next(void)
{
    void *release = dlsym(RTLD_NEXT, "free"),
         *change = dlsym(RTLD_NEXT, "realloc");
    void *size = dlsym(RTLD_NEXT, "malloc_usable_size");
    void (*found)(void *);
    Dl_info of_free, of_size;

    if (release == NULL || change == NULL)
        return;
    if (size != NULL && dladdr(release, &of_free) != 0 &&
        dladdr(size, &of_size) != 0 && of_free.dli_fbase == of_size.dli_fbase &&
        strstr(of_free.dli_fname, "libasan") == NULL)
        memcpy(&usable_size, &size, sizeof usable_size);
    memcpy(&next_realloc, &change, sizeof next_realloc);
    memcpy(&found, &release, sizeof found);
    atomic_store(&next_free, found);
}

static __attribute__((noinline)) void find_now(void)
{
    if (within)
        return;
    within = true;
    find_next();
    within = false;
}

/* NULL: the dynamic linker itself wants it, as it is asked for it. */
static BLOCK_CODE void (*known_free(void))(void *)
{
    void (*known)(void *) =
        atomic_load_explicit(&next_free, memory_order_acquire);

    if (__builtin_expect(known != NULL, 1))
        return known;
    find_now();
    return atomic_load(&next_free);
}

/* As the library is loaded, while there is one thread: not in a child of fork,
 * where another thread may have held the loader's lock. */
__attribute__((constructor)) static void find_early(void)
{
    find_now();
}

/* Memory that is given back. */
struct block {
    uint64_t low, high;
    const void *return_address; /* where that call returns to */
};

/* Whether something may begin in it.  That is asked without the lock: what
 * another thread watches at this moment it has just given to a call. */
static BLOCK_CODE bool may_be_watched(const struct block *block)
{
    uint64_t at = block->low / GRAIN, last = (block->high - 1) / GRAIN;

    if (block->low > atomic_load_explicit(&highest, memory_order_relaxed) ||
        block->high <= atomic_load_explicit(&lowest, memory_order_relaxed))
        return false;
    if (last - at >= LISTS)
        return true;
    while (at <= last) {
        uint64_t rest = 64 - at % 64, count = last - at + 1;
        uint64_t bits = atomic_load_explicit(&begins[at / 64 % (LISTS / 64)],
                                             memory_order_relaxed) >>
                        at % 64;

        if (count < 64)
            bits &= (UINT64_C(1) << count) - 1;
        if (bits != 0)
            return true;
        at += rest;
    }
    return false;
}

static bool find_in(uint64_t list, const struct block *block, bool mark)
{
    struct freed_watch *watch, *next;
    bool found = false;

    DL_FOREACH_SAFE(lists[list], watch, next)
        if (!watch->freed && watch->low >= block->low &&
            watch->low < block->high) {
            watch->freed = mark;
            found = true;
            if (mark && is_given_up(watch))
                freed_unwatch(watch); /* it is nobody's */
        }
    return found;
}

/* Whether something begins in it. */
static bool find_watched(const struct block *block, bool mark)
{
    uint64_t first = block->low / GRAIN, last = (block->high - 1) / GRAIN, i;
    bool found = false;

    pthread_mutex_lock(&watch_lock);
    for (i = 0; i <= last - first && i < LISTS; i++) {
        uint64_t list = (first + i) % LISTS;

        if ((begins[list / 64] >> list % 64 & 1) != 0)
            found |= find_in(list, block, mark);
    }
    pthread_mutex_unlock(&watch_lock);
    return found;
}

/* The thread that is to tell of it; NULL: it is the MPI's, or cannot. */
static struct thread *teller(void)
{
    return thread_current == NULL &&
                   (thread_has_ended() ||
                    tasks_is_foreign((uint32_t)syscall(SYS_gettid)))
               ? NULL
               : thread_self();
}

/* That the program gives it up, numbered; NULL: that cannot be told. */
static struct record *record_new(struct thread *thread,
                                 const struct block *block,
                                 enum record_access_kind kind)
{
    struct record_accessed *accessed;
    struct record *record;
    uint32_t site;

    native_tell(thread);
    site = site_walk(thread, pass_over_caller(block->return_address));
    record = thread_reserve(thread, RECORD_ACCESSED,
                            sizeof *accessed + sizeof accessed->accesses[0]);
    if (record == NULL)
        return NULL;
    accessed = (struct record_accessed *)record->words;
    *accessed = (struct record_accessed){.count = 1};
    accessed->accesses[0] =
        (struct record_access){block->low, block->high, site, kind};
    thread_number(thread, record);
    return record;
}

/* Within a call, or a callback, it is the MPI's doing. */
static BLOCK_CODE bool is_of_program(void)
{
    const struct thread *thread = thread_current;

    return !within && atomic_load_explicit(&observe_on, memory_order_relaxed) &&
           (thread == NULL || (!thread->busy && thread->depth == 0));
}

static BLOCK_CODE bool is_looked_at(void *address, struct block *block)
{
    if (address == NULL || usable_size == NULL ||
        atomic_load_explicit(&watches, memory_order_relaxed) == 0)
        return false;
    block->low = (uintptr_t)address;
    block->high = block->low + usable_size(address);
    return block->high > block->low && may_be_watched(block) && is_of_program();
}

static __attribute__((noinline)) void free_watched(const struct block *block)
{
    struct thread *thread;
    struct record *record;
    int saved = errno;

    if (getpid() != owner)
        return;
    within = true;
    if (find_watched(block, false) && (thread = teller()) != NULL) {
        thread->busy = true;
        record = record_new(thread, block, ACCESSED_FREE);
        if (record != NULL) {
            thread_hand_over(thread, record);
            find_watched(block, true);
        }
        thread->busy = false;
    }
    within = false;
    errno = saved;
}

static BLOCK_CODE void *reallocate(void *address, size_t size)
{
    void *moved;

    if (!block_on)
        return next_realloc(address, size);
    block_taken(address);
    moved = next_realloc(address, size);
    if (moved != NULL)
        block_given(moved, size);
    else if (address != NULL && size > 0) /* it is as it was, at least */
        block_given(address, usable_size(address));
    return moved;
}

/* Whether it moves the block is known afterwards, when the memory may be in use
 * anew: so it is numbered before. */
static void *realloc_told(struct thread *thread, const struct block *block,
                          void *address, size_t size)
{
    struct record *record = record_new(thread, block, ACCESSED_REALLOC);
    void *moved = reallocate(address, size);
    int saved = errno;

    if (record == NULL)
        return moved;
    if (moved != address && (moved != NULL || size == 0))
        find_watched(block, true);
    else
        ((struct record_accessed *)record->words)->count = 0;
    thread_hand_over(thread, record);
    errno = saved;
    return moved;
}

static __attribute__((noinline)) void *
realloc_watched(const struct block *block, void *address, size_t size)
{
    struct thread *thread = NULL;
    int saved = errno;
    void *moved;

    within = true;
    if (getpid() == owner && find_watched(block, false))
        thread = teller();
    errno = saved;
    if (thread != NULL) {
        thread->busy = true;
        moved = realloc_told(thread, block, address, size);
        thread->busy = false;
    } else {
        moved = reallocate(address, size);
    }
    within = false;
    return moved;
}

BLOCK_CODE MURMEL_EXPORT void free(void *address)
{
    struct block block = {.return_address = __builtin_return_address(0)};
    void (*known)(void *) = known_free();

    if (__builtin_expect(is_looked_at(address, &block), 0))
        free_watched(&block);
    block_taken(address);
    if (known != NULL)
        known(address);
}

BLOCK_CODE MURMEL_EXPORT void *realloc(void *address, size_t size)
{
    struct block block = {.return_address = __builtin_return_address(0)};

    if (known_free() == NULL)
        return NULL;
    if (__builtin_expect(is_looked_at(address, &block), 0))
        return realloc_watched(&block, address, size);
    return reallocate(address, size);
}
