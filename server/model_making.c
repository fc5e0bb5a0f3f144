/*
 * model_making.c - constructors of communicators that only the processes of a
 * group call: they meet by the group and a tag (MPI-4.1 7.4.2).
 */
#include "model_channel.h"

#include <stdlib.h>
#include <string.h>

/* A constructor that is collective over a group only. */
struct making {
    uint16_t function;
    struct comm *parent; /* held; NULL: not MPI_Comm_create_group */
    int64_t tag;         /* or the leader of MPI_Intercomm_create_from_groups */
    char *string_tag;
    struct comm *comm;       /* of those who call it: what is made, but of
                              * MPI_Intercomm_create_from_groups; held */
    struct meeting *initial; /* has the channel in which they meet; held */
    uint32_t inside;         /* calls that have begun and not ended */
    bool told;               /* with another, at the end */
    struct making *next, *prev;
};

static void making_free(struct model *model, struct making *making)
{
    DL_DELETE(model->makings, making);
    comm_drop(making->parent);
    comm_drop(making->comm);
    meeting_drop(making->initial);
    free(making->string_tag);
    free(making);
}

void makings_free(struct model *model)
{
    struct making *making, *next;

    DL_FOREACH_SAFE(model->makings, making, next)
        if (making->inside == 0)
            making_free(model, making);
}

void making_leave(struct open_call *open)
{
    struct making *making = open->making;

    if (making == NULL)
        return;
    open->making = NULL;
    making->inside--;
    if (making->inside == 0 && making->initial->rounds->open_count == 0)
        making_free(agent_of(open->call->process)->model, making);
}

bool string_is(const struct array_string *string, const char *text)
{
    if (string == NULL || text == NULL)
        return string == NULL && text == NULL;
    return strlen(text) == string->count &&
           memcmp(text, string->items, string->count) == 0;
}

static struct making *making_find(struct agent *agent, struct comm *parent,
                                  struct group *group, int64_t tag,
                                  const struct array_string *string_tag,
                                  struct call *call)
{
    int rank = group_rank(group, agent->seat);
    struct making *making;

    DL_FOREACH(agent->model->makings, making)
        if (making->function == call->info->base && making->parent == parent &&
            making->tag == tag && string_is(string_tag, making->string_tag) &&
            group_equal(making->comm->groups[0], group) &&
            making->initial->rounds->next[rank] == 0)
            return making;
    making = xcalloc(1, sizeof *making);
    making->function = call->info->base;
    making->parent = comm_hold(parent);
    making->tag = tag;
    if (string_tag != NULL)
        making->string_tag =
            string_tag->count == 0
                ? xstrdup("")
                : xstrndup(string_tag->items, string_tag->count);
    making->comm = comm_new(group_hold(group), NULL, call);
    making->initial = meeting_new((uint32_t)group->size, FLOW_NONE);
    making->initial->rounds = channel_new((uint32_t)group->size);
    DL_APPEND(agent->model->makings, making);
    return making;
}

/* ------------------------------------------------- those that do not meet */

static bool came(const struct making *making, int rank)
{
    return making->initial->rounds->next[rank] > 0;
}

/* Whether somebody that the one lacks has come to the other. */
static bool lacks_one_of(const struct making *making,
                         const struct making *other)
{
    const struct group *group = making->comm->groups[0];
    int i, rank;

    for (i = 0; i < group->size; i++) {
        rank = came(making, i)
                   ? -1
                   : group_rank(other->comm->groups[0], group->seats[i]);
        if (rank >= 0 && came(other, rank))
            return true;
    }
    return false;
}

static void list_members(struct meeting_class *class,
                         const struct making *making, bool here)
{
    const struct group *group = making->comm->groups[0];
    int i;

    class->members = xcalloc((size_t)group->size, sizeof class->members[0]);
    for (i = 0; i < group->size; i++)
        if (came(making, i) == here)
            class->members[class->member_count++] = group->seats[i]->process;
}

/* Some have called it; the others have called `other`, or (NULL) nothing. */
static void raise_left(struct model *model, const struct making *making,
                       const struct making *other)
{
    struct call *call = making->comm->made_by;
    struct meeting_class classes[2] = {{.call = call}};
    struct model_event event =
        model_event_new(agent_of(call->process),
                        other == NULL ? EVENT_ABSENT : EVENT_MEETING, call);

    list_members(&classes[0], making, true);
    list_members(&classes[1], other == NULL ? making : other, other != NULL);
    event.meeting.comm = making->comm;
    event.meeting.differs = other == NULL ? MEETING_SAME : MEETING_ARGUMENT;
    event.meeting.classes = classes;
    event.meeting.class_count = 2;
    if (other == NULL) {
        classes[1].call = agent_of(classes[1].members[0])->finalize;
    } else {
        classes[1].call = other->comm->made_by;
        classes[0].parameter = same_tag(classes[0].call, classes[1].call);
        classes[1].parameter = classes[0].parameter;
        if (classes[0].parameter == NULL) {
            classes[0].group = making->comm->groups[0];
            classes[1].group = other->comm->groups[0];
        }
    }
    model_raise(model, &event);
    free(classes[0].members);
    free(classes[1].members);
}

static void tell(struct model *model, struct making *making,
                 struct making *other)
{
    making->told = true;
    if (other != NULL)
        other->told = true;
    if (other != NULL && process_rank(other->comm->made_by->process) <
                             process_rank(making->comm->made_by->process))
        raise_left(model, other, making);
    else
        raise_left(model, making, other);
}

static bool same_string(const char *left, const char *right)
{
    return left == right ||
           (left != NULL && right != NULL && strcmp(left, right) == 0);
}

/* Whether they have the same members in unlike orders, and each has called the
 * one or the other. */
static bool is_order(const struct making *making, const struct making *other)
{
    const struct group *group = making->comm->groups[0];
    int i, rank;

    if (making->function != other->function ||
        making->parent != other->parent || making->tag != other->tag ||
        !same_string(making->string_tag, other->string_tag) ||
        group->size != other->comm->groups[0]->size)
        return false;
    for (i = 0; i < group->size; i++) {
        rank = group_rank(other->comm->groups[0], group->seats[i]);
        if (rank < 0 || came(making, i) == came(other, rank))
            return false;
    }
    return true;
}

/* The group must be the same at all, in the same order (7.4.2).  Some MPIs let
 * it pass; in others all wait for ever. */
static void look_for_order(struct model *model, struct making *making)
{
    struct making *other;

    DL_FOREACH(model->makings, other)
        if (!making->told && !other->told && other != making &&
            is_order(making, other)) {
            channel_break(model, making->initial->rounds, making->comm, 0);
            channel_break(model, other->initial->rounds, other->comm, 0);
            tell(model, making, other);
            return;
        }
}

void making_arrive(struct agent *agent, struct open_call *open,
                   struct comm *parent, struct group *group, int64_t tag,
                   const struct array_string *string_tag)
{
    struct making *making;
    int rank;

    open->call->making = ++agent->comm_count;
    if (group == NULL || group->size < 0 || !group_complete(group)) {
        agent->model->makings_unsure = true;
        return;
    }
    rank = group_rank(group, agent->seat);
    if (rank < 0)
        return;
    making = open->making =
        making_find(agent, parent, group, tag, string_tag, open->call);
    making->inside++;
    comm_made_by(making->comm, open->call);
    open->member = (uint32_t)rank;
    open->meeting = channel_arrive(making->initial->rounds, agent,
                                   (uint32_t)rank, open->call, NULL, NULL);
    look_for_order(agent->model, making);
}

enum model_step create_group_enter(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Comm_create_group *view =
        CALL_VIEW(open->call, MPI_Comm_create_group);
    struct comm *parent = agent_comm(agent, view->comm);

    if (parent == NULL || parent->opaque)
        open->call->making = ++agent->comm_count;
    else
        making_arrive(agent, open, parent, agent_group(agent, view->group),
                      view->tag, NULL);
    return MODEL_DONE;
}

enum model_step from_group_enter(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Comm_create_from_group *view =
        CALL_VIEW(open->call, MPI_Comm_create_from_group);

    making_arrive(agent, open, NULL, agent_group(agent, view->group), 0,
                  &view->stringtag);
    return MODEL_DONE;
}

enum model_step create_group_exit(struct agent *agent, struct open_call *open)
{
    const struct new_comm *made = made_comm(open->call);
    struct making *making = open->making;

    if (made == NULL || !succeeded(open->call, call_result(open->call)))
        return MODEL_DONE;
    if (made->comm == NEUTRAL_COMM_NULL) {
        call_set(&agent->no_comm, open->call);
        return MODEL_DONE;
    }
    if (making == NULL || making->told ||
        made->size != (int32_t)comm_size(making->comm))
        return comm_opaque_exit(agent, open);
    if (must_wait(agent, meeting_ready(agent, open->meeting, open->member,
                                       open->call, 0)))
        return MODEL_WAIT;
    meeting_leave(agent, open->meeting, open->member, open->call);
    agent_bind_comm(agent, made->comm, comm_hold(making->comm), open->call);
    return MODEL_DONE;
}

struct comm *making_comm(const struct making *making, struct meeting **initial)
{
    *initial = making->initial;
    return making->comm;
}

/* --------------------------------------------------------- what is left */

/* Whether all of the group have ended MPI: with sessions that is not known. */
static bool all_finalized(const struct making *making)
{
    const struct group *group = making->comm->groups[0];
    int i;

    for (i = 0; i < group->size; i++)
        if (group->seats[i]->process == NULL ||
            agent_of(group->seats[i]->process)->finalize == NULL)
            return false;
    return true;
}

void makings_left(struct model *model)
{
    struct making *making, *other;

    if (model->makings_unsure)
        return;
    DL_FOREACH(model->makings, making) {
        if (making->told || making->initial->rounds->open_count == 0 ||
            !all_finalized(making))
            continue;
        DL_FOREACH(making->next, other)
            if (!other->told && lacks_one_of(making, other) &&
                lacks_one_of(other, making))
                break;
        tell(model, making, other);
    }
}
