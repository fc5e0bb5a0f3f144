/*
 * fortran_output.c - what a Fortran program writes to a unit (print, write) it
 * loads in gfortran's library, whose functions are given the address of each
 * item.  The preload stands before them, so that loads of memory that is the
 * MPI's are seen.
 *
 * The names and what they take are those of libgfortran.so.5 (gfortran 8 and
 * later).
 */
#include "follow.h"
#include "native.h"
#include "observe.h"
#include "pass_over.h"
#include "thread.h"
#include "watch.h"

#include <dlfcn.h>
#include <errno.h>

#define CALLER pass_over_caller(__builtin_return_address(0))

/* Of more memory that is the MPI's nothing is seen. */
#define RANGES 64

/* gfortran's description of an array. */
#define RANK_MOST 15
struct array {
    const void *data; /* its first element */
    size_t offset;
    size_t element; /* bytes */
    int version;
    signed char rank, type;
    short attribute;
    ptrdiff_t span;
    struct {
        ptrdiff_t stride, low, high; /* in elements */
    } dimensions[RANK_MOST];
};

/* The library's own function, for the code that calls it. */
static void *next_of(const char *name, const void *caller)
{
    void *next = dlsym(RTLD_NEXT, name), *object;
    Dl_info info;

    if (next == NULL && dladdr(caller, &info) != 0 && info.dli_fname != NULL) {
        object = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
        next = object == NULL ? NULL : dlsym(object, name);
    }
    return next;
}

/* Whether a byte of it is the MPI's now; *shared: of a shared window. */
static bool is_watched(const struct thread *thread, uint64_t low, uint64_t high,
                       bool *shared)
{
    struct watch_range ranges[RANGES];
    unsigned count = watch_ranges(thread, ranges, RANGES), i;
    bool watched = false;

    *shared = false;
    for (i = 0; i < count; i++)
        if (ranges[i].loads && low < ranges[i].high && ranges[i].low < high) {
            watched = true;
            *shared |= ranges[i].shared;
        }
    return watched;
}

/* The program writes what lies there. */
static void loads(const void *data, size_t bytes, const void *caller)
{
    struct thread *thread = thread_current;
    uint64_t low = (uintptr_t)data;
    int saved = errno;
    bool watched, shared;

    if (thread == NULL || thread->busy || thread->depth > 0 || bytes == 0 ||
        !thread_is_alone() ||
        !atomic_load_explicit(&observe_on, memory_order_relaxed))
        return;
    thread->busy = true;
    watched = is_watched(thread, low, low + bytes, &shared);
    thread->busy = false;
    if (shared)
        follow_shown(low, low + bytes, caller);
    else if (watched && native_prepare())
        native_note(low, bytes, caller, ACCESSED_LOAD);
    errno = saved;
}

/* Of an array what lies together at its begin. */
static size_t bytes_of(const struct array *array)
{
    ptrdiff_t elements = 1, extent;
    int i;

    for (i = 0; i < array->rank && i < RANK_MOST; i++) {
        extent = array->dimensions[i].high - array->dimensions[i].low + 1;
        if (extent <= 0)
            return 0;
        if (array->dimensions[i].stride != elements)
            break;
        elements *= extent;
    }
    return (size_t)elements * array->element;
}

/* transfer: the statement's, which the library has made. */
#define WRITES_NUMBER(name, factor)                                            \
    __attribute__((visibility("default"))) void name(                          \
        void *transfer, const void *data, int kind);                           \
    void name(void *transfer, const void *data, int kind)                      \
    {                                                                          \
        static void (*next)(void *, const void *, int);                        \
                                                                               \
        if (next == NULL)                                                      \
            *(void **)&next = next_of(#name, CALLER);                          \
        loads(data, (size_t)kind *(factor), CALLER);                           \
        if (next != NULL)                                                      \
            next(transfer, data, kind);                                        \
    }

WRITES_NUMBER(_gfortran_transfer_integer_write, 1)
WRITES_NUMBER(_gfortran_transfer_logical_write, 1)
WRITES_NUMBER(_gfortran_transfer_real_write, 1)
WRITES_NUMBER(_gfortran_transfer_complex_write, 2)

__attribute__((visibility("default"))) void
_gfortran_transfer_character_write(void *transfer, const void *data,
                                   size_t length);
void _gfortran_transfer_character_write(void *transfer, const void *data,
                                        size_t length)
{
    static void (*next)(void *, const void *, size_t);

    if (next == NULL)
        *(void **)&next = next_of("_gfortran_transfer_character_write", CALLER);
    loads(data, length, CALLER);
    if (next != NULL)
        next(transfer, data, length);
}

__attribute__((visibility("default"))) void
_gfortran_transfer_array_write(void *transfer, const struct array *array,
                               int kind, size_t length);
void _gfortran_transfer_array_write(void *transfer, const struct array *array,
                                    int kind, size_t length)
{
    static void (*next)(void *, const struct array *, int, size_t);

    if (next == NULL)
        *(void **)&next = next_of("_gfortran_transfer_array_write", CALLER);
    loads(array->data, bytes_of(array), CALLER);
    if (next != NULL)
        next(transfer, array, kind, length);
}
