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

bool refmpi_copies_has(const struct window *window);
/* The two copies of `size` bytes are the same now. Returns a class. */
int refmpi_copies_add(struct window *window, char *own, char *copy,
                      MPI_Aint size);
/* Memory of a dynamic window; the public copy is made, and made known. */
int refmpi_copies_attach(struct window *window, char *base, MPI_Aint size);
int refmpi_copies_detach(struct window *window, const char *base);
/* What this rank has stored becomes visible in the public copy; what was put
 * there, in the private one. */
void refmpi_copies_publish(struct window *window);
void refmpi_copies_import(struct window *window);
void refmpi_copies_free(struct window *window);

#endif
