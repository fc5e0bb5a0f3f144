/*
 * access_conflict.c - two accesses that meet, told to the rules.
 */
#include "access.h"

static struct pool conflicts = POOL_OF(struct access_conflict);

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
    pool_give(&conflicts, conflict);
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

static struct access_side side_of(const struct access *access)
{
    struct access_group *group = access_group_hold(access->by->group);
    struct call *call =
        access->by->call != NULL ? access->by->call : group->call;

    return (struct access_side){
        group, group->actor->process, call == NULL ? NULL : call_hold(call),
        (int64_t)access->node.low, (int64_t)access_node_end(&access->node)};
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

/* With the bytes as they are kept: addresses, or bytes in the window. */
static struct access_conflict *conflict_new(const struct access *one,
                                            const struct access *other,
                                            struct window *window)
{
    const struct access *first = comes_first(one, other) ? one : other;
    const struct access *second = first == one ? other : one;
    struct access_conflict *conflict = pool_take(&conflicts);
    uint64_t low = one->node.low, high = access_node_end(&one->node);
    uint64_t other_high = access_node_end(&other->node);

    conflict->references = 1;
    conflict->window = window_hold(window);
    conflict->sides[0] = side_of(first);
    conflict->sides[1] = side_of(second);
    conflict->low = low > other->node.low ? low : other->node.low;
    conflict->high = high < other_high ? high : other_high;
    if (conflict->high < conflict->low)
        conflict->high = conflict->low;
    conflict->offset = (int64_t)conflict->low;
    conflict->owner = one->by->group->owner->process;
    return conflict;
}

static void tell(struct access_conflict *conflict)
{
    const struct access_group *one = conflict->sides[0].group;
    struct model_event event =
        model_event_new(one->actor, EVENT_CONFLICT, one->period->opened);

    event.conflict = conflict;
    periods_meet(one->actor->model, one->period,
                 conflict->sides[1].group->period, &event);
    access_conflict_drop(conflict);
}

void access_direct_raise(const struct access *one, const struct access *other,
                         struct window *window, bool elsewhere)
{
    struct access_conflict *conflict = conflict_new(one, other, window);

    conflict->elsewhere = elsewhere;
    conflict->followed =
        !one->by->group->actor->native || !other->by->group->actor->native;
    tell(conflict);
}

/* Memory is attached to one window, and accessed by another. */
static bool is_of_other_window(const struct access_group *memory,
                               const struct access_group *access)
{
    return access_comes_or_goes(memory) &&
           agent_window(
               memory->actor,
               call_word(memory->call, memory->call->info->win_word)) !=
               access->window;
}

void access_conflict_raise(const struct access *one, const struct access *other)
{
    const struct access_group *group = one->by->group;
    const struct access_group *partner = other->by->group;
    const struct agent *owner = group->owner;
    struct access_conflict *conflict;
    struct window *window;
    int i;

    if (!comes_first(one, other)) {
        group = other->by->group;
        partner = one->by->group;
    }
    window = group->window != NULL ? group->window : partner->window;
    if ((window->flavor != WINDOW_ALLOCATE_SHARED &&
         access_order_is_unseen(group, partner)) ||
        is_of_other_window(group, partner) ||
        is_of_other_window(partner, group))
        return;
    conflict = conflict_new(one, other, window);
    for (i = 0; i < 2; i++) {
        struct access_side *side = &conflict->sides[i];

        side->low = offset_in(conflict->window, owner, (uint64_t)side->low);
        side->high = offset_in(conflict->window, owner, (uint64_t)side->high);
    }
    conflict->offset = offset_in(conflict->window, owner, conflict->low);
    conflict->separate = access_is_separate(group, partner);
    tell(conflict);
}
