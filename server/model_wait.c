/*
 * model_wait.c - what each process waits for, and who waits for ever.
 *
 * A call that has begun and not ended says what has to happen elsewhere
 * before it can end, by the strictest behaviour that the standard allows.
 * This is asked only when nothing has moved for a while, so that a call
 * which the MPI library lets return earlier has done so.  Whatever is not
 * known counts as something that will happen.
 */
#include "knot.h"
#include "machine.h"

#include <stdlib.h>
#include <string.h>

struct waits {
    struct model *model;
    struct knot *knot;
    struct agent **agents; /* by node: in the order of their ranks */
    struct call **calls;   /* by node: that it is in */
    bool *wrong;           /* by node: it waits in a collective operation to
                            * which members came with calls that differ */
    uint32_t node;         /* that is being described */
    uint32_t count;
    struct wait_reason *reasons; /* by need */
    uint32_t reason_room;
};

static struct agent *seat_agent(const struct seat *seat)
{
    return seat == NULL || seat->process == NULL ? NULL
                                                 : agent_of(seat->process);
}

/* Begins a need of the node that is being described. */
static void add_need(struct waits *waits, bool any, struct wait_reason reason)
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
static void add_seat(struct waits *waits, const struct seat *seat)
{
    const struct agent *agent = seat_agent(seat);

    knot_edge(waits->knot, agent == NULL ? waits->count : agent->node);
}

/* ----------------------------------------------------------- messages */

struct taken {
    const struct message **items;
    size_t count, room;
};

static bool is_taken(const struct taken *taken, const struct message *message)
{
    size_t i;

    for (i = 0; i < taken->count; i++)
        if (taken->items[i] == message)
            return true;
    return false;
}

static const struct message *first_free(const struct lane *lane, int64_t tag,
                                        const struct taken *taken)
{
    const struct message *message;

    DL_FOREACH(lane->messages, message)
    if ((tag == NEUTRAL_ANY_TAG || tag == message->tag) &&
        !is_taken(taken, message))
        return message;
    return NULL;
}

/* How many messages the receive could take: one of each lane at most. */
static unsigned candidates(const struct endpoint *endpoint, int64_t source,
                           int64_t tag, const struct taken *taken,
                           const struct message **one)
{
    const struct message *message;
    const struct lane *lane, *next;
    unsigned count = 0;

    HASH_ITER(hh, endpoint->lanes, lane, next)
    {
        if (source != SOURCE_ANY && source != (int64_t)lane->sender)
            continue;
        message = first_free(lane, tag, taken);
        if (message != NULL) {
            *one = message;
            count++;
        }
    }
    return count;
}

static void take(struct taken *taken, const struct message *message)
{
    if (taken->count == taken->room) {
        taken->room = taken->room * 2 + 8;
        taken->items =
            xrealloc(taken->items, taken->room, sizeof taken->items[0]);
    }
    taken->items[taken->count++] = message;
}

/*
 * Gives the receives that were posted before `end` (NULL: all) what they can
 * take.  One that could take several messages takes none here: then more may
 * happen than the standard allows, but never less.  Returns whether the
 * message is among those that are or may be taken.
 */
static bool simulate(const struct endpoint *endpoint, const struct receive *end,
                     struct taken *taken, const struct message *message)
{
    const struct receive *receive;

    DL_FOREACH(endpoint->receives, receive)
    {
        const struct message *one = NULL;
        unsigned count;

        if (receive == end)
            break;
        count =
            candidates(endpoint, receive->source, receive->tag, taken, &one);
        if (count == 1)
            take(taken, one);
        if (message == NULL || count == 0)
            continue;
        if (one == message || (count > 1 && (receive->tag == NEUTRAL_ANY_TAG ||
                                             receive->tag == message->tag)))
            return true;
    }
    return false;
}

/* Whether there is, or may be, a message for it. */
static bool can_receive(const struct endpoint *endpoint, int64_t source,
                        int64_t tag, const struct receive *receive)
{
    struct taken taken = {0};
    const struct message *one;
    bool result;

    (void)simulate(endpoint, receive, &taken, NULL);
    result = candidates(endpoint, source, tag, &taken, &one) > 0;
    free(taken.items);
    return result;
}

static bool can_be_received(const struct message *message)
{
    struct taken taken = {0};
    bool result;

    if (message->receive != NULL || message->lane == NULL ||
        message->endpoint->lost)
        return true;
    result = simulate(message->endpoint, NULL, &taken, message);
    free(taken.items);
    return result;
}

/* Members that could send to the receiver: all of the communicator, or of
 * the other side of an intercommunicator. */
static void add_sources(struct waits *waits, const struct comm *comm,
                        uint32_t receiver, int64_t source)
{
    uint32_t first = 0, end = comm_size(comm), i;

    if (source != SOURCE_ANY) {
        add_seat(waits, comm_seat(comm, (uint32_t)source));
        return;
    }
    if (comm->groups[1] != NULL) {
        uint32_t local = (uint32_t)comm->groups[0]->size;

        first = receiver < local ? local : 0;
        end = receiver < local ? end : local;
    }
    for (i = first; i < end; i++)
        add_seat(waits, comm_seat(comm, i));
}

static void need_message(struct waits *waits, const struct comm *comm,
                         const struct receive *receive)
{
    struct wait_reason reason = {.kind = WAIT_MESSAGE,
                                 .call = receive->call,
                                 .comm = comm,
                                 .tag = receive->tag,
                                 .any_source = receive->source == SOURCE_ANY};

    if (receive->matched || receive->endpoint == NULL ||
        receive->endpoint->lost ||
        can_receive(receive->endpoint, receive->source, receive->tag, receive))
        return;
    add_need(waits, true, reason);
    add_sources(waits, comm, receive->receiver, receive->source);
}

/* Buffered sends end without a receive. */
static bool is_buffered(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Bsend:
    case CALL_MPI_Ibsend:
    case CALL_MPI_Bsend_init:
        return true;
    default:
        return false;
    }
}

int64_t message_bytes(struct agent *agent, const struct call *call)
{
    const struct call_MPI_Send *send = CALL_VIEW(call, MPI_Send);
    const struct type *type = agent_type(agent, send->datatype);

    return type == NULL || !type->known || send->count < 0
               ? -1
               : send->count * type->size;
}

static void need_receive(struct waits *waits, struct agent *agent,
                         const struct operation *operation)
{
    const struct message *message = operation->message;
    struct wait_reason reason = {.kind = WAIT_RECEIVE,
                                 .call = message->call,
                                 .comm = operation->comm,
                                 .tag = message->tag,
                                 .bytes = -1};

    if (is_buffered(operation->made_by) || can_be_received(message))
        return;
    if (operation->kind == OPERATION_SEND)
        reason.bytes = message_bytes(agent, operation->made_by);
    add_need(waits, true, reason);
    add_seat(waits, comm_seat(operation->comm, message->receiver));
}

/* ---------------------------------------------------------- collectives */

static void need_members(struct waits *waits, const struct comm *comm,
                         const struct window *window,
                         const struct channel *channel,
                         const struct meeting *meeting, struct call *call)
{
    const struct comm *members = comm != NULL ? comm : window->comm;
    uint32_t i;

    if (channel->broken)
        waits->wrong[waits->node] = true;
    if (channel->broken || meeting->arrived >= meeting->size)
        return;
    add_need(waits, false,
             (struct wait_reason){.kind = WAIT_MEMBERS,
                                  .call = call,
                                  .comm = comm,
                                  .window = window});
    for (i = 0; i < channel->size; i++)
        if (channel->next[i] <= meeting->position)
            add_seat(waits, comm_seat(members, i));
}

/* MPI_Intercomm_create also waits for the other side's leader. */
static void need_leader(struct waits *waits, const struct open_call *open)
{
    const struct comm *peer;
    int64_t leader = intercomm_missing(open->meeting, &peer);

    if (leader < 0)
        return;
    add_need(waits, false,
             (struct wait_reason){
                 .kind = WAIT_LEADER, .call = open->call, .comm = peer});
    add_seat(waits, comm_seat(peer, (uint32_t)leader));
}

/* Constructors over a group. */
static void need_making(struct waits *waits, const struct open_call *open)
{
    const struct group *group;
    const bool *joined = making_joined(open->making, &group);
    int i;

    add_need(waits, false,
             (struct wait_reason){.kind = WAIT_MEMBERS, .call = open->call});
    for (i = 0; i < group->size; i++)
        if (!joined[i])
            add_seat(waits, group->seats[i]);
}

/* ------------------------------------------------------------- requests */

static void need_operation(struct waits *waits, struct agent *agent,
                           const struct operation *operation)
{
    const struct channel *channel;

    switch (operation->kind) {
    case OPERATION_SEND:
    case OPERATION_RECEIVE:
        if (operation->message != NULL)
            need_receive(waits, agent, operation);
        if (operation->receive != NULL)
            need_message(waits, operation->comm, operation->receive);
        break;
    case OPERATION_COLLECTIVE:
    case OPERATION_IDUP:
        if (operation->meeting == NULL)
            break;
        if (operation->comm->channel->broken) {
            waits->wrong[waits->node] = true;
            break;
        }
        channel = operation->persistent ? operation->initial->rounds
                                        : operation->comm->channel;
        need_members(waits, operation->comm, NULL, channel, operation->meeting,
                     operation->made_by);
        break;
    case OPERATION_RMA:
    case OPERATION_OTHER:
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
        *one = (struct array_handle){.items = &call->words[0], .count = 1};
        return one;
    case CALL_MPI_Waitall:
        return &CALL_VIEW(call, MPI_Waitall)->array_of_requests;
    case CALL_MPI_Waitany:
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
        if (any && before == knot_needs(waits->knot) &&
            !is_inactive(agent, handles->items[i]))
            add_need(waits, false, (struct wait_reason){0});
    }
}

/* --------------------------------------------------------------- windows */

static struct call *other_call(const struct waits *waits,
                               const struct seat *seat)
{
    const struct agent *agent = seat_agent(seat);

    return agent == NULL ? NULL : waits->calls[agent->node];
}

static void need_posts(struct waits *waits, const struct open_call *open,
                       const struct window_rank *member)
{
    const struct window *window = open->window;
    int i;

    for (i = 0; member->start != NULL && i < member->start_count; i++) {
        if (pairing_posted(window, open->member, &member->start_ranks[i], 1))
            continue;
        add_need(waits, false,
                 (struct wait_reason){
                     .kind = WAIT_POST, .call = open->call, .window = window});
        add_seat(waits,
                 comm_seat(window->comm, (uint32_t)member->start_ranks[i]));
    }
}

/* The origin has not called MPI_Win_complete, or has not come back from it. */
static void need_completes(struct waits *waits, const struct open_call *open,
                           const struct window_rank *member)
{
    const struct window *window = open->window;
    int i;

    for (i = 0; member->post != NULL && i < member->post_count; i++) {
        uint32_t origin = (uint32_t)member->post_ranks[i];
        const struct seat *seat = comm_seat(window->comm, origin);
        const struct call *there = other_call(waits, seat);

        if (pairing_completed(window, open->member, &member->post_ranks[i],
                              1) &&
            (there == NULL || there->info->base != CALL_MPI_Win_complete))
            continue;
        add_need(waits, false,
                 (struct wait_reason){.kind = WAIT_COMPLETE,
                                      .call = open->call,
                                      .window = window});
        add_seat(waits, seat);
    }
}

static bool is_exclusive(const struct call *call)
{
    return call->info->base == CALL_MPI_Win_lock &&
           CALL_VIEW(call, MPI_Win_lock)->lock_type == NEUTRAL_LOCK_EXCLUSIVE;
}

static void need_locks_of(struct waits *waits, const struct open_call *open,
                          const struct lock *locks, const struct call *own)
{
    const struct lock *lock;

    DL_FOREACH(locks, lock)
    {
        if (lock->unlock != NULL || lock->origin == open->member ||
            !lock->lock->returned ||
            (!is_exclusive(lock->lock) && !is_exclusive(own)))
            continue;
        add_need(waits, false,
                 (struct wait_reason){.kind = WAIT_LOCK,
                                      .call = lock->lock,
                                      .window = open->window});
        add_seat(waits, comm_seat(open->window->comm, lock->origin));
    }
}

/* A lock may be asked for as late as in the call that ends it. */
static void need_locks(struct waits *waits, const struct open_call *open,
                       const struct window_rank *member, int target)
{
    const struct window *window = open->window;
    const struct held_lock *held;
    uint32_t i;

    if (target >= 0) {
        held = window_held_lock(member, target);
        if (held == NULL)
            return;
        need_locks_of(waits, open, window->ranks[target].locks, held->lock);
        need_locks_of(waits, open, window->lock_alls, held->lock);
    } else if (member->lock_all != NULL)
        for (i = 0; i < window->size; i++)
            need_locks_of(waits, open, window->ranks[i].locks,
                          member->lock_all);
}

static void need_window(struct waits *waits, const struct open_call *open)
{
    const struct window *window = open->window;
    const struct window_rank *member = &window->ranks[open->member];
    const struct call *call = open->call;

    switch (call->info->base) {
    case CALL_MPI_Win_fence:
    case CALL_MPI_Win_free:
        if (open->meeting != NULL)
            need_members(waits, NULL, window, window->channel, open->meeting,
                         open->call);
        break;
    case CALL_MPI_Win_start:
    case CALL_MPI_Win_complete:
        need_posts(waits, open, member);
        break;
    case CALL_MPI_Win_wait:
        need_completes(waits, open, member);
        break;
    case CALL_MPI_Win_lock:
        need_locks(waits, open, member,
                   (int)CALL_VIEW(call, MPI_Win_lock)->rank);
        break;
    case CALL_MPI_Win_unlock:
    case CALL_MPI_Win_flush:
    case CALL_MPI_Win_flush_local:
        need_locks(waits, open, member,
                   (int)CALL_VIEW(call, MPI_Win_unlock)->rank);
        break;
    case CALL_MPI_Win_lock_all:
    case CALL_MPI_Win_unlock_all:
    case CALL_MPI_Win_flush_all:
    case CALL_MPI_Win_flush_local_all:
        need_locks(waits, open, member, -1);
        break;
    }
}

/* ------------------------------------------------------- the other calls */

static void need_probe(struct waits *waits, const struct agent *agent,
                       struct call *call)
{
    const struct call_MPI_Probe *view = CALL_VIEW(call, MPI_Probe);
    const struct comm *comm = agent_comm(agent, view->comm);
    const struct endpoint *endpoint;
    struct wait_reason reason = {
        .kind = WAIT_PROBE, .call = call, .comm = comm, .tag = view->tag};
    int64_t source = SOURCE_ANY;
    uint32_t member;

    if (comm == NULL || !comm_member(comm, agent, &member) ||
        view->source == NEUTRAL_PROC_NULL)
        return;
    reason.any_source = view->source == NEUTRAL_ANY_SOURCE;
    if (!reason.any_source) {
        source = view->source >= NEUTRAL_SPECIAL
                     ? -1
                     : comm_peer(comm, member, view->source);
        if (source < 0)
            return;
    }
    HASH_FIND(hh, comm->endpoints, &member, sizeof member, endpoint);
    if (endpoint != NULL &&
        (endpoint->lost || can_receive(endpoint, source, view->tag, NULL)))
        return;
    add_need(waits, true, reason);
    add_sources(waits, comm, member, source);
}

/* Messages that the process has sent by buffered sends on a communicator. */
static void need_buffers_on(struct waits *waits, const struct agent *agent,
                            const struct comm *comm)
{
    const struct endpoint *endpoint, *next;
    const struct message *message;
    struct lane *lane;
    uint32_t member;

    if (!comm_member(comm, agent, &member))
        return;
    HASH_ITER(hh, comm->endpoints, endpoint, next)
    {
        HASH_FIND(hh, endpoint->lanes, &member, sizeof member, lane);
        if (lane == NULL)
            continue;
        DL_FOREACH(lane->messages, message)
        {
            /* A persistent one is sent by MPI_Start. */
            if (!is_buffered(message->call) || can_be_received(message))
                continue;
            add_need(waits, false,
                     (struct wait_reason){.kind = WAIT_BUFFER,
                                          .call = message->call,
                                          .comm = comm,
                                          .tag = message->tag});
            add_seat(waits, comm_seat(comm, message->receiver));
        }
    }
}

static void need_buffers(struct waits *waits, const struct agent *agent)
{
    struct binding *binding, *next;

    HASH_ITER(hh, agent->bindings, binding, next)
    if (binding->key.kind == BINDING_COMM)
        need_buffers_on(waits, agent, binding->object);
}

static void need_finalize(struct waits *waits, const struct agent *agent,
                          struct call *call)
{
    const struct comm *world = agent_comm(agent, NEUTRAL_COMM_WORLD);
    uint32_t i;

    if (world == NULL || agent->process->mpi != PROCESS_INITIALIZED)
        return;
    add_need(waits, false,
             (struct wait_reason){.kind = WAIT_FINALIZE, .call = call});
    for (i = 0; i < comm_size(world); i++) {
        const struct agent *other = seat_agent(comm_seat(world, i));

        if (other == NULL || other->finalize == NULL)
            add_seat(waits, comm_seat(world, i));
    }
}

static bool is_any(const struct call *call)
{
    return call->info->base == CALL_MPI_Waitany ||
           call->info->base == CALL_MPI_Waitsome;
}

static void describe_call(struct waits *waits, struct agent *agent,
                          const struct open_call *open)
{
    struct call *call = open->call;

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
        need_requests(waits, agent, call, is_any(call));
        return;
    case CALL_MPI_Buffer_detach:
    case CALL_MPI_Buffer_flush:
        need_buffers(waits, agent);
        return;
    case CALL_MPI_Finalize:
        need_finalize(waits, agent, call);
        return;
    case CALL_MPI_Intercomm_create:
        if (open->meeting != NULL)
            need_leader(waits, open);
        break;
    }
    if (open->making != NULL)
        need_making(waits, open);
    else if (open->operation != NULL)
        return; /* it only starts something */
    else if (open->comm != NULL && open->meeting != NULL)
        need_members(waits, open->comm, NULL, open->comm->channel,
                     open->meeting, call);
    else if (open->window != NULL)
        need_window(waits, open);
}

/* ------------------------------------------------------------ the graph */

static int compare_agents(const void *left, const void *right)
{
    const struct process *a = (*(struct agent *const *)left)->process;
    const struct process *b = (*(struct agent *const *)right)->process;

    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static bool is_gone(const struct agent *agent)
{
    return agent->gone || agent->process->mpi == PROCESS_FINALIZED;
}

/* The call that the process is in; NULL: it may go on by itself.  Of several
 * threads nothing is known yet. */
static const struct open_call *waiting_call(const struct agent *agent)
{
    const struct open_call *open =
        agent->open == NULL ? NULL : agent->open->prev;

    return open == NULL || agent->threads > 1 || agent->waits ? NULL : open;
}

struct agent **agents_by_rank(struct model *model, uint32_t *count)
{
    struct agent **agents =
        xcalloc((size_t)model->agent_count + 1, sizeof(struct agent *));
    struct agent *agent;
    uint32_t i = 0;

    DL_FOREACH(model->agents, agent)
    agents[i++] = agent;
    qsort(agents, i, sizeof(struct agent *), compare_agents);
    *count = i;
    while (i-- > 0)
        agents[i]->node = i;
    return agents;
}

static struct waits *waits_new(struct model *model)
{
    struct waits *waits = xcalloc(1, sizeof *waits);
    uint32_t i;

    waits->model = model;
    waits->agents = agents_by_rank(model, &waits->count);
    waits->calls = xcalloc((size_t)waits->count + 1, sizeof(struct call *));
    waits->wrong = xcalloc((size_t)waits->count + 1, sizeof waits->wrong[0]);
    for (i = 0; i < waits->count; i++) {
        const struct open_call *open = waiting_call(waits->agents[i]);

        waits->calls[i] = open == NULL ? NULL : open->call;
    }
    /* One node more stands for all that have not come yet. */
    waits->knot = knot_new(waits->count + 1);
    return waits;
}

static void waits_free(struct waits *waits)
{
    knot_free(waits->knot);
    free(waits->agents);
    free(waits->calls);
    free(waits->wrong);
    free(waits->reasons);
    free(waits);
}

static void describe(struct waits *waits)
{
    uint32_t i;

    for (i = 0; i < waits->count; i++) {
        struct agent *agent = waits->agents[i];
        const struct open_call *open = waiting_call(agent);

        if (is_gone(agent)) {
            knot_gone(waits->knot, i);
        } else if (open != NULL) {
            waits->node = i;
            knot_waits(waits->knot, i, is_any(open->call));
            describe_call(waits, agent, open);
        }
    }
}

/* Somebody's end explains that others wait: the launcher ends them, too. */
static bool is_ending(const struct model *model)
{
    const struct agent *agent;

    DL_FOREACH(model->agents, agent)
    if (agent->gone && agent->process->mpi != PROCESS_FINALIZED)
        return true;
    return model->someone_aborted;
}

size_t model_stuck(struct model *model, const struct process ***processes)
{
    struct waits *waits;
    size_t count = 0;
    uint32_t i;

    *processes = NULL;
    if (is_ending(model))
        return 0;
    waits = waits_new(model);
    describe(waits);
    if (knot_solve(waits->knot) > 0) {
        *processes = xcalloc(waits->count, sizeof **processes);
        for (i = 0; i < waits->count; i++)
            if (knot_is_stuck(waits->knot, i))
                (*processes)[count++] = waits->agents[i]->process;
    }
    waits_free(waits);
    return count;
}

static struct deadlock_member describe_member(const struct waits *waits,
                                              const struct knot_member *from)
{
    struct deadlock_member member = {.process =
                                         waits->agents[from->node]->process,
                                     .call = waits->calls[from->node],
                                     .reason = waits->reasons[from->need],
                                     .any = from->any};

    if (from->target != KNOT_SEVERAL && from->target < waits->count) {
        member.peer = waits->agents[from->target]->process;
        member.peer_gone = knot_is_gone(waits->knot, from->target);
        if (member.peer_gone)
            member.peer_finalize = waits->agents[from->target]->finalize;
    }
    return member;
}

size_t model_hangs(struct model *model, const struct process ***processes)
{
    struct waits *waits;
    size_t count = 0;
    uint32_t i;

    *processes = NULL;
    if (is_ending(model))
        return 0;
    waits = waits_new(model);
    describe(waits);
    for (i = 0; i < waits->count; i++)
        if (waits->wrong[i])
            knot_gone(waits->knot, i);
    (void)knot_solve(waits->knot);
    *processes = xcalloc((size_t)waits->count + 1, sizeof **processes);
    for (i = 0; i < waits->count; i++) {
        if (is_gone(waits->agents[i]))
            continue;
        if (!waits->wrong[i] && !knot_is_stuck(waits->knot, i))
            break;
        (*processes)[count++] = waits->agents[i]->process;
    }
    if (i < waits->count)
        count = 0;
    waits_free(waits);
    return count;
}

static void raise_deadlock(struct waits *waits, uint32_t stuck)
{
    struct knot_member *core;
    uint32_t count = knot_core(waits->knot, &core), behind = 0, i, k;
    struct deadlock_member *members =
        xcalloc((size_t)count + 1, sizeof members[0]);
    const struct process **others =
        xcalloc((size_t)stuck + 1, sizeof others[0]);
    struct model_event event =
        model_event_new(waits->agents[core[0].node], EVENT_DEADLOCK, NULL);

    for (i = 0; i < count; i++)
        members[i] = describe_member(waits, &core[i]);
    for (i = 0; i < waits->count; i++) {
        for (k = 0; k < count && core[k].node != i; k++)
            ;
        if (k == count && knot_is_stuck(waits->knot, i))
            others[behind++] = waits->agents[i]->process;
    }
    event.call = members[0].call;
    event.deadlock = (struct deadlock){members, count, behind, others};
    model_raise(waits->model, &event);
    free(others);
    free(members);
    free(core);
}

bool model_deadlock(struct model *model)
{
    struct waits *waits;
    uint32_t stuck;

    if (is_ending(model))
        return false;
    machine_check(model);
    waits = waits_new(model);
    describe(waits);
    stuck = knot_solve(waits->knot);
    if (stuck > 0)
        raise_deadlock(waits, stuck);
    waits_free(waits);
    return stuck > 0;
}

void model_end_job(struct model *model)
{
    struct agent *agent;

    model->someone_aborted = true;
    DL_FOREACH(model->agents, agent)
    agent->process->ended_here = !agent->gone;
}
