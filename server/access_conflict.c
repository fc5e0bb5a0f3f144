/*
 * access_conflict.c - two accesses that meet, told to the rules.
 */
#include "access.h"

#include <stdlib.h>

struct access_conflict *access_conflict_hold(struct access_conflict *conflict)
{
    conflict->references++;
    return conflict;
}

void access_conflict_drop(struct access_conflict *conflict)
{
    int i;

    if (conflict == NULL || --conflict->references > 0)
        return;
    for (i = 0; i < 2; i++) {
        access_group_drop(
            (struct access_group *)(uintptr_t)conflict->sides[i].group);
        call_drop(conflict->sides[i].call);
    }
    window_drop(conflict->window);
    free(conflict);
}

static int64_t offset_in(const struct window *window, const struct agent *owner,
                         uint64_t address)
{
    uint32_t member;

    if (window->flavor == WINDOW_DYNAMIC ||
        !comm_member(window->comm, owner, &member))
        return (int64_t)address;
    return (int64_t)(address - window->ranks[member].base);
}

static struct access_side side_of(const struct access *access,
                                  const struct window *window)
{
    const struct agent *owner = access->by->group->owner;
    struct access_group *group = access_group_hold(access->by->group);
    struct call *call =
        access->by->call != NULL ? access->by->call : group->call;

    return (struct access_side){
        group, group->actor->process, call == NULL ? NULL : call_hold(call),
        offset_in(window, owner, access->node.low),
        offset_in(window, owner, access_node_end(&access->node))};
}

/* By rank, and then as the process called them: the same in each run. */
static bool comes_first(const struct access *one, const struct access *other)
{
    const struct process *mine = one->by->group->actor->process;
    const struct process *theirs = other->by->group->actor->process;
    const struct call *call =
        one->by->call != NULL ? one->by->call : one->by->group->period->opened;
    const struct call *their_call = other->by->call != NULL
                                        ? other->by->call
                                        : other->by->group->period->opened;

    if (mine != theirs)
        return process_rank(mine) < process_rank(theirs);
    return call->number < their_call->number;
}

void access_conflict_raise(const struct access *one, const struct access *other)
{
    const struct access *first = comes_first(one, other) ? one : other;
    const struct access *second = first == one ? other : one;
    struct access_group *group = first->by->group, *partner = second->by->group;
    struct access_conflict *conflict = xcalloc(1, sizeof *conflict);
    struct model_event event =
        model_event_new(group->actor, EVENT_CONFLICT, group->period->opened);
    uint64_t low = one->node.low, high = access_node_end(&one->node);
    uint64_t other_high = access_node_end(&other->node);

    conflict->references = 1;
    conflict->window =
        window_hold(group->window != NULL ? group->window : partner->window);
    conflict->sides[0] = side_of(first, conflict->window);
    conflict->sides[1] = side_of(second, conflict->window);
    conflict->low = low > other->node.low ? low : other->node.low;
    conflict->high = high < other_high ? high : other_high;
    if (conflict->high < conflict->low)
        conflict->high = conflict->low;
    conflict->offset = offset_in(conflict->window, group->owner, conflict->low);
    conflict->owner = group->owner->process;
    conflict->separate = access_is_separate(group, partner);
    event.conflict = conflict;
    periods_meet(group->actor->model, group->period, partner->period, &event);
    access_conflict_drop(conflict);
}
