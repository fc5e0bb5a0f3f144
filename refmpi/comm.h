/* comm.h - making communicators. */
#ifndef REFMPI_COMM_H
#define REFMPI_COMM_H

#include "internal.h"

/* WORLD and SELF; after the segment is attached. */
void refmpi_comm_init(void);
/* The delete callbacks of MPI_COMM_SELF, first thing in MPI_Finalize. */
void refmpi_comm_finalize(void);

/*
 * A communicator of that group (taken over, also on failure) with what it
 * inherits from its parent: the error handler. NULL if out of memory.
 */
struct comm *refmpi_comm_new(struct group *group, uint32_t context,
                             const struct comm *parent);

/* That of a communicator which does not know it yet: no message has it. */
#define REFMPI_CONTEXT_NONE (UINT32_MAX - 1)

/* Tags of the messages by which context ids are agreed upon. */
#define REFMPI_TAG_CONTEXT (REFMPI_TAG_SETUP + 2)
#define REFMPI_TAG_GROUP   (REFMPI_TAG_SETUP + 0x100) /* plus the user's tag */
#define REFMPI_TAG_SPAN    (INT32_MAX - REFMPI_TAG_GROUP)

/* The first of so many pairs of context ids that nobody else has. */
uint32_t refmpi_comm_take_contexts(int pairs);

/* Is the local group the one that decides for both of an intercommunicator?
 * True for an intracommunicator. */
bool refmpi_comm_is_first(const struct comm *comm);

/* So many pairs of context ids, agreed upon in the communicator: *base is the
 * first. */
int refmpi_comm_contexts(struct comm *comm, int pairs, uint32_t *base);

/* Splits it; *newcomm is NULL for MPI_UNDEFINED and, in an intercommunicator,
 * for a color that nobody of the other side has chosen. */
int refmpi_comm_split(struct comm *comm, int color, int key,
                      struct comm **newcomm);

/* An intercommunicator of a local communicator and a remote group (both taken
 * over, also on failure). NULL if out of memory. */
struct comm *refmpi_comm_inter(struct comm *local, struct group *remote,
                               uint32_t context, const struct comm *parent);

/* What MPI_Intercomm_create does, with arguments that are checked. */
int refmpi_comm_connect(struct comm *comm, int leader, struct comm *bridge,
                        int remote_leader, int tag, struct comm **newcomm);

/* topology.c */
struct topology *refmpi_topology_copy(const struct topology *topology);
void refmpi_topology_free(struct topology *topology);

#endif
