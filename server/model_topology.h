/*
 * model_topology.h - who is whose neighbour on a communicator.
 */
#ifndef MURMEL_MODEL_TOPOLOGY_H
#define MURMEL_MODEL_TOPOLOGY_H

#include "model_private.h"

struct topology *topology_hold(struct topology *topology);
void topology_drop(struct topology *topology);
/* A member has left the constructor: what its call tells of the topology. */
void topology_join(struct comm *made, uint32_t old_member, uint32_t member,
                   const struct call *call);
/* How many the member sends to in a neighbourhood operation; 0 where that is
 * not known. */
uint32_t topology_degree(const struct topology *topology, uint32_t member);
/*
 * The member's index-th outgoing edge: to whom, and the how manieth incoming
 * edge of that one it is; alike: all edges of a process have the same data,
 * so that this does not matter.  False: to nobody, or not known.
 */
bool topology_edge(struct topology *topology, uint32_t member, uint32_t index,
                   bool alike, uint32_t *to, uint32_t *to_index);

#endif
