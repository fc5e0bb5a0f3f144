/*
 * machine_lock.c - locks that are taken in another order by others.
 *
 * Who holds one lock and waits for another may wait for somebody who holds
 * that and waits for the first; whether they meet is left to chance.  So each
 * order in which a process took two locks is kept, with the moment at which
 * it let go of the first, and compared with the orders of the others: where
 * nothing puts the two periods in order, they may deadlock.
 */
#include "machine_private.h"
#include "wait_graph.h"

#include <stdlib.h>

struct target {
    uint32_t window, rank; /* number of the window */
};

/* A process held `outer` while it was given `inner`. */
struct lock_order {
    struct agent *agent;
    struct period *period; /* from the inner lock to the outer one's release */
    struct call *inner;    /* held */
    struct lock_order *next, *prev;
    struct lock_order *next_open; /* of the process, whose outer is held */
};

struct lock_orders {
    struct {
        struct target outer, inner;
    } key;
    struct lock_order *list;
    UT_hash_handle hh;
};

static struct lock_orders *orders_of(const struct model *model,
                                     struct target outer, struct target inner)
{
    struct lock_orders key = {.key = {outer, inner}}, *orders;

    HASH_FIND(hh, model->lock_orders, &key.key, sizeof key.key, orders);
    return orders;
}

static void order_free(struct lock_orders *orders, struct lock_order *order)
{
    if (order->period->closed == NULL)
        LL_DELETE2(order->agent->open_orders, order, next_open);
    DL_DELETE(orders->list, order);
    period_drop(order->period);
    call_drop(order->inner);
    free(order);
}

void machine_locks_free(struct model *model)
{
    struct lock_orders *orders, *next;

    HASH_ITER(hh, model->lock_orders, orders, next)
    {
        while (orders->list != NULL)
            order_free(orders, orders->list);
        HASH_DEL(model->lock_orders, orders);
        free(orders);
    }
}

static bool is_exclusive(const struct call *call)
{
    return CALL_VIEW(call, MPI_Win_lock)->lock_type == NEUTRAL_LOCK_EXCLUSIVE;
}

static bool conflict(const struct call *left, const struct call *right)
{
    return is_exclusive(left) || is_exclusive(right);
}

static struct deadlock_member member_of(const struct window *window,
                                        const struct lock_order *order,
                                        const struct lock_order *other)
{
    return (struct deadlock_member){.process = order->agent->process,
                                    .call = order->inner,
                                    .reason = {.kind = WAIT_LOCK,
                                               .call = other->period->opened,
                                               .window = window},
                                    .peer = other->agent->process};
}

/* They may deadlock, unless something puts them in order. */
static void orders_meet(const struct window *outer, const struct window *inner,
                        const struct lock_order *one,
                        const struct lock_order *other)
{
    bool first = one->agent->process->rank < other->agent->process->rank;
    struct deadlock_member members[2];
    struct model_event event =
        model_event_new(one->agent, EVENT_POTENTIAL_DEADLOCK, one->inner);

    members[!first] = member_of(inner, one, other);
    members[first] = member_of(outer, other, one);
    event.deadlock = (struct deadlock){
        .members = members, .count = 2, .graph = wait_graph_of_two(members)};
    periods_meet(one->agent->model, one->period, other->period, &event);
    wait_graph_drop(event.deadlock.graph);
}

/* The process has two locks now; the other orders of the same two. */
static void compare(struct agent *agent, const struct window *outer,
                    const struct window *inner, struct target outer_target,
                    struct target inner_target, const struct lock_order *one)
{
    const struct lock_orders *orders =
        orders_of(agent->model, inner_target, outer_target);
    const struct lock_order *other;

    if (orders == NULL)
        return;
    DL_FOREACH(orders->list, other)
    if (other->agent != agent && conflict(one->period->opened, other->inner) &&
        conflict(one->inner, other->period->opened))
        orders_meet(outer, inner, one, other);
}

/* Of equal orders from one place in the program the newest is kept. */
static struct lock_order *order_add(struct agent *agent, struct target outer,
                                    struct target inner,
                                    struct call *outer_call,
                                    struct call *inner_call)
{
    struct lock_orders *orders = orders_of(agent->model, outer, inner);
    struct lock_order *order, *next;

    if (orders == NULL) {
        orders = xcalloc(1, sizeof *orders);
        orders->key.outer = outer;
        orders->key.inner = inner;
        HASH_ADD(hh, agent->model->lock_orders, key, sizeof orders->key,
                 orders);
    }
    DL_FOREACH_SAFE(orders->list, order, next)
    if (order->agent == agent &&
        order->period->opened->stack == outer_call->stack &&
        order->inner->stack == inner_call->stack)
        order_free(orders, order);
    order = xcalloc(1, sizeof *order);
    order->agent = agent;
    order->period = period_begin(agent, outer_call, 0);
    order->inner = call_hold(inner_call);
    DL_APPEND(orders->list, order);
    LL_PREPEND2(agent->open_orders, order, next_open);
    return order;
}

void machine_lock_held(struct agent *agent)
{
    struct lock_order *order;

    LL_FOREACH2(agent->open_orders, order, next_open)
    if (order->period->held.at == 0)
        order->period->held = clock_moment(&agent->clock);
}

/* The locks that the process holds on a window, with the one it has got. */
static void with_held(struct agent *agent, const struct window *outer,
                      const struct window *inner, struct target inner_target,
                      struct call *call)
{
    const struct held_lock *held, *next;
    uint32_t member;

    if (!comm_member(outer->comm, agent, &member))
        return;
    HASH_ITER(hh, outer->ranks[member].held, held, next)
    {
        struct target target = {outer->number, (uint32_t)held->target};

        if (held->lock == call || held->period == NULL)
            continue;
        compare(agent, outer, inner, target, inner_target,
                order_add(agent, target, inner_target, held->lock, call));
    }
}

void machine_locked(struct agent *agent, struct window *window,
                    struct call *call)
{
    struct target target = {window->number,
                            (uint32_t)CALL_VIEW(call, MPI_Win_lock)->rank};
    const struct held_lock *lock;
    struct binding *binding, *next;
    uint32_t member;

    if (!comm_member(window->comm, agent, &member))
        return;
    lock = window_held_lock(&window->ranks[member], (int)target.rank);
    if (lock != NULL && lock->lock == call && lock->period != NULL)
        machine_held_lock(agent, window, (int64_t)target.rank, lock->period);
    if (agent->locks < 2)
        return;
    HASH_ITER(hh, agent->bindings, binding, next)
    if (binding->key.kind == BINDING_WINDOW)
        with_held(agent, binding->object, window, target, call);
}

void machine_unlocks(struct agent *agent, const struct call *lock,
                     struct call *unlock)
{
    struct lock_order *order, *next;

    LL_FOREACH_SAFE2(agent->open_orders, order, next, next_open)
    {
        if (order->period->opened != lock)
            continue;
        period_end(agent, order->period, unlock);
        LL_DELETE2(agent->open_orders, order, next_open);
    }
}
