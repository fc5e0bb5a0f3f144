/* topology.h - what a communicator knows of its virtual topology. */
#ifndef REFMPI_TOPOLOGY_H
#define REFMPI_TOPOLOGY_H

#include "internal.h"

/*
 * CART: dims, periods, own coordinates, count each.
 * GRAPH: the user's index (count) and edges (edge_count).
 * DIST_GRAPH: sources (count) and destinations (edge_count), then the weights
 * of both.
 */
struct topology {
    int kind; /* MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH */
    int count;
    int edge_count;
    bool is_weighted;
    int *first;
    int *second;
    int *third;
    int *fourth;
};

/* Copies the arrays (NULL: left unset); NULL if out of memory. */
struct topology *refmpi_topology_new(int kind, int count, int edge_count,
                                     const int *first, const int *second,
                                     const int *third, const int *fourth);

/* The communicator of a handle, if it has a topology of that kind; else the
 * error class. *comm is NULL only if the handle is invalid. */
int refmpi_topology_of(MPI_Comm handle, int kind, struct comm **comm);

#endif
