/*
 * Another rank's private memory, by the kernel's peer access or, where the
 * kernel forbids that, by messages which the other rank serves whenever it
 * makes progress in MPI.
 */
#ifndef REFMPI_RMA_REMOTE_H
#define REFMPI_RMA_REMOTE_H

#include "window.h"

/* Both return when the bytes are there. MPI_SUCCESS or an error class. */
int refmpi_remote_read(int world_rank, void *local, const void *remote,
                       size_t bytes);
int refmpi_remote_write(int world_rank, const void *local, void *remote,
                        size_t bytes);

/*
 * The lock around atomic operations on one rank's memory, by whatever window.
 * Where memory is reached by messages its holder needs the others' progress,
 * so that waiting for it must make progress, too.
 */
void refmpi_atomic_lock(int world_rank);
void refmpi_atomic_unlock(int world_rank);

#endif
