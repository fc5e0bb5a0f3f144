/*
 * model_comm_make.c - communicators come and go (MPI-4.1 7.4.2, 7.4.3, 8.5).
 *
 * A constructor is a collective operation, so that the n-th on a parent is
 * one meeting of all its members; what they make is a child of the meeting,
 * by colour.  No message of the application and no list of ranks is needed.
 */
#include "model_channel.h"
#include "model_given_up.h"
#include "model_info.h"
#include "model_request.h"
#include "model_topology.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------ split */

struct member_key {
    int64_t key;
    uint32_t member;
};

static int compare_keys(const void *left, const void *right)
{
    const struct member_key *a = left, *b = right;

    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->member < b->member ? -1 : 1;
}

/* The group of one colour, of the members from `first` to `end`: by key, then
 * by rank in the parent. */
static struct group *split_group(const struct comm *parent,
                                 const struct meeting *meeting, int64_t colour,
                                 uint32_t first, uint32_t end)
{
    struct member_key *keys = xcalloc(meeting->size, sizeof keys[0]);
    struct group *group;
    uint32_t i, count = 0;

    for (i = first; i < end; i++)
        if (meeting->arrivals[i].here && meeting->arrivals[i].colour == colour)
            keys[count++] = (struct member_key){meeting->arrivals[i].key, i};
    qsort(keys, count, sizeof keys[0], compare_keys);
    group = group_new((int)count);
    for (i = 0; i < count; i++)
        group->seats[i] = comm_seat(parent, keys[i].member);
    free(keys);
    return group;
}

/* What distinguishes the children of one constructor. */
static void set_colour(struct agent *agent, struct open_call *open)
{
    const struct call *call = open->call;
    struct arrival *arrival =
        meeting_arrival(open->meeting, open->member, open->call);
    const struct group *group;

    switch (call->info->base) {
    case CALL_MPI_Comm_split:
        arrival->colour = CALL_VIEW(call, MPI_Comm_split)->color;
        arrival->key = CALL_VIEW(call, MPI_Comm_split)->key;
        break;
    case CALL_MPI_Comm_split_type:
        arrival->colour = CALL_VIEW(call, MPI_Comm_split_type)->split_type;
        arrival->key = CALL_VIEW(call, MPI_Comm_split_type)->key;
        break;
    case CALL_MPI_Cart_sub:
        if (topology_is_grid(open->comm->topology))
            arrival->colour =
                topology_part(open->comm->topology, open->member,
                              &CALL_VIEW(call, MPI_Cart_sub)->remain_dims);
        break;
    case CALL_MPI_Comm_create:
        /* Disjoint groups make a communicator each, but those of the two sides
         * of an intercommunicator one. */
        if (open->comm->groups[1] != NULL)
            break;
        group = agent_group(agent, CALL_VIEW(call, MPI_Comm_create)->group);
        if (group != NULL && group->size > 0)
            arrival->colour = (int64_t)(uintptr_t)group->seats[0];
        break;
    }
}

static bool is_dup(const struct call *call)
{
    uint16_t base = call->info->base;

    return base == CALL_MPI_Comm_dup || base == CALL_MPI_Comm_dup_with_info ||
           base == CALL_MPI_Comm_idup || base == CALL_MPI_Comm_idup_with_info;
}

enum model_step comm_make_enter(struct agent *agent, struct open_call *open)
{
    open->call->making = ++agent->comm_count;
    collective_enter(agent, open);
    if (open->meeting == NULL)
        return MODEL_DONE;
    set_colour(agent, open);
    same_edges(open);
    /* A pending MPI_Comm_idup of others has made it already. */
    if (is_dup(open->call) && open->meeting->children != NULL &&
        meeting_child(open->meeting, 0)->comm != NULL)
        comm_made_by(meeting_child(open->meeting, 0)->comm, open->call);
    return MODEL_DONE;
}

/* The constructor of the lowest rank among those that make the same; a group
 * says who is in it, else all with the same colour are. */
static struct call *lowest_maker(const struct open_call *open,
                                 const struct group *group)
{
    const struct arrival *arrivals = open->meeting->arrivals;
    struct call *lowest = open->call;
    uint32_t i;

    for (i = 0; i < open->meeting->size; i++)
        if (arrivals[i].call != NULL &&
            arrivals[i].colour == arrivals[open->member].colour &&
            process_rank(arrivals[i].call->process) <
                process_rank(lowest->process) &&
            (open->call->info->base != CALL_MPI_Comm_create || group == NULL ||
             group_rank(group, comm_seat(open->comm, i)) >= 0))
            lowest = arrivals[i].call;
    return lowest;
}

/* The communicator a constructor returned: its "new_comm" parameter. */
const struct new_comm *made_comm(const struct call *call)
{
    const struct call_info *info = call->info;
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].wire == WIRE_NEW_COMM)
            return (const void *)&call->words[info->parameters[i].word];
    return NULL;
}

/* A topology whose ranks are those of the communicator that it is made of
 * (8.5.1, 8.5.3, 8.5.4). */
static bool keeps_ranks(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Cart_create:
        return CALL_VIEW(call, MPI_Cart_create)->reorder == 0;
    case CALL_MPI_Graph_create:
        return CALL_VIEW(call, MPI_Graph_create)->reorder == 0;
    case CALL_MPI_Dist_graph_create:
        return CALL_VIEW(call, MPI_Dist_graph_create)->reorder == 0;
    case CALL_MPI_Dist_graph_create_adjacent:
        return CALL_VIEW(call, MPI_Dist_graph_create_adjacent)->reorder == 0;
    }
    return false;
}

/* The seats of the lowest ranks: known before their processes have called the
 * constructor, for which an MPI need not wait. */
static struct group *first_seats(const struct comm *comm, int64_t size)
{
    struct group *group = group_new((int)size);
    int64_t i;

    for (i = 0; i < size; i++)
        group->seats[i] = comm->groups[0]->seats[i];
    return group;
}

/* Of MPI_Intercomm_merge the rank that one has got tells which side is first
 * (7.6.2); NULL: it does not. */
static struct group *merged_group(const struct open_call *open, int64_t rank)
{
    const struct group *const *sides =
        (const struct group *const *)open->comm->groups;
    int64_t sizes[2] = {sides[0]->size, sides[1] == NULL ? 0 : sides[1]->size};
    bool second = (int64_t)open->member >= sizes[0];
    int64_t own = second ? (int64_t)open->member - sizes[0] : open->member;
    struct group *group;
    bool swapped;
    int64_t i;

    if (sides[1] == NULL || (rank != own && rank != own + sizes[!second]))
        return NULL;
    swapped = (rank == own) == second;
    group = group_new((int)(sizes[0] + sizes[1]));
    for (i = 0; i < group->size; i++)
        group->seats[i] = i < sizes[swapped]
                              ? sides[swapped]->seats[i]
                              : sides[!swapped]->seats[i - sizes[swapped]];
    return group;
}

/* The new communicator's group, with or without the places of its members. */
static struct group *new_group(struct agent *agent, struct open_call *open,
                               const struct new_comm *made)
{
    const struct meeting *meeting = open->meeting;
    struct group *group = NULL;

    switch (open->call->info->base) {
    case CALL_MPI_Comm_split:
    case CALL_MPI_Comm_split_type:
    case CALL_MPI_Cart_sub:
        if (meeting->arrived == meeting->size)
            group = split_group(open->comm, meeting,
                                meeting->arrivals[open->member].colour, 0,
                                meeting->size);
        break;
    case CALL_MPI_Intercomm_merge:
        group = merged_group(open, made->rank);
        break;
    case CALL_MPI_Comm_create:
        group = group_hold(
            agent_group(agent, CALL_VIEW(open->call, MPI_Comm_create)->group));
        break;
    }
    if (keeps_ranks(open->call) && made->rank == (int64_t)open->member &&
        made->size <= open->comm->groups[0]->size)
        group = first_seats(open->comm, made->size);
    if (group != NULL && group->size == made->size)
        return group;
    group_drop(group);
    return group_new(made->size);
}

static struct comm *dup_of(struct open_call *open)
{
    struct child *child = meeting_child(open->meeting, 0);

    if (child->comm == NULL) {
        child->comm = comm_new(group_hold(open->comm->groups[0]),
                               group_hold(open->comm->groups[1]),
                               lowest_maker(open, NULL));
        child->comm->topology = topology_hold(open->comm->topology);
        child->comm->plain = topology_is_none(open->comm);
    }
    return comm_hold(child->comm);
}

/* What one side of an intercommunicator becomes; NULL: not known. */
static struct group *side_group(const struct open_call *open, bool second)
{
    const struct meeting *meeting = open->meeting;
    uint32_t first = (uint32_t)open->comm->groups[0]->size, i;

    if (meeting->arrived < meeting->size)
        return NULL;
    if (open->call->info->base == CALL_MPI_Comm_split)
        return split_group(open->comm, meeting,
                           meeting->arrivals[open->member].colour,
                           second ? first : 0, second ? meeting->size : first);
    for (i = 0; i < meeting->part_count; i++)
        if (meeting->parts[i].second_side == second)
            return group_hold(meeting->parts[i].group);
    return NULL;
}

/* MPI_Comm_split and MPI_Comm_create of an intercommunicator (7.4.2). */
static struct comm *inter_child(struct agent *agent, struct open_call *open,
                                const struct new_comm *made)
{
    struct child *child = meeting_child(
        open->meeting, open->meeting->arrivals[open->member].colour);
    bool second = open->member >= (uint32_t)open->comm->groups[0]->size;
    struct group *sides[2];

    if (child->comm == NULL) {
        sides[0] = side_group(open, false);
        sides[1] = side_group(open, true);
        if (sides[0] == NULL || sides[1] == NULL) {
            group_drop(sides[0]);
            group_drop(sides[1]);
            return comm_new_opaque(agent, open->call);
        }
        child->comm = comm_new(sides[0], sides[1], lowest_maker(open, NULL));
    }
    if (child->comm->groups[second]->size != made->size ||
        child->comm->groups[!second]->size != made->remote_size ||
        group_rank(child->comm->groups[second], agent->seat) != made->rank)
        return comm_new_opaque(agent, open->call);
    return comm_hold(child->comm);
}

/* Whether all that is made can be told from what the members gave. */
static bool can_follow(const struct open_call *open,
                       const struct new_comm *made)
{
    if (open->meeting == NULL || parts_differ(open->meeting))
        return false;
    if (is_dup(open->call))
        return true;
    if (made->remote_size != 0)
        return open->comm->groups[1] != NULL &&
               (open->call->info->base == CALL_MPI_Comm_split ||
                open->call->info->base == CALL_MPI_Comm_create);
    if (made->size < 1 || made->rank < 0 || made->rank >= made->size ||
        (open->call->info->base == CALL_MPI_Cart_sub &&
         !topology_is_grid(open->comm->topology)))
        return false;
    /* Which members share memory or hardware, only the MPI knows. */
    return open->call->info->base != CALL_MPI_Comm_split_type ||
           made->size == (int64_t)comm_size(open->comm) || made->size == 1;
}

static struct comm *child_comm(struct agent *agent, struct open_call *open,
                               const struct new_comm *made)
{
    int64_t colour = open->meeting->arrivals[open->member].colour;
    struct child *child;

    if (is_dup(open->call))
        return dup_of(open);
    if (made->remote_size != 0)
        return inter_child(agent, open, made);
    /* Parts of one each, of MPI_Comm_split_type, for example. */
    if (made->size == 1) {
        struct comm *comm = comm_new(group_new(1), NULL, open->call);

        comm->groups[0]->seats[0] = agent->seat;
        topology_join(comm, open->comm->topology, open->member, 0, open->call,
                      made);
        return comm;
    }
    child = meeting_child(open->meeting, colour);
    if (child->comm == NULL) {
        struct group *group = new_group(agent, open, made);

        child->comm = comm_new(group, NULL, lowest_maker(open, group));
    }
    if (child->comm->groups[0]->size != made->size)
        return comm_new_opaque(agent, open->call);
    child->comm->groups[0]->seats[made->rank] = agent->seat;
    topology_join(child->comm, open->comm->topology, open->member,
                  (uint32_t)made->rank, open->call, made);
    return comm_hold(child->comm);
}

/* Whether all of it can make a shared window (MPI-4.1 7.4.2, 12.2.3): MPIs have
 * kinds of their own that lie within a node. */
static bool shares_memory(const struct open_call *open)
{
    return (open->comm != NULL && open->comm->shares_memory) ||
           (open->call->info->base == CALL_MPI_Comm_split_type &&
            CALL_VIEW(open->call, MPI_Comm_split_type)->split_type !=
                NEUTRAL_UNDEFINED);
}

enum model_step comm_make_exit(struct agent *agent, struct open_call *open)
{
    const struct new_comm *made = made_comm(open->call);
    enum model_step step = collective_exit(agent, open);
    struct comm *comm;
    struct info *info;

    if (step == MODEL_WAIT || made == NULL ||
        !succeeded(open->call, call_result(open->call)))
        return step;
    if (made->comm == NEUTRAL_COMM_NULL) {
        call_set(&agent->no_comm, open->call);
        return step;
    }
    if (can_follow(open, made)) {
        comm = child_comm(agent, open, made);
        comm->made_in_knot = comm->made_in_knot || open->meeting->in_knot;
    } else {
        comm = comm_new_opaque(agent, open->call);
    }
    comm->shares_memory = shares_memory(open) && made->remote_size == 0;
    if (comm->shares_memory && made->size > agent->shares_with)
        agent->shares_with = made->size;
    agent_bind_comm(agent, made->comm, comm, open->call);
    info = info_given(agent, open->call);
    hints_given(agent, made->comm, info, open->call);
    info_drop(info);
    return MODEL_DONE;
}

enum model_step idup_exit(struct agent *agent, struct open_call *open)
{
    struct operation *operation = open->operation;

    if (operation == NULL || !succeeded(open->call, call_result(open->call)))
        return MODEL_DONE;
    operation->kind = OPERATION_IDUP;
    operation->made = dup_of(open);
    operation_hold(operation);
    LL_APPEND2(agent->idups, operation, next_idup);
    return request_made_exit(agent, open);
}

enum model_step comm_free_enter(struct agent *agent, struct open_call *open)
{
    const struct comm *comm = agent_comm(agent, open->call->words[0]);

    binding_frees(agent, BINDING_COMM, open);
    if (comm != NULL && open->call->info->base == CALL_MPI_Comm_disconnect) {
        request_fault_pending(agent, open->call, comm);
        given_ups_over(agent, comm);
    }
    return collective_enter(agent, open);
}

enum model_step comm_free_exit(struct agent *agent, struct open_call *open)
{
    enum model_step step = collective_exit(agent, open);

    if (step == MODEL_DONE && succeeded(open->call, call_result(open->call)))
        agent_unbind_comm(agent, binding_freed(agent, BINDING_COMM, open));
    return step;
}

/* A communicator with processes the model cannot know. */
enum model_step comm_opaque_exit(struct agent *agent, struct open_call *open)
{
    const struct new_comm *made = made_comm(open->call);

    if (made != NULL && succeeded(open->call, call_result(open->call)) &&
        made->comm != NEUTRAL_COMM_NULL &&
        agent_comm(agent, made->comm) == NULL)
        agent_bind_comm(agent, made->comm, comm_new_opaque(agent, open->call),
                        open->call);
    return MODEL_DONE;
}
