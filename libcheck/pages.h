/*
 * pages.h - which pages of memory this process has stored into, by the kernel
 * (Linux 6.7 or newer: userfaultfd, write-protection that the kernel lifts by
 * itself).  A first store into a clean page takes about a microsecond; nothing
 * else changes for the application, nor for system calls that store there.
 *
 * What another process stores into shared memory is not seen; what the MPI
 * does in this one, or lets a device do, is: the caller has to tell it apart.
 */
#ifndef MURMEL_PAGES_H
#define MURMEL_PAGES_H

#include <stdbool.h>
#include <stdint.h>

/* The whole pages of some memory; low is high where nothing is watched, or is
 * not any more since the application watches it itself. */
struct pages {
    uint64_t low, high;
    struct pages *next; /* of those that are watched */
};

/* Begins to watch the pages that lie between the two addresses as a whole.
 * False: there are none, or the kernel does not do it. */
bool pages_watch(struct pages *pages, uint64_t low, uint64_t high);
/* All are clean from now on; false: they cannot be looked at any more. */
bool pages_clean(const struct pages *pages);
/* Whether any of them was stored into since; then where: somewhere in the
 * whole pages from *low to before *high. */
bool pages_stored(const struct pages *pages, uint64_t *low, uint64_t *high);
/* Before the struct goes. */
void pages_unwatch(struct pages *pages);

#endif
