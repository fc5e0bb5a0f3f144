/*
 * machine_held.c - processes that wait for others while they hold a lock.
 *
 * Who holds a lock and waits for what another process does only after it had
 * a conflicting lock of the same target relies on being given his lock last:
 * else that one waits for the lock, and he for ever.  Which of them comes
 * first is left to chance, so each such wait is compared with the locks that
 * the other process took before what is waited for; where nothing puts the two
 * lock periods in order, they may deadlock.
 */
#include "machine_private.h"
#include "model_window_lock.h"
#include "wait_graph.h"

#include <stdlib.h>

/* So many of the newest locks of a process are kept in mind. */
#define LOCKS_KEPT 64

struct taken_lock {
    struct lock_place place; /* its window held */
    struct period *period;   /* held */
};

struct taken_locks {
    uint64_t count; /* that were ever taken */
    struct taken_lock locks[LOCKS_KEPT];
};

/* What a process waits for while it holds locks. */
struct held_wait {
    struct call *call;   /* the blocking one; held */
    struct clock *begin; /* what the process knew then */
    struct item item;
    struct taken_lock *locks;
    size_t count;
    struct held_wait *next, *prev;
};

static uint64_t lock_count(const struct taken_locks *taken)
{
    if (taken == NULL)
        return 0;
    return taken->count < LOCKS_KEPT ? taken->count : LOCKS_KEPT;
}

static void drop_lock(struct taken_lock *lock)
{
    window_drop(lock->place.window);
    period_drop(lock->period);
}

static struct taken_lock hold_lock(const struct taken_lock *lock)
{
    lock->period->references++;
    window_hold(lock->place.window);
    return *lock;
}

static void wait_free(struct agent *agent, struct held_wait *wait)
{
    size_t i;

    DL_DELETE(agent->held_waits, wait);
    for (i = 0; i < wait->count; i++)
        drop_lock(&wait->locks[i]);
    free(wait->locks);
    machine_item_drop(&wait->item);
    clock_drop(wait->begin);
    call_drop(wait->call);
    free(wait);
}

void machine_held_free(struct agent *agent)
{
    uint64_t i;

    while (agent->held_waits != NULL)
        wait_free(agent, agent->held_waits);
    for (i = 0; i < lock_count(agent->taken_locks); i++)
        drop_lock(&agent->taken_locks->locks[i]);
    free(agent->taken_locks);
    agent->taken_locks = NULL;
}

void machine_held_lock(struct agent *agent, struct lock_place locked,
                       struct period *period)
{
    struct taken_lock lock = {locked, period};
    struct taken_lock *place;

    if (agent->taken_locks == NULL)
        agent->taken_locks = xcalloc(1, sizeof *agent->taken_locks);
    if (lock_is_exclusive(period->opened))
        locked.window->locked_exclusively = true;
    place =
        &agent->taken_locks->locks[agent->taken_locks->count++ % LOCKS_KEPT];
    if (place->period != NULL)
        drop_lock(place);
    *place = hold_lock(&lock);
}

/* --------------------------------------------------------- what may hang */

/* The process that another waits for, and until when it did it. */
struct other_side {
    const struct agent *agent;
    uint64_t before;               /* the number of its call, or */
    const struct clock *known;     /* what is known of it */
    const struct process *through; /* who waits for it first; or NULL */
};

static bool took_before(const struct taken_lock *lock,
                        const struct other_side *other)
{
    struct clock_moment moment;

    if (other->known == NULL)
        return lock->period->opened->number < other->before;
    return lock->period->begin != NULL &&
           clock_owner(lock->period->begin, &moment) &&
           moment.at <= clock_sure(other->known, moment.process);
}

/* Whether the process has waited since it had its own lock for what came behind
 * the other's: it is not there while that one waits. */
static bool was_over(const struct held_wait *wait,
                     const struct taken_lock *other)
{
    const struct period *period = other->period;

    return period->closed != NULL &&
           clock_sure(wait->begin, period->end.process) >= period->end.at;
}

static void raise_meet(struct agent *agent, const struct held_wait *wait,
                       const struct taken_lock *lock,
                       const struct taken_lock *other,
                       const struct process *through)
{
    const struct process *own = agent->process;
    const struct process *peer = other->period->opened->process;
    bool first = own->rank < peer->rank;
    struct deadlock_member members[2];
    struct model_event event =
        model_event_new(agent, EVENT_POTENTIAL_DEADLOCK, wait->call);

    members[!first] =
        (struct deadlock_member){.process = own,
                                 .call = wait->call,
                                 .reason = machine_reason(&wait->item),
                                 .peer = peer};
    members[!first].reason.through = through;
    members[first] = (struct deadlock_member){
        .process = peer,
        .call = other->period->opened,
        .reason = lock_wait(lock->period->opened, lock->place.window),
        .peer = own};
    event.deadlock =
        (struct deadlock){.members = members,
                          .count = 2,
                          .graph = wait_graph_of_circle(members, 2)};
    periods_meet(agent->model, lock->period, other->period, &event);
    wait_graph_drop(event.deadlock.graph);
}

static void compare(struct agent *agent, const struct held_wait *wait,
                    struct other_side other)
{
    const struct taken_locks *taken = other.agent->taken_locks;
    uint64_t i;
    size_t k;

    if (other.agent == agent || other.agent->threads > 1)
        return;
    for (i = 0; i < lock_count(taken); i++)
        for (k = 0; k < wait->count; k++) {
            const struct taken_lock *lock = &wait->locks[k];
            const struct taken_lock *its = &taken->locks[i];

            if (machine_locks_exclude(its->place, its->period->opened,
                                      lock->place, lock->period->opened) &&
                took_before(its, &other) && !was_over(wait, its))
                raise_meet(agent, wait, lock, its, other.through);
        }
}

/* Whether anybody who locks may wait for the process, or it for them. */
static bool is_contested(const struct held_wait *wait)
{
    size_t i;

    for (i = 0; i < wait->count; i++)
        if (wait->locks[i].place.window->locked_exclusively)
            return true;
    return false;
}

/* With the process that does what is waited for, and those whose locks it
 * knows of when it does: it has waited for what they did behind these. */
static void compare_all(struct agent *agent, const struct held_wait *wait,
                        struct other_side direct, const struct clock *known)
{
    struct agent *other;

    if (!is_contested(wait))
        return;
    compare(agent, wait, direct);
    DL_FOREACH(agent->model->agents, other)
        if (known != NULL && other != direct.agent &&
            other->taken_locks != NULL)
            compare(
                agent, wait,
                (struct other_side){other, 0, known, direct.agent->process});
}

static void compare_meeting(struct agent *agent, const struct held_wait *wait)
{
    const struct item *item = &wait->item;
    const struct meeting *meeting = item->meeting;
    const struct comm *comm =
        item->comm != NULL ? item->comm : item->window->comm;
    struct other_side other = {.known = meeting->all};
    uint32_t i;

    if (machine_is_misled(item) || meeting->inter || !is_contested(wait))
        return;
    if (meeting->flow == FLOW_FROM_ROOT)
        other.known = meeting->root;
    if (other.known == NULL)
        return;
    for (i = 0; i < meeting->size; i++) {
        const struct seat *seat = comm_seat(comm, i);

        if (seat == NULL || seat->process == NULL ||
            !meeting_needs(meeting, comm, item->call, item->member, i))
            continue;
        other.agent = agent_of(seat->process);
        compare(agent, wait, other);
    }
}

/* Compares, once it is known whom it waits for.  False: it is not yet. */
static bool is_compared(struct agent *agent, const struct held_wait *wait)
{
    const struct receive *receive = wait->item.receive;

    switch (wait->item.kind) {
    case ITEM_SEND:
        receive = wait->item.message->receive;
        if (receive == NULL)
            return false;
        if (!receive->unsure && !wait->item.message->unsure)
            compare_all(agent, wait,
                        (struct other_side){agent_of(receive->call->process),
                                            receive->call->number, NULL, NULL},
                        receive->start);
        return true;
    case ITEM_RECEIVE:
        if (receive->source != SOURCE_ANY && receive->sender != NULL &&
            !receive->unsure)
            compare_all(agent, wait,
                        (struct other_side){agent_of(receive->sender),
                                            receive->sender_call, NULL, NULL},
                        receive->clock);
        return true;
    case ITEM_MEETING:
        compare_meeting(agent, wait);
        return true;
    default:
        return true;
    }
}

/* ---------------------------------------------------------------- waits */

static struct item copy_of(const struct item *item)
{
    struct item copy = *item;

    call_hold(copy.call);
    meeting_hold(copy.meeting);
    meeting_hold(copy.initial);
    comm_hold(copy.comm);
    if (copy.window != NULL)
        window_hold(copy.window);
    if (copy.message != NULL)
        copy.message->references++;
    if (copy.receive != NULL)
        copy.receive->references++;
    return copy;
}

static void wait_new(struct agent *agent, struct call *call,
                     const struct item *item)
{
    const struct taken_locks *taken = agent->taken_locks;
    struct held_wait *wait = xcalloc(1, sizeof *wait);
    uint64_t i;

    wait->call = call_hold(call);
    wait->begin = clock_take(&agent->clock);
    wait->item = copy_of(item);
    wait->locks = xcalloc(lock_count(taken) + 1, sizeof wait->locks[0]);
    for (i = 0; i < lock_count(taken); i++)
        if (taken->locks[i].period->closed == NULL)
            wait->locks[wait->count++] = hold_lock(&taken->locks[i]);
    DL_APPEND(agent->held_waits, wait);
}

void machine_held_enter(struct agent *agent, const struct step *step)
{
    size_t i;

    if (agent->locks == 0 || agent->threads > 1 || step->any)
        return;
    for (i = 0; i < step->item_count; i++) {
        const struct item *item = &step->items[i];

        if ((item->does & WAITS) &&
            (item->kind == ITEM_SEND || item->kind == ITEM_RECEIVE ||
             item->kind == ITEM_MEETING))
            wait_new(agent, step->call, item);
    }
}

void machine_held_exit(struct agent *agent, const struct call *call)
{
    struct held_wait *wait, *next;

    DL_FOREACH_SAFE(agent->held_waits, wait, next)
        if (wait->call == call &&
            (!succeeded(call, call_result(call)) || is_compared(agent, wait)))
            wait_free(agent, wait);
}

void machine_held_matched(const struct message *message)
{
    struct agent *agent = agent_of(message->call->process);
    struct held_wait *wait, *next;

    if (agent == NULL)
        return;
    DL_FOREACH_SAFE(agent->held_waits, wait, next)
        if (wait->item.message == message && wait->call->returned &&
            is_compared(agent, wait))
            wait_free(agent, wait);
}
