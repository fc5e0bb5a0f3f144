#include "ring.h"

#include "wire.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int64_t seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* Anonymous shared memory of a fixed size: the reader maps it, too, and must
 * never find it shorter than it was. */
static int create_file(uint64_t size)
{
    struct rlimit limit;
    int fd;

    /* past the limit, ftruncate would raise SIGXFSZ */
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < size) {
        errno = EFBIG;
        return -1;
    }
    fd = memfd_create("murmel-ring", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0)
        return -1;
    if (ftruncate(fd, (off_t)size) != 0 ||
        fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) !=
            0) {
        close(fd);
        return -1;
    }
    return fd;
}

/* Header, data, and the data once more. */
static char *map_twice(int fd, uint64_t size)
{
    uint64_t once = RING_HEADER_SIZE + size;
    char *start = mmap(NULL, once + size, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (start == MAP_FAILED)
        return NULL;
    if (mmap(start, once, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
             0) == MAP_FAILED ||
        mmap(start + once, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
             fd, RING_HEADER_SIZE) == MAP_FAILED) {
        munmap(start, once + size);
        return NULL;
    }
    /* a forked child has no part in it */
    madvise(start, once + size, MADV_DONTFORK);
    return start;
}

int ring_create(struct ring *ring, uint64_t size, int *fd)
{
    int file = create_file(RING_HEADER_SIZE + size);
    char *start;

    if (file < 0)
        return RING_NO_MEMORY;
    start = map_twice(file, size);
    if (start == NULL) {
        close(file);
        return RING_NO_MEMORY;
    }
    ring->header = (struct ring_header *)start;
    ring->data = start + RING_HEADER_SIZE;
    ring->size = size;
    ring->head = ring->tail = 0;
    ring->header->magic = RING_MAGIC;
    ring->header->version = WIRE_VERSION;
    ring->header->data_size = size;
    *fd = file;
    return 0;
}

void ring_destroy(struct ring *ring)
{
    munmap(ring->header, RING_HEADER_SIZE + 2 * ring->size);
    ring->header = NULL;
}

static bool has_room(struct ring *ring, size_t size)
{
    ring->tail =
        atomic_load_explicit(&ring->header->tail, memory_order_acquire);
    return ring->head + size - ring->tail <= ring->size;
}

static bool is_judged(struct ring *ring, size_t size)
{
    (void)size;
    ring->tail =
        atomic_load_explicit(&ring->header->tail, memory_order_acquire);
    return atomic_load_explicit(&ring->header->judged, memory_order_acquire) ==
           ring->head;
}

/* Sleeps until the reader wakes us, a millisecond at most. */
static void sleep_until(struct ring *ring, size_t size,
                        bool (*is)(struct ring *, size_t))
{
    static const struct timespec millisecond = {0, 1000000};
    _Atomic uint32_t *word = &ring->header->writer_waits;

    atomic_store(word, 1);
    if (!is(ring, size))
        syscall(SYS_futex, word, FUTEX_WAIT, 1, &millisecond, NULL, 0);
}

static int wait_until(struct ring *ring, size_t size,
                      bool (*is)(struct ring *, size_t),
                      const _Atomic bool *going)
{
    uint64_t tail = ring->tail;
    int64_t since = seconds();

    while (!is(ring, size)) {
        if (!atomic_load_explicit(going, memory_order_relaxed))
            return RING_STOPPED;
        if (ring->tail != tail) {
            tail = ring->tail;
            since = seconds();
        } else if (seconds() - since > RING_PATIENCE) {
            return RING_STUCK;
        }
        sleep_until(ring, size, is);
    }
    atomic_store(&ring->header->writer_waits, 0);
    return 0;
}

static uint64_t larger(uint64_t one, uint64_t other)
{
    return one > other ? one : other;
}

int ring_reserve(struct ring *ring, size_t size, const _Atomic bool *going,
                 struct record **record)
{
    if (__builtin_expect(ring->head + size - ring->tail > ring->size, 0)) {
        int saved = errno, error;

        if (size > ring->size / 2)
            return RING_TOO_SMALL;
        /* not for each record anew */
        error = wait_until(ring, larger(size, ring->size / 4), has_room, going);
        errno = saved;
        if (error != 0)
            return error;
    } else if (__builtin_expect(size > ring->size / 2, 0)) {
        return RING_TOO_SMALL;
    }
    *record = (struct record *)(ring->data + (ring->head & (ring->size - 1)));
    return 0;
}

int ring_wait_judged(struct ring *ring, const _Atomic bool *going)
{
    return wait_until(ring, 0, is_judged, going);
}
