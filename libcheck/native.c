/*
 * native.c - which memory is watched, and what was loaded and stored there.
 */
#include "native.h"

#include "arena.h"
#include "client.h"
#include "observe.h"
#include "site.h"
#include "tasks.h"
#include "thread.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utlist.h>

/* A page's number modulo this has a place in the table: 4 GiB. */
#define PAGES   (UINT64_C(1) << 20)
#define PAGE    (UINT64_C(1) << NATIVE_PAGE_SHIFT)
#define BUCKETS (1 << 12)
/* An area of no more pages than this is watched to the byte in each of them;
 * a longer one in its first and last. */
#define REFERENCES 4

/* Of an area: a page of which some is watched. */
struct reference {
    uint64_t page;                 /* modulo PAGES */
    uint64_t low, high;            /* in it */
    struct reference *next, *prev; /* in the bucket */
};

struct native_area {
    uint64_t first, count; /* whole pages; modulo PAGES */
    uint32_t reference_count;
    struct reference references[REFERENCES];
    struct native_area *next, *prev; /* those with whole pages */
};

_Atomic bool native_on, native_untold;

static _Atomic uint8_t pages[PAGES];
static _Atomic uint8_t maps[NATIVE_ALL * NATIVE_MAP_BYTES];
static bool map_taken[NATIVE_ALL] = {true}; /* none has the number 0 */
static struct reference *buckets[BUCKETS];
static struct native_area *large;
static pthread_mutex_t areas_lock = PTHREAD_MUTEX_INITIALIZER;

/* ------------------------------------------------------ what is watched */

static bool is_whole(uint64_t page)
{
    const struct native_area *area;

    DL_FOREACH(large, area)
        if (((page - area->first) & (PAGES - 1)) < area->count)
            return true;
    return false;
}

static uint8_t take_map(void)
{
    unsigned i;

    for (i = 1; i < NATIVE_ALL; i++)
        if (!map_taken[i]) {
            map_taken[i] = true;
            return (uint8_t)i;
        }
    return NATIVE_ALL;
}

/* Bytes that stay watched are so at every moment. */
static void fill_map(uint8_t map, const uint8_t bits[NATIVE_MAP_BYTES])
{
    unsigned i;

    for (i = 0; i < NATIVE_MAP_BYTES; i++)
        atomic_store_explicit(&maps[map * NATIVE_MAP_BYTES + i], bits[i],
                              memory_order_relaxed);
}

/* What the table says of the page; the lock is held. */
static void set_page(uint64_t page)
{
    uint8_t old = atomic_load(&pages[page]), now = old;
    uint8_t bits[NATIVE_MAP_BYTES] = {0};
    const struct reference *reference;
    bool any = false;
    uint64_t at;

    DL_FOREACH(buckets[page % BUCKETS], reference) {
        if (reference->page != page)
            continue;
        any = true;
        for (at = reference->low / 8; at <= (reference->high - 1) / 8; at++)
            bits[at / 8] |= (uint8_t)(1 << at % 8);
    }
    if (is_whole(page))
        now = NATIVE_ALL;
    else if (!any)
        now = 0;
    else if (old == 0 || old == NATIVE_ALL)
        now = take_map();
    if (now != 0 && now != NATIVE_ALL)
        fill_map(now, bits);
    atomic_store_explicit(&pages[page], now, memory_order_release);
    if (old != now && old != 0 && old != NATIVE_ALL)
        map_taken[old] = false;
}

static void set_pages(const struct native_area *area)
{
    uint64_t i;

    for (i = 0; i < area->reference_count; i++)
        set_page(area->references[i].page);
    for (i = 0; i < area->count && i < PAGES; i++)
        set_page((area->first + i) & (PAGES - 1));
}

/* A part of one page. */
static void refer(struct native_area *area, uint64_t low, uint64_t high)
{
    area->references[area->reference_count++] = (struct reference){
        .page = low / PAGE & (PAGES - 1),
        .low = low % PAGE,
        .high = (high - 1) % PAGE + 1,
    };
}

static void divide(struct native_area *area, uint64_t low, uint64_t high)
{
    uint64_t first = low / PAGE, last = (high - 1) / PAGE, page;

    if (last - first < REFERENCES) {
        for (page = first; page <= last; page++)
            refer(area, page == first ? low : page * PAGE,
                  page == last ? high : (page + 1) * PAGE);
        return;
    }
    refer(area, low, (first + 1) * PAGE);
    refer(area, last * PAGE, high);
    area->first = (first + 1) & (PAGES - 1);
    area->count = last - first - 1;
}

struct native_area *native_watch(uint64_t low, uint64_t high)
{
    struct native_area *area;
    uint32_t i;

    if (!atomic_load_explicit(&native_on, memory_order_relaxed) || high <= low)
        return NULL;
    area = arena_take(sizeof *area);
    if (area == NULL)
        return NULL;
    memset(area, 0, sizeof *area);
    divide(area, low, high);
    pthread_mutex_lock(&areas_lock);
    for (i = 0; i < area->reference_count; i++)
        DL_APPEND(buckets[area->references[i].page % BUCKETS],
                  &area->references[i]);
    if (area->count > 0)
        DL_APPEND(large, area);
    set_pages(area);
    pthread_mutex_unlock(&areas_lock);
    return area;
}

void native_unwatch(struct native_area *area)
{
    uint32_t i;

    if (area == NULL)
        return;
    pthread_mutex_lock(&areas_lock);
    for (i = 0; i < area->reference_count; i++)
        DL_DELETE(buckets[area->references[i].page % BUCKETS],
                  &area->references[i]);
    if (area->count > 0)
        DL_DELETE(large, area);
    set_pages(area);
    pthread_mutex_unlock(&areas_lock);
    arena_give(area, sizeof *area);
}

/* --------------------------------------------------------- what was done */

#define RUNS   1024
#define PLACES 64 /* a power of two */

/* Accesses of one kind from one place in the program that touch. */
struct run {
    uint64_t low, high;
    const void *pc;
    enum record_access_kind kind;
    uint32_t site; /* with its callers; 0: the pc alone */
};

/* What a thread has done since it was told last. */
struct notes {
    atomic_flag taken;  /* spun on: held for a few instructions */
    volatile bool busy; /* the thread is at it: a signal came in between */
    _Atomic bool owned; /* by a thread; else the next may have it */
    uint32_t run_count;
    uint16_t newest[PLACES]; /* 1 + the index of a place's newest run */
    struct run runs[RUNS];
    struct notes *next;
};

static struct notes *_Atomic all_notes;
static __thread struct notes *own_notes
    __attribute__((tls_model("initial-exec")));
static pthread_key_t end_key;
static bool have_end_key;
static pthread_once_t end_once = PTHREAD_ONCE_INIT;
static pthread_mutex_t tell_lock = PTHREAD_MUTEX_INITIALIZER;

static void thread_ends(void *notes)
{
    own_notes = NULL;
    atomic_store(&((struct notes *)notes)->owned, false);
}

static void create_end_key(void)
{
    have_end_key = pthread_key_create(&end_key, thread_ends) == 0;
}

static struct notes *own(struct notes *notes)
{
    pthread_once(&end_once, create_end_key);
    own_notes = notes;
    if (have_end_key)
        pthread_setspecific(end_key, notes);
    return notes;
}

static __attribute__((noinline)) struct notes *notes_new(void)
{
    static struct notes none = {.busy = true};
    struct notes *notes;

    /* The MPI's own thread, in a callback: what it accesses, MPI does. */
    if (tasks_is_foreign((uint32_t)syscall(SYS_gettid)))
        return own_notes = &none;
    for (notes = atomic_load(&all_notes); notes != NULL; notes = notes->next)
        if (!atomic_exchange(&notes->owned, true))
            return own(notes);
    notes = arena_alloc(sizeof *notes);
    if (notes == NULL)
        return NULL;
    atomic_flag_clear(&notes->taken);
    atomic_store(&notes->owned, true);
    notes->next = atomic_load(&all_notes);
    while (!atomic_compare_exchange_weak(&all_notes, &notes->next, notes))
        continue;
    return own(notes);
}

static void take(struct notes *notes)
{
    while (
        atomic_flag_test_and_set_explicit(&notes->taken, memory_order_acquire))
        sched_yield();
}

static void give(struct notes *notes)
{
    atomic_flag_clear_explicit(&notes->taken, memory_order_release);
}

/* False: there is no room. */
static bool note(struct notes *notes, const struct run *added)
{
    uint16_t *newest =
        &notes->newest[((uintptr_t)added->pc ^ (uintptr_t)added->pc >> 6) %
                       PLACES];
    struct run *run = *newest == 0 ? NULL : &notes->runs[*newest - 1];

    if (run != NULL && run->pc == added->pc && run->kind == added->kind &&
        run->site == added->site && added->low <= run->high &&
        added->high >= run->low) {
        if (added->low < run->low)
            run->low = added->low;
        if (added->high > run->high)
            run->high = added->high;
        return true;
    }
    if (notes->run_count == RUNS)
        return false;
    notes->runs[notes->run_count++] = *added;
    *newest = (uint16_t)notes->run_count;
    return true;
}

/* There is no room: all is told now.  The thread may have no ring yet. */
static __attribute__((noinline)) void make_room(struct notes *notes)
{
    struct thread *thread = thread_self();

    if (thread == NULL || thread->busy)
        return;
    thread->busy = true;
    notes->busy = false;
    native_tell_all(thread);
    notes->busy = true;
    atomic_signal_fence(memory_order_seq_cst);
    thread->busy = false;
}

/* Where it was told that there are other means to put processes in order, until
 * that is written; it may be long before MPI_Init. */
static const void *_Atomic elsewhere;
static _Atomic bool whole; /* likewise */

static void add(struct run run)
{
    const struct thread *thread = thread_current;
    struct notes *notes = own_notes;
    bool polls = run.kind == ACCESSED_POLL || run.kind == ACCESSED_ATOMIC;
    bool noted;

    if (run.kind == ACCESSED_ELSEWHERE || run.kind == ACCESSED_WHOLE) {
        if (run.kind == ACCESSED_WHOLE)
            atomic_store(&whole, true);
        else
            atomic_store(&elsewhere, run.pc);
        atomic_store(&native_untold, true);
        return;
    }
    /* A callback within an MPI call (a reduction's) accesses for the MPI, but
     * may poll.  A signal handler may have interrupted the client's own code:
     * what it does is not seen then. */
    if (!atomic_load_explicit(&observe_on, memory_order_relaxed) ||
        (thread != NULL && (thread->busy || (thread->depth > 0 && !polls))))
        return;
    if (thread != NULL && thread->depth > 0)
        run.kind = ACCESSED_POLL;
    if (notes == NULL && (notes = notes_new()) == NULL)
        return;
    if (notes->busy)
        return;
    notes->busy = true;
    atomic_signal_fence(memory_order_seq_cst);
    take(notes);
    noted = note(notes, &run);
    give(notes);
    if (!noted) {
        make_room(notes);
        take(notes);
        note(notes, &run);
        give(notes);
    }
    if (!atomic_load_explicit(&native_untold, memory_order_relaxed))
        atomic_store(&native_untold, true);
    atomic_signal_fence(memory_order_seq_cst);
    notes->busy = false;
}

static void seen(uintptr_t address, size_t size, const void *pc,
                 enum record_access_kind kind)
{
    add((struct run){address, address + size, pc, kind, 0});
}

bool native_prepare(void)
{
    return own_notes != NULL || notes_new() != NULL;
}

void native_note(uintptr_t address, size_t size, const void *pc,
                 enum record_access_kind kind)
{
    seen(address, size, pc, kind);
}

void native_note_within(uintptr_t address, size_t size, const void *pc,
                        enum record_access_kind kind,
                        const void *const *callers, unsigned count)
{
    struct run run = {address, address + size, pc, kind, 0};
    struct thread *thread = thread_current;

    if (count > 0 && thread != NULL && !thread->busy &&
        atomic_load_explicit(&observe_on, memory_order_relaxed)) {
        thread->busy = true;
        run.site = site_within(thread, pc, callers, count);
        atomic_signal_fence(memory_order_seq_cst);
        thread->busy = false;
    }
    add(run);
}

/* ------------------------------------------------------------- the record */

static void write_runs(struct thread *thread, const struct run *runs,
                       uint32_t count)
{
    size_t bytes =
        sizeof(struct record_accessed) + count * sizeof(struct record_access);
    static uint32_t sites[RUNS]; /* under tell_lock */
    struct record_accessed *accessed;
    struct record *record;
    uint32_t i;

    for (i = 0; i < count; i++)
        sites[i] = runs[i].site != 0 ? runs[i].site
                                     : site_within(thread, runs[i].pc, NULL, 0);
    record = thread_reserve(thread, RECORD_ACCESSED, bytes);
    if (record == NULL)
        return;
    accessed = (struct record_accessed *)record->words;
    accessed->count = count;
    accessed->unused = 0;
    for (i = 0; i < count; i++)
        accessed->accesses[i] = (struct record_access){
            runs[i].low, runs[i].high, sites[i], runs[i].kind};
    thread_publish(thread, record);
}

/* No access: the record has bytes all the same. */
static void write_none(struct thread *thread, const void *pc,
                       enum record_access_kind kind)
{
    const struct run none = {1, 2, pc, kind, 0};

    write_runs(thread, &none, 1);
}

/* By what a program is linked with it may have put itself in order at any
 * moment since the last call; of one that is followed it is seen when. */
static void tell_elsewhere(struct thread *thread, bool first)
{
    const void *pc;

    if (first != murmel_is_native())
        return;
    pc = atomic_exchange(&elsewhere, NULL);
    if (pc != NULL)
        write_none(thread, pc, ACCESSED_ELSEWHERE);
}

void native_tell_all(struct thread *thread)
{
    static struct run runs[RUNS]; /* under tell_lock */
    struct notes *notes;

    pthread_mutex_lock(&tell_lock);
    atomic_store(&native_untold, false);
    if (atomic_exchange(&whole, false))
        write_none(thread, NULL, ACCESSED_WHOLE);
    tell_elsewhere(thread, true);
    for (notes = atomic_load(&all_notes); notes != NULL; notes = notes->next) {
        uint32_t count;

        /* in a signal handler that came in between */
        if (notes == own_notes && notes->busy)
            continue;
        take(notes);
        count = notes->run_count;
        memcpy(runs, notes->runs, count * sizeof runs[0]);
        notes->run_count = 0;
        memset(notes->newest, 0, sizeof notes->newest);
        give(notes);
        if (count > 0)
            write_runs(thread, runs, count);
    }
    tell_elsewhere(thread, false);
    pthread_mutex_unlock(&tell_lock);
}

bool murmel_is_native(void)
{
    return atomic_load(&native_on);
}

const struct native_gate *murmel_native_join(unsigned version)
{
    static const struct native_gate gate = {
        .pages = pages, .mask = PAGES - 1, .maps = maps, .seen = seen};

    if (version != NATIVE_VERSION)
        return NULL;
    atomic_store(&native_on, true);
    return &gate;
}
