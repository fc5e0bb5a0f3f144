/*
 * The memory that ranks have attached to dynamic windows (MPI-4.1, 12.2.4), in
 * a table that all see: RMA calls reach nothing else there. With the separate
 * memory model each piece has its public copy (window_copies.h).
 */
#ifndef REFMPI_WINDOW_ATTACHED_H
#define REFMPI_WINDOW_ATTACHED_H

#include "window.h"

/* Bytes of the table of a window of n ranks. */
size_t refmpi_attached_bytes(int n);

/*
 * Enters or takes out memory of this rank's; copy is its public copy, or NULL.
 * An error class: MPI_ERR_RMA_ATTACH where a part is attached already or, with
 * a copy, where the table is full (without, such memory is then reached
 * unchecked); MPI_ERR_ARG where nothing is attached at base.
 */
int refmpi_attached_add(struct window *window, char *base, MPI_Aint size,
                        char *copy);
int refmpi_attached_remove(struct window *window, const char *base);

/*
 * How many of the bytes at the address of a rank are attached, up to the end of
 * the piece they are in; 0: none. *place is where RMA finds them: the address
 * itself, or that of their public copy, in that rank.
 */
MPI_Aint refmpi_attached_find(const struct window *window, int rank,
                              char *address, char **place);

#endif
