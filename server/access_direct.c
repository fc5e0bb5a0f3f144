/*
 * access_direct.c - loads and stores of a shared window by several processes
 * (MPI-4.1 12.2.3, 12.7), as `murmel cc` tells them, or as long as a process is
 * followed from each MPI call to the next (follow_whole.h); also those that MPI
 * calls of such processes make, which send from there or receive into it.
 *
 * They need an order by MPI, or by the language: atomic accesses, as C and C++
 * have them, are none that conflict, and who looks at one (or polls a volatile
 * object) may know all that its writer did before.  That MPI_Win_sync makes
 * stores visible is not asked for, as fences of the language may do that.
 */
#include "access_rma.h"
#include "record.h"

#include <stdlib.h>

#define FLAG_BYTES 8 /* no flag that is polled is longer */

/* Of a member's part; intervals are bytes in it. */
struct access_direct {
    struct access_tree loads, stores;
    size_t swept; /* intervals that the last sweep left */
};

static struct access_direct *direct_of(struct window *window, uint32_t owner)
{
    struct access_direct **direct = &window->ranks[owner].direct;

    if (*direct == NULL)
        *direct = xcalloc(1, sizeof **direct);
    return *direct;
}

static bool drop(void *context, struct access_node *node)
{
    (void)context;
    access_free((struct access *)(void *)node);
    return true;
}

void access_direct_free(struct window_rank *member)
{
    if (member->direct == NULL)
        return;
    access_tree_sweep(&member->direct->loads, drop, NULL);
    access_tree_sweep(&member->direct->stores, drop, NULL);
    free(member->direct);
    member->direct = NULL;
}

/* ------------------------------------------------------------ conflicts */

/* Since when it may be in order with others by what is not seen; 0: it is not.
 * Who was never followed whole has polled at any time, perhaps. */
static uint64_t since_when(const struct agent *agent)
{
    return agent->shares && !agent->native && !agent->whole ? 1
                                                            : agent->elsewhere;
}

/* Whether the process was so when that began, or before, as far as was known
 * then. */
static bool was_since(const struct access_group *group,
                      const struct agent *agent, uint64_t since)
{
    return since != 0 &&
           clock_sure(group->period->begin, agent->clock.index) >= since;
}

/* Whether processes that this one knew of (or it itself) may order what they
 * do by what is not seen. */
static bool is_elsewhere(const struct access_group *group)
{
    const struct agent *agent;

    DL_FOREACH(group->actor->model->agents, agent)
        if (was_since(group, agent, since_when(agent)))
            return true;
    return false;
}

/* Of a mutex that processes share it is known who made it, and not who locks
 * it. */
static bool is_unseen(const struct access_group *group)
{
    return group->actor->native
               ? is_elsewhere(group)
               : was_since(group, group->actor, since_when(group->actor));
}

bool access_order_is_unseen(const struct access_group *one,
                            const struct access_group *other)
{
    return one->actor != other->actor && one->actor->shares &&
           other->actor->shares && (is_unseen(one) || is_unseen(other));
}

/* Of what the program is made of it is known what means it has; else that it
 * was not followed all the way says nothing. */
static void conflict(const struct access *one, const struct access *other,
                     struct window *window)
{
    const struct access_group *group = one->by->group;
    bool elsewhere = is_elsewhere(group) || is_elsewhere(other->by->group);

    if (!elsewhere || group->actor->native)
        access_direct_raise(one, other, window, elsewhere);
}

static bool may_conflict(const struct access_group *one,
                         const struct access_group *other)
{
    return one->actor != other->actor && !one->polls && !other->polls &&
           !(one->atomic && other->atomic) &&
           (one->held_alone & other->held_alone) == 0 &&
           !(one->lock != ACCESS_NO_LOCK && other->lock != ACCESS_NO_LOCK &&
             (one->lock == ACCESS_EXCLUSIVE_LOCK ||
              other->lock == ACCESS_EXCLUSIVE_LOCK));
}

struct look_around {
    struct access *access;
    struct window *window;
    unsigned pairs;
};

static bool meet(void *context, struct access_node *node)
{
    struct look_around *around = context;
    struct access *other = (struct access *)(void *)node;
    struct access_group *group = around->access->by->group;

    if (may_conflict(group, other->by->group) &&
        !access_have_met(group, other->by->group))
        conflict(around->access, other, around->window);
    return ++around->pairs < ACCESS_PAIRS_LOOKED_AT;
}

/* Compares it with what others do, and keeps it. */
static void add(struct access *access, struct window *window)
{
    const struct access_group *group = access->by->group;
    struct access_direct *direct = direct_of(window, group->target);
    struct look_around around = {access, window, 0};
    const struct access_node *node = &access->node;
    bool stores = group->kind == ACCESS_STORE;
    struct model *model = group->actor->model;

    if (!model->order_unsure) {
        if (stores)
            access_tree_search(&direct->loads, node->low, access_node_end(node),
                               meet, &around);
        access_tree_search(&direct->stores, node->low, access_node_end(node),
                           meet, &around);
    }
    if (direct->loads.count + direct->stores.count >
        ACCESS_SWEEP_FROM + 2 * direct->swept) {
        access_sweep_past(model, &direct->loads);
        access_sweep_past(model, &direct->stores);
        direct->swept = direct->loads.count + direct->stores.count;
    }
    access_keep(stores ? &direct->stores : &direct->loads, access, true);
}

/* ------------------------------------------------------------- the parts */

/* What of the bytes lies in a part of a shared window. */
struct part {
    struct window *window;
    uint32_t owner, actor; /* members */
    uint64_t low, high;    /* bytes in it */
};

typedef void act_on_part(void *context, struct agent *agent,
                         const struct part *part);

static void act_within(struct agent *agent, struct window *window,
                       uint32_t owner, const struct access_range *memory,
                       const struct access_range *range, act_on_part *act,
                       void *context)
{
    struct part part = {.window = window, .owner = owner};

    if (window->flavor != WINDOW_ALLOCATE_SHARED ||
        range->low >= memory->high || memory->low >= range->high ||
        !comm_member(window->comm, agent, &part.actor))
        return;
    part.low = range->low > memory->low ? range->low - memory->low : 0;
    part.high =
        (range->high < memory->high ? range->high : memory->high) - memory->low;
    act(context, agent, &part);
}

static void each_part(struct agent *agent, const struct model_access *access,
                      act_on_part *act, void *context)
{
    struct access_range range = {.low = access->low, .high = access->high};
    struct access_range memory;
    const struct access_region *region;
    struct window *window = NULL;
    uint32_t member;
    size_t i;

    DL_FOREACH(agent->accesses->regions, region) {
        memory =
            (struct access_range){.low = region->low, .high = region->high};
        if (comm_member(region->window->comm, agent, &member))
            act_within(agent, region->window, member, &memory, &range, act,
                       context);
    }
    for (i = 0; access_foreign_at(agent, i, &window, &member, &memory); i++)
        act_within(agent, window, member, &memory, &range, act, context);
}

static void look(void *context, struct agent *agent, const struct part *part)
{
    (void)context;
    board_look(&part->window->ranks[part->owner].board, agent, NULL,
               (int64_t)part->low, (int64_t)part->high);
}

static void leave(void *context, struct agent *agent, const struct part *part)
{
    board_leave(&part->window->ranks[part->owner].board, agent,
                (int64_t)part->low, (int64_t)part->high, context);
}

static bool is_shared(const struct agent *agent)
{
    const struct access_region *region;

    if (agent->accesses == NULL)
        return false;
    DL_FOREACH(agent->accesses->regions, region)
        if (region->window->flavor == WINDOW_ALLOCATE_SHARED)
            return true;
    return agent->accesses->foreign != NULL;
}

void access_direct_lost(struct agent *agent)
{
    const struct model_access all = {.high = UINT64_MAX};

    if (is_shared(agent))
        each_part(agent, &all, look, NULL);
}

/* The accesses of one record from one place and of one kind, or of an MPI
 * call. */
struct batch {
    struct call *call;
    struct period *period;
    bool stores, atomic;
    struct access_group *group; /* of the part that was the last */
    const struct window *window;
};

/* The targets that it has alone, by their number modulo 64: such a lock may be
 * the mutex for other parts, too. */
static uint64_t held_alone(const struct window_rank *member)
{
    const struct held_lock *held;
    uint64_t targets = 0;

    for (held = member->held; held != NULL; held = held->hh.next)
        if (access_lock_of(member, (uint32_t)held->target) ==
            ACCESS_EXCLUSIVE_LOCK)
            targets |= UINT64_C(1) << (held->target % 64);
    return targets;
}

static void keep_part(void *context, struct agent *agent,
                      const struct part *part)
{
    struct batch *batch = context;
    struct access_group *group = batch->group;
    const struct window_rank *member = &part->window->ranks[part->actor];
    struct agent *owner = access_member(part->window, part->owner);
    uint64_t low;

    if (owner == NULL)
        return;
    if (group == NULL || batch->window != part->window ||
        group->target != part->owner) {
        access_group_drop(group);
        group = batch->group =
            access_group_new(batch->stores ? ACCESS_STORE : ACCESS_LOAD, agent,
                             owner, batch->call, batch->period);
        batch->window = part->window;
        group->atomic = batch->atomic;
        group->origin = part->actor;
        group->target = part->owner;
        group->lock = access_lock_of(member, part->owner);
        group->held_alone = held_alone(member);
        access_group_in(group, access_epoch(member, (int)part->owner));
    }
    for (low = part->low; low < part->high; low += ACCESS_RANGE_MOST) {
        uint64_t high = part->high - low > ACCESS_RANGE_MOST
                            ? low + ACCESS_RANGE_MOST
                            : part->high;

        add(access_new(group, batch->call,
                       &(struct access_range){.low = low, .high = high}),
            part->window);
    }
}

/* NULL: there is none. */
static void batch_next(struct batch *batch, struct agent *agent,
                       struct call *call, enum record_access_kind kind)
{
    access_group_drop(batch->group);
    period_drop(batch->period);
    *batch = (struct batch){.call = call, .atomic = kind == ACCESSED_ATOMIC};
    if (call == NULL)
        return;
    batch->stores = call_is_store(call);
    batch->period = period_begin(agent, call, 0);
    period_end(agent, batch->period, call);
}

void access_direct_by_call(struct agent *agent, enum access_kind kind,
                           const struct access_ranges *ranges,
                           struct call *call, struct period *period)
{
    struct batch batch = {
        .call = call, .period = period, .stores = kind == ACCESS_STORE};
    struct clock *clock = NULL;
    struct model_access access = {.low = 0};
    size_t i;

    if (!(agent->native || agent_is_whole(agent)) || call_is_access(call) ||
        !is_shared(agent))
        return;
    for (i = 0; i < ranges->count; i++) {
        access.low = ranges->items[i].low;
        access.high = ranges->items[i].high;
        each_part(agent, &access, keep_part, &batch);
        if (!batch.stores || access.high - access.low > FLAG_BYTES)
            continue;
        if (clock == NULL)
            clock = clock_take(&agent->clock);
        each_part(agent, &access, leave, clock);
    }
    access_group_drop(batch.group);
    clock_drop(clock);
}

/* gfortran tells loads of volatile objects as any others: what one place has
 * loaded may be a flag that it polls, if it has loaded no more than that. */
static bool may_poll(const struct model_access *accesses, size_t count,
                     struct call *const *calls, size_t i)
{
    return (calls[i]->flags & RECORD_FORTRAN) != 0 &&
           agent_of(calls[i]->process)->native &&
           accesses[i].kind == ACCESSED_LOAD &&
           accesses[i].high - accesses[i].low <= FLAG_BYTES &&
           (i == 0 || calls[i - 1] != calls[i]) &&
           (i + 1 == count || calls[i + 1] != calls[i]);
}

/* A flag may be read without a poll of its own, where a lock protects it: who
 * has set it did so under one. */
static bool may_look(const struct agent *agent,
                     const struct model_access *access)
{
    return access->kind == ACCESSED_POLL || access->kind == ACCESSED_ATOMIC ||
           (access->kind == ACCESSED_LOAD && agent->guards != NULL &&
            access->high - access->low <= FLAG_BYTES);
}

void access_direct(struct agent *agent, const struct model_access *accesses,
                   size_t count, struct call *const *calls)
{
    struct batch batch = {.call = NULL};
    struct clock *clock;
    size_t i;

    if (!is_shared(agent))
        return;
    /* In which order they were within the record is not known: polls first,
     * in the direction of silence. */
    for (i = 0; i < count; i++)
        if (may_look(agent, &accesses[i]) ||
            may_poll(accesses, count, calls, i))
            each_part(agent, &accesses[i], look, NULL);
    for (i = 0; i < count; i++) {
        if (calls[i] != batch.call)
            batch_next(&batch, agent, calls[i], accesses[i].kind);
        if (accesses[i].kind < ACCESSED_ELSEWHERE &&
            !may_poll(accesses, count, calls, i))
            each_part(agent, &accesses[i], keep_part, &batch);
    }
    batch_next(&batch, agent, NULL, ACCESSED_LOAD);
    clock = clock_take(&agent->clock);
    for (i = 0; i < count; i++)
        if (accesses[i].kind == ACCESSED_ATOMIC ||
            (accesses[i].kind == ACCESSED_STORE &&
             accesses[i].high - accesses[i].low <= FLAG_BYTES))
            each_part(agent, &accesses[i], leave, clock);
    clock_drop(clock);
}
