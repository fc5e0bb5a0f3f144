/*
 * model_doubt.c - whether two periods are in order, and those of which it is
 * not known yet: see model_order.h.
 */
#include "access.h"
#include "model_guard.h"
#include "stack.h"
#include "wait_graph.h"

#include <stdlib.h>

#define DOUBTS_KEPT 256
/* Of them between two places in the program whose order is open in the same
 * direction. */
#define ALIKE_KEPT 8

/* Held: there, unless what lasts still goes on beyond the lock that keeps the
 * two apart (model_guard.h). */
enum order { ORDER_NONE, ORDER_OPEN, ORDER_HELD, ORDER_THERE };

/* Of two: which of them may turn out to come first. */
enum open { OPEN_ONE = 1, OPEN_OTHER = 2 };

/* Of the separate memory model: one side of a conflict; conflict NULL: of
 * none. */
struct side {
    const struct access_conflict *conflict;
    int index;
};

static bool has_ended(const struct period *period, const struct clock *before)
{
    return period->closed != NULL && before != NULL &&
           clock_sure(before, period->end.process) >= period->end.at;
}

bool period_ended(const struct period *period, const struct period *other)
{
    return has_ended(period, other->begin);
}

/* By what MPI_Get reads there itself it does not come behind an update, nor by
 * what the same call in the program has read elsewhere, in the same way. */
static struct race race_of(const struct access_conflict *conflict)
{
    struct race race = no_race;
    const struct agent *owner;
    uint32_t member;
    int get = 0;

    if (conflict == NULL)
        return race;
    while (get < 2 && conflict->sides[get].group->kind != ACCESS_GET)
        get++;
    if (get == 2)
        return race;
    race.got_at = stack_place(conflict->sides[get].call->stack);
    owner = agent_of(conflict->owner);
    if (comm_member(conflict->window->comm, owner, &member))
        race.board = conflict->window->ranks[member].board.number;
    race.low = conflict->offset;
    race.high = race.low + (int64_t)(conflict->high - conflict->low);
    return race;
}

/* Of two periods of a process that calls MPI in one thread, and that has itself
 * ended the one, what the program says is all the order that there is: no
 * chance leads back behind it. */
static bool is_in_program_order(const struct period *period,
                                const struct period *other, struct side side)
{
    const struct process *process = other->opened->process;

    return period->opened->process == process && period->closed != NULL &&
           period->closed->process == process &&
           period->end.process == agent_of(process)->clock.index &&
           agent_of(process)->threads <= 1 &&
           (side.conflict == NULL || !side.conflict->separate);
}

/* Whether that period may have ended, and what was updated in it become
 * visible, before the other began. */
static enum order order_of(struct model *model, const struct period *period,
                           const struct period *other, struct side side)
{
    enum order order = ORDER_NONE;
    struct clock *before, *visible = NULL;
    const struct clock *learnt;
    struct race race = race_of(side.conflict);

    learnt = access_learnt(side.conflict, side.index, other->begin);
    if (has_ended(period, learnt))
        return ORDER_THERE;
    if (is_in_program_order(period, other, side))
        return ORDER_NONE;
    before = order_all_before(model, other->begin, &race);
    learnt = access_learnt(side.conflict, side.index, before);
    if (learnt != NULL && learnt != before)
        learnt = visible = order_all_before(model, learnt, &race);
    /* Where more may lie before than is known, this may. */
    if (clock_is_partial(before) || has_ended(period, learnt))
        order = ORDER_THERE;
    else if ((period->closed == NULL && period->tested.first != 0) ||
             order_is_open(model, before))
        order = ORDER_OPEN;
    clock_drop(before);
    clock_drop(visible);
    return order;
}

/* The other began in the knowledge that this lock was held: it comes behind. */
static bool was_held_before(const struct period *lock,
                            const struct period *other)
{
    return lock->held.at != 0 &&
           clock_sure(other->begin, lock->held.process) >= lock->held.at;
}

/* What the process has of it in its own memory must become visible there, too,
 * in the separate memory model: a lock on other memory does not do that. */
static bool has_own_copy(const struct model_event *event)
{
    int i;

    for (i = 0;
         event->kind == EVENT_CONFLICT && event->conflict->separate && i < 2;
         i++)
        if (event->conflict->sides[i].group->kind == ACCESS_LOAD ||
            event->conflict->sides[i].group->kind == ACCESS_STORE)
            return true;
    return false;
}

static enum order order_between(struct model *model, const struct period *one,
                                const struct period *other,
                                const struct model_event *event, unsigned *open)
{
    struct side side = {event->kind == EVENT_CONFLICT ? event->conflict : NULL,
                        0};
    enum order order = order_of(model, one, other, side), reverse;
    enum guarded guarded =
        has_own_copy(event) ? GUARDED_NO : guards_keep_apart(one, other);

    if (order == ORDER_THERE || guarded == GUARDED_YES)
        return ORDER_THERE;
    if (event->kind == EVENT_POTENTIAL_DEADLOCK &&
        (was_held_before(one, other) || was_held_before(other, one)))
        return ORDER_THERE;
    side.index = 1;
    reverse = order_of(model, other, one, side);
    *open = (order == ORDER_OPEN ? OPEN_ONE : 0u) |
            (reverse == ORDER_OPEN ? OPEN_OTHER : 0u);
    if (reverse != ORDER_THERE && guarded == GUARDED_MAYBE)
        return ORDER_HELD;
    return reverse == ORDER_NONE ? order : reverse;
}

/* Whether any two of them are in order; `open`: of the last two that were
 * looked at. */
static enum order order_among(struct model *model,
                              struct period *const *periods, uint32_t count,
                              const struct model_event *event, unsigned *open)
{
    enum order order = ORDER_NONE, between;
    uint32_t i, k;

    *open = 0;
    for (i = 1; i < count && order != ORDER_THERE; i++)
        for (k = 0; k < i && order != ORDER_THERE; k++) {
            between = order_between(model, periods[k], periods[i], event, open);
            if (between > order)
                order = between;
        }
    return order;
}

/* --------------------------------------------------------------- doubts */

/* Periods whose order later events may tell. */
struct doubt {
    struct period **periods; /* held */
    uint32_t count;
    unsigned open; /* of two: enum open */
    struct model_event event;
    struct deadlock_member *members; /* of the event; NULL: it has none */
    struct doubt *next, *prev;
};

/* What the event tells of must be there as long. */
static void hold(struct call *call, const struct window *window,
                 const struct comm *comm)
{
    call_hold(call);
    comm_hold((struct comm *)(uintptr_t)comm);
    window_hold((struct window *)(uintptr_t)window);
}

static void drop(struct call *call, const struct window *window,
                 const struct comm *comm)
{
    call_drop(call);
    comm_drop((struct comm *)(uintptr_t)comm);
    window_drop((struct window *)(uintptr_t)window);
}

static void each_held(const struct doubt *doubt,
                      void (*act)(struct call *call,
                                  const struct window *window,
                                  const struct comm *comm))
{
    size_t i;

    switch (doubt->event.kind) {
    case EVENT_OVERLAP:
        act(doubt->event.call, doubt->event.overlap.window, NULL);
        return;
    case EVENT_NOCHECK_UNORDERED:
        act(doubt->event.call, doubt->event.nocheck.window, NULL);
        return;
    case EVENT_LOCKS_MEET:
        act(doubt->event.call, doubt->event.locks.window, NULL);
        return;
    default:
        break;
    }
    for (i = 0; i < doubt->event.deadlock.count; i++) {
        act(doubt->members[i].call, NULL, NULL);
        act(doubt->members[i].reason.call, doubt->members[i].reason.window,
            doubt->members[i].reason.comm);
    }
}

static void doubt_free(struct model *model, struct doubt *doubt)
{
    uint32_t i;

    DL_DELETE(model->doubts, doubt);
    model->doubt_count--;
    if (doubt->event.kind == EVENT_CONFLICT)
        access_conflict_drop(doubt->event.conflict);
    else
        each_held(doubt, drop);
    if (doubt->event.kind == EVENT_POTENTIAL_DEADLOCK)
        wait_graph_drop(doubt->event.deadlock.graph);
    for (i = 0; i < doubt->count; i++)
        period_drop(doubt->periods[i]);
    free(doubt->periods);
    free(doubt->members);
    free(doubt);
}

static void doubt_add(struct model *model, struct period *const *periods,
                      uint32_t count, const struct model_event *event,
                      unsigned open)
{
    struct doubt *doubt = xcalloc(1, sizeof *doubt);
    uint32_t i;

    doubt->periods = xcalloc(count, sizeof doubt->periods[0]);
    doubt->count = count;
    doubt->open = open;
    for (i = 0; i < count; i++) {
        doubt->periods[i] = periods[i];
        periods[i]->references++;
        periods[i]->doubted = true;
    }
    doubt->event = *event;
    if (event->kind == EVENT_POTENTIAL_DEADLOCK) {
        doubt->members =
            xcalloc(event->deadlock.count, sizeof doubt->members[0]);
        for (i = 0; i < event->deadlock.count; i++)
            doubt->members[i] = event->deadlock.members[i];
        doubt->event.deadlock.members = doubt->members;
        wait_graph_hold(doubt->event.deadlock.graph);
    }
    if (event->kind == EVENT_CONFLICT)
        access_conflict_hold(event->conflict);
    else
        each_held(doubt, hold);
    DL_APPEND(model->doubts, doubt);
    model->doubt_count++;
}

static bool same_places(const struct doubt *doubt,
                        struct period *const *periods, uint32_t count)
{
    uint32_t i;

    for (i = 0; i < count && doubt->count == count; i++)
        if (doubt->periods[i]->opened->stack != periods[i]->opened->stack ||
            doubt->periods[i]->opened->process != periods[i]->opened->process)
            return false;
    return doubt->count == count;
}

static bool is_alike(const struct doubt *doubt, struct period *const *periods,
                     uint32_t count, unsigned open)
{
    return same_places(doubt, periods, count) &&
           (count > 2 || doubt->open == open);
}

static bool has_room(const struct model *model, struct period *const *periods,
                     uint32_t count, unsigned open)
{
    const struct doubt *doubt;
    uint32_t alike = 0;

    DL_FOREACH(model->doubts, doubt)
        alike += is_alike(doubt, periods, count, open);
    return alike < ALIKE_KEPT && model->doubt_count < DOUBTS_KEPT;
}

/*
 * The later one begins, the more may it have learnt by chance of what the other
 * was.  So of those alike that are open in one direction the earliest are kept.
 */
static bool make_room(struct model *model, struct period *const *periods,
                      uint32_t count, unsigned open)
{
    unsigned second = open == OPEN_ONE ? 1 : 0;
    struct doubt *doubt, *latest = NULL;

    if (count > 2 || (open != OPEN_ONE && open != OPEN_OTHER))
        return false;
    DL_FOREACH(model->doubts, doubt)
        if (is_alike(doubt, periods, count, open) &&
            (latest == NULL ||
             period_sooner(latest->periods[second], doubt->periods[second])))
            latest = doubt;
    if (latest == NULL ||
        period_sooner(latest->periods[second], periods[second]))
        return false;
    doubt_free(model, latest);
    return true;
}

void periods_all_meet(struct model *model, struct period *const *periods,
                      uint32_t count, const struct model_event *event)
{
    unsigned open;

    if (model->order_unsure)
        return;
    switch (order_among(model, periods, count, event, &open)) {
    case ORDER_THERE:
        return;
    case ORDER_NONE:
        model_raise(model, event);
        return;
    case ORDER_OPEN:
    case ORDER_HELD:
        if (!has_room(model, periods, count, open) &&
            model->doubts_refused++ % DOUBTS_KEPT == 0)
            doubts_look(model, false);
        if (has_room(model, periods, count, open) ||
            make_room(model, periods, count, open))
            doubt_add(model, periods, count, event, open);
    }
}

void periods_meet(struct model *model, struct period *one, struct period *other,
                  const struct model_event *event)
{
    struct period *const periods[] = {one, other};

    periods_all_meet(model, periods, 2, event);
}

void doubts_look(struct model *model, bool end)
{
    struct doubt *doubt, *next;

    DL_FOREACH_SAFE(model->doubts, doubt, next) {
        enum order order = order_among(model, doubt->periods, doubt->count,
                                       &doubt->event, &doubt->open);

        if ((order == ORDER_OPEN || order == ORDER_HELD) && !end)
            continue;
        if (order < ORDER_HELD && !model->order_unsure)
            model_raise(model, &doubt->event);
        doubt_free(model, doubt);
    }
}

void doubts_free(struct model *model)
{
    while (model->doubts != NULL)
        doubt_free(model, model->doubts);
}
