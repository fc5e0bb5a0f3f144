/*
 * coll_cast.h - MPI_Bcast and MPI_Ibcast over shared memory: the root writes
 * once, and goes on; each of the others reads when it comes.
 */
#ifndef REFMPI_COLL_CAST_H
#define REFMPI_COLL_CAST_H

#include "datatype.h"
#include "internal.h"

/* A call of it, to be moved on until it is over. */
struct refmpi_cast {
    struct cast *state; /* of the communicator */
    uint64_t number;
    uint64_t turn; /* of the root's that have pieces */
    int root;
    void *buffer;
    MPI_Count count;
    struct refmpi_datatype *type;
    size_t bytes; /* of the own buffer */
    size_t sent;  /* of the root's, once that is known */
    size_t moved; /* so many have been read */
    bool is_over; /* then: */
    int error;
    bool by_messages; /* it is too long, and still to be done */
};

/* Whether broadcasts on this communicator go that way; all members get the same
 * answer. */
bool refmpi_cast_is_used(struct comm *comm);

/* Takes the next number; the arguments are checked. */
void refmpi_cast_begin(struct refmpi_cast *call, struct comm *comm,
                       void *buffer, MPI_Count count,
                       struct refmpi_datatype *type, int root);

/* Goes as far as it can (of a struct refmpi_cast); true if it is over. */
bool refmpi_cast_advance(void *call);

/* The blocking call: true if done, *rc being the result; else it is to be done
 * by messages. */
bool refmpi_cast_block(struct comm *comm, void *buffer, MPI_Count count,
                       MPI_Datatype type, int root, int *rc);

/* What a communicator has of it; at its end. */
void refmpi_cast_drop(struct comm *comm);

#endif
