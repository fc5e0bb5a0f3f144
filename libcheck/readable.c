#include "readable.h"

#include "block.h"
#include "map_area.h"
#include "object.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE_SIZE 4096

/* The kernel reads the signal set before it looks at `how`. */
static bool is_readable_page(uint64_t address)
{
    uint64_t aligned = address & ~(uint64_t)7;
    int saved = errno;
    bool readable = syscall(SYS_rt_sigprocmask, -1, (void *)(uintptr_t)aligned,
                            NULL, (size_t)8) == 0 ||
                    errno != EFAULT;

    errno = saved;
    return readable;
}

/* Pages, the last one excluded; of those between the first and the last one it
 * is asked whether there is memory at all. */
static bool are_readable_pages(uint64_t low, uint64_t high)
{
    int saved = errno;
    bool mapped;

    if (!is_readable_page(low * PAGE_SIZE) ||
        !is_readable_page((high - 1) * PAGE_SIZE))
        return false;
    if (high - low <= 2)
        return true;
    mapped = msync((void *)(uintptr_t)(low * PAGE_SIZE),
                   (high - low) * PAGE_SIZE, MS_ASYNC) == 0;
    errno = saved;
    return mapped;
}

#define LENGTH_BITS 28

/* Memory that malloc gives back to the system when it is freed has as many
 * pages, at least (mapped.h). */
#define MANY_PAGES 32

/* The same, where a call is about to use the memory: of what it could use a
 * while ago, all of which goes if one page does, only the first page is looked
 * at again, and only where there are many. */
static bool were_readable_pages(uint64_t low, uint64_t high)
{
    static _Atomic uint64_t stretches[256]; /* first page, how many */
    _Atomic uint64_t *known =
        &stretches[low * UINT64_C(0x9e3779b97f4a7c15) >> 56];
    uint64_t stretch = atomic_load_explicit(known, memory_order_relaxed);
    uint64_t length = high - low;

    if (stretch >> LENGTH_BITS == low &&
        (stretch & ((UINT64_C(1) << LENGTH_BITS) - 1)) >= length &&
        (length < MANY_PAGES || is_readable_page(low * PAGE_SIZE)))
        return true;
    if (!are_readable_pages(low, high))
        return false;
    if (low >> (64 - LENGTH_BITS) == 0 && length >> LENGTH_BITS == 0)
        atomic_store_explicit(known, low << LENGTH_BITS | length,
                              memory_order_relaxed);
    return true;
}

/* Stretches of pages that could be read since readable_ask_anew. */
static struct stretch {
    uint64_t low, high;
} now[4];
static unsigned next_stretch;

void readable_ask_anew(void)
{
    memset(now, 0, sizeof now);
}

/* Buffers are often pieces of one array: what is known of it is not asked
 * again. */
static bool are_pages_now(uint64_t low, uint64_t high)
{
    struct stretch *stretch = NULL;
    size_t i;

    for (i = 0; i < sizeof now / sizeof now[0] && stretch == NULL; i++)
        if (low <= now[i].high && high >= now[i].low && now[i].high > 0)
            stretch = &now[i];
    if (stretch == NULL) {
        if (!are_readable_pages(low, high))
            return false;
        now[next_stretch++ % (sizeof now / sizeof now[0])] =
            (struct stretch){low, high};
        return true;
    }
    if (low < stretch->low) {
        if (!are_readable_pages(low, stretch->low))
            return false;
        stretch->low = low;
    }
    if (high > stretch->high) {
        if (!are_readable_pages(stretch->high, high))
            return false;
        stretch->high = high;
    }
    return true;
}

/* Memory that malloc gives can be read until it takes it back. */
static bool malloc_stays;

void readable_begin(bool protects)
{
    malloc_stays = !protects;
}

/* Where the heap of that end begins: with the mapping that ends there. */
static uint64_t heap_start(uint64_t end)
{
    struct map_area area;
    int maps, saved = errno;

    maps = map_area_open();
    if (maps < 0 || !map_area_next(maps, end - 1, &area) || area.low >= end ||
        !area.loads || !area.stores || area.shared)
        area.low = end; /* what comes yet is behind that */
    if (maps >= 0)
        close(maps);
    errno = saved;
    return area.low;
}

/* The heap does not shrink under memory that is in use, and the break is
 * known without the kernel. */
static bool is_in_heap(uint64_t low, uint64_t high)
{
    static _Atomic uint64_t known;
    uint64_t end = block_heap_end();
    uint64_t start = atomic_load_explicit(&known, memory_order_relaxed);

    if (start == 0 && end != 0) {
        start = heap_start(end);
        atomic_store_explicit(&known, start, memory_order_relaxed);
    }
    return low >= start && high <= end;
}

struct stack {
    uint64_t start, end;
};

/* The calling thread's; NULL: it runs on one that the application made itself,
 * of which nothing is known. */
static struct stack *own_stack(void)
{
    static __thread struct stack own __attribute__((tls_model("initial-exec")));
    uint64_t here = (uintptr_t)__builtin_frame_address(0);
    pthread_attr_t attributes;
    void *lowest;
    size_t size;

    if (own.end == 0) {
        int saved = errno;

        own.end = 1; /* not known */
        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            if (pthread_attr_getstack(&attributes, &lowest, &size) == 0) {
                own.start = (uintptr_t)lowest;
                own.end = own.start + size;
            }
            pthread_attr_destroy(&attributes);
        }
        errno = saved;
    }
    return here >= own.start && here < own.end ? &own : NULL;
}

/* What lies on it above this call is in use. */
static bool is_on_stack(uint64_t low, uint64_t high)
{
    const struct stack *stack = own_stack();

    return stack != NULL && low >= (uintptr_t)__builtin_frame_address(0) &&
           high <= stack->end;
}

/* Where stacks have no limit (ulimit -s unlimited) other memory may be taken
 * between the stack and what was next to it: there are pages between that are
 * nobody's, and the stack does not come so far any more. */
bool readable_was_left(uint64_t address, const void *frame)
{
    struct stack *stack = own_stack();

    if (stack == NULL || address >= (uintptr_t)frame ||
        address < stack->start || (uintptr_t)frame >= stack->end)
        return false;
    if (are_readable_pages(address / PAGE_SIZE,
                           (stack->end - 1) / PAGE_SIZE + 1))
        return true;
    stack->start = address - address % PAGE_SIZE + PAGE_SIZE;
    return false;
}

/* malloc has given it, and not yet got it back. */
static bool is_in_block(uint64_t low, uint64_t high)
{
    uint64_t end;

    return !block_ends_before(low, high, &end) && end != 0;
}

/* Memory that stays where it is, while it is in use: the program's own
 * variables, the heap and other blocks, and the stack. */
static bool stays(uint64_t low, uint64_t high)
{
    return (low >= object_data.low && high <= object_data.high) ||
           is_on_stack(low, high) ||
           (malloc_stays && (is_in_heap(low, high) || is_in_block(low, high)));
}

bool readable_is(uint64_t low, uint64_t high, bool in_use)
{
    uint64_t first = low / PAGE_SIZE, last = (high - 1) / PAGE_SIZE;

    if (low < PAGE_SIZE || high <= low || high > (UINT64_C(1) << 62))
        return false;
    if (stays(low, high))
        return true;
    return in_use ? were_readable_pages(first, last + 1)
                  : are_pages_now(first, last + 1);
}

#define POPULATE_READ 22 /* MADV_...: from Linux 5.14 on */

bool readable_pages(uint64_t low, uint64_t high)
{
    int saved = errno;
    bool readable;

    if (stays(low, high))
        return true;
    low -= low % PAGE_SIZE;
    readable = madvise((void *)(uintptr_t)low, high - low, POPULATE_READ) == 0;
    errno = saved;
    while (!readable && low < high && is_readable_page(low))
        low += PAGE_SIZE;
    return readable || low >= high;
}
