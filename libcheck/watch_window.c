/*
 * watch_window.c - RMA operations until they are complete, and the memory of
 * windows (MPI_MODE_NOSTORE).
 */
#include "follow_whole.h"
#include "map_area.h"
#include "mpi_fault.h"
#include "watch_private.h"

#include <unistd.h>

/* Blocks of a window that are looked at before it was given a first
 * MPI_MODE_NOSTORE. */
#define BLOCKS_BEFORE 8
/* Pages of larger windows are not cleaned at each call. */
#define CLEANED_MAX ((uint64_t)64 << 20)

static struct window *windows;
static _Atomic uint64_t by_pages, moved;
_Atomic unsigned watch_tracked;

static struct pending **list_of(struct window *window, int64_t target)
{
    return &window->lists[(uint64_t)target % TARGET_LISTS];
}

/* Takes it out of its window's list; the lock is held. */
void watch_window_leave(struct pending *pending)
{
    if (pending->window != NULL)
        DL_DELETE2(*list_of(pending->window, pending->target), pending,
                   prev_rma, next_rma);
    pending->window = NULL;
}

static struct window *find_window(uint64_t handle)
{
    struct window *window;

    HASH_FIND(hh, windows, &handle, sizeof handle, window);
    return window;
}

/* The same, made where it is not there; NULL: there is no memory. */
static struct window *get_window(uint64_t handle)
{
    struct window *window = find_window(handle);

    if (window != NULL)
        return window;
    window = arena_take(sizeof *window);
    if (window == NULL)
        return NULL;
    memset(window, 0, sizeof *window);
    window->handle = handle;
    HASH_ADD(hh, windows, handle, sizeof window->handle, window);
    if (window->hh.tbl == NULL) {
        arena_give(window, sizeof *window);
        return NULL;
    }
    return window;
}

void watch_window_join(struct pending *pending, uint64_t handle)
{
    struct window *window = get_window(handle);

    if (window == NULL)
        return;
    pending->window = window;
    DL_APPEND2(*list_of(window, pending->target), pending, prev_rma, next_rma);
}

void watch_window_undo(const struct pending *undone)
{
    struct pending *pending, *next;
    struct window *window, *other;
    unsigned i;

    pthread_mutex_lock(&watch_lock);
    HASH_ITER(hh, windows, window, other)
        for (i = 0; i < TARGET_LISTS; i++)
            DL_FOREACH_SAFE2(window->lists[i], pending, next, next_rma)
                if (pending == undone) {
                    watch_window_leave(pending);
                    watch_operation_free(pending);
                }
    pthread_mutex_unlock(&watch_lock);
}

/* Whether the synchronization call completes operations at the origin
 * (MPI-4.1 12.5); *target: of that rank alone, or -1. */
static bool completes_rma(const struct record *enter, int64_t *target)
{
    *target = -1;
    switch (call_table[enter->call].base) {
    case CALL_MPI_Win_unlock:
    case CALL_MPI_Win_flush:
    case CALL_MPI_Win_flush_local:
        *target = (int64_t)watch_word(enter, KIND_RANK, 0);
        return true;
    case CALL_MPI_Win_fence:
    case CALL_MPI_Win_complete:
    case CALL_MPI_Win_unlock_all:
    case CALL_MPI_Win_flush_all:
    case CALL_MPI_Win_flush_local_all:
    case CALL_MPI_Win_free:
        return true;
    default:
        return false;
    }
}

static void track_no_more(struct window *window)
{
    if (window->tracked)
        atomic_fetch_sub(&watch_tracked, 1);
    window->tracked = false;
}

/* The window's memory is no more what it was, or nobody knows. */
static void forget_window(struct window *window)
{
    if (window->snapshot != NULL)
        arena_give(window->snapshot, window->taken);
    window->snapshot = NULL;
    track_no_more(window);
    window->stored.high = 0;
}

/* MPI_MODE_NOSTORE: tells if the window has changed since the last
 * synchronization of this process; the lock is held. */
static void check_promise(struct thread *thread, struct window *window,
                          const struct record *enter)
{
    int64_t assert = (int64_t)watch_word(enter, KIND_ASSERT, 0);
    struct snapshot_change change;
    struct record_window_stored *stored;
    struct record *record;

    if ((assert &NEUTRAL_MODE_NOSTORE) == 0)
        return;
    window->promised = true;
    readable_ask_anew();
    if (window->snapshot == NULL ||
        !readable_is(window->base, window->base + (uint64_t)window->size,
                     false) ||
        !snapshot_changed(window->snapshot, &change))
        change = window->stored;
    if (change.high == 0)
        return;
    record = thread_reserve(thread, RECORD_WINDOW_STORED, sizeof *stored);
    if (record == NULL)
        return;
    stored = (struct record_window_stored *)record->words;
    stored->low = change.low;
    stored->high = change.high;
    stored->exact = change.exact;
    stored->unused = 0;
    thread_publish(thread, record);
}

/* Calls that end what others may do to the window, or begin what this process
 * does to others'. */
static bool is_active(unsigned base)
{
    return base == CALL_MPI_Win_fence || base == CALL_MPI_Win_wait ||
           base == CALL_MPI_Win_test || base == CALL_MPI_Win_start ||
           base == CALL_MPI_Win_complete;
}

/* Of a window to which more is attached the newest are asked for. */
#define RETURNED_MAX 16

/* Memory of it that the program has allocated. */
static void look_for_returned(struct thread *thread, struct window *window)
{
    struct window_memory *memory = window->memory;
    unsigned i;

    for (i = 0; i < RETURNED_MAX && memory != NULL; i++) {
        watch_returned(thread, &memory->freed);
        memory = memory->next;
    }
}

/* A synchronization call begins. */
void watch_window_enter(struct thread *thread, struct hand *hand,
                        const struct record *enter)
{
    unsigned base = call_table[enter->call].base;
    struct window *window;

    pthread_mutex_lock(&watch_lock);
    window = find_window(enter->words[call_table[enter->call].win_word]);
    if (window != NULL)
        look_for_returned(thread, window);
    if (window != NULL && window->size > 0) {
        check_promise(thread, window, enter);
        forget_window(window);
        window->exposed = window->exposed || base == CALL_MPI_Win_post;
        hand->synchronizes = is_active(base);
        hand->handle = window->handle;
    }
    pthread_mutex_unlock(&watch_lock);
}

/* What stands there now; what other processes store there themselves is not
 * told from what this one does. */
static void look(struct window *window)
{
    struct layout *byte = layout_find(NEUTRAL_DATATYPE_BYTE);
    uint32_t blocks = window->promised ? SNAPSHOT_BLOCKS : BLOCKS_BEFORE;
    bool whole;

    if (window->shared)
        return;
    window->taken = snapshot_size(window->size, byte, blocks);
    window->snapshot = arena_take(window->taken);
    if (window->snapshot != NULL &&
        !snapshot_make(window->snapshot, window->base, window->size, byte,
                       blocks, &whole)) {
        arena_give(window->snapshot, window->taken);
        window->snapshot = NULL;
    }
}

/*
 * Its pages are clean now.  While the program is in the MPI, this may store
 * there, too, or have devices store; so it is only between the calls that a
 * store is the program's own, and no other thread, and nothing that is pending,
 * may be in the MPI then.
 */
static void track(struct window *window)
{
    uint64_t high = window->base + (uint64_t)window->size;

    if (!window->promised || !thread_is_alone() || watch_request_is_any())
        return;
    if (window->pages.high == 0) {
        if (!pages_watch(&window->pages, window->base, high))
            return;
        atomic_fetch_add(&by_pages, 1);
    }
    if (!pages_clean(&window->pages))
        return;
    window->tracked = true;
    atomic_fetch_add(&watch_tracked, 1);
}

uint64_t watch_window_by_pages(void)
{
    return atomic_load(&by_pages);
}

uint64_t watch_window_moved(void)
{
    return atomic_load(&moved);
}

/* Of those that MPI_Win_allocate_shared makes it is not. */
static bool is_moved(const struct window *window)
{
    return mpi_fault_moves_windows && !window->shared && window->size > 0 &&
           window->base % MPI_FAULT_ALIGNMENT != 0;
}

/* Others' data come to the wrong place, which may be the end of the window
 * before. */
static bool is_hit(const struct window *window)
{
    return is_moved(window) || (mpi_fault_moves_windows && window->allocated &&
                                window->size % MPI_FAULT_ALIGNMENT != 0);
}

/* The program was outside the MPI until now.  What a Fortran compiler copies
 * back after a call the program has not stored. */
static void find_stored(struct window *window, const struct record *enter)
{
    const struct call_info *info = &call_table[enter->call];
    bool is_fortran = (enter->flags & RECORD_FORTRAN) != 0;
    struct snapshot_change *stored = &window->stored;

    stored->exact = false;
    if (!thread_is_alone() || is_fortran ||
        pages_stored(&window->pages, &stored->low, &stored->high) ||
        (info->classes & (CLASS_STARTS | CLASS_INITS)) != 0 ||
        window->pages.high - window->pages.low > CLEANED_MAX)
        track_no_more(window);
}

bool watch_window_is_any(void)
{
    return windows != NULL;
}

void watch_window_each(void (*act)(struct window *window, void *context),
                       void *context)
{
    struct window *window, *next;

    HASH_ITER(hh, windows, window, next)
        act(window, context);
}

void watch_between(struct thread *thread, const struct record *record)
{
    const struct call_info *info = &call_table[record->call];
    struct window *window, *other;

    if (record->depth > 0 || (info->classes & CLASS_QUERY) ||
        (record->kind != RECORD_ENTER && record->kind != RECORD_EXIT))
        return;
    if (record->kind == RECORD_ENTER)
        watch_request_orphan(thread);
    pthread_mutex_lock(&watch_lock);
    HASH_ITER(hh, windows, window, other) {
        if (window->tracked && record->kind == RECORD_ENTER)
            find_stored(window, record);
        else if (window->tracked && !pages_clean(&window->pages))
            track_no_more(window);
        if (window->content != NULL && record->kind == RECORD_EXIT)
            watch_content_keep(window);
    }
    pthread_mutex_unlock(&watch_lock);
}

/* ... and has ended: what stands there from then on, while no other process
 * may put there. */
void watch_window_exit(const struct hand *hand, const struct record *exit)
{
    unsigned base = call_table[exit->call].base;
    struct window *window;

    if (exit->words[0] != (uint64_t)NEUTRAL_SUCCESS ||
        (base == CALL_MPI_Win_test && EXIT_WORD(exit, MPI_Win_test, flag) != 1))
        return;
    pthread_mutex_lock(&watch_lock);
    window = find_window(hand->handle);
    if (window != NULL) {
        if (base == CALL_MPI_Win_wait || base == CALL_MPI_Win_test)
            window->exposed = false;
        forget_window(window);
        if (!window->exposed && window->size > 0) {
            look(window);
            track(window);
        }
    }
    pthread_mutex_unlock(&watch_lock);
}

static bool has_memory(const struct window *window, const struct hand *hand)
{
    const struct window_memory *memory;

    LL_FOREACH(window->memory, memory)
        if (memory->base == hand->base && memory->size == hand->size)
            return true;
    return false;
}

/* Of windows that the MPI has allocated only shared ones have more than is
 * known of them anyway. */
static void add_memory(const struct hand *hand, unsigned base)
{
    bool allocated = base != CALL_MPI_Win_create && base != CALL_MPI_Win_attach;
    struct window *window = get_window(hand->handle);
    struct window_memory *memory;
    struct native_area *area;

    if (window == NULL || hand->size <= 0 ||
        (allocated && has_memory(window, hand)))
        return;
    area = native_watch(hand->base, hand->base + (uint64_t)hand->size);
    memory = area == NULL && base == CALL_MPI_Win_allocate
                 ? NULL
                 : arena_take(sizeof *memory);
    if (memory == NULL) {
        native_unwatch(area);
        return;
    }
    *memory = (struct window_memory){
        .base = hand->base, .size = hand->size, .area = area};
    if (!allocated)
        freed_watch(&memory->freed, hand->base);
    LL_PREPEND(window->memory, memory);
}

static void drop_memory(struct window *window, struct window_memory *memory)
{
    LL_DELETE(window->memory, memory);
    native_unwatch(memory->area);
    freed_unwatch(&memory->freed);
    arena_give(memory, sizeof *memory);
}

/* Others' parts may be of other sizes, and lie in the same mapping. */
static void take_mapping(struct hand *hand)
{
    int maps = map_area_open();
    struct map_area area;

    if (maps < 0)
        return;
    if (map_area_next(maps, hand->base, &area) && area.low <= hand->base) {
        hand->base = area.low;
        hand->size = (int64_t)(area.high - area.low);
    }
    close(maps);
}

void watch_window_memory(struct hand *hand, const struct record *exit)
{
    unsigned base = call_table[exit->call].base;

    if (exit->words[0] != (uint64_t)NEUTRAL_SUCCESS)
        return;
    switch (base) {
    case CALL_MPI_Win_create:
        hand->handle = (uint64_t)EXIT_WORD(exit, MPI_Win_create, win);
        break;
    case CALL_MPI_Win_allocate:
        hand->handle = (uint64_t)EXIT_WORD(exit, MPI_Win_allocate, win);
        hand->base = (uint64_t)EXIT_WORD(exit, MPI_Win_allocate, baseptr);
        break;
    case CALL_MPI_Win_allocate_shared:
        hand->handle = (uint64_t)EXIT_WORD(exit, MPI_Win_allocate_shared, win);
        hand->base =
            (uint64_t)EXIT_WORD(exit, MPI_Win_allocate_shared, baseptr);
        break;
    case CALL_MPI_Win_shared_query:
        hand->base = (uint64_t)EXIT_WORD(exit, MPI_Win_shared_query, baseptr);
        hand->size = EXIT_WORD(exit, MPI_Win_shared_query, size);
        break;
    }
    pthread_mutex_lock(&watch_lock);
    /* One lies behind the other (MPI-4.1 12.2.3); of other sizes than one's own
     * they are only known where the program asks for them. */
    if (hand->shares != NULL && !murmel_is_native()) {
        take_mapping(hand);
    } else if (hand->shares != NULL) {
        hand->base -= (uint64_t)hand->shares->made.rank * (uint64_t)hand->size;
        hand->size *= hand->shares->made.size;
    }
    add_memory(hand, base);
    pthread_mutex_unlock(&watch_lock);
}

void watch_window_detach(struct thread *thread, const struct record *enter)
{
    struct window_memory *memory, *next;
    struct window *window;

    pthread_mutex_lock(&watch_lock);
    window = find_window(enter->words[0]);
    if (window != NULL)
        LL_FOREACH_SAFE(window->memory, memory, next)
            if (memory->base == enter->words[1]) {
                watch_returned(thread, &memory->freed);
                drop_memory(window, memory);
            }
    pthread_mutex_unlock(&watch_lock);
}

void watch_window_made(const struct hand *hand, const struct record *exit)
{
    const struct call_info *info = &call_table[exit->call];
    struct window *window;

    if (exit->words[0] != (uint64_t)NEUTRAL_SUCCESS)
        return;
    pthread_mutex_lock(&watch_lock);
    window = get_window(
        exit->words[info->parameters[info->parameter_count - 1].word -
                    info->in_words]);
    if (window != NULL) {
        forget_window(window);
        watch_content_end(window);
        window->base = hand->base;
        if (info->base == CALL_MPI_Win_allocate)
            window->base = (uint64_t)EXIT_WORD(exit, MPI_Win_allocate, baseptr);
        window->shared = info->base == CALL_MPI_Win_allocate_shared;
        if (window->shared) {
            window->base =
                (uint64_t)EXIT_WORD(exit, MPI_Win_allocate_shared, baseptr);
            follow_whole_begin();
        }
        window->size =
            layout_find(NEUTRAL_DATATYPE_BYTE) == NULL ? 0 : hand->size;
        window->exposed = window->promised = false;
        window->allocated = info->base == CALL_MPI_Win_allocate;
        if (is_moved(window))
            atomic_fetch_add(&moved, 1);
        if (!is_hit(window))
            watch_content_begin(window);
    }
    pthread_mutex_unlock(&watch_lock);
}

void watch_window_goes(struct thread *thread, const struct record *enter)
{
    struct window *window;

    pthread_mutex_lock(&watch_lock);
    window = find_window(enter->words[0]);
    if (window != NULL) {
        look_for_returned(thread, window);
        forget_window(window);
        watch_content_end(window);
        pages_unwatch(&window->pages);
        while (window->memory != NULL)
            drop_memory(window, window->memory);
        HASH_DEL(windows, window);
        arena_give(window, sizeof *window);
    }
    pthread_mutex_unlock(&watch_lock);
}

void watch_window_finalize(bool all)
{
    struct window *window, *next;

    pthread_mutex_lock(&watch_lock);
    HASH_ITER(hh, windows, window, next) {
        window->allocated = false;
        if (!all)
            continue;
        forget_window(window);
        watch_content_end(window);
        pages_unwatch(&window->pages);
    }
    pthread_mutex_unlock(&watch_lock);
}

static void complete_list(struct thread *thread, struct hand *hand,
                          struct pending *list, int64_t target)
{
    struct pending *pending, *next;

    DL_FOREACH_SAFE2(list, pending, next, next_rma) {
        if (target >= 0 && pending->target != target)
            continue;
        watch_operation_look_again(thread, pending, WATCH_BEGINS);
        watch_operation_compare(thread, pending);
        watch_window_leave(pending);
        watch_request_leave(pending);
        if (pending->incoming)
            DL_APPEND(hand->ending, pending);
        else
            watch_operation_free(pending);
    }
}

/* What was read, when it begins: as soon as it is over, others may change the
 * memory. */
void watch_window_complete(struct thread *thread, struct hand *hand,
                           const struct record *enter)
{
    uint64_t handle = enter->words[call_table[enter->call].win_word];
    struct window *window;
    int64_t target;
    unsigned i;

    if (!completes_rma(enter, &target))
        return;
    pthread_mutex_lock(&watch_lock);
    readable_ask_anew();
    window = find_window(handle);
    if (window != NULL && target >= 0)
        complete_list(thread, hand, *list_of(window, target), target);
    for (i = 0; window != NULL && target < 0 && i < TARGET_LISTS; i++)
        complete_list(thread, hand, window->lists[i], -1);
    pthread_mutex_unlock(&watch_lock);
}

void watch_window_completed(struct thread *thread, struct hand *hand,
                            const struct record *exit)
{
    struct pending *pending, *next;

    pthread_mutex_lock(&watch_lock);
    DL_FOREACH_SAFE(hand->ending, pending, next) {
        /* Another thread's may have been completed by its own call meanwhile,
         * and what it received be the program's again. */
        if (exit->words[0] == (uint64_t)NEUTRAL_SUCCESS &&
            pending->thread == thread)
            watch_operation_look_again(thread, pending, WATCH_ENDED);
        watch_operation_free(pending);
    }
    pthread_mutex_unlock(&watch_lock);
}
