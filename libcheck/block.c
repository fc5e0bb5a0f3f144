#include "block.h"

#include "arena.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What stands before a block: two words, of which the second is the size with
 * these flags; a block may use the first word of the next. */
#define HEADER        16
#define WORD          8
#define BEFORE_IN_USE 1
#define MAPPED        2
#define OF_ANOTHER    4 /* arena */
#define FLAGS         7
#define SMALLEST      32
#define SMALLEST_MAP  ((uint64_t)128 << 10)
#define PAGE          4096

/* Walks through the heap that are made at most: where a program's data look
 * like headers they are in vain. */
#define WALKS_MAX 64

/* Where the heap begins that sbrk makes; 0: not known, or malloc is not
 * glibc's. */
static uint64_t heap;
static _Atomic unsigned walks;

/* ------------------------------------------------------------- the heap */

/*
 * The malloc that the program calls.  An executable that takes its address and
 * is not position-independent (CPython's) has a jump of its own for that, which
 * is the symbol's address everywhere: then it is the one behind the executable.
 */
static void *find_malloc(void)
{
    void *found = dlsym(RTLD_DEFAULT, "malloc");
    const ElfW(Sym) *symbol = NULL;
    Dl_info info;

    if (found != NULL &&
        dladdr1(found, &info, (void **)&symbol, RTLD_DL_SYMENT) != 0 &&
        symbol != NULL && symbol->st_shndx == SHN_UNDEF)
        found = dlsym(RTLD_NEXT, "malloc");
    return found;
}

/* Whether malloc is that of the C library. */
static bool is_library_malloc(void)
{
    void *ours = find_malloc();
    void *version = dlsym(RTLD_DEFAULT, "gnu_get_libc_version");
    Dl_info one, other;

    return ours != NULL && version != NULL && dladdr(ours, &one) != 0 &&
           dladdr(version, &other) != 0 && one.dli_fbase == other.dli_fbase;
}

/* The C library's own.  sbrk, of which libraries of an MPI (UCX) make one that
 * keeps an eye on what is mapped, may there set the break anew to where it has
 * just been: if another thread's malloc has moved it meanwhile, that loses the
 * memory. */
extern void *__curbrk __attribute__((weak));

uint64_t block_heap_end(void)
{
    return (uintptr_t)(&__curbrk == NULL ? sbrk(0) : __curbrk);
}

/* Where the break was at first, which is the 47th of the numbers in
 * /proc/self/stat (proc(5)); the map does not tell: it may have the heap in
 * several pieces, and what is before it next to it. */
static uint64_t first_break(void)
{
    char text[1024];
    const char *at;
    int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC), field = 2;
    ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);

    if (file >= 0)
        close(file);
    if (length <= 0)
        return 0;
    text[length] = '\0';
    for (at = strrchr(text, ')'); at != NULL && field < 47; field++)
        at = strchr(at + 1, ' ');
    return at == NULL ? 0 : strtoull(at, NULL, 10);
}

void block_begin(void)
{
    if (is_library_malloc())
        heap = (first_break() + HEADER - 1) & ~(uint64_t)(HEADER - 1);
}

/* A part of the heap, read so that it may vanish meanwhile. */
struct part {
    int memory; /* /proc/self/mem */
    uint64_t low, high;
    uint64_t words[4096];
};

/* The size with its flags in the header at that address; 0: it cannot be read.
 */
static uint64_t size_at(struct part *part, uint64_t header, uint64_t end)
{
    if (header < part->low || header + HEADER > part->high) {
        uint64_t bytes = sizeof part->words;
        ssize_t count;

        if (bytes > end - header)
            bytes = end - header;
        count = pread(part->memory, part->words, bytes, (off_t)header);
        part->low = header;
        part->high = count < 0 ? header : header + (uint64_t)count;
        if (header + HEADER > part->high)
            return 0;
    }
    return part->words[(header - part->low) / WORD + 1];
}

/* Whether the headers from the heap's begin on lead to that one. */
static bool leads_to(uint64_t header, uint64_t end)
{
    struct part *part;
    uint64_t at = heap, size;
    int saved = errno;

    if (atomic_fetch_add(&walks, 1) >= WALKS_MAX)
        return false;
    part = arena_take(sizeof *part);
    if (part == NULL)
        return false;
    part->low = part->high = 0;
    part->memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
    while (part->memory >= 0 && at < header) {
        size = size_at(part, at, end);
        if ((size & (MAPPED | OF_ANOTHER)) != 0 || (size & ~FLAGS) < SMALLEST ||
            (size & ~FLAGS) % HEADER != 0 || (size & ~FLAGS) > end - at)
            break;
        at += size & ~(uint64_t)FLAGS;
    }
    if (part->memory >= 0)
        close(part->memory);
    arena_give(part, sizeof *part);
    errno = saved;
    return at == header;
}

/* ------------------------------------------------------------ one block */

/* The word before the address, with the size.  A page before that of the block
 * may be one that cannot be loaded. */
static uint64_t size_before(uint64_t low)
{
    uint64_t size = 0;
    int memory, saved = errno;

    if (low % PAGE >= HEADER)
        return *(const uint64_t *)(uintptr_t)(low - WORD);
    memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
    if (memory >= 0 &&
        pread(memory, &size, sizeof size, (off_t)(low - WORD)) != sizeof size)
        size = 0;
    if (memory >= 0)
        close(memory);
    errno = saved;
    return size;
}

/* Of the heap that sbrk makes. */
static bool ends_in_heap(uint64_t low, uint64_t high, uint64_t end_of_heap,
                         uint64_t *end)
{
    uint64_t size = size_before(low), header = low - HEADER;

    if ((size & (MAPPED | OF_ANOTHER)) != 0)
        return false;
    size &= ~(uint64_t)FLAGS;
    if (size < SMALLEST || size % HEADER != 0 || size > end_of_heap - header)
        return false;
    *end = header + size + WORD;
    return *end < high && leads_to(header, end_of_heap);
}

/* A block that has a mapping of its own begins behind the header in its first
 * page. From glibc 2.43 on its size leaves out the header of a next one, of
 * which it uses the first word all the same. */
static bool ends_in_map(uint64_t low, uint64_t high, uint64_t *end)
{
    const uint64_t *words = (const uint64_t *)(uintptr_t)(low - HEADER);
    uint64_t size = words[1] & ~(uint64_t)FLAGS;

    if (words[0] != 0 || (words[1] & FLAGS) != MAPPED ||
        (size % PAGE != 0 && size % PAGE != PAGE - HEADER) ||
        size < SMALLEST_MAP)
        return false;
    *end = low + size - (size % PAGE == 0 ? HEADER : WORD);
    return *end < high;
}

bool block_ends_before(uint64_t low, uint64_t high, uint64_t *end)
{
    uint64_t end_of_heap;

    if (heap == 0 || low % HEADER != 0)
        return false;
    end_of_heap = block_heap_end();
    if (low >= heap + HEADER && low < end_of_heap)
        return ends_in_heap(low, high, end_of_heap, end);
    return low % PAGE == HEADER && high - low > SMALLEST_MAP - HEADER &&
           ends_in_map(low, high, end);
}
