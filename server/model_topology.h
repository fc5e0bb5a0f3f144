/*
 * model_topology.h - who is whose neighbour on a communicator.
 */
#ifndef MURMEL_MODEL_TOPOLOGY_H
#define MURMEL_MODEL_TOPOLOGY_H

#include "model_private.h"

struct topology *topology_hold(struct topology *topology);
void topology_drop(struct topology *topology);
bool topology_is_grid(const struct topology *topology); /* accepts NULL */
/* Whether the communicator surely has no topology. */
bool topology_is_none(const struct comm *comm);
/* Whether it is of the kind that the constructor makes, as far as known. */
bool topology_is_of(const struct topology *topology, uint16_t constructor);
/* Of MPI_Graph_create: a node whose edges do not all lead back, by which it has
 * no neighbourhood operations (8.6); -1: there is none.  Accepts NULL. */
int64_t topology_lopsided(const struct topology *topology);
/* Of a grid. */
uint32_t topology_dimensions(const struct topology *topology);
int64_t topology_extent(const struct topology *topology, uint32_t dimension,
                        bool *periodic);
/* To which of the parts that MPI_Cart_sub makes of a grid the member goes. */
int64_t topology_part(const struct topology *topology, uint32_t member,
                      const struct array_number *remain_dims);
/* A member has left the constructor: what its call tells of the topology.
 * parent: that of the communicator it was called on; told: what it made. */
void topology_join(struct comm *made, const struct topology *parent,
                   uint32_t old_member, uint32_t member,
                   const struct call *call, const struct new_comm *told);
/* To how many the member sends, or from how many it receives, in a
 * neighbourhood operation; 0 where that is not known. */
uint32_t topology_degree(const struct topology *topology, uint32_t member,
                         bool outgoing);

/* The blocks of a member's buffer in a neighbourhood operation (8.6). */
struct topology_blocks {
    int64_t count;   /* -1: not known */
    uint64_t nobody; /* bit i: that neighbour is MPI_PROC_NULL */
};

/* Of what it sends (outgoing), or receives, once it has left the constructor;
 * topology may be NULL. */
struct topology_blocks topology_blocks(const struct topology *topology,
                                       uint32_t member, bool outgoing);

/* Which of its edges it is, is not known. */
#define TOPOLOGY_SOME (UINT32_MAX - 1)

/*
 * The member's index-th outgoing edge: to whom, and the how manieth incoming
 * edge of that one it is, or TOPOLOGY_SOME: then it is not known either which
 * block the member sends there.  False: to nobody, or not known.
 */
bool topology_edge(struct topology *topology, uint32_t member, uint32_t index,
                   uint32_t *to, uint32_t *to_index);

#endif
