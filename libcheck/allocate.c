/*
 * allocate.c - the preload stands before the functions of the C library that
 * give memory: so it is known to the byte which blocks the program has
 * (block.h).  free and realloc are in watch_freed.c.
 */
#include "block.h"
#include "client.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The functions behind these. */
static struct {
    void *(*malloc)(size_t), *(*valloc)(size_t), *(*pvalloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*memalign)(size_t, size_t), *(*aligned_alloc)(size_t, size_t);
    int (*posix_memalign)(void **, size_t, size_t);
    size_t (*usable_size)(void *);
} next;
static _Atomic bool is_found;
static __thread bool finding __attribute__((tls_model("initial-exec")));

static void find(const char *name, void *place)
{
    void *found = dlsym(RTLD_NEXT, name);

    memcpy(place, &found, sizeof found);
}

static __attribute__((noinline)) void find_now(void)
{
    if (finding)
        return;
    finding = true;
    find("malloc", &next.malloc);
    find("calloc", &next.calloc);
    find("memalign", &next.memalign);
    find("aligned_alloc", &next.aligned_alloc);
    find("posix_memalign", &next.posix_memalign);
    find("valloc", &next.valloc);
    find("pvalloc", &next.pvalloc);
    find("malloc_usable_size", &next.usable_size);
    finding = false;
    atomic_store_explicit(&is_found, true, memory_order_release);
}

/* False: the dynamic linker itself wants memory as it is asked. */
static BLOCK_CODE bool is_known(void)
{
    if (__builtin_expect(atomic_load_explicit(&is_found, memory_order_acquire),
                         1))
        return true;
    find_now();
    return !finding;
}

/* Whether that is a function of the C library. */
static bool is_library(const void *function)
{
    void *version = dlsym(RTLD_DEFAULT, "gnu_get_libc_version");
    Dl_info one, other;

    return version != NULL && function != NULL && dladdr(function, &one) != 0 &&
           dladdr(version, &other) != 0 && one.dli_fbase == other.dli_fbase;
}

/* As the library is loaded: which blocks others have made before is not known.
 * An executable may have a malloc, or a free, of its own: then these here are
 * not asked, or not for all. */
__attribute__((constructor)) static void begin_early(void)
{
    void *(*volatile ask)(size_t) = malloc;
    void (*volatile give_back)(void *) = free;
    uint64_t address, end;
    void *block, *found;

    is_known();
    memcpy(&found, &next.malloc, sizeof found);
    if (!is_library(found))
        return;
    block_on = true;
    block = ask(1);
    address = (uintptr_t)block;
    block_on = block_ends_before(address, address + 2, &end);
    give_back(block);
    block_on = block_on && block_was_freed(address);
}

BLOCK_CODE MURMEL_EXPORT void *malloc(size_t size)
{
    void *block;

    if (!block_on)
        return is_known() ? next.malloc(size) : NULL;
    block = next.malloc(size);
    block_given(block, size);
    return block;
}

BLOCK_CODE MURMEL_EXPORT void *calloc(size_t count, size_t size)
{
    void *block;

    if (!block_on)
        return is_known() ? next.calloc(count, size) : NULL;
    block = next.calloc(count, size);
    block_given(block, count * size);
    return block;
}

BLOCK_CODE MURMEL_EXPORT void *memalign(size_t alignment, size_t size)
{
    void *block;

    if (!block_on)
        return is_known() ? next.memalign(alignment, size) : NULL;
    block = next.memalign(alignment, size);
    block_given(block, size);
    return block;
}

BLOCK_CODE MURMEL_EXPORT void *aligned_alloc(size_t alignment, size_t size)
{
    void *block;

    if (!block_on)
        return is_known() ? next.aligned_alloc(alignment, size) : NULL;
    block = next.aligned_alloc(alignment, size);
    block_given(block, size);
    return block;
}

BLOCK_CODE MURMEL_EXPORT int posix_memalign(void **block, size_t alignment,
                                            size_t size)
{
    int error;

    if (!block_on)
        return is_known() ? next.posix_memalign(block, alignment, size)
                          : ENOMEM;
    error = next.posix_memalign(block, alignment, size);
    if (error == 0)
        block_given(*block, size);
    return error;
}

/* Of whole pages: all of them may be used. */
static BLOCK_CODE void *give_pages(void *block)
{
    if (block_on && block != NULL)
        block_given(block, next.usable_size(block));
    return block;
}

BLOCK_CODE MURMEL_EXPORT void *valloc(size_t size)
{
    return is_known() ? give_pages(next.valloc(size)) : NULL;
}

BLOCK_CODE MURMEL_EXPORT void *pvalloc(size_t size)
{
    return is_known() ? give_pages(next.pvalloc(size)) : NULL;
}

/* Who asks may use all of it. */
BLOCK_CODE MURMEL_EXPORT size_t malloc_usable_size(void *block)
{
    size_t size = is_known() ? next.usable_size(block) : 0;

    if (block_on && block != NULL)
        block_given(block, size);
    return size;
}
