#include "thread.h"

#include "arena.h"
#include "connect.h"
#include "modules.h"
#include "observe.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Longer records are no sound call's; see grow. */
#define RECORD_MAX (RING_DATA_MAX / 4)

__thread struct thread *thread_current;

static _Atomic uint64_t next_order, next_number;
static pthread_key_t exit_key;
static bool have_exit_key;
static pthread_once_t exit_once = PTHREAD_ONCE_INIT;

/* A new ring for the calling thread, made known to the checker. */
static int open_ring(struct thread *thread, uint64_t size, struct ring *ring)
{
    int fd;

    if (ring_create(ring, size, &fd) != 0) {
        observe_stop(errno == EFBIG
                         ? "the file size limit leaves no room for a ring"
                     : errno == EMFILE || errno == ENFILE
                         ? "no file descriptor for a ring is left (ulimit -n)"
                         : "no memory for a ring");
        return -1;
    }
    if (connect_send_ring((uint32_t)syscall(SYS_gettid), thread->ring_number,
                          fd) != 0) {
        close(fd);
        ring_destroy(ring);
        observe_stop("the checker takes no more rings");
        return -1;
    }
    close(fd);
    thread->ring_number++;
    return 0;
}

/* RECORD_RING: the last record of a ring. */
static int end_ring(struct thread *thread, uint8_t flags)
{
    struct record *record = thread_reserve(thread, RECORD_RING, 0);

    if (record == NULL)
        return -1;
    record->flags = flags;
    thread_publish(thread, record);
    thread->polls = (struct polls){.count = 0};
    ring_destroy(&thread->ring);
    return 0;
}

static __thread bool has_ended __attribute__((tls_model("initial-exec")));

bool thread_has_ended(void)
{
    return has_ended;
}

/* At the thread's end.  An MPI call after this one (from the destructor of
 * another key) makes a new struct thread. */
static void thread_exits(void *context)
{
    struct thread *thread = context;
    int saved = errno;

    if (thread != thread_current)
        return;
    thread->busy = true;
    if (!atomic_load(&observe_on) || end_ring(thread, RECORD_ENDED) != 0)
        ring_destroy(&thread->ring);
    thread_current = NULL;
    has_ended = true;
    site_cache_clear(&thread->site_cache);
    arena_thread_ends();
    munmap(thread, sizeof *thread);
    errno = saved;
}

static void create_exit_key(void)
{
    have_exit_key = pthread_key_create(&exit_key, thread_exits) == 0;
}

struct thread *thread_create(void)
{
    struct thread *thread;
    int saved = errno, cancel;

    if (!atomic_load(&observe_on))
        return NULL;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    thread = mmap(NULL, sizeof *thread, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (thread == MAP_FAILED) {
        observe_stop("no memory for a thread");
        thread = NULL;
    } else if (open_ring(thread, RING_DATA_SIZE, &thread->ring) != 0) {
        munmap(thread, sizeof *thread);
        thread = NULL;
    } else {
        pthread_once(&exit_once, create_exit_key);
        if (have_exit_key)
            pthread_setspecific(exit_key, thread);
        thread->is_main = (pid_t)syscall(SYS_gettid) == getpid();
        delay_begin(&thread->delay, atomic_fetch_add(&next_number, 1));
        thread_current = thread;
    }
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
    return thread;
}

bool thread_is_alone(void)
{
    return atomic_load(&next_number) == 1;
}

/* Goes on in a ring where a record of that size is no more than a quarter. */
static int grow(struct thread *thread, size_t size)
{
    uint64_t ring_size = RING_DATA_SIZE;
    struct ring ring;

    while (ring_size / 4 < size)
        ring_size *= 2;
    if (open_ring(thread, ring_size, &ring) != 0)
        return -1;
    if (end_ring(thread, 0) != 0) {
        ring_destroy(&ring);
        return -1;
    }
    thread->ring = ring;
    return 0;
}

static __attribute__((noinline)) struct record *
reserve_slowly(struct thread *thread, size_t size, int error)
{
    struct record *record;
    int saved = errno;

    if (error == RING_TOO_SMALL) {
        if (size > RECORD_MAX) {
            observe_stop("an MPI call has arguments too large to record");
            return NULL;
        }
        if (grow(thread, size) != 0)
            return NULL;
        error = ring_reserve(&thread->ring, size, &observe_on, &record);
    }
    if (error == RING_STUCK)
        observe_stop("the checker has not moved for a minute");
    errno = saved;
    return error == 0 ? record : NULL;
}

void thread_withhold(struct thread *thread, struct record *record)
{
    record->order = UINT64_MAX; /* behind all, should it stay */
    thread->withheld = record;
    atomic_store_explicit(&thread->ring.header->withheld, record->size,
                          memory_order_release);
}

void thread_drop_withheld(struct thread *thread)
{
    thread->withheld = NULL;
    atomic_store_explicit(&thread->ring.header->withheld, 0,
                          memory_order_relaxed);
}

static __attribute__((noinline)) void publish_withheld(struct thread *thread)
{
    struct record *record = thread->withheld;

    thread_drop_withheld(thread);
    thread_publish(thread, record);
}

/* Behind the record that is withheld; NULL: there is no room, now. */
static struct record *reserve_behind(struct thread *thread, size_t size)
{
    struct record *withheld = thread->withheld, *record;

    if (ring_reserve(&thread->ring, withheld->size + size, &observe_on,
                     &record) != 0)
        return NULL;
    return (struct record *)((char *)record + withheld->size);
}

struct record *thread_reserve(struct thread *thread, enum record_kind kind,
                              size_t bytes)
{
    size_t size = sizeof(struct record) + ((bytes + 7) & ~(size_t)7);
    struct record *record = NULL;
    struct timespec now;
    int error = 0;

    if (__builtin_expect(thread->withheld != NULL, 0)) {
        if (kind == RECORD_EXIT)
            record = reserve_behind(thread, size);
        if (record == NULL)
            publish_withheld(thread);
    }
    if (record == NULL)
        error = ring_reserve(&thread->ring, size, &observe_on, &record);
    if (__builtin_expect(error != 0, 0)) {
        record = reserve_slowly(thread, size, error);
        if (record == NULL)
            return NULL;
    }
    if (bytes % 8 != 0)
        record->words[bytes / 8] = 0;
    record->size = (uint32_t)size;
    record->kind = (uint8_t)kind;
    record->flags = 0;
    record->call = 0;
    record->site = 0;
    record->depth = 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
    record->time =
        (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
    return record;
}

uint64_t thread_next_order(void)
{
    return atomic_load_explicit(&next_order, memory_order_relaxed);
}

void thread_number(struct thread *thread, struct record *record)
{
    if (__builtin_expect(thread->withheld != NULL, 0))
        publish_withheld(thread);
    record->order =
        atomic_fetch_add_explicit(&next_order, 1, memory_order_relaxed);
}

void thread_hand_over(struct thread *thread, struct record *record)
{
    ring_publish(&thread->ring, record);
}

void thread_publish(struct thread *thread, struct record *record)
{
    thread_number(thread, record);
    thread_hand_over(thread, record);
}

static int write_module(void *context, const struct module *module)
{
    struct thread *thread = context;
    size_t bytes = sizeof(struct record_module) + module->path_length;
    struct record *record = thread_reserve(thread, RECORD_MODULE, bytes);
    struct record_module *out;

    if (record == NULL)
        return -1;
    out = (struct record_module *)record->words;
    out->base = module->base;
    out->start = module->start;
    out->end = module->end;
    out->modified = module->modified;
    out->role = module->role;
    out->path_length = module->path_length;
    memcpy(out->path, module->path, module->path_length);
    thread_publish(thread, record);
    return 0;
}

void thread_record_modules(struct thread *thread, bool wait)
{
    modules_refresh(wait);
    modules_record(write_module, thread, wait);
}
