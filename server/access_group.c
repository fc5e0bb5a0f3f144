/*
 * access_group.c - accesses that one call makes in one way, and which of them
 * may not meet others (MPI-4.1 12.7).
 */
#include "access.h"
#include "signature.h"

#include <stdlib.h>

#define CALLS_KEPT 256 /* of a group: later ones are shown as the first */

static struct pool groups = POOL_OF(struct access_group);

struct access_group *access_group_new(enum access_kind kind,
                                      struct agent *actor, struct agent *owner,
                                      struct call *call, struct period *period)
{
    struct access_group *group = pool_take(&groups);

    group->references = 1;
    group->own.group = group;
    group->number = ++actor->model->access_groups;
    group->kind = kind;
    group->actor = actor;
    group->owner = owner;
    group->call = call == NULL ? NULL : call_hold(call);
    group->polls = call != NULL && call_is_poll(call);
    group->period = period;
    period->references++;
    return group;
}

void access_group_in(struct access_group *group, struct period *epoch)
{
    if (group->epoch != NULL || epoch == NULL)
        return;
    group->epoch = epoch;
    epoch->references++;
}

struct access_group *access_group_hold(struct access_group *group)
{
    group->references++;
    return group;
}

void access_group_drop(struct access_group *group)
{
    struct access_caller *by;

    if (group == NULL || --group->references > 0)
        return;
    while ((by = group->callers) != NULL) {
        group->callers = by->next;
        call_drop(by->call);
        free(by);
    }
    type_drop(group->basic);
    call_drop(group->call);
    period_drop(group->epoch);
    period_drop(group->period);
    window_drop(group->window);
    window_drop(group->lock_window);
    window_drop(group->shared);
    pool_give(&groups, group);
}

static struct access_caller *caller(struct access_group *group,
                                    struct call *call)
{
    struct access_caller *by = group->callers;

    if (call == NULL || call == group->call)
        return &group->own;
    if (by != NULL && by->call == call)
        return by;
    if (group->call_count == CALLS_KEPT)
        return &group->own;
    by = xcalloc(1, sizeof *by);
    by->group = group;
    by->call = call_hold(call);
    LL_PREPEND(group->callers, by);
    group->call_count++;
    return by;
}

struct access *access_new(struct access_group *group, struct call *call,
                          const struct access_range *range)
{
    struct access *access = access_node_take(sizeof *access);

    access->node.low = range->low;
    access->node.length = (uint32_t)(range->high - range->low);
    access->by = caller(access_group_hold(group), call);
    return access;
}

struct access *access_copy(const struct access *access)
{
    struct access *copy = access_node_take(sizeof *copy);

    copy->node.low = access->node.low;
    copy->node.length = access->node.length;
    copy->by = access->by;
    access_group_hold(copy->by->group);
    return copy;
}

const struct call *access_call(const struct access *access)
{
    const struct access_caller *by = access->by;

    if (by->several)
        return NULL;
    if (by->call != NULL)
        return by->call;
    return by->group->call_count < CALLS_KEPT ? by->group->call : NULL;
}

void access_free(struct access *access)
{
    struct access_group *group = access->by->group;

    if (group->last == access)
        group->last = NULL;
    access_group_drop(group);
    access_node_give(access, sizeof *access);
}

/* ------------------------------------------------------- what they allow */

static bool is_accumulate(const struct access_group *group)
{
    return group->kind == ACCESS_ACCUMULATE;
}

bool access_updates(const struct access_group *group)
{
    if (is_accumulate(group))
        return group->op != NEUTRAL_OP_NO_OP;
    return group->kind == ACCESS_STORE || group->kind == ACCESS_PUT;
}

/* The same predefined datatype (MPI-4.1 12.7, 12.7.1): MPI_INT is no float, nor
 * unsigned, nor MPI_BYTE, but it is the same as MPI_INT32_T. */
bool access_same_elements(const struct access_group *one,
                          const struct access_group *other)
{
    struct payload left = {one->basic, 1}, right = {other->basic, 1};
    struct payload_difference difference;

    if (one->basic == NULL || other->basic == NULL ||
        !payload_compare(&left, &right, &difference))
        return true;
    return difference.relation <= RELATION_RENAMED &&
           difference.bytes[0] == difference.bytes[1];
}

bool access_same_places(const struct access_group *one,
                        const struct access_group *other)
{
    return one->phase == other->phase || one->phase == ACCESS_NO_PHASE ||
           other->phase == ACCESS_NO_PHASE;
}

bool access_same_hints(const struct window_hints *one,
                       const struct window_hints *other)
{
    return one->ops_given == other->ops_given &&
           one->same_op == other->same_op &&
           one->ordering_given == other->ordering_given &&
           one->unordered == other->unordered;
}

static bool is_same_op(const struct access_group *group)
{
    return group->hints.ops_given ? group->hints.same_op
                                  : group->window->hints.same_op;
}

static unsigned unordered(const struct access_group *group)
{
    return group->hints.ordering_given ? group->hints.unordered
                                       : group->window->hints.unordered;
}

/* Whether those of one process take place in program order (MPI-4.1 12.7.2).
 */
static bool in_program_order(const struct access_group *one,
                             const struct access_group *other)
{
    unsigned needed = 0;

    if (one->actor != other->actor)
        return false;
    if (access_updates(one) && access_updates(other))
        needed |= ORDERING_WAW;
    if ((one->fetches && access_updates(other)) ||
        (other->fetches && access_updates(one)))
        needed |= ORDERING_RAW | ORDERING_WAR;
    return (unordered(one) & unordered(other) & needed) == 0;
}

/*
 * Whether two accumulates that nothing orders are done one after the other,
 * element by element (MPI-4.1 12.7.1), as far as the info key accumulate_ops
 * permits them at the same time (MPI-4.1 12.2.1).  MPI_Compare_and_swap has no
 * op, so that the key says nothing of it.
 */
static bool are_atomic(const struct access_group *one,
                       const struct access_group *other)
{
    if (one->window != other->window || !access_same_elements(one, other) ||
        !access_same_places(one, other))
        return false;
    if (one->op == other->op || one->op == ACCESS_OP_SWAP ||
        other->op == ACCESS_OP_SWAP || in_program_order(one, other))
        return true;
    return (one->op == NEUTRAL_OP_NO_OP || other->op == NEUTRAL_OP_NO_OP) &&
           !(is_same_op(one) && is_same_op(other));
}

/* Locks of which one is exclusive keep two processes apart. */
static bool lock_excludes(const struct access_group *one,
                          const struct access_group *other)
{
    return one->actor != other->actor && one->lock != ACCESS_NO_LOCK &&
           other->lock != ACCESS_NO_LOCK &&
           one->lock_window == other->lock_window &&
           (one->lock == ACCESS_EXCLUSIVE_LOCK ||
            other->lock == ACCESS_EXCLUSIVE_LOCK);
}

/* What a poll has seen of an update stays until another one comes there, also
 * where the update is not known to be complete (MPI-4.1 12.7, unified). */
static bool was_polled(const struct access_group *load,
                       const struct access_group *update)
{
    return load->polled != 0 && update->actor != load->actor &&
           clock_sure(update->period->begin, load->actor->clock.index) <
               load->polled &&
           !access_is_separate(load, update);
}

bool access_may_conflict(const struct access_group *one,
                         const struct access_group *other)
{
    if (!access_updates(one) && !access_updates(other))
        return false;
    if (is_accumulate(one) && is_accumulate(other) && are_atomic(one, other))
        return false;
    /* Unified, a location may be polled for a value (MPI-4.1 12.7). */
    if ((one->polls || other->polls) && !access_is_separate(one, other))
        return false;
    if (was_polled(one, other) || was_polled(other, one))
        return false;
    return !lock_excludes(one, other);
}

/* Their order is one for all their accesses. */
bool access_have_met(struct access_group *group,
                     const struct access_group *other)
{
    const uint32_t room = sizeof group->met / sizeof group->met[0];
    uint32_t i;

    for (i = 0; i < room && i < group->met_count; i++)
        if (group->met[i] == other->number)
            return true;
    group->met[group->met_count++ % room] = other->number;
    return false;
}
