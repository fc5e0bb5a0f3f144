/*
 * model_group.c - groups, rebuilt from their constructors (MPI-4.1 7.3).
 */
#include "model_private.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct group *group_new(int size)
{
    struct group *group = xcalloc(1, sizeof *group);

    group->references = 1;
    group->size = size;
    if (size > 0)
        group->seats = xcalloc((size_t)size, sizeof group->seats[0]);
    return group;
}

struct group *group_hold(struct group *group)
{
    if (group != NULL)
        group->references++;
    return group;
}

void group_drop(struct group *group)
{
    if (group == NULL || --group->references > 0)
        return;
    free(group->seats);
    free(group);
}

bool group_equal(const struct group *left, const struct group *right)
{
    if (left->size < 0 || left->size != right->size)
        return false;
    return left->size == 0 ||
           memcmp(left->seats, right->seats,
                  (size_t)left->size * sizeof left->seats[0]) == 0;
}

int group_rank(const struct group *group, const struct seat *seat)
{
    int i;

    if (seat == NULL)
        return -1;
    /* In most groups everyone has his place of MPI_COMM_WORLD. */
    if (seat->rank < group->size && group->seats[seat->rank] == seat)
        return seat->rank;
    for (i = 0; i < group->size; i++)
        if (group->seats[i] == seat)
            return i;
    return -1;
}

/* Seats by their rank, as far as they are of one MPI_COMM_WORLD; free. */
static const struct seat **seats_by_rank(const struct group *group, int *count)
{
    const struct seat **seats;
    int i;

    for (i = 0, *count = 0; i < group->size; i++)
        if (group->seats[i]->rank >= *count)
            *count = group->seats[i]->rank + 1;
    seats = xcalloc((size_t)*count + 1, sizeof *seats);
    for (i = 0; i < group->size; i++)
        seats[group->seats[i]->rank] = group->seats[i];
    return seats;
}

/* The first rank of `group` that is in `all`, or is not; -1: there is none. */
static int first_that(const struct group *group, const struct group *all,
                      bool inside)
{
    int count, i;
    const struct seat **seats = seats_by_rank(all, &count);

    for (i = 0; i < group->size; i++) {
        const struct seat *seat = group->seats[i];

        /* Of several such worlds the seats may stand for each other. */
        if (((seat->rank < count && seats[seat->rank] == seat) ||
             group_rank(all, seat) >= 0) == inside)
            break;
    }
    free(seats);
    return i < group->size ? i : -1;
}

int group_first_outside(const struct group *group, const struct group *all)
{
    return first_that(group, all, false);
}

int group_first_inside(const struct group *group, const struct group *all)
{
    return first_that(group, all, true);
}

struct group *agent_group(const struct agent *agent, uint64_t handle)
{
    static struct group empty = {.references = 1};

    if (handle == NEUTRAL_GROUP_EMPTY)
        return &empty;
    return binding_find(agent, BINDING_GROUP, handle);
}

/* Some MPIs give one handle several times for one group, and want it freed
 * as often. */
static void bind_group(struct agent *agent, uint64_t handle,
                       struct group *group)
{
    struct binding *binding = binding_get(agent, BINDING_GROUP, handle);

    if (binding == NULL) {
        binding_add(agent, BINDING_GROUP, handle, group);
        return;
    }
    group_drop(binding->object);
    binding->object = group;
    binding->count++;
}

static void unbind_group(struct agent *agent, uint64_t handle)
{
    struct binding *binding = binding_get(agent, BINDING_GROUP, handle);

    if (binding == NULL || --binding->count > 0)
        return;
    group_drop(binding->object);
    binding_remove(agent, binding);
}

/* ---------------------------------------------------------- constructors */

static struct group *group_incl(const struct group *group,
                                const struct array_number *ranks)
{
    struct group *made;
    uint32_t i;

    if (group->size < 0 || (ranks->special != ARRAY_PRESENT && ranks->count))
        return group_new(-1);
    made = group_new((int)ranks->count);
    for (i = 0; i < ranks->count; i++) {
        int64_t rank = ranks->items[i];

        if (rank < 0 || rank >= group->size) {
            group_drop(made);
            return group_new(-1);
        }
        made->seats[i] = group->seats[rank];
    }
    return made;
}

static struct group *group_excl(const struct group *group,
                                const struct array_number *ranks)
{
    struct group *made;
    bool *without;
    uint32_t i;
    int j, size = 0;

    if (group->size < 0)
        return group_new(-1);
    without = xcalloc((size_t)group->size + 1, sizeof without[0]);
    for (i = 0; i < ranks->count; i++)
        if (ranks->items[i] >= 0 && ranks->items[i] < group->size)
            without[ranks->items[i]] = true;
    made = group_new(group->size);
    for (j = 0; j < group->size; j++)
        if (!without[j])
            made->seats[size++] = group->seats[j];
    made->size = size;
    free(without);
    return made;
}

/* Triplets (first, last, stride) as a list of ranks; the items are the
 * caller's to free. */
static struct array_number spread_ranges(const struct group *group,
                                         const struct array_number *ranges)
{
    struct array_number ranks = {.count = 0};
    int64_t *items = NULL;
    uint32_t i;

    for (i = 0; i + 2 < ranges->count; i += 3) {
        int64_t first = ranges->items[i], last = ranges->items[i + 1];
        int64_t stride = ranges->items[i + 2], rank;

        if (stride == 0 || group->size < 0)
            continue;
        for (rank = first; stride > 0 ? rank <= last : rank >= last;
             rank += stride) {
            if (rank < 0 || rank >= group->size ||
                ranks.count >= (uint32_t)group->size)
                break;
            items = xrealloc(items, ranks.count + 1, sizeof items[0]);
            items[ranks.count++] = rank;
        }
    }
    ranks.items = items;
    return ranks;
}

enum set_operation { SET_UNION, SET_INTERSECTION, SET_DIFFERENCE };

static struct group *group_combine(const struct group *left,
                                   const struct group *right,
                                   enum set_operation operation)
{
    struct group *made;
    int i, size = 0;

    if (left->size < 0 || right->size < 0)
        return group_new(-1);
    made = group_new(left->size + right->size);
    for (i = 0; i < left->size; i++)
        if (operation == SET_UNION || (group_rank(right, left->seats[i]) >=
                                       0) == (operation == SET_INTERSECTION))
            made->seats[size++] = left->seats[i];
    if (operation == SET_UNION)
        for (i = 0; i < right->size; i++)
            if (group_rank(left, right->seats[i]) < 0)
                made->seats[size++] = right->seats[i];
    made->size = size;
    return made;
}

static struct group *group_of_comm(const struct comm *comm,
                                   const struct agent *agent, bool remote)
{
    uint32_t member;
    int side;

    if (comm == NULL || comm->opaque)
        return group_new(-1);
    if (comm->groups[1] == NULL)
        return group_hold(comm->groups[0]);
    if (!comm_member(comm, agent, &member))
        return group_new(-1);
    side = member >= (uint32_t)comm->groups[0]->size;
    return group_hold(comm->groups[side != remote]);
}

static bool is_pset(const struct array_string *name, const char *pset)
{
    return name->count == strlen(pset) &&
           strncasecmp(name->items, pset, name->count) == 0;
}

/* A name is a URI, which MPI libraries take in letters of either case. */
static struct group *group_of_pset(const struct agent *agent,
                                   const struct array_string *name)
{
    struct comm *comm = NULL;

    if (is_pset(name, "mpi://WORLD"))
        comm = agent_comm(agent, NEUTRAL_COMM_WORLD);
    else if (is_pset(name, "mpi://SELF"))
        comm = agent_comm(agent, NEUTRAL_COMM_SELF);
    return group_of_comm(comm, agent, false);
}

static struct group *group_by_ranges(const struct group *group,
                                     const struct array_number *ranges,
                                     bool excluded)
{
    struct array_number ranks = spread_ranges(group, ranges);
    struct group *made =
        excluded ? group_excl(group, &ranks) : group_incl(group, &ranks);

    free((void *)(uintptr_t)ranks.items);
    return made;
}

/* The group that the call has made, or NULL where it makes none here. */
static struct group *group_made(struct agent *agent, const struct call *call)
{
    static const struct group unknown = {.size = -1};
    const struct call_MPI_Group_incl *incl = CALL_VIEW(call, MPI_Group_incl);
    const struct call_MPI_Group_range_incl *range =
        CALL_VIEW(call, MPI_Group_range_incl);
    const struct group *left = agent_group(agent, call->words[0]);
    const struct group *right = agent_group(agent, call->words[1]);
    const struct window *window;
    struct comm *file;

    left = left != NULL ? left : &unknown;
    right = right != NULL ? right : &unknown;
    switch (call->info->base) {
    case CALL_MPI_Comm_group:
        return group_of_comm(agent_comm(agent, call->words[0]), agent, false);
    case CALL_MPI_Comm_remote_group:
        return group_of_comm(agent_comm(agent, call->words[0]), agent, true);
    case CALL_MPI_Win_get_group:
        window = agent_window(agent, call->words[0]);
        return window == NULL ? group_new(-1)
                              : group_of_comm(window->comm, agent, false);
    case CALL_MPI_File_get_group:
        file = binding_find(agent, BINDING_FILE, call->words[0]);
        return file == NULL ? group_new(-1) : group_of_comm(file, agent, false);
    case CALL_MPI_Group_incl:
        return group_incl(left, &incl->ranks);
    case CALL_MPI_Group_excl:
        return group_excl(left, &incl->ranks);
    case CALL_MPI_Group_range_incl:
        return group_by_ranges(left, &range->ranges, false);
    case CALL_MPI_Group_range_excl:
        return group_by_ranges(left, &range->ranges, true);
    case CALL_MPI_Group_union:
        return group_combine(left, right, SET_UNION);
    case CALL_MPI_Group_intersection:
        return group_combine(left, right, SET_INTERSECTION);
    case CALL_MPI_Group_difference:
        return group_combine(left, right, SET_DIFFERENCE);
    case CALL_MPI_Group_from_session_pset:
        return group_of_pset(
            agent, &CALL_VIEW(call, MPI_Group_from_session_pset)->pset_name);
    default:
        return group_new(-1);
    }
}

bool group_complete(const struct group *group)
{
    int i;

    if (group->size < 0)
        return false;
    for (i = 0; i < group->size; i++)
        if (group->seats[i] == NULL)
            return false;
    return true;
}

/* The new group is the last word of the calls that make one. */
enum model_step group_exit(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    uint64_t handle =
        call->words[call->info->in_words + call->info->out_words - 1];
    struct group *made;
    bool known;

    if (call->info->base == CALL_MPI_Group_free) {
        if (succeeded(call, call_result(call)))
            unbind_group(agent, call->words[0]);
        return MODEL_DONE;
    }
    if (!succeeded(call, call_result(call)) || handle == NEUTRAL_GROUP_NULL ||
        handle == NEUTRAL_GROUP_EMPTY)
        return MODEL_DONE;
    made = group_made(agent, call);
    known = made->size < 0 || group_complete(made);
    if (must_wait(agent, known)) {
        group_drop(made);
        agent->waits_for_end = !agent->waited_in_vain;
        return MODEL_WAIT;
    }
    agent->waited_in_vain |= !known;
    bind_group(agent, handle, made);
    return MODEL_DONE;
}
