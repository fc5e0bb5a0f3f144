#!/bin/sh
# deal.sh NODES PROGRAM...: runs the program as on one of so many nodes, by its
# rank: on each but the first, processes find another checker than the root,
# and start it, as they do on a node of their own.
nodes=$1
shift
rank=${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-${REFMPI_RANK:-0}}}
node=$((rank % nodes))
[ "$node" = 0 ] || MURMEL_JOB=$MURMEL_JOB.$node
export MURMEL_JOB
exec "$@"
