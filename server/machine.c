/*
 * machine.c - the same program under the strictest MPI.
 *
 * An abstract machine executes the calls of each process in their order, by
 * the strictest behaviour that the standard allows: a send ends only when its
 * receive is posted, all members of a collective operation wait for each
 * other, start and complete wait for post, wait waits for complete.  Which
 * receive takes which message is taken from the real run.  Where nobody can go
 * on though the real run did, the program relies on what MPI does not promise
 * (MPI-4.1 3.5, 6.14): that is told, and the machine goes on as the real run
 * did.
 *
 * A step has effects, which happen when the machine comes to it (a message is
 * sent, a receive posted), and things it then waits for.  What the real run
 * has not told yet may still happen, so that what is found does not depend on
 * the order in which the records of the processes arrive.
 */
#include "machine.h"

#include "knot.h"

#include <stdlib.h>
#include <string.h>

/* Records between two looks for a knot, and more with many processes. */
#define INTERVAL 512
/* Steps of a process that wait for one that cannot be judged. */
#define PATIENCE 8192

enum item_kind {
    ITEM_SEND,
    ITEM_RECEIVE,
    ITEM_MEETING,
    ITEM_POST,     /* the count-th post of `peer` for `member` */
    ITEM_COMPLETE, /* the count-th complete of `peer` for `member` */
    ITEM_BUFFERED  /* a send that ends before its receive is posted */
};

enum { ACTS = 1, WAITS = 2 };

struct item {
    enum item_kind kind;
    unsigned does;     /* ACTS, WAITS */
    struct call *call; /* that began it; held */
    struct message *message;
    struct receive *receive;
    struct meeting *meeting, *initial;
    struct channel *channel;
    struct comm *comm;
    struct window *window;
    uint32_t member, peer;
    uint64_t count;
    int64_t bytes;
};

struct step {
    struct call *call; /* held */
    bool any;          /* it waits for any of its items */
    bool acted, returned;
    struct item *items;
    size_t item_count;
    struct step *next, *prev;
};

/* A process in the machine. */
struct track {
    struct step *steps;
    size_t count;
    bool woken;
    struct item *buffered; /* sent and not yet waited for by a detach */
    size_t buffered_count;
    struct agent *agent;
    struct track *next_woken;
};

struct machine {
    struct track *woken;
    uint64_t records, checked;
    bool ahead; /* a call has returned that the machine is still in */
};

/* Posts and completes between an origin and a target: how many were made in
 * the real run and how many in the machine. */
struct pair {
    struct {
        uint32_t origin, target;
    } key;
    uint64_t posts, posts_acted, starts;
    uint64_t completes, completes_acted, waits;
    UT_hash_handle hh;
};

static struct pair *pair_of(struct window *window, uint32_t origin,
                            uint32_t target)
{
    struct pair key = {.key = {origin, target}}, *pair;

    HASH_FIND(hh, window->pairs, &key.key, sizeof key.key, pair);
    if (pair == NULL) {
        pair = xcalloc(1, sizeof *pair);
        pair->key.origin = origin;
        pair->key.target = target;
        HASH_ADD(hh, window->pairs, key, sizeof pair->key, pair);
    }
    return pair;
}

void machine_window_free(struct window *window)
{
    struct pair *pair, *next;

    HASH_ITER(hh, window->pairs, pair, next)
    {
        HASH_DEL(window->pairs, pair);
        free(pair);
    }
}

/* ---------------------------------------------------------------- steps */

static void item_drop(struct item *item)
{
    call_drop(item->call);
    message_drop(item->message);
    receive_drop(item->receive);
    meeting_drop(item->meeting);
    meeting_drop(item->initial);
    comm_drop(item->comm);
    window_drop(item->window);
}

static void items_free(struct item *items, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        item_drop(&items[i]);
    free(items);
}

static void step_free(struct track *track, struct step *step)
{
    DL_DELETE(track->steps, step);
    track->count--;
    items_free(step->items, step->item_count);
    call_drop(step->call);
    free(step);
}

static struct track *track_of(struct agent *agent)
{
    if (agent->track == NULL) {
        agent->track = xcalloc(1, sizeof *agent->track);
        agent->track->agent = agent;
    }
    return agent->track;
}

void machine_agent_free(struct agent *agent)
{
    struct track *track = agent->track;

    if (track == NULL)
        return;
    while (track->steps != NULL)
        step_free(track, track->steps);
    items_free(track->buffered, track->buffered_count);
    free(track);
    agent->track = NULL;
}

struct machine *machine_new(void)
{
    return xcalloc(1, sizeof(struct machine));
}

void machine_free(struct machine *machine)
{
    free(machine);
}

static struct step *step_new(struct agent *agent, struct call *call)
{
    struct track *track = track_of(agent);
    struct step *step = xcalloc(1, sizeof *step);

    step->call = call_hold(call);
    DL_APPEND(track->steps, step);
    track->count++;
    return step;
}

/* An item of the step; the caller fills in what it is about. */
static struct item *item_new(struct step *step, enum item_kind kind,
                             unsigned does, struct call *call)
{
    struct item *item;

    step->items =
        xrealloc(step->items, step->item_count + 1, sizeof step->items[0]);
    item = &step->items[step->item_count++];
    *item = (struct item){
        .kind = kind, .does = does, .call = call_hold(call), .bytes = -1};
    return item;
}

static void wake(struct agent *agent)
{
    struct machine *machine = agent->model->machine;
    struct track *track = track_of(agent);

    if (track->woken)
        return;
    track->woken = true;
    track->next_woken = machine->woken;
    machine->woken = track;
}

static void wake_call(const struct call *call)
{
    struct agent *agent = agent_of(call->process);

    if (agent != NULL)
        wake(agent);
}

static void wake_member(const struct comm *comm, uint32_t member)
{
    const struct seat *seat = comm_seat(comm, member);

    if (seat != NULL && seat->process != NULL &&
        agent_of(seat->process) != NULL)
        wake(agent_of(seat->process));
}

/* -------------------------------------------------------------- effects */

void machine_matched(struct receive *receive, const struct message *message)
{
    receive->sender = message->call->process;
    receive->sent = receive->sent || message->sent;
    wake_call(message->call);
    wake_call(receive->call);
}

static void act_meeting(struct item *item)
{
    struct channel *channel = item->channel;
    const struct comm *comm =
        item->comm != NULL ? item->comm : item->window->comm;
    uint32_t i;

    if (channel->acted == NULL)
        channel->acted = xcalloc(channel->size, sizeof channel->acted[0]);
    channel->acted[item->member]++;
    if (++item->meeting->acted < item->meeting->size)
        return;
    for (i = 0; i < channel->size; i++)
        wake_member(comm, i);
}

static void act(struct item *item)
{
    struct pair *pair;

    switch (item->kind) {
    case ITEM_SEND:
    case ITEM_BUFFERED:
        item->message->sent = true;
        if (item->message->receive != NULL) {
            item->message->receive->sent = true;
            wake_call(item->message->receive->call);
        }
        break;
    case ITEM_RECEIVE:
        item->receive->posted = true;
        if (item->receive->sender != NULL &&
            agent_of(item->receive->sender) != NULL)
            wake(agent_of(item->receive->sender));
        break;
    case ITEM_MEETING:
        act_meeting(item);
        break;
    case ITEM_POST:
        pair = pair_of(item->window, item->peer, item->member);
        pair->posts_acted++;
        wake_member(item->window->comm, item->peer);
        break;
    case ITEM_COMPLETE:
        pair = pair_of(item->window, item->member, item->peer);
        pair->completes_acted++;
        wake_member(item->window->comm, item->peer);
        break;
    }
}

static bool is_met(const struct item *item)
{
    const struct receive *receive = item->receive;

    switch (item->kind) {
    case ITEM_SEND:
    case ITEM_BUFFERED:
        receive = item->message->receive;
        return receive != NULL ? receive->posted : item->message->lane == NULL;
    case ITEM_RECEIVE:
        return receive->matched ? receive->sent : receive->endpoint == NULL;
    case ITEM_MEETING:
        return item->channel->broken ||
               item->meeting->acted >= item->meeting->size;
    case ITEM_POST:
        return pair_of(item->window, item->member, item->peer)->posts_acted >=
               item->count;
    case ITEM_COMPLETE:
        return pair_of(item->window, item->peer, item->member)
                   ->completes_acted >= item->count;
    }
    return true;
}

static bool is_over(const struct step *step)
{
    bool waits = false;
    size_t i;

    for (i = 0; i < step->item_count; i++) {
        const struct item *item = &step->items[i];

        if ((item->does & WAITS) == 0)
            continue;
        if (is_met(item) == step->any)
            return step->any;
        waits = true;
    }
    return !step->any || !waits;
}

static void act_all(struct step *step)
{
    size_t i;

    for (i = 0; i < step->item_count && !step->acted; i++)
        if (step->items[i].does & ACTS)
            act(&step->items[i]);
    step->acted = true;
}

/* One that may have several calls in progress is not held back. */
static bool is_free(const struct agent *agent)
{
    return agent->threads > 1;
}

static void advance(struct track *track)
{
    while (track->steps != NULL) {
        struct step *step = track->steps;

        act_all(step);
        if (!is_over(step) && !is_free(track->agent)) {
            if (track->count < PATIENCE || !step->returned)
                return;
        }
        step_free(track, step);
    }
}

static void run(struct machine *machine)
{
    while (machine->woken != NULL) {
        struct track *track = machine->woken;

        machine->woken = track->next_woken;
        track->woken = false;
        advance(track);
    }
}

/* ------------------------------------------------------------- the calls */

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

static void keep_buffered(struct agent *agent, const struct item *item)
{
    struct track *track = track_of(agent);
    struct item *kept;
    size_t i, count = 0;

    for (i = 0; i < track->buffered_count; i++) {
        if (is_met(&track->buffered[i]))
            item_drop(&track->buffered[i]);
        else
            track->buffered[count++] = track->buffered[i];
    }
    track->buffered = xrealloc(track->buffered, count + 1, sizeof *kept);
    kept = &track->buffered[count];
    *kept = (struct item){.kind = ITEM_BUFFERED,
                          .does = WAITS,
                          .call = call_hold(item->call),
                          .message = item->message,
                          .comm = comm_hold(item->comm),
                          .bytes = item->bytes};
    kept->message->references++;
    track->buffered_count = count + 1;
}

static void add_send(struct step *step, struct agent *agent,
                     const struct operation *operation, unsigned does)
{
    bool buffered = is_buffered(operation->made_by);
    struct item *item;

    if (operation->message == NULL || (buffered && (does & ACTS) == 0))
        return;
    item = item_new(step, ITEM_SEND, buffered ? ACTS : does,
                    operation->message->call);
    item->message = operation->message;
    item->message->references++;
    item->comm = comm_hold(operation->comm);
    if (operation->kind == OPERATION_SEND)
        item->bytes = message_bytes(agent, operation->made_by);
    if (buffered)
        keep_buffered(agent, item);
}

static void add_receive(struct step *step, const struct operation *operation,
                        unsigned does)
{
    struct item *item;

    if (operation->receive == NULL)
        return;
    item = item_new(step, ITEM_RECEIVE, does, operation->receive->call);
    item->receive = operation->receive;
    item->receive->references++;
    item->comm = comm_hold(operation->comm);
}

static void add_meeting(struct step *step, const struct operation *operation,
                        unsigned does)
{
    struct item *item;

    if (operation->meeting == NULL || operation->comm == NULL)
        return;
    item = item_new(step, ITEM_MEETING, does, operation->made_by);
    item->meeting = meeting_hold(operation->meeting);
    item->initial = meeting_hold(operation->initial);
    item->channel = operation->persistent ? operation->initial->rounds
                                          : operation->comm->channel;
    item->comm = comm_hold(operation->comm);
    item->member = operation->member;
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
        add_meeting(step, operation, does);
        break;
    case OPERATION_RMA:
    case OPERATION_OTHER:
        break;
    }
}

static const struct operation *active_operation(const struct agent *agent,
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

static void add_requests(struct step *step, struct agent *agent,
                         const struct array_handle *handles, unsigned does)
{
    uint32_t i;

    for (i = 0; handles->special == ARRAY_PRESENT && i < handles->count; i++) {
        const struct operation *operation =
            active_operation(agent, handles->items[i]);
        size_t before = step->item_count;

        if (operation != NULL)
            add_operation(step, agent, operation, does);
        /* One that is not followed may be what ends the call. */
        if (step->any && before == step->item_count &&
            handles->items[i] != NEUTRAL_REQUEST_NULL)
            step->any = false, does = 0;
    }
    if (does == 0)
        for (i = 0; i < step->item_count; i++)
            step->items[i].does = 0;
}

static void add_collective(struct step *step, const struct open_call *open)
{
    const struct call *call = open->call;
    struct item *item;
    bool waits =
        call->info->base != CALL_MPI_Win_fence ||
        (CALL_VIEW(call, MPI_Win_fence)->assert &NEUTRAL_MODE_NOPRECEDE) == 0;

    item =
        item_new(step, ITEM_MEETING, waits ? ACTS | WAITS : ACTS, open->call);
    item->meeting = meeting_hold(open->meeting);
    item->member = open->member;
    if (open->comm != NULL) {
        item->comm = comm_hold(open->comm);
        item->channel = open->comm->channel;
    } else {
        item->window = window_hold(open->window);
        item->channel = open->window->channel;
    }
}

static struct item *add_pair(struct step *step, const struct open_call *open,
                             enum item_kind kind, unsigned does, int peer)
{
    struct item *item = item_new(step, kind, does, open->call);

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
        for (i = 0; member->post != NULL && i < member->post_count; i++) {
            pair_of(window, (uint32_t)member->post_ranks[i], own)->posts++;
            add_pair(step, open, ITEM_POST, ACTS, member->post_ranks[i]);
        }
        break;
    case CALL_MPI_Win_start:
        for (i = 0; member->start != NULL && i < member->start_count; i++) {
            struct pair *pair =
                pair_of(window, own, (uint32_t)member->start_ranks[i]);

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
                pair_of(window, own, (uint32_t)member->start_ranks[i]);

            pair->completes++;
            add_pair(step, open, ITEM_COMPLETE, ACTS, member->start_ranks[i]);
            add_pair(step, open, ITEM_POST, WAITS, member->start_ranks[i])
                ->count = pair->starts;
        }
        break;
    case CALL_MPI_Win_wait:
        for (i = 0; member->post != NULL && i < member->post_count; i++) {
            struct pair *pair =
                pair_of(window, (uint32_t)member->post_ranks[i], own);

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

    add_requests(step, agent,
                 call->info->base == CALL_MPI_Start ? &one
                                                    : &all->array_of_requests,
                 ACTS);
}

/* MPI_Buffer_detach and its kin wait for what was sent by MPI_Bsend. */
static void add_buffered(struct step *step, struct agent *agent)
{
    struct track *track = track_of(agent);

    step->items = track->buffered;
    step->item_count = track->buffered_count;
    track->buffered = NULL;
    track->buffered_count = 0;
}

static void add_items(struct step *step, struct agent *agent,
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
        add_requests(step, agent, &one, WAITS);
        return;
    case CALL_MPI_Waitall:
        add_requests(step, agent,
                     &CALL_VIEW(call, MPI_Waitall)->array_of_requests, WAITS);
        return;
    case CALL_MPI_Waitany:
        step->any = true;
        add_requests(step, agent,
                     &CALL_VIEW(call, MPI_Waitany)->array_of_requests, WAITS);
        return;
    case CALL_MPI_Waitsome:
        step->any = true;
        add_requests(step, agent,
                     &CALL_VIEW(call, MPI_Waitsome)->array_of_requests, WAITS);
        return;
    case CALL_MPI_Buffer_detach:
    case CALL_MPI_Buffer_flush:
        add_buffered(step, agent);
        return;
    }
    if (open->operation != NULL && open->operation->active)
        add_operation(step, agent, open->operation,
                      call->info->classes & CLASS_BLOCKS ? ACTS | WAITS : ACTS);
    else if (open->operation == NULL && open->meeting != NULL)
        add_collective(step, open);
    else if (open->operation == NULL && open->window != NULL)
        add_epoch(step, open);
}

void machine_enter(struct agent *agent, struct open_call *open)
{
    struct machine *machine = agent->model->machine;
    struct step *step = step_new(agent, open->call);
    struct track *track = agent->track;
    size_t i;

    machine->records++;
    add_items(step, agent, open);
    /* A call within a call is not one that comes after it. */
    if (open->call->depth > 0) {
        for (i = 0; i < step->item_count; i++)
            step->items[i].does &= ACTS;
        act_all(step);
    }
    if (step->item_count == 0 || open->call->depth > 0)
        step_free(track, step);
    else
        wake(agent);
    run(machine);
}

/* A test that finds an operation complete is a wait for it. */
void machine_completed(struct agent *agent, struct call *call,
                       const struct operation *operation)
{
    struct step *step;

    if ((call->info->classes & CLASS_BLOCKS) || call->depth > 0 ||
        !operation->active)
        return;
    step = step_new(agent, call);
    step->returned = true;
    add_operation(step, agent, operation, WAITS);
    if (step->item_count == 0)
        step_free(agent->track, step);
}

static void failed(struct step *step)
{
    size_t i;

    for (i = 0; i < step->item_count; i++)
        step->items[i].does &= ACTS;
}

void machine_exit(struct agent *agent, const struct open_call *open)
{
    struct machine *machine = agent->model->machine;
    const struct call *call = open->call;
    struct step *step;

    machine->records++;
    if (call->info->base == CALL_MPI_Win_test && open->window != NULL &&
        CALL_VIEW(call, MPI_Win_test)->flag == 1) {
        const struct window_rank *member = &open->window->ranks[open->member];
        int i;

        for (i = 0; i < member->post_count; i++)
            pair_of(open->window, (uint32_t)member->post_ranks[i], open->member)
                ->waits++;
    }
    /* It is the newest step, or near to it. */
    for (step = agent->track == NULL || agent->track->steps == NULL
                    ? NULL
                    : agent->track->steps->prev;
         step != NULL; step = step == agent->track->steps ? NULL : step->prev)
        if (step->call == call) {
            step->returned = true;
            machine->ahead = true;
            if (!succeeded(call, call_result(call)))
                failed(step);
        } else if (step->call->number < call->number)
            break;
    wake(agent);
    run(machine);
    if (machine->ahead && machine->records - machine->checked >
                              INTERVAL + 8 * agent->model->agent_count)
        machine_check(agent->model);
}

/* ----------------------------------------------------------- the knots */

struct look {
    struct model *model;
    struct knot *knot;
    struct agent **agents;
    const struct item **items; /* by need */
    uint32_t count, item_room;
};

static void look_need(struct look *look, bool any, const struct item *item)
{
    uint32_t number = knot_need(look->knot, any);

    if (number >= look->item_room) {
        look->item_room = look->item_room * 2 + 16;
        look->items =
            xrealloc(look->items, look->item_room, sizeof look->items[0]);
    }
    look->items[number] = item;
}

static void edge_to(struct look *look, const struct process *process)
{
    const struct agent *agent = process == NULL ? NULL : agent_of(process);

    knot_edge(look->knot, agent == NULL ? look->count : agent->node);
}

static void edge_to_member(struct look *look, const struct comm *comm,
                           uint32_t member, bool is_known)
{
    const struct seat *seat = is_known ? comm_seat(comm, member) : NULL;

    edge_to(look, seat == NULL ? NULL : seat->process);
}

static void look_at_meeting(struct look *look, const struct item *item)
{
    const struct channel *channel = item->channel;
    const struct comm *comm =
        item->comm != NULL ? item->comm : item->window->comm;
    uint32_t i;

    /* Some have not come in the real run either. */
    if (item->meeting->arrived < item->meeting->size) {
        edge_to(look, NULL);
        return;
    }
    for (i = 0; i < channel->size; i++)
        if (channel->acted == NULL ||
            channel->acted[i] <= item->meeting->position)
            edge_to_member(look, comm, i, true);
}

/* Who has to go on for it; what the real run has not told yet may happen. */
static void look_at_item(struct look *look, const struct item *item)
{
    struct pair *pair;

    look_need(look, false, item);
    switch (item->kind) {
    case ITEM_SEND:
    case ITEM_BUFFERED:
        edge_to(look, item->message->receive == NULL
                          ? NULL
                          : item->message->receive->call->process);
        break;
    case ITEM_RECEIVE:
        edge_to(look, item->receive->matched ? item->receive->sender : NULL);
        break;
    case ITEM_MEETING:
        look_at_meeting(look, item);
        break;
    case ITEM_POST:
        pair = pair_of(item->window, item->member, item->peer);
        edge_to_member(look, item->window->comm, item->peer,
                       pair->posts >= item->count);
        break;
    case ITEM_COMPLETE:
        pair = pair_of(item->window, item->peer, item->member);
        edge_to_member(look, item->window->comm, item->peer,
                       pair->completes >= item->count);
        break;
    }
}

static void look_at_agent(struct look *look, uint32_t node)
{
    const struct track *track = look->agents[node]->track;
    const struct step *step = track == NULL ? NULL : track->steps;
    size_t i;

    if (step == NULL)
        return;
    knot_waits(look->knot, node, step->any);
    for (i = 0; i < step->item_count; i++)
        if ((step->items[i].does & WAITS) &&
            (step->any || !is_met(&step->items[i])))
            look_at_item(look, &step->items[i]);
}

static struct wait_reason reason_of(const struct item *item)
{
    struct wait_reason reason = {.call = item->call,
                                 .comm = item->comm,
                                 .window = item->window,
                                 .bytes = item->bytes};

    switch (item->kind) {
    case ITEM_SEND:
        reason.kind = WAIT_RECEIVE;
        reason.tag = item->message->tag;
        break;
    case ITEM_BUFFERED:
        reason.kind = WAIT_BUFFER;
        reason.tag = item->message->tag;
        break;
    case ITEM_RECEIVE:
        reason.kind = WAIT_MESSAGE;
        reason.tag = item->receive->tag;
        break;
    case ITEM_MEETING:
        reason.kind = WAIT_MEMBERS;
        break;
    case ITEM_POST:
        reason.kind = WAIT_POST;
        break;
    case ITEM_COMPLETE:
        reason.kind = WAIT_COMPLETE;
        break;
    }
    return reason;
}

static void raise_potential(struct look *look, const struct knot_member *core,
                            uint32_t count)
{
    struct deadlock_member *members =
        xcalloc((size_t)count + 1, sizeof members[0]);
    struct model_event event = model_event_new(look->agents[core[0].node],
                                               EVENT_POTENTIAL_DEADLOCK, NULL);
    uint32_t i;

    for (i = 0; i < count; i++) {
        const struct agent *agent = look->agents[core[i].node];

        members[i].process = agent->process;
        members[i].call = agent->track->steps->call;
        members[i].reason = reason_of(look->items[core[i].need]);
        members[i].any = core[i].any;
        if (core[i].target < look->count)
            members[i].peer = look->agents[core[i].target]->process;
    }
    event.call = members[0].call;
    event.deadlock = (struct deadlock){.members = members, .count = count};
    model_raise(look->model, &event);
    free(members);
}

/* Some call has returned in the real run: so all may, and the machine goes
 * on.  False: they may wait in the real run, too. */
static bool settle(struct look *look)
{
    struct knot_member *core;
    uint32_t count = knot_core(look->knot, &core), i;
    bool returned = false;

    for (i = 0; i < count; i++)
        returned =
            returned || look->agents[core[i].node]->track->steps->returned;
    if (returned)
        raise_potential(look, core, count);
    for (i = 0; i < count && returned; i++) {
        struct track *track = look->agents[core[i].node]->track;

        step_free(track, track->steps);
        wake(track->agent);
    }
    free(core);
    return returned;
}

static bool look_once(struct model *model)
{
    struct look look = {.model = model};
    bool settled = false;
    uint32_t i;

    look.agents = agents_by_rank(model, &look.count);
    look.knot = knot_new(look.count + 1);
    for (i = 0; i < look.count; i++)
        look_at_agent(&look, i);
    if (knot_solve(look.knot) > 0)
        settled = settle(&look);
    knot_free(look.knot);
    free(look.items);
    free(look.agents);
    return settled;
}

void machine_check(struct model *model)
{
    struct machine *machine = model->machine;

    machine->checked = machine->records;
    machine->ahead = false;
    while (look_once(model))
        run(machine);
}
