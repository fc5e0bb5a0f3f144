/*
 * need.c - what a call that has not returned needs of other processes.
 *
 * A call that has begun and not ended says what has to happen elsewhere
 * before it can end, by the strictest behaviour that the standard allows.
 * Whatever is not known counts as something that will happen.
 */
#include "need.h"

struct agent *need_agent(const struct seat *seat)
{
    return seat == NULL || seat->process == NULL ? NULL
                                                 : agent_of(seat->process);
}

/* Begins a need of the node that is being described. */
void need_add(struct waits *waits, bool any, struct wait_reason reason)
{
    uint32_t number = knot_need(waits->knot, any);

    if (number >= waits->reason_room) {
        waits->reason_room = waits->reason_room * 2 + 16;
        waits->reasons = xrealloc(waits->reasons, waits->reason_room,
                                  sizeof waits->reasons[0]);
    }
    waits->reasons[number] = reason;
}

/* The need names the process in that seat; one that has not come yet may. */
void need_seat(struct waits *waits, const struct seat *seat)
{
    const struct agent *agent = need_agent(seat);

    knot_edge(waits->knot, agent == NULL ? waits->count : agent->node);
}

/* ---------------------------------------------------------- collectives */

/* A call on the channel has failed, and nobody knows whether it counts: as
 * long as any other member goes on it may bring what is waited for. */
static void need_others(struct waits *waits, const struct comm *comm,
                        const struct window *window,
                        const struct channel *channel, struct call *call)
{
    const struct comm *members = comm != NULL ? comm : window->comm;
    uint32_t i = 0;

    while (i + 1 < channel->size && !channel->refused[i])
        i++;
    need_add(waits, true,
             (struct wait_reason){.kind = WAIT_OTHERS,
                                  .call = call,
                                  .comm = comm,
                                  .window = window,
                                  .rank = comm_world_rank(members, i)});
    if (knot_share(waits->knot, channel))
        return;
    for (i = 0; i < channel->size; i++)
        need_seat(waits, comm_seat(members, i));
}

void need_members(struct waits *waits, const struct comm *comm,
                  const struct window *window, const struct channel *channel,
                  const struct meeting *meeting, struct call *call,
                  const struct call *made)
{
    const struct comm *members = comm != NULL ? comm : window->comm;
    uint32_t i;

    if (channel->refused != NULL) {
        need_others(waits, comm, window, channel, call);
        return;
    }
    if (!channel_sound(channel, meeting) || parts_differ(meeting) ||
        channel_is_unequal(channel, meeting)) {
        waits->wrong[waits->node] = true;
        return;
    }
    if (meeting->arrived >= meeting->size)
        return;
    need_add(waits, false,
             (struct wait_reason){.kind = WAIT_MEMBERS,
                                  .call = call,
                                  .made = made,
                                  .comm = comm,
                                  .window = window});
    if (knot_share(waits->knot, meeting))
        return;
    for (i = 0; i < channel->size; i++)
        if (channel->next[i] <= meeting->position)
            need_seat(waits, comm_seat(members, i));
}

/* MPI_Intercomm_create and its kin also wait for the other side's leader. */
static void need_leader(struct waits *waits, const struct open_call *open)
{
    struct meeting *initial;
    const struct comm *making =
        open->making == NULL ? NULL : making_comm(open->making, &initial);
    const struct seat *leader = intercomm_missing(open->meeting);

    if (leader == NULL)
        return;
    need_add(waits, false,
             (struct wait_reason){.kind = WAIT_LEADER,
                                  .call = open->call,
                                  .comm = making,
                                  .tag = intercomm_tag(open->call)});
    need_seat(waits, leader);
}

/* ------------------------------------------------------------- requests */

/* Only the process itself can tell it to be complete (13.2): any of its
 * threads, whatever the level that MPI provides, or a signal handler, which an
 * MPI may prohibit, but need not (2.10.2). */
static void need_generalized(struct waits *waits, const struct agent *agent,
                             const struct operation *operation)
{
    const struct model *model = waits->model;

    if (operation->made_by->info->base != CALL_MPI_Grequest_start ||
        operation->generalized_complete || agent->process->handles_signals ||
        model->may_go_on == NULL ||
        model->may_go_on(model->may_go_on_context, agent->process))
        return;
    need_add(waits, false,
             (struct wait_reason){.kind = WAIT_GENERALIZED,
                                  .call = operation->made_by});
    need_seat(waits, agent->seat);
}

static void need_operation(struct waits *waits, struct agent *agent,
                           const struct operation *operation)
{
    const struct channel *channel;

    /* A call that is wrong begins none, and may be held (--on-finding=stop). */
    if (operation == NULL)
        return;
    switch (operation->kind) {
    case OPERATION_SEND:
    case OPERATION_RECEIVE:
        /* Of MPI_Sendrecv's halves that which more often is the wrong one is
         * told first. */
        if (operation->receive != NULL)
            need_message(waits, operation->comm, operation->receive);
        if (operation->message != NULL)
            need_receive(waits, operation);
        break;
    case OPERATION_COLLECTIVE:
    case OPERATION_IDUP:
        if (operation->meeting == NULL)
            break;
        if (!channel_sound(operation->comm->channel,
                           operation->persistent ? operation->initial
                                                 : operation->meeting) &&
            operation->comm->channel->refused == NULL) {
            waits->wrong[waits->node] = true;
            break;
        }
        channel = operation->persistent ? operation->initial->rounds
                                        : operation->comm->channel;
        need_members(waits, operation->comm, NULL, channel, operation->meeting,
                     operation->persistent ? operation->started_by
                                           : operation->made_by,
                     operation->persistent ? operation->made_by : NULL);
        break;
    case OPERATION_PARTITIONED:
        if (operation->partitioned != NULL)
            need_partitions(waits, operation);
        break;
    case OPERATION_OTHER:
        waits->unseen = true;
        need_generalized(waits, agent, operation);
        break;
    case OPERATION_RMA:
        break;
    }
}

/* The active operation of a request; NULL: none, or not known which. */
static const struct operation *operation_of(const struct agent *agent,
                                            uint64_t handle)
{
    const struct operation *operation =
        handle == NEUTRAL_REQUEST_NULL
            ? NULL
            : binding_find(agent, BINDING_REQUEST, handle);

    return operation == NULL || operation->next != NULL || !operation->active
               ? NULL
               : operation;
}

static const struct array_handle *waited_requests(const struct call *call,
                                                  struct array_handle *one)
{
    switch (call->info->base) {
    case CALL_MPI_Wait:
    case CALL_MPI_Test:
    case CALL_MPI_Request_get_status:
        *one = (struct array_handle){.items = &call->words[0], .count = 1};
        return one;
    case CALL_MPI_Waitall:
    case CALL_MPI_Testall:
        return &CALL_VIEW(call, MPI_Waitall)->array_of_requests;
    case CALL_MPI_Waitany:
    case CALL_MPI_Testany:
        return &CALL_VIEW(call, MPI_Waitany)->array_of_requests;
    default:
        return &CALL_VIEW(call, MPI_Waitsome)->array_of_requests;
    }
}

static bool is_inactive(const struct agent *agent, uint64_t handle)
{
    const struct operation *operation;

    if (handle == NEUTRAL_REQUEST_NULL)
        return true;
    operation = binding_find(agent, BINDING_REQUEST, handle);
    return operation != NULL && operation->next == NULL && !operation->active;
}

/* Of any of several requests, each must be one that needs something. */
static void need_requests(struct waits *waits, struct agent *agent,
                          const struct call *call, bool any)
{
    struct array_handle one;
    const struct array_handle *handles = waited_requests(call, &one);
    uint32_t i, before;

    for (i = 0; handles->special == ARRAY_PRESENT && i < handles->count; i++) {
        const struct operation *operation =
            operation_of(agent, handles->items[i]);

        before = knot_needs(waits->knot);
        if (operation != NULL)
            need_operation(waits, agent, operation);
        else if (!is_inactive(agent, handles->items[i]))
            waits->unseen = true;
        if (any && before == knot_needs(waits->knot) &&
            !is_inactive(agent, handles->items[i]))
            need_add(waits, false, (struct wait_reason){0});
    }
}

/* ------------------------------------------------------- the other calls */

static void need_finalize(struct waits *waits, const struct agent *agent,
                          struct call *call)
{
    const struct comm *world = agent_comm(agent, NEUTRAL_COMM_WORLD);
    uint32_t i;

    if (world == NULL || agent->process->mpi != PROCESS_INITIALIZED)
        return;
    need_add(waits, false,
             (struct wait_reason){.kind = WAIT_FINALIZE, .call = call});
    if (knot_share(waits->knot, world))
        return;
    for (i = 0; i < comm_size(world); i++) {
        const struct agent *other = need_agent(comm_seat(world, i));

        if (other == NULL || other->finalize == NULL)
            need_seat(waits, comm_seat(world, i));
    }
}

/* For a file, or another job, of which others may not be seen. */
bool need_is_unseen(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Init:
    case CALL_MPI_Init_thread:
    case CALL_MPI_Comm_accept:
    case CALL_MPI_Comm_connect:
    case CALL_MPI_Comm_join:
    case CALL_MPI_Comm_spawn:
    case CALL_MPI_Comm_spawn_multiple:
        return true;
    }
    return strcmp(call->info->chapter, "io") == 0;
}

bool need_is_any(const struct call *call)
{
    return call->info->base == CALL_MPI_Waitany ||
           call->info->base == CALL_MPI_Waitsome;
}

void need_poll(struct waits *waits, struct agent *agent, struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Iprobe:
    case CALL_MPI_Improbe:
        need_probe(waits, agent, call);
        break;
    case CALL_MPI_Test:
    case CALL_MPI_Request_get_status:
    case CALL_MPI_Testall:
        need_requests(waits, agent, call, false);
        break;
    case CALL_MPI_Testany:
    case CALL_MPI_Testsome:
        need_requests(waits, agent, call, true);
        break;
    }
}

void need_call(struct waits *waits, struct agent *agent,
               const struct open_call *open)
{
    struct call *call = open->call;
    struct meeting *initial;
    struct comm *making;

    switch (call->info->base) {
    case CALL_MPI_Send:
    case CALL_MPI_Rsend:
    case CALL_MPI_Ssend:
    case CALL_MPI_Recv:
    case CALL_MPI_Sendrecv:
    case CALL_MPI_Sendrecv_replace:
        need_operation(waits, agent, open->operation);
        return;
    case CALL_MPI_Probe:
    case CALL_MPI_Mprobe:
        need_probe(waits, agent, call);
        return;
    case CALL_MPI_Wait:
    case CALL_MPI_Waitall:
    case CALL_MPI_Waitany:
    case CALL_MPI_Waitsome:
        need_requests(waits, agent, call, need_is_any(call));
        return;
    case CALL_MPI_Buffer_detach:
    case CALL_MPI_Buffer_flush:
    case CALL_MPI_Comm_detach_buffer:
    case CALL_MPI_Comm_flush_buffer:
        need_buffers(waits, agent, call);
        return;
    case CALL_MPI_Finalize:
        need_finalize(waits, agent, call);
        return;
    case CALL_MPI_Intercomm_create:
    case CALL_MPI_Intercomm_create_from_groups:
        if (open->meeting == NULL)
            break;
        if (intercomm_differs(open->meeting)) {
            waits->wrong[waits->node] = true;
            return;
        }
        need_leader(waits, open);
        break;
    }
    if (open->making != NULL) {
        making = making_comm(open->making, &initial);
        need_members(waits, making, NULL, initial->rounds, open->meeting, call,
                     NULL);
    } else if (open->operation != NULL)
        return; /* it only starts something */
    else if (open->comm != NULL && open->meeting != NULL)
        need_members(waits, open->comm, NULL, open->comm->channel,
                     open->meeting, call, NULL);
    else if (open->window != NULL)
        need_window(waits, open);
}
