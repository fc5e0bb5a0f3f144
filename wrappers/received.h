/*
 * received.h - what was received, as a hash; and how much, if that is much.
 *
 * A receive from any source of which the program has not asked for the status
 * may have had another message: if that one, which a later receive got, has the
 * same data, the program could not tell them apart, and goes on alike.  So such
 * receives and, from the first of them on, those that name their source tell
 * the hash of their data.
 */
#ifndef MURMEL_RECEIVED_H
#define MURMEL_RECEIVED_H

#include "encode.h"

#include <stdatomic.h>

/* A receive from any source has ignored the status. */
extern MURMEL_HIDDEN _Atomic bool received_unseen;

void received_tell(struct murmel_call *call, const void *buffer,
                   MPI_Datatype datatype, const MPI_Status *status);

/* After MPI_Recv: writes RECORD_RECEIVED.  space: the status, if the
 * application wants none. */
static inline void received(struct murmel_call *call, const void *buffer,
                            MPI_Datatype datatype, int source,
                            const MPI_Status *status, const MPI_Status *space)
{
    if (source == MPI_ANY_SOURCE
            ? status == space
            : atomic_load_explicit(&received_unseen, memory_order_relaxed))
        received_tell(call, buffer, datatype, status);
}

/* After MPI_Get_count or MPI_Get_elements: writes RECORD_COUNTED, if there is
 * something to count. */
void received_counted(struct murmel_call *call, const MPI_Status *status);

#endif
