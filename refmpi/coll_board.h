/*
 * Collectives that need all members anyway, over shared memory: each arrival
 * is counted, the last one wakes the others. Ranks which share a core are so
 * switched once, where rounds of messages need several.
 */
#ifndef REFMPI_COLL_BOARD_H
#define REFMPI_COLL_BOARD_H

#include "internal.h"

/* True if done, *rc being the result; else it is to be done by messages. All
 * members get the same answer if their arguments are those of one call. */
bool refmpi_board_barrier(struct comm *comm, int *rc);
bool refmpi_board_allreduce(struct comm *comm, const void *sendbuf,
                            void *recvbuf, MPI_Count count, MPI_Datatype type,
                            MPI_Op op, int *rc);

bool refmpi_board_alltoall(struct comm *comm, const void *sendbuf,
                           MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, MPI_Count recvcount,
                           MPI_Datatype recvtype, int *rc);

/* What a communicator has of it; at its end. */
void refmpi_board_drop(struct comm *comm);

#endif
