/*
 * machine_step.c - what a call does in the machine, and what it waits for.
 */
#include "machine_private.h"
#include "model_attached.h"
#include "model_request.h"

#include <stdlib.h>

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

/* Whether it ends before its receive is posted, or must not begin before. */
static bool ends_at_once(const struct agent *agent,
                         const struct operation *operation)
{
    return is_buffered(operation->made_by) ||
           operation->message->mode == MESSAGE_READY ||
           (agent->model->strict == STRICT_SEND_BUFFERED &&
            operation->message->mode == MESSAGE_STANDARD);
}

static void keep_buffered(struct agent *agent, const struct item *item)
{
    struct item *kept;
    size_t i, count = 0;

    for (i = 0; i < agent->buffered_count; i++) {
        if (machine_is_met(&agent->buffered[i]))
            machine_item_drop(&agent->buffered[i]);
        else
            agent->buffered[count++] = agent->buffered[i];
    }
    agent->buffered = xrealloc(agent->buffered, count + 1, sizeof *kept);
    kept = &agent->buffered[count];
    *kept = (struct item){.kind = ITEM_BUFFERED,
                          .does = WAITS,
                          .call = call_hold(item->call),
                          .message = item->message,
                          .comm = comm_hold(item->comm),
                          .bytes = item->bytes};
    kept->message->references++;
    agent->buffered_count = count + 1;
}

static void add_send(struct step *step, struct agent *agent,
                     const struct operation *operation, unsigned does)
{
    bool at_once;
    struct item *item;

    if (operation->message == NULL)
        return;
    at_once = ends_at_once(agent, operation);
    if (at_once && (does & ACTS) == 0)
        return;
    item = machine_item(step, ITEM_SEND, at_once ? ACTS : does,
                        operation->message->call);
    item->message = operation->message;
    item->message->references++;
    item->comm = comm_hold(operation->comm);
    if (operation->kind == OPERATION_SEND)
        item->bytes = payload_bytes(&operation->message->transfer.payload);
    if (does & ACTS)
        machine_add_alike(step->call, item);
    if (is_buffered(operation->made_by))
        keep_buffered(agent, item);
}

static void add_receive(struct step *step, const struct operation *operation,
                        unsigned does)
{
    struct item *item;

    if (operation->receive == NULL)
        return;
    item = machine_item(step, ITEM_RECEIVE, does, operation->receive->call);
    item->receive = operation->receive;
    item->receive->references++;
    item->comm = comm_hold(operation->comm);
    if (does & ACTS)
        machine_add_alike(step->call, item);
}

static void add_meeting(struct step *step, const struct agent *agent,
                        const struct operation *operation, unsigned does)
{
    struct item *item;

    if (operation->meeting == NULL || operation->comm == NULL)
        return;
    item = machine_item(step, ITEM_MEETING, does, operation->made_by);
    if (operation->persistent)
        item->started = call_hold(operation->started_by);
    item->meeting = meeting_hold(operation->meeting);
    item->initial = meeting_hold(operation->initial);
    item->channel = operation->persistent ? operation->initial->rounds
                                          : operation->comm->channel;
    item->comm = comm_hold(operation->comm);
    item->member = operation->member;
    item->minimal = agent->model->strict == STRICT_COLL_MINIMAL;
}

static struct item *add_partition(struct step *step, enum item_kind kind,
                                  unsigned does,
                                  const struct operation *operation,
                                  struct call *call)
{
    struct item *item = machine_item(step, kind, does, call);

    item->partitioned = operation->partitioned;
    item->partitioned->references++;
    item->comm = comm_hold(operation->comm);
    item->member =
        partitioned_sends(operation) ? PARTITIONED_SEND : PARTITIONED_RECEIVE;
    return item;
}

static void add_partitioned(struct step *step, const struct agent *agent,
                            const struct operation *operation, unsigned does)
{
    struct item *item;

    if (operation->partitioned == NULL)
        return;
    item = add_partition(step, does & ACTS ? ITEM_START : ITEM_PARTITIONED,
                         does, operation, operation->started_by);
    item->count = operation->partitioned->ends[item->member].round;
    item->minimal = agent->model->strict == STRICT_SEND_BUFFERED;
    if (item->member == PARTITIONED_SEND)
        item->bytes =
            payload_bytes(&operation->partitioned->ends[0].transfer.payload);
}

static void add_operation(struct step *step, struct agent *agent,
                          const struct operation *operation, unsigned does)
{
    switch (operation->kind) {
    case OPERATION_SEND:
    case OPERATION_RECEIVE:
        add_receive(step, operation, does);
        add_send(step, agent, operation, does);
        break;
    case OPERATION_COLLECTIVE:
    case OPERATION_IDUP:
        add_meeting(step, agent, operation, does);
        break;
    case OPERATION_PARTITIONED:
        add_partitioned(step, agent, operation, does);
        break;
    case OPERATION_RMA:
    case OPERATION_OTHER:
        break;
    }
}

/* How many operations the handle stands for; 0 where one is not active. */
static uint32_t count_active(const struct operation *first)
{
    const struct operation *operation;
    uint32_t count = 0;

    for (operation = first; operation != NULL; operation = operation->next) {
        if (!operation->active)
            return 0;
        count++;
    }
    return count;
}

/* The first that the handle stands for; NULL: none. */
static struct operation *first_of(const struct agent *agent, uint64_t handle)
{
    return handle == NEUTRAL_REQUEST_NULL
               ? NULL
               : binding_find(agent, BINDING_REQUEST, handle);
}

/*
 * The operations that item i of the array, a handle of `first`, stands for, a
 * list; *one: only the first of it.  MPI libraries give several sends that are
 * over one handle: where the variable does not tell which it is, it stands for
 * all of them if it is in the array as often, at the first such item, and for
 * none at the others, nor where it is not known which of them are meant, or
 * were by a test before.
 */
static struct operation *listed_operations(const struct agent *agent,
                                           const struct call *call,
                                           const struct array_handle *handles,
                                           uint32_t i, struct operation *first,
                                           bool *one)
{
    uint64_t handle = handles->items[i];
    struct operation *meant;
    uint32_t k, times = 0;

    *one = first == NULL || (first->next == NULL && !first->doubtful);
    if (*one)
        return first != NULL && first->active ? first : NULL;
    meant = request_place_find(first, NULL, call, i);
    if (meant == NULL && agent->threads > 1 && !first->doubtful)
        meant = request_own(first, call->thread);
    *one = meant != NULL;
    if (*one)
        return meant->active ? meant : NULL;
    if (first->chosen || first->doubtful)
        return NULL;
    for (k = i; k < handles->count; k++)
        times += handles->items[k] == handle;
    first->chosen = true; /* until add_requests is through */
    return times == count_active(first) ? first : NULL;
}

static void unchoose(const struct agent *agent,
                     const struct array_handle *handles)
{
    uint32_t i;

    for (i = 0; handles->special == ARRAY_PRESENT && i < handles->count; i++) {
        struct operation *first = first_of(agent, handles->items[i]);

        if (first != NULL)
            first->chosen = false;
    }
}

static void add_requests(struct step *step, struct agent *agent,
                         const struct call *call,
                         const struct array_handle *handles, unsigned does)
{
    bool one, several = false;
    uint32_t i;

    for (i = 0; handles->special == ARRAY_PRESENT && i < handles->count; i++) {
        struct operation *first = first_of(agent, handles->items[i]);
        bool repeated = first != NULL && first->next != NULL && first->chosen;
        const struct operation *operation =
            listed_operations(agent, call, handles, i, first, &one);
        bool followed = repeated || operation != NULL;

        several = several || (first != NULL && first->next != NULL);

        for (; operation != NULL; operation = one ? NULL : operation->next) {
            size_t before = step->item_count;

            /* One that was active already this call has not started. */
            if (does == ACTS && operation->started_by != call)
                continue;
            /* MPI_Wait is local for one that MPI_Cancel was called for
             * (MPI-4.1 3.8.4); and does not wait for one that is known to be
             * complete, which it need not have been. */
            if (!operation->cancelled && !operation->told_complete)
                add_operation(step, agent, operation, does);
            followed = followed && before < step->item_count;
        }
        /* One that is not followed may be what ends the call. */
        if (step->any && !followed && handles->items[i] != NEUTRAL_REQUEST_NULL)
            step->any = false, does = 0;
    }
    if (several)
        unchoose(agent, handles);
    if (does == 0)
        for (i = 0; i < step->item_count; i++)
            step->items[i].does = 0;
}

/* MPI_Intercomm_create also waits for the leader of the other side. */
static void add_leader(struct step *step, const struct item *meeting)
{
    struct item *item;
    struct item of = *meeting; /* which may move */

    item = machine_item(step, ITEM_LEADER, of.does, of.call);
    item->meeting = meeting_hold(of.meeting);
    item->initial = meeting_hold(of.initial);
    item->comm = comm_hold(of.comm);
    item->channel = of.channel;
    item->member = of.member;
}

static void add_collective(struct step *step, const struct agent *agent,
                           const struct open_call *open)
{
    const struct call *call = open->call;
    struct item *item;
    bool waits =
        call->info->base != CALL_MPI_Win_fence ||
        (CALL_VIEW(call, MPI_Win_fence)->assert &NEUTRAL_MODE_NOPRECEDE) == 0;

    item = machine_item(step, ITEM_MEETING, waits ? ACTS | WAITS : ACTS,
                        open->call);
    item->meeting = meeting_hold(open->meeting);
    item->member = open->member;
    item->minimal = agent->model->strict == STRICT_COLL_MINIMAL;
    if (open->making != NULL) {
        item->comm = comm_hold(making_comm(open->making, &item->initial));
        item->channel = meeting_hold(item->initial)->rounds;
    } else if (open->comm != NULL) {
        item->comm = comm_hold(open->comm);
        item->channel = open->comm->channel;
    } else {
        item->window = window_hold(open->window);
        item->channel = open->window->channel;
    }
    if (call->info->base == CALL_MPI_Intercomm_create ||
        call->info->base == CALL_MPI_Intercomm_create_from_groups)
        add_leader(step, item);
}

static struct item *add_pair(struct step *step, const struct open_call *open,
                             enum item_kind kind, unsigned does, int peer)
{
    struct item *item = machine_item(step, kind, does, open->call);

    item->window = window_hold(open->window);
    item->member = open->member;
    item->peer = (uint32_t)peer;
    return item;
}

static void add_epoch(struct step *step, const struct open_call *open)
{
    struct window *window = open->window;
    const struct window_rank *member = &window->ranks[open->member];
    uint32_t own = open->member;
    int i;

    switch (open->call->info->base) {
    case CALL_MPI_Win_post:
        for (i = 0; member->post == open->call && i < member->post_count; i++) {
            machine_pair(window, (uint32_t)member->post_ranks[i], own)->posts++;
            add_pair(step, open, ITEM_POST, ACTS, member->post_ranks[i]);
        }
        break;
    case CALL_MPI_Win_start:
        for (i = 0; member->start == open->call && i < member->start_count;
             i++) {
            struct pair *pair =
                machine_pair(window, own, (uint32_t)member->start_ranks[i]);

            pair->starts++;
            if ((CALL_VIEW(open->call, MPI_Win_start)
                     ->assert &NEUTRAL_MODE_NOCHECK) == 0)
                add_pair(step, open, ITEM_POST, WAITS, member->start_ranks[i])
                    ->count = pair->starts;
        }
        break;
    case CALL_MPI_Win_complete:
        for (i = 0; member->start != NULL && i < member->start_count; i++) {
            struct pair *pair =
                machine_pair(window, own, (uint32_t)member->start_ranks[i]);

            pair->completes++;
            add_pair(step, open, ITEM_COMPLETE, ACTS, member->start_ranks[i]);
            add_pair(step, open, ITEM_POST, WAITS, member->start_ranks[i])
                ->count = pair->starts;
        }
        break;
    case CALL_MPI_Win_wait:
        for (i = 0; member->post != NULL && i < member->post_count; i++) {
            struct pair *pair =
                machine_pair(window, (uint32_t)member->post_ranks[i], own);

            add_pair(step, open, ITEM_COMPLETE, WAITS, member->post_ranks[i])
                ->count = ++pair->waits;
        }
        break;
    }
}

/* What MPI_Start and MPI_Startall have begun. */
static void add_started(struct step *step, struct agent *agent,
                        const struct call *call)
{
    const struct call_MPI_Startall *all = CALL_VIEW(call, MPI_Startall);
    struct array_handle one = {.items = &call->words[0], .count = 1};

    add_requests(step, agent, call,
                 call->info->base == CALL_MPI_Start ? &one
                                                    : &all->array_of_requests,
                 ACTS);
}

/* MPI_Buffer_detach and its kin wait for what was sent by MPI_Bsend. */
static void add_buffered(struct step *step, struct agent *agent,
                         const struct call *call)
{
    size_t i, left = 0;

    if (agent->buffered_count == 0)
        return;
    step->items = xcalloc(agent->buffered_count, sizeof step->items[0]);
    step->item_room = agent->buffered_count;
    for (i = 0; i < agent->buffered_count; i++) {
        struct item *item = &agent->buffered[i];

        if (attached_serves(agent, call, item->comm))
            step->items[step->item_count++] = *item;
        else
            agent->buffered[left++] = *item;
    }
    agent->buffered_count = left;
}

/* Of several threads any may take what it finds. */
static void add_probe(struct step *step, const struct agent *agent,
                      struct call *call)
{
    const struct call_MPI_Probe *view = CALL_VIEW(call, MPI_Probe);

    if ((call->info->classes & CLASS_BLOCKS) != 0 &&
        !machine_has_threads(agent->process) &&
        view->source != NEUTRAL_PROC_NULL &&
        agent_comm(agent, view->comm) != NULL)
        machine_item(step, ITEM_PROBE, WAITS, call)->comm =
            comm_hold(agent_comm(agent, view->comm));
}

/* Whether a collective call may return only when all have called it: also one
 * that makes a persistent operation (MPI-4.1 6.13). */
static bool is_nonlocal(const struct operation *operation)
{
    return operation == NULL || operation->initial != NULL;
}

void machine_add_items(struct step *step, struct agent *agent,
                       const struct open_call *open)
{
    struct call *call = open->call;
    struct array_handle one = {.items = &call->words[0], .count = 1};

    switch (call->info->base) {
    case CALL_MPI_Start:
    case CALL_MPI_Startall:
        add_started(step, agent, call);
        return;
    case CALL_MPI_Wait:
        add_requests(step, agent, call, &one, WAITS);
        return;
    case CALL_MPI_Waitall:
        add_requests(step, agent, call,
                     &CALL_VIEW(call, MPI_Waitall)->array_of_requests, WAITS);
        return;
    case CALL_MPI_Waitany:
        step->any = true;
        add_requests(step, agent, call,
                     &CALL_VIEW(call, MPI_Waitany)->array_of_requests, WAITS);
        return;
    case CALL_MPI_Waitsome:
        step->any = true;
        add_requests(step, agent, call,
                     &CALL_VIEW(call, MPI_Waitsome)->array_of_requests, WAITS);
        return;
    case CALL_MPI_Pready:
    case CALL_MPI_Pready_range:
    case CALL_MPI_Pready_list:
        if (open->marked > 0)
            add_partition(step, ITEM_READY, ACTS, open->operation, call)
                ->count = open->marked;
        return;
    case CALL_MPI_Probe:
    case CALL_MPI_Iprobe:
    case CALL_MPI_Mprobe:
    case CALL_MPI_Improbe:
        machine_add_probe(agent, open);
        add_probe(step, agent, call);
        return;
    case CALL_MPI_Buffer_detach:
    case CALL_MPI_Buffer_flush:
    case CALL_MPI_Comm_detach_buffer:
    case CALL_MPI_Comm_flush_buffer:
        add_buffered(step, agent, call);
        return;
    }
    if (open->operation != NULL && open->operation->active)
        add_operation(step, agent, open->operation,
                      call->info->classes & CLASS_BLOCKS ? ACTS | WAITS : ACTS);
    else if (open->meeting != NULL && is_nonlocal(open->operation))
        add_collective(step, agent, open);
    else if (open->operation == NULL && open->window != NULL)
        add_epoch(step, open);
}
