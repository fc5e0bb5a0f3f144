/*
 * The algorithms of the collectives: each function checks its arguments and
 * fills an empty schedule. They return MPI_SUCCESS or an error class.
 */
#ifndef REFMPI_COLL_PLAN_H
#define REFMPI_COLL_PLAN_H

#include "coll_schedule.h"

/* An array of counts or displacements, of the int or the _c function. */
struct refmpi_numbers {
    const int *narrow;
    const MPI_Count *wide;
};

static inline MPI_Count refmpi_number(const struct refmpi_numbers *numbers,
                                      int i)
{
    return numbers->narrow != NULL ? numbers->narrow[i] : numbers->wide[i];
}

enum refmpi_spread_kind {
    REFMPI_SPREAD_ONE,  /* the same block for every rank */
    REFMPI_SPREAD_EVEN, /* block i at i * count elements */
    REFMPI_SPREAD_V,    /* counts and displacements in elements */
    REFMPI_SPREAD_W,    /* counts, displacements in bytes, types */
};

/* A buffer that holds one block for each of several ranks. */
struct refmpi_spread {
    enum refmpi_spread_kind kind;
    const void *base;
    MPI_Count count;              /* ONE, EVEN */
    MPI_Datatype type;            /* all but W */
    struct refmpi_numbers counts; /* V, W */
    struct refmpi_numbers displs; /* V, W */
    const MPI_Datatype *types;    /* W */
};

int refmpi_plan_barrier(struct schedule *schedule);
int refmpi_plan_bcast(struct schedule *schedule, void *buffer, MPI_Count count,
                      MPI_Datatype datatype, int root);
/* Of MPI_Ibcast: over shared memory, as far as that goes. */
int refmpi_plan_ibcast(struct schedule *schedule, void *buffer, MPI_Count count,
                       MPI_Datatype datatype, int root);
int refmpi_plan_gather(struct schedule *schedule,
                       const struct refmpi_spread *send,
                       const struct refmpi_spread *recv, int root);
int refmpi_plan_scatter(struct schedule *schedule,
                        const struct refmpi_spread *send,
                        const struct refmpi_spread *recv, int root);
int refmpi_plan_allgather(struct schedule *schedule,
                          const struct refmpi_spread *send,
                          const struct refmpi_spread *recv);
int refmpi_plan_alltoall(struct schedule *schedule,
                         const struct refmpi_spread *send,
                         const struct refmpi_spread *recv);
int refmpi_plan_reduce(struct schedule *schedule, const void *sendbuf,
                       void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Op op, int root);
int refmpi_plan_allreduce(struct schedule *schedule, const void *sendbuf,
                          void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                          MPI_Op op);
int refmpi_plan_reduce_scatter(struct schedule *schedule, const void *sendbuf,
                               void *recvbuf,
                               const struct refmpi_numbers *recvcounts,
                               MPI_Datatype datatype, MPI_Op op);
int refmpi_plan_reduce_scatter_block(struct schedule *schedule,
                                     const void *sendbuf, void *recvbuf,
                                     MPI_Count recvcount, MPI_Datatype datatype,
                                     MPI_Op op);
int refmpi_plan_scan(struct schedule *schedule, const void *sendbuf,
                     void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Op op);
int refmpi_plan_exscan(struct schedule *schedule, const void *sendbuf,
                       void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Op op);

/* Shared by the plan files: a block of a spread, checked. */
struct refmpi_block_of {
    void *buffer;
    MPI_Count count;
    struct refmpi_datatype *type;
};
int refmpi_spread_block(const struct refmpi_spread *spread, int i,
                        struct refmpi_block_of *block);

/*
 * The communicator of this process's own group: comm itself, or the local one
 * of an intercommunicator; NULL if that has none.
 */
struct comm *refmpi_local_group(struct comm *comm);

/* Binomial broadcast within an intracommunicator. */
void refmpi_tree_bcast(struct schedule *schedule, struct comm *comm,
                       void *buffer, MPI_Count count,
                       struct refmpi_datatype *type, int root);

#endif
