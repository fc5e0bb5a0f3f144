/*
 * comm_cache.h - what the client knows of communicators.
 *
 * A wrapper must know how long the arrays of a collective call are, and
 * whether this process is the root, before the call; but before the call the
 * MPI must not be asked about a handle that the application passes.  So the
 * cache asks about each communicator when a call has made it.
 */
#ifndef MURMEL_COMM_CACHE_H
#define MURMEL_COMM_CACHE_H

#include "encode.h"

/* Asks the MPI about a new communicator, remembers and returns the answer. */
struct new_comm comm_cache_add(MPI_Comm comm);

/* What stands in a record where no communicator was made. */
struct new_comm comm_cache_none(void);

/* A communicator is about to be freed. */
void comm_cache_remove(MPI_Comm comm);

/* Sizes; -1 for a communicator that is not known. */
int64_t comm_cache_comm_size(MPI_Comm comm);
int64_t comm_cache_group_size(MPI_Comm comm); /* remote, if inter */
int64_t comm_cache_neighbors_in(MPI_Comm comm);
int64_t comm_cache_neighbors_out(MPI_Comm comm);
int64_t comm_cache_cart_dims(MPI_Comm comm);

/* True if this process is known to be the root in a call on comm. */
bool comm_cache_at_root(MPI_Comm comm, int root);

/*
 * MPI_Comm_idup: the handle is there when its request completes.
 *
 * comm_cache_pending remembers both.  A completing call takes those that it may
 * complete by comm_cache_pending_before(requests, count) (NULL in the usual
 * case that there are none), and gives them to comm_cache_pending_after, which
 * writes a RECORD_NEW_COMM (struct new_comm, and the request behind it) for
 * each that has completed; where the call has failed, for none: what the MPI
 * has left in the variable may be no communicator, and crash who asks.
 * Meanwhile the MPI may have given the request's handle to another thread's
 * MPI_Comm_idup.
 */
struct pending_comm;
void comm_cache_pending(const MPI_Comm *newcomm, MPI_Request request);
struct pending_comm *comm_cache_pending_before(const MPI_Request *requests,
                                               int64_t count);
void comm_cache_pending_after(struct murmel_call *call,
                              struct pending_comm *before,
                              const MPI_Request *requests, bool succeeded);

#endif
