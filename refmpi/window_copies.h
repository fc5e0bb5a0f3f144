/*
 * The separate memory model (MPI-4.1 12.4): a window has a public copy of the
 * memory, which RMA calls work on, beside the private one that loads, stores
 * and messages see. What has changed in the one goes to the other where the
 * standard's semantics (12.7) say that it becomes visible there at the latest,
 * and no sooner.
 */
#ifndef REFMPI_WINDOW_COPIES_H
#define REFMPI_WINDOW_COPIES_H

#include "window.h"

/* Regions that a rank can attach at a time to a window with two copies. */
#define REFMPI_ATTACHED 64

/* Memory that a rank has attached, as the others see it. */
struct window_region {
    _Atomic(char *) base; /* NULL: free; set last */
    MPI_Aint size;
    char *copy; /* the public one, in that rank */
};

bool refmpi_copies_has(const struct window *window);
/* The two copies of `size` bytes are the same now. Returns a class. */
int refmpi_copies_add(struct window *window, char *own, char *copy,
                      MPI_Aint size);
/* Memory of a dynamic window; the public copy is made, and made known. */
int refmpi_copies_attach(struct window *window, char *base, MPI_Aint size);
int refmpi_copies_detach(struct window *window, const char *base);
/* The public copy of a dynamic window's memory at the target, or NULL where
 * nothing is attached. */
char *refmpi_copies_find(const struct window *window, int rank,
                         const char *address);
/* What this rank has stored becomes visible in the public copy; what was put
 * there, in the private one. */
void refmpi_copies_publish(struct window *window);
void refmpi_copies_import(struct window *window);
void refmpi_copies_free(struct window *window);

#endif
