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
#include "machine_private.h"

#include <stdlib.h>

/* Records between two looks for a knot, and more with many processes. */
#define INTERVAL 512
/* Steps of a process that wait for one that cannot be judged. */
#define PATIENCE 8192

/* ---------------------------------------------------------------- steps */

static struct pool steps = POOL_OF(struct step);

void machine_item_drop(struct item *item)
{
    call_drop(item->call);
    call_drop(item->started);
    message_drop(item->message);
    receive_drop(item->receive);
    partitioned_drop(item->partitioned);
    meeting_drop(item->meeting);
    meeting_drop(item->initial);
    comm_drop(item->comm);
    window_drop(item->window);
}

static void items_drop(struct item *items, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        machine_item_drop(&items[i]);
}

void machine_step_free(struct track *track, struct step *step)
{
    DL_DELETE(track->steps, step);
    track->count--;
    items_drop(step->items, step->item_count);
    if (step->items != &step->one)
        free(step->items);
    call_drop(step->call);
    pool_give(&steps, step);
}

static int compare_tracks(const struct track *left, const struct track *right)
{
    return (left->thread > right->thread) - (left->thread < right->thread);
}

static struct track *track_of(struct agent *agent, uint32_t thread)
{
    struct track *track;

    LL_FOREACH(agent->tracks, track)
        if (track->thread == thread)
            return track;
    track = xcalloc(1, sizeof *track);
    track->agent = agent;
    track->thread = thread;
    LL_INSERT_INORDER(agent->tracks, track, compare_tracks);
    return track;
}

static void track_free(struct track *track)
{
    LL_DELETE(track->agent->tracks, track);
    while (track->steps != NULL)
        machine_step_free(track, track->steps);
    free(track);
}

void machine_agent_free(struct agent *agent)
{
    while (agent->tracks != NULL)
        track_free(agent->tracks);
    items_drop(agent->buffered, agent->buffered_count);
    free(agent->buffered);
    agent->buffered = NULL;
    agent->buffered_count = 0;
    machine_held_free(agent);
    machine_locks_free(agent);
}

struct machine *machine_new(void)
{
    return xcalloc(1, sizeof(struct machine));
}

void machine_free(struct machine *machine)
{
    machine_drawn_free(machine->drawn);
    free(machine);
}

static struct step *step_new(struct track *track, struct call *call)
{
    struct step *step = pool_take(&steps);

    step->call = call_hold(call);
    step->items = &step->one;
    step->item_room = 1;
    DL_APPEND(track->steps, step);
    track->count++;
    return step;
}

/* An item of the step; the caller fills in what it is about. */
struct item *machine_item(struct step *step, enum item_kind kind, unsigned does,
                          struct call *call)
{
    struct item *item;

    if (step->item_count == step->item_room) {
        bool was_one = step->items == &step->one;

        step->item_room = step->item_room * 4 + 4;
        step->items = xrealloc(was_one ? NULL : step->items, step->item_room,
                               sizeof step->items[0]);
        if (was_one)
            step->items[0] = step->one;
    }
    item = &step->items[step->item_count++];
    *item = (struct item){
        .kind = kind, .does = does, .call = call_hold(call), .bytes = -1};
    return item;
}

void machine_wake(struct agent *agent)
{
    struct machine *machine = agent->model->machine;
    struct track *track;

    LL_FOREACH(agent->tracks, track)
        if (!track->woken) {
            track->woken = true;
            track->next_woken = machine->woken;
            machine->woken = track;
        }
}

/* What it waited for at the last look comes first: of thousands of requests it
 * is mostly that one that it still waits for. */
static bool is_over(struct step *step)
{
    bool waits = false;
    size_t i;

    for (i = 0; i < step->item_count; i++) {
        const struct item *item = &step->items[step->looked];

        if ((item->does & WAITS) != 0) {
            if (machine_is_met(item) == step->any)
                return step->any;
            waits = true;
        }
        if (++step->looked == step->item_count)
            step->looked = 0;
    }
    return !step->any || !waits;
}

static void act_all(struct step *step)
{
    size_t i;

    for (i = 0; i < step->item_count && !step->acted; i++)
        if (step->items[i].does & ACTS)
            machine_act(&step->items[i]);
    step->acted = true;
}

static void advance(struct track *track)
{
    while (track->steps != NULL) {
        struct step *step = track->steps;

        act_all(step);
        if (!is_over(step) && (track->count < PATIENCE || !step->returned))
            return;
        machine_step_free(track, step);
    }
    /* What it has just done may have woken it again: then it is still listed.
     */
    if (track->ended && !track->woken)
        track_free(track);
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

static void waits_for_nobody(struct step *step)
{
    size_t i;

    for (i = 0; i < step->item_count; i++)
        step->items[i].does &= ACTS;
}

void machine_enter(struct agent *agent, struct open_call *open)
{
    struct machine *machine = agent->model->machine;
    struct track *track = track_of(agent, open->call->thread);
    struct step *step = step_new(track, open->call);

    machine->records++;
    machine_add_items(step, agent, open);
    if (open->call->depth == 0)
        machine_held_enter(agent, step);
    /* A call within a call is not one that comes after it. */
    if (open->call->depth > 0) {
        waits_for_nobody(step);
        act_all(step);
    }
    if (step->item_count == 0 || open->call->depth > 0)
        machine_step_free(track, step);
    else
        machine_wake(agent);
    run(machine);
}

/* MPI_Waitall has failed for truncated messages only: what it waited for is
 * what it waits for in a run in which that does not happen. */
static bool is_truncated(const struct call *call)
{
    const struct array_status *statuses =
        &CALL_VIEW(call, MPI_Waitall)->array_of_statuses;
    bool any = false;
    uint32_t i;

    if (call->info->base != CALL_MPI_Waitall ||
        call_result(call) != NEUTRAL_IN_STATUS ||
        statuses->special != ARRAY_PRESENT)
        return truncated(call, call_result(call));
    for (i = 0; i < statuses->count; i++)
        switch (statuses->items[i].error) {
        case NEUTRAL_ERROR_TRUNCATE:
            any = true;
            break;
        case 0:
        case NEUTRAL_ERROR_PENDING:
            break;
        default:
            return false;
        }
    return any;
}

/* It is the newest step, or near to it; NULL: it is over. */
static struct step *step_of(const struct track *track, const struct call *call)
{
    struct step *step = track->steps == NULL ? NULL : track->steps->prev;

    while (step != NULL && step->call != call &&
           step->call->number >= call->number)
        step = step == track->steps ? NULL : step->prev;
    return step != NULL && step->call == call ? step : NULL;
}

void machine_probed(struct agent *agent, const struct call *probe,
                    struct message *message)
{
    struct step *step = step_of(track_of(agent, probe->thread), probe);

    if (step == NULL || message->unsure || message->lost)
        return;
    step->items[0].message = message;
    message->references++;
    message->endpoint->probed = true;
}

/* A probe of which it is not known what it has found. */
static bool is_blind(const struct step *step)
{
    return step->item_count == 1 && step->items[0].kind == ITEM_PROBE &&
           step->items[0].message == NULL;
}

void machine_exit(struct agent *agent, const struct open_call *open)
{
    struct machine *machine = agent->model->machine;
    const struct call *call = open->call;
    struct track *track = track_of(agent, call->thread);
    struct step *step;

    machine->records++;
    if (call->info->base == CALL_MPI_Win_test && open->window != NULL &&
        CALL_VIEW(call, MPI_Win_test)->flag == 1) {
        const struct window_rank *member = &open->window->ranks[open->member];
        int i;

        for (i = 0; i < member->post_count; i++)
            machine_pair(open->window, (uint32_t)member->post_ranks[i],
                         open->member)
                ->waits++;
    }
    machine_held_exit(agent, call);
    step = step_of(track, call);
    if (step != NULL) {
        step->returned = true;
        machine->ahead = true;
        if (is_blind(step) ||
            (!succeeded(call, call_result(call)) && !is_truncated(call)))
            waits_for_nobody(step);
    }
    machine_wake(agent);
    run(machine);
    if (machine->ahead && machine->records - machine->checked >
                              INTERVAL + 8 * agent->model->agent_count)
        machine_check(agent->model, false);
}

void machine_thread_ended(struct agent *agent, uint32_t thread)
{
    struct track *track = track_of(agent, thread);

    track->ended = true;
    if (track->steps == NULL && !track->woken)
        track_free(track);
}

void machine_mislead(struct model *model)
{
    model->machine->misled = true;
}

void machine_check(struct model *model, bool over)
{
    struct machine *machine = model->machine;

    machine->checked = machine->records;
    machine->ahead = false;
    run(machine);
    while (machine_look(model, over))
        run(machine);
}
