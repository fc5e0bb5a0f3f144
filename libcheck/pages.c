#include "pages.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/ioctl.h>
#include <linux/types.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* linux/userfaultfd.h and linux/fs.h of Linux 6.7; older headers lack them. */
#define USER_MODE_ONLY 1
#define WP_ASYNC       (UINT64_C(1) << 15)
#define IS_WPALLOWED   (UINT64_C(1) << 0)
#define IS_WRITTEN     (UINT64_C(1) << 1)
#define WP_MATCHING    (UINT64_C(1) << 0)
#define CHECK_WPASYNC  (UINT64_C(1) << 1)

struct region {
    uint64_t start, end, categories;
};

struct scan {
    uint64_t size, flags, start, end, walk_end;
    uint64_t vec, vec_len, max_pages;
    uint64_t category_inverted, category_mask, category_anyof_mask;
    uint64_t return_mask;
};

#define SCAN _IOWR('f', 16, struct scan)

static int faults = -1, pagemap = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pages *watched;

static void open_files(void)
{
    struct uffdio_api api = {.api = UFFD_API, .features = WP_ASYNC};

    pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    if (pagemap < 0)
        return;
    faults =
        (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | USER_MODE_ONLY);
    if (faults >= 0 && ioctl(faults, UFFDIO_API, &api) != 0) {
        close(faults);
        faults = -1;
    }
    if (faults < 0)
        close(pagemap);
}

static int scan(const struct pages *pages, uint64_t flags,
                struct region *regions, size_t count)
{
    struct scan argument = {
        .size = sizeof argument,
        .flags = flags | CHECK_WPASYNC,
        .start = pages->low,
        .end = pages->high,
        .vec = (uintptr_t)regions,
        .vec_len = count,
        .category_mask = IS_WPALLOWED | IS_WRITTEN,
        .return_mask = IS_WRITTEN,
    };

    return pages->low < pages->high ? ioctl(pagemap, SCAN, &argument) : -1;
}

bool pages_watch(struct pages *pages, uint64_t low, uint64_t high)
{
    uint64_t size = (uint64_t)sysconf(_SC_PAGESIZE);
    struct uffdio_register range = {.mode = UFFDIO_REGISTER_MODE_WP};
    int saved = errno;

    pages->low = pages->high = 0;
    low = (low + size - 1) & ~(size - 1);
    high &= ~(size - 1);
    if (low >= high)
        return false;
    pthread_once(&once, open_files);
    range.range.start = low;
    range.range.len = high - low;
    pthread_mutex_lock(&lock);
    if (faults >= 0 && ioctl(faults, UFFDIO_REGISTER, &range) == 0) {
        pages->low = low;
        pages->high = high;
        pages->next = watched;
        watched = pages;
    }
    pthread_mutex_unlock(&lock);
    errno = saved;
    return pages->high > 0;
}

bool pages_clean(const struct pages *pages)
{
    int saved = errno;
    bool done;

    pthread_mutex_lock(&lock);
    done = scan(pages, WP_MATCHING, NULL, 0) >= 0;
    pthread_mutex_unlock(&lock);
    errno = saved;
    return done;
}

bool pages_stored(const struct pages *pages, uint64_t *low, uint64_t *high)
{
    struct region regions[16];
    int saved = errno, count;

    pthread_mutex_lock(&lock);
    count = scan(pages, 0, regions, 16);
    pthread_mutex_unlock(&lock);
    errno = saved;
    if (count <= 0)
        return false;
    *low = regions[0].start;
    *high = regions[count - 1].end;
    return true;
}

/* The lock is held. */
static void give_up(struct pages *pages)
{
    struct uffdio_range range = {pages->low, pages->high - pages->low};
    struct pages **place = &watched;

    if (pages->low >= pages->high)
        return;
    while (*place != pages)
        place = &(*place)->next;
    *place = pages->next;
    ioctl(faults, UFFDIO_UNREGISTER, &range);
    pages->low = pages->high = 0;
}

void pages_unwatch(struct pages *pages)
{
    int saved = errno;

    pthread_mutex_lock(&lock);
    give_up(pages);
    pthread_mutex_unlock(&lock);
    errno = saved;
}

/* Whether some of the range was watched, which it is no more. */
static bool yield(const struct uffdio_range *range)
{
    struct pages *pages, *next;
    bool some = false;

    pthread_mutex_lock(&lock);
    for (pages = watched; pages != NULL; pages = next) {
        next = pages->next;
        if (range->start >= pages->high ||
            pages->low >= range->start + range->len)
            continue;
        give_up(pages);
        some = true;
    }
    pthread_mutex_unlock(&lock);
    return some;
}

typedef int ioctl_function(int file, unsigned long request, ...);

static ioctl_function *next_ioctl;

/* As the library is loaded, while there is one thread: not in a child of fork,
 * where another thread may have held the loader's lock. */
__attribute__((constructor)) static void find_next_ioctl(void)
{
    void *address = dlsym(RTLD_NEXT, "ioctl");

    memcpy(&next_ioctl, &address, sizeof next_ioctl);
}

/*
 * ioctl for all the process: where the application wants to watch pages itself
 * the kernel finds them busy, and it is the application's that counts.  The
 * kernel has read the argument by then, so that it can be read.
 */
__attribute__((visibility("default"))) int ioctl(int file,
                                                 unsigned long request, ...)
{
    void *argument;
    va_list arguments;
    int result;

    va_start(arguments, request);
    argument = va_arg(arguments, void *);
    va_end(arguments);
    if (next_ioctl == NULL) /* another library's constructor calls it */
        find_next_ioctl();
    result = next_ioctl(file, request, argument);
    if (result < 0 && errno == EBUSY && request == UFFDIO_REGISTER &&
        file != faults &&
        yield(&((const struct uffdio_register *)argument)->range))
        result = next_ioctl(file, request, argument);
    return result;
}
