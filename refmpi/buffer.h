/* buffer.h - the buffers of buffered sends: of a communicator, a session, the
 * process. A place is NULL until something is attached there. */
#ifndef REFMPI_BUFFER_H
#define REFMPI_BUFFER_H

#include "internal.h"

struct buffer;

/* MPI_ERR_BUFFER where one is attached already. */
int refmpi_buffer_attach(struct buffer **place, void *base, MPI_Count size);
/* Waits until its messages are sent, then gives it back: base into the pointer
 * at address. MPI_ERR_BUFFER: none is attached. */
int refmpi_buffer_detach(struct buffer *buffer, void *address, MPI_Count *size);
/* Waits until its messages are sent; NULL: there are none. */
void refmpi_buffer_flush(struct buffer *buffer);
int refmpi_buffer_iflush(struct buffer *buffer, MPI_Request *request);

/* Its communicator or session is freed. NULL is let pass. */
void refmpi_buffer_drop(struct buffer *buffer);

struct buffer **refmpi_buffer_of_process(void);

#endif
