/*
 * The three ways to call a collective, made from its plan: blocking,
 * nonblocking, persistent. The functions of all 17 collectives, int and large
 * count, differ in nothing but names, parameters and plan.
 */
#ifndef REFMPI_COLL_CALL_H
#define REFMPI_COLL_CALL_H

#include "coll_board.h"
#include "coll_cast.h"
#include "coll_plan.h"

/* Enters; *object and a new schedule, or the error for the caller to leave
 * with. */
static inline int refmpi_collective_begin(const char *function, MPI_Comm comm,
                                          struct comm **object,
                                          struct schedule **schedule)
{
    refmpi_enter(function);
    *object = refmpi_comm_from(comm);
    if (*object == NULL)
        return MPI_ERR_COMM;
    *schedule = refmpi_schedule_new(*object);
    return *schedule == NULL ? MPI_ERR_NO_MEM : MPI_SUCCESS;
}

/*
 * Defines blocking, nonblocking and persistent, named in full, with the given
 * parameters up to comm (each after a comma). `plan` is an expression on them
 * and `schedule`.
 */
#define REFMPI_COLLECTIVE(blocking, nonblocking, persistent, plan, ...)        \
    REFMPI_BLOCKING(blocking, false, plan, __VA_ARGS__)                        \
    REFMPI_STARTED(nonblocking, persistent, plan, __VA_ARGS__)

/* is_done: a way without a plan was taken, and left its result in rc; an
 * expression on the parameters and `object`, the communicator. */
#define REFMPI_BLOCKING(blocking, is_done, plan, ...)                          \
    int PMPI_##blocking(__VA_ARGS__ MPI_Comm comm)                             \
    {                                                                          \
        refmpi_enter("MPI_" #blocking);                                        \
        struct comm *object = refmpi_comm_from(comm);                          \
        int rc = object ? MPI_SUCCESS : MPI_ERR_COMM;                          \
        if (object && !(is_done)) {                                            \
            struct schedule *schedule = refmpi_schedule_new(object);           \
            rc = schedule ? refmpi_schedule_block(schedule, plan)              \
                          : MPI_ERR_NO_MEM;                                    \
        }                                                                      \
        return refmpi_leave_comm(object, rc);                                  \
    }                                                                          \
    REFMPI_ALIAS(blocking)

#define REFMPI_STARTED(nonblocking, persistent, plan, ...)                     \
    REFMPI_NONBLOCKING(nonblocking, plan, __VA_ARGS__)                         \
    REFMPI_PERSISTENT(persistent, plan, __VA_ARGS__)

#define REFMPI_NONBLOCKING(nonblocking, plan, ...)                             \
    int PMPI_##nonblocking(__VA_ARGS__ MPI_Comm comm, MPI_Request *request)    \
    {                                                                          \
        struct schedule *schedule;                                             \
        struct comm *object;                                                   \
        int rc = refmpi_collective_begin("MPI_" #nonblocking, comm, &object,   \
                                         &schedule);                           \
        if (rc == MPI_SUCCESS)                                                 \
            rc = refmpi_schedule_start(schedule, plan, request);               \
        return refmpi_leave_comm(object, rc);                                  \
    }                                                                          \
    REFMPI_ALIAS(nonblocking)

#define REFMPI_PERSISTENT(persistent, plan, ...)                               \
    int PMPI_##persistent(__VA_ARGS__ MPI_Comm comm, MPI_Info info,            \
                          MPI_Request *request)                                \
    {                                                                          \
        struct schedule *schedule;                                             \
        struct comm *object;                                                   \
        int rc = refmpi_collective_begin("MPI_" #persistent, comm, &object,    \
                                         &schedule);                           \
        if (rc == MPI_SUCCESS)                                                 \
            rc = refmpi_schedule_persist(                                      \
                schedule, refmpi_info_check(info) ? MPI_ERR_INFO : (plan),     \
                request);                                                      \
        return refmpi_leave_comm(object, rc);                                  \
    }                                                                          \
    REFMPI_ALIAS(persistent)

/* Buffers in the forms the plans take. `width` is narrow or wide. */
#define REFMPI_ONE(buffer, number, datatype)                                   \
    (&(struct refmpi_spread){.kind = REFMPI_SPREAD_ONE,                        \
                             .base = (buffer),                                 \
                             .count = (number),                                \
                             .type = (datatype)})
#define REFMPI_EVEN(buffer, number, datatype)                                  \
    (&(struct refmpi_spread){.kind = REFMPI_SPREAD_EVEN,                       \
                             .base = (buffer),                                 \
                             .count = (number),                                \
                             .type = (datatype)})
#define REFMPI_V(width, buffer, numbers, places, datatype)                     \
    (&(struct refmpi_spread){.kind = REFMPI_SPREAD_V,                          \
                             .base = (buffer),                                 \
                             .counts.width = (numbers),                        \
                             .displs.width = (places),                         \
                             .type = (datatype)})
#define REFMPI_W(width, buffer, numbers, places, datatypes)                    \
    (&(struct refmpi_spread){.kind = REFMPI_SPREAD_W,                          \
                             .base = (buffer),                                 \
                             .counts.width = (numbers),                        \
                             .displs.width = (places),                         \
                             .types = (datatypes)})

#endif
