/*
 * native.h - exact loads and stores, of programs built by `murmel cc`.
 *
 * Such a program is compiled with -fsanitize=thread and linked with our own
 * small runtime (native_runtime.c) in place of the compiler's.  The runtime
 * asks, at each load and store, whether anybody watches the memory; who does
 * is the preload (native.c), which the runtime finds by this interface when
 * it is there.  Without Murmel nothing is watched.
 */
#ifndef MURMEL_NATIVE_H
#define MURMEL_NATIVE_H

#include "record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct thread;

/* ------------------------------------------- the preload and the runtime */

#define NATIVE_PAGE_SHIFT 12
#define NATIVE_ALL        255 /* all of the page is watched */
#define NATIVE_MAP_BYTES  64  /* of a page: a bit for each 8 bytes */

struct native_gate {
    /* By the page's number & mask: 0 nothing of it is watched, NATIVE_ALL, or
     * the index of its map. */
    const _Atomic uint8_t *pages;
    uintptr_t mask;
    const _Atomic uint8_t *maps; /* of NATIVE_MAP_BYTES each */
    /* Memory that is watched, or near to it, is accessed by the code before
     * that return address. */
    void (*seen)(uintptr_t address, size_t size, const void *return_address,
                 enum record_access_kind kind);
};

/* The runtime's question to the preload: libmurmel.so exports this.  NULL: a
 * runtime of that version is not served. */
#define NATIVE_VERSION 2
typedef const struct native_gate *murmel_native_join_function(unsigned version);
__attribute__((visibility("default")))
murmel_native_join_function murmel_native_join;

/* --------------------------------------------------- within the preload */

/* A runtime has joined: there is somebody who asks. */
extern _Atomic bool native_on __attribute__((visibility("hidden")));

struct native_area;

/* The memory from low up to before high is watched from now on.  NULL: it is
 * not, as no runtime has joined, or for lack of memory. */
struct native_area *native_watch(uint64_t low, uint64_t high);
void native_unwatch(struct native_area *area); /* NULL is ignored */

/* Room for what this thread will load and store. */
bool native_prepare(void);
/* It has loaded or stored so many bytes there, by the code before `pc`. */
void native_note(uintptr_t address, size_t size, const void *pc,
                 enum record_access_kind kind);
/* The same within calls that return to these addresses, innermost first; none:
 * they are not known.  May write records. */
void native_note_within(uintptr_t address, size_t size, const void *pc,
                        enum record_access_kind kind,
                        const void *const *callers, unsigned count);

/*
 * Writes what all threads have loaded and stored since the last time into the
 * thread's ring (RECORD_ACCESSED): before the record of whatever comes next.
 */
void native_tell_all(struct thread *thread);

extern _Atomic bool native_untold __attribute__((visibility("hidden")));

static inline void native_tell(struct thread *thread)
{
    if (__builtin_expect(native_untold, 0))
        native_tell_all(thread);
}

#endif
