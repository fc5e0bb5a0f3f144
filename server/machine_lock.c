/*
 * machine_lock.c - locks that are taken in another order by others.
 *
 * Who holds one lock and waits for another may wait for somebody who holds
 * that and waits for a third, and so on, round to the first; whether they meet
 * is left to chance.  So each order in which a process took two locks is kept,
 * with the moment at which it let go of the first, and with all locks that it
 * held.  A circle of them, each of another process, may deadlock, unless two of
 * them hold what only one can have (a lock that they all take first), or
 * something puts two of them in order.
 */
#include "machine_private.h"
#include "model_window_lock.h"
#include "wait_graph.h"

#include <stdlib.h>
#include <string.h>

#define ORDERS_KEPT 256 /* of a process: the newest */
#define LOCKS_HELD  32  /* of who holds more at once nothing is told */
#define ORDERS_SEEN                                                            \
    1024 /* are looked at for a new one, the shortest circles                  \
          * first */

/* What a process held when it asked for one more lock.  Counted. */
struct held_locks {
    uint32_t references;
    size_t count;
    struct {
        struct lock_place place; /* its window held */
        struct call *call;       /* held */
    } locks[LOCKS_HELD];
};

/* A process held `outer` while it was given `inner`. */
struct lock_order {
    struct agent *agent;
    struct lock_place outer, inner; /* their windows held */
    struct period *period; /* from the inner lock to the outer one's release */
    struct call *call;     /* the inner lock; held */
    struct held_locks *held;
    struct lock_order *next, *prev;           /* with that outer lock */
    struct lock_order *next_kept, *prev_kept; /* of the process */
    struct lock_order *next_open; /* of the process, whose outer is held */
};

struct lock_orders {
    struct lock_place outer;
    struct lock_order *list;
    UT_hash_handle hh;
};

/* ---------------------------------------------------------------- locks */

static struct lock_place place_of(struct window *window,
                                  const struct call *call)
{
    bool all = call->info->base == CALL_MPI_Win_lock_all;

    return (struct lock_place){window,
                               all ? -1 : CALL_VIEW(call, MPI_Win_lock)->rank};
}

static bool same_place(struct lock_place one, struct lock_place other)
{
    return one.window == other.window && one.target == other.target;
}

bool machine_locks_exclude(struct lock_place place, const struct call *lock,
                           struct lock_place other_place,
                           const struct call *other)
{
    return place.window == other_place.window &&
           (place.target == other_place.target || place.target < 0 ||
            other_place.target < 0) &&
           (lock_is_exclusive(lock) || lock_is_exclusive(other));
}

static void held_drop(struct held_locks *held)
{
    size_t i;

    if (--held->references > 0)
        return;
    for (i = 0; i < held->count; i++) {
        window_drop(held->locks[i].place.window);
        call_drop(held->locks[i].call);
    }
    free(held);
}

/* False: there is no room for it. */
static bool held_add(struct held_locks *held, struct window *window,
                     struct call *call)
{
    if (held->count == LOCKS_HELD)
        return false;
    held->locks[held->count].place = place_of(window_hold(window), call);
    held->locks[held->count++].call = call_hold(call);
    return true;
}

/* The locks that the process holds on a window, but for the one it has just
 * got.  False: they are too many. */
static bool held_on(struct held_locks *held, struct agent *agent,
                    struct window *window, const struct call *call)
{
    const struct held_lock *lock, *next;
    const struct window_rank *member;
    uint32_t number;

    if (!comm_member(window->comm, agent, &number))
        return true;
    member = &window->ranks[number];
    if (member->lock_all != NULL && member->lock_all != call &&
        !member->lock_all_wrong && !lock_is_unchecked(member->lock_all) &&
        !held_add(held, window, member->lock_all))
        return false;
    HASH_ITER(hh, member->held, lock, next)
        if (lock->lock != call && lock->period != NULL && !lock->wrong &&
            !lock_is_unchecked(lock->lock) &&
            !held_add(held, window, lock->lock))
            return false;
    return true;
}

/* All that it holds; NULL: nothing, or too much. */
static struct held_locks *held_now(struct agent *agent, const struct call *call)
{
    struct held_locks *held = xcalloc(1, sizeof *held);
    struct binding *binding;

    held->references = 1;
    DL_FOREACH(agent->bindings, binding)
        if (binding->key.kind == BINDING_WINDOW &&
            !held_on(held, agent, binding->object, call)) {
            held_drop(held);
            return NULL;
        }
    if (held->count > 0)
        return held;
    held_drop(held);
    return NULL;
}

/* Whether two processes may be where they hold these. */
static bool may_both_hold(const struct held_locks *held,
                          const struct held_locks *other)
{
    size_t i, k;

    for (i = 0; i < held->count; i++)
        for (k = 0; k < other->count; k++)
            if (machine_locks_exclude(held->locks[i].place, held->locks[i].call,
                                      other->locks[k].place,
                                      other->locks[k].call))
                return false;
    return true;
}

/* --------------------------------------------------------------- orders */

static struct lock_orders *orders_of(const struct model *model,
                                     struct lock_place outer)
{
    struct lock_orders *orders;

    HASH_FIND(hh, model->lock_orders, &outer, sizeof outer, orders);
    return orders;
}

static void order_free(struct lock_order *order)
{
    struct agent *agent = order->agent;
    struct lock_orders *orders = orders_of(agent->model, order->outer);

    if (order->period->closed == NULL)
        LL_DELETE2(agent->open_orders, order, next_open);
    DL_DELETE2(agent->lock_orders, order, prev_kept, next_kept);
    agent->lock_order_count--;
    DL_DELETE(orders->list, order);
    if (orders->list == NULL) {
        HASH_DEL(agent->model->lock_orders, orders);
        free(orders);
    }
    window_drop(order->outer.window);
    window_drop(order->inner.window);
    period_drop(order->period);
    call_drop(order->call);
    held_drop(order->held);
    free(order);
}

void machine_locks_free(struct agent *agent)
{
    while (agent->lock_orders != NULL)
        order_free(agent->lock_orders);
}

void machine_window_left(struct agent *agent, const struct window *window)
{
    struct lock_order *order, *next;

    DL_FOREACH_SAFE2(agent->lock_orders, order, next, next_kept)
        if (order->outer.window == window || order->inner.window == window)
            order_free(order);
}

static bool same_locks(const struct held_locks *held,
                       const struct held_locks *other)
{
    size_t i;

    for (i = 0; i < held->count && held->count == other->count; i++)
        if (!same_place(held->locks[i].place, other->locks[i].place))
            return false;
    return held->count == other->count;
}

/* Whether that order does again what the other did before. */
static bool is_same(const struct lock_order *order,
                    const struct lock_order *before)
{
    return same_place(order->outer, before->outer) &&
           same_place(order->inner, before->inner) &&
           order->period->opened->stack == before->period->opened->stack &&
           order->call->stack == before->call->stack &&
           same_locks(order->held, before->held);
}

/* Of equal orders from one place in the program the newest is kept. */
static void order_keep(struct lock_order *order)
{
    struct agent *agent = order->agent;
    struct lock_orders *orders;
    struct lock_order *before, *next;

    DL_FOREACH_SAFE2(agent->lock_orders, before, next, next_kept)
        if (is_same(order, before))
            order_free(before);
    if (agent->lock_order_count == ORDERS_KEPT)
        order_free(agent->lock_orders);
    orders = orders_of(agent->model, order->outer);
    if (orders == NULL) {
        orders = xcalloc(1, sizeof *orders);
        orders->outer = order->outer;
        HASH_ADD(hh, agent->model->lock_orders, outer, sizeof orders->outer,
                 orders);
    }
    DL_APPEND(orders->list, order);
    DL_APPEND2(agent->lock_orders, order, prev_kept, next_kept);
    agent->lock_order_count++;
    LL_PREPEND2(agent->open_orders, order, next_open);
}

/* The process has two locks now. */
static struct lock_order *order_new(struct agent *agent,
                                    struct held_locks *held, size_t outer,
                                    struct lock_place inner, struct call *call)
{
    struct lock_order *order = xcalloc(1, sizeof *order);

    order->agent = agent;
    order->outer = held->locks[outer].place;
    order->inner = inner;
    window_hold(order->outer.window);
    window_hold(order->inner.window);
    order->period = period_begin(agent, held->locks[outer].call, 0);
    order->call = call_hold(call);
    held->references++;
    order->held = held;
    order_keep(order);
    return order;
}

/* -------------------------------------------------------------- circles */

/* The orders that begin with the new one, each waiting for the next. */
struct way {
    const struct lock_order *order;
    const struct way *before; /* NULL: it is the new one */
    uint32_t length;
};

struct search {
    struct way ways[ORDERS_SEEN];
    uint32_t count, seen;
};

/* Whether the one waits for the other's first lock. */
static bool waits_for(const struct lock_order *order,
                      const struct lock_order *other)
{
    return machine_locks_exclude(order->inner, order->call, other->outer,
                                 other->period->opened);
}

static bool may_meet(const struct lock_order *order,
                     const struct lock_order *other)
{
    return order->agent != other->agent &&
           !same_place(order->outer, other->outer) &&
           may_both_hold(order->held, other->held) &&
           !period_ended(order->period, other->period) &&
           !period_ended(other->period, order->period);
}

static bool may_meet_all(const struct way *way, const struct lock_order *order)
{
    for (; way != NULL; way = way->before)
        if (!may_meet(way->order, order))
            return false;
    return true;
}

/* The orders of the circle, from that of the lowest rank on; the caller's. */
static const struct lock_order **in_circle(const struct way *way)
{
    uint32_t length = way->length, lowest = 0, i;
    const struct lock_order **found = xcalloc(length, sizeof(void *));
    const struct lock_order **turned = xcalloc(length, sizeof(void *));

    for (i = length; way != NULL; way = way->before)
        found[--i] = way->order;
    for (i = 1; i < length; i++)
        if (found[i]->agent->process->rank <
            found[lowest]->agent->process->rank)
            lowest = i;
    for (i = 0; i < length; i++)
        turned[i] = found[(lowest + i) % length];
    free((void *)found);
    return turned;
}

/* They may deadlock, unless something puts them in order. */
static void circle_meets(struct model *model, const struct way *way)
{
    uint32_t count = way->length, i;
    const struct lock_order **orders = in_circle(way);
    struct deadlock_member *members = xcalloc(count, sizeof members[0]);
    struct period **periods = xcalloc(count, sizeof(struct period *));
    struct model_event event = model_event_new(
        orders[0]->agent, EVENT_POTENTIAL_DEADLOCK, orders[0]->call);

    for (i = 0; i < count; i++) {
        const struct lock_order *other = orders[(i + 1) % count];

        periods[i] = orders[i]->period;
        members[i] = (struct deadlock_member){
            .process = orders[i]->agent->process,
            .call = orders[i]->call,
            .reason = lock_wait(other->period->opened, orders[i]->inner.window),
            .peer = other->agent->process};
    }
    event.deadlock =
        (struct deadlock){.members = members,
                          .count = count,
                          .graph = wait_graph_of_circle(members, count)};
    periods_all_meet(model, periods, count, &event);
    wait_graph_drop(event.deadlock.graph);
    free(periods);
    free(members);
    free((void *)orders);
}

/* Those in that list for which the last order of the way waits. */
static void look_on(struct search *search, const struct way *way,
                    const struct lock_orders *orders)
{
    const struct lock_order *first = search->ways[0].order, *order;

    if (orders == NULL)
        return;
    DL_FOREACH(orders->list, order) {
        struct way longer = {order, way, way->length + 1};

        if (search->seen++ >= ORDERS_SEEN)
            return;
        if (!waits_for(way->order, order) || !may_meet_all(way, order))
            continue;
        if (waits_for(order, first))
            circle_meets(first->agent->model, &longer);
        else if (search->count < ORDERS_SEEN)
            search->ways[search->count++] = longer;
    }
}

/* Circles that the new order closes. */
static void look_for_circles(const struct lock_order *order)
{
    const struct model *model = order->agent->model;
    struct search *search = xcalloc(1, sizeof *search);
    const struct lock_orders *orders, *next;
    uint32_t i;

    search->ways[search->count++] = (struct way){order, NULL, 1};
    for (i = 0; i < search->count; i++) {
        const struct way *way = &search->ways[i];
        struct lock_place inner = way->order->inner;

        if (inner.target >= 0) {
            look_on(search, way, orders_of(model, inner));
            inner.target = -1;
            look_on(search, way, orders_of(model, inner));
            continue;
        }
        HASH_ITER(hh, model->lock_orders, orders, next)
            if (orders->outer.window == inner.window)
                look_on(search, way, orders);
    }
    free(search);
}

/* ---------------------------------------------------------------- calls */

void machine_lock_held(struct agent *agent)
{
    struct lock_order *order;

    LL_FOREACH2(agent->open_orders, order, next_open)
        if (order->period->held.at == 0)
            order->period->held = clock_moment(&agent->clock);
}

static void with_held(struct agent *agent, struct window *window,
                      struct call *call)
{
    struct held_locks *held = held_now(agent, call);
    size_t i;

    if (held == NULL)
        return;
    /* Another thread need not keep its lock for this one's sake. */
    for (i = 0; i < held->count; i++)
        if (held->locks[i].call->thread == call->thread)
            look_for_circles(
                order_new(agent, held, i, place_of(window, call), call));
    held_drop(held);
}

void machine_locked(struct agent *agent, struct window *window,
                    struct call *call)
{
    struct lock_place place = place_of(window, call);
    const struct window_rank *member;
    const struct held_lock *lock;
    struct period *period;
    uint32_t number;

    if (!comm_member(window->comm, agent, &number))
        return;
    member = &window->ranks[number];
    lock = window_held_lock(member, (int)place.target);
    if (place.target < 0)
        period = member->lock_all == call ? member->lock_all_period : NULL;
    else
        period = lock != NULL && lock->lock == call ? lock->period : NULL;
    if (period == NULL || period->idle || lock_is_unchecked(call))
        return;
    machine_held_lock(agent, place, period);
    if (agent->locks > 1)
        with_held(agent, window, call);
}

void machine_unlocks(struct agent *agent, const struct call *lock,
                     struct call *unlock)
{
    struct lock_order *order, *next;

    LL_FOREACH_SAFE2(agent->open_orders, order, next, next_open) {
        if (order->period->opened != lock)
            continue;
        period_end(agent, order->period, unlock);
        LL_DELETE2(agent->open_orders, order, next_open);
    }
}
