/*
 * Collectives as schedules: rounds of messages and local work. A plan
 * function (coll_plan.h) fills a schedule; the same schedule serves the
 * blocking call, the nonblocking and the persistent one.
 *
 * The steps of a round start in order, local work being done at once; the
 * next round starts when all messages of the round are complete.
 */
#ifndef REFMPI_COLL_SCHEDULE_H
#define REFMPI_COLL_SCHEDULE_H

#include "datatype.h"
#include "op.h"

struct schedule;

/* An empty schedule on an intra- or intercommunicator; NULL: no memory. */
struct schedule *refmpi_schedule_new(struct comm *comm);
struct comm *refmpi_schedule_comm(const struct schedule *schedule);

/*
 * Steps. If memory runs out the schedule remembers it, and starting it fails
 * with MPI_ERR_NO_MEM; so the plans need not look. Types and operations are
 * retained. comm is the schedule's own, or for an intercommunicator its local
 * communicator, and says whose ranks dest and source are.
 */
void refmpi_schedule_send(struct schedule *schedule, struct comm *comm,
                          const void *buffer, MPI_Count count,
                          struct refmpi_datatype *type, int dest);
void refmpi_schedule_recv(struct schedule *schedule, struct comm *comm,
                          void *buffer, MPI_Count count,
                          struct refmpi_datatype *type, int source);
/* inout = in op inout */
void refmpi_schedule_reduce(struct schedule *schedule,
                            struct operation *operation, const void *in,
                            void *inout, MPI_Count count,
                            struct refmpi_datatype *type);
void refmpi_schedule_copy(struct schedule *schedule, const void *source,
                          MPI_Count source_count,
                          struct refmpi_datatype *source_type, void *target,
                          MPI_Count target_count,
                          struct refmpi_datatype *target_type);
/* A broadcast over shared memory, in an intracommunicator (coll_cast.h), and
 * the end of the round. What follows is done only if that was too long. */
void refmpi_schedule_cast(struct schedule *schedule, void *buffer,
                          MPI_Count count, struct refmpi_datatype *type,
                          int root);
/* Ends the round. */
void refmpi_schedule_round(struct schedule *schedule);

/*
 * Memory for count elements of the type, freed with the schedule. The pointer
 * is a buffer in MPI's sense: the type's lb need not be 0. NULL if there is
 * no memory (the schedule remembers) or no element.
 */
void *refmpi_schedule_buffer(struct schedule *schedule, MPI_Count count,
                             const struct refmpi_datatype *type);

/* In a blocking collective: waits until all have come where the behaviour of
 * collectives wants that (MURMEL_MPI). */
int refmpi_collective_gathers(struct comm *comm);

/*
 * Start it, each in its way; rc is the plan's result, and if it is not
 * MPI_SUCCESS the schedule is freed and rc returned. All take over the
 * schedule.
 */
int refmpi_schedule_block(struct schedule *schedule, int rc);
int refmpi_schedule_start(struct schedule *schedule, int rc,
                          MPI_Request *request);
int refmpi_schedule_persist(struct schedule *schedule, int rc,
                            MPI_Request *request);

#endif
