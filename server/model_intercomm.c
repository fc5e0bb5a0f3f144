/*
 * model_intercomm.c - MPI_Intercomm_create and MPI_Intercomm_create_from_groups
 * (MPI-4.1 7.6.2): the two sides are collective each, and meet by their
 * leaders.
 */
#include "model_argument.h"
#include "model_channel.h"

#include <stdlib.h>
#include <string.h>

struct intercomm {
    uint32_t references;
    struct comm *peer; /* held; NULL: from groups */
    int64_t places[2]; /* of the leaders: members of peer, or ranks; [0]: the
                        * lower one */
    const struct seat *leaders[2]; /* NULL: not known yet, only with peer */
    int64_t tag;
    char *string_tag;        /* from groups */
    struct group *remote;    /* from groups: what the first leader expects */
    struct group *groups[2]; /* NULL: its leader has not come */
    struct clock *clocks[2];
    struct call *calls[2]; /* of the leaders; held */
    bool acted[2];         /* they have come in the machine */
    struct comm *comm;
    struct intercomm *next, *prev;
};

/* What a leader gives. */
struct lead {
    struct call *call;
    struct comm *peer; /* NULL: from groups */
    int64_t place, remote_place;
    const struct seat *local, *remote; /* remote NULL: not known yet */
    int64_t tag;
    const struct array_string *string_tag;
    struct group *group, *remote_group;
};

static void intercomm_drop(struct intercomm *intercomm)
{
    if (--intercomm->references > 0)
        return;
    comm_drop(intercomm->peer);
    free(intercomm->string_tag);
    group_drop(intercomm->remote);
    group_drop(intercomm->groups[0]);
    group_drop(intercomm->groups[1]);
    clock_drop(intercomm->clocks[0]);
    clock_drop(intercomm->clocks[1]);
    call_drop(intercomm->calls[0]);
    call_drop(intercomm->calls[1]);
    comm_drop(intercomm->comm);
    free(intercomm);
}

void intercomms_free(struct model *model)
{
    struct intercomm *intercomm, *next;

    DL_FOREACH_SAFE(model->intercomms, intercomm, next) {
        DL_DELETE(model->intercomms, intercomm);
        intercomm_drop(intercomm);
    }
}

/* Whether the leader is the other one that the intercommunicator waits for. */
static bool completes(const struct intercomm *intercomm,
                      const struct lead *lead, int side)
{
    if (intercomm->peer != lead->peer || intercomm->tag != lead->tag ||
        intercomm->places[side] != lead->place ||
        intercomm->places[!side] != lead->remote_place ||
        intercomm->groups[side] != NULL)
        return false;
    return lead->peer != NULL ||
           (intercomm->leaders[side] == lead->local &&
            intercomm->leaders[!side] == lead->remote &&
            string_is(lead->string_tag, intercomm->string_tag) &&
            group_equal(intercomm->remote, lead->group) &&
            group_equal(intercomm->groups[!side], lead->remote_group));
}

static struct intercomm *intercomm_new(struct agent *agent,
                                       const struct lead *lead, int side)
{
    struct intercomm *intercomm = xcalloc(1, sizeof *intercomm);

    intercomm->references = 1;
    intercomm->peer = comm_hold(lead->peer);
    intercomm->places[side] = lead->place;
    intercomm->places[!side] = lead->remote_place;
    intercomm->leaders[!side] = lead->remote;
    intercomm->tag = lead->tag;
    if (lead->string_tag != NULL)
        intercomm->string_tag =
            xstrndup(lead->string_tag->items, lead->string_tag->count);
    intercomm->remote = group_hold(lead->remote_group);
    DL_APPEND(agent->model->intercomms, intercomm);
    return intercomm;
}

/* Who is in both groups; NULL: nobody, as far as is known. */
static const struct seat *in_both(const struct lead *lead,
                                  const struct group *remote)
{
    int shared;

    if (lead->remote != NULL && group_rank(lead->group, lead->remote) >= 0)
        return lead->remote;
    if (remote == NULL || !group_complete(remote) ||
        !group_complete(lead->group))
        return NULL;
    shared = group_first_inside(remote, lead->group);
    return shared >= 0 ? remote->seats[shared] : NULL;
}

/* MPI libraries end some process of such a group, or let them wait. */
static void mislead(const struct group *group)
{
    int i;

    for (i = 0; group != NULL && i < group->size; i++)
        if (group->seats[i] != NULL && group->seats[i]->process != NULL)
            agent_of(group->seats[i]->process)->misled = true;
}

/* Local and remote group have to be disjoint (MPI-4.1 7.6.2). */
static void check_disjoint(struct agent *agent, const struct lead *lead,
                           const struct group *remote)
{
    const struct call_info *info = lead->call->info;
    const struct look look = {.agent = agent, .call = lead->call};
    const struct seat *shared = in_both(lead, remote);
    int i = 0;

    if (shared == NULL)
        return;
    while (strcmp(info->parameters[i].name, "remote_leader") != 0)
        i++;
    argument_raise(&look, ARGUMENT_BOTH_GROUPS, &info->parameters[i], -1, NULL,
                   shared->rank);
    mislead(lead->group);
    mislead(remote);
}

/* The local leader comes: find what the remote leader has begun, or begin. */
static void intercomm_lead(struct agent *agent, struct meeting *meeting,
                           const struct lead *lead)
{
    int side = lead->place > lead->remote_place;
    struct child *child = meeting_child(meeting, 0);
    struct intercomm *intercomm;

    if (child->intercomm != NULL)
        return;
    DL_FOREACH(agent->model->intercomms, intercomm)
        if (completes(intercomm, lead, side))
            break;
    check_disjoint(agent, lead,
                   intercomm != NULL ? intercomm->groups[!side]
                                     : lead->remote_group);
    if (intercomm == NULL) {
        intercomm = intercomm_new(agent, lead, side);
        /* The list's reference goes with the second leader. */
        intercomm->references++;
    } else {
        DL_DELETE(agent->model->intercomms, intercomm);
    }
    intercomm->leaders[side] = lead->local;
    intercomm->groups[side] = group_hold(lead->group);
    intercomm->clocks[side] = agent_clock(agent);
    intercomm->calls[side] = call_hold(lead->call);
    child->intercomm = intercomm;
}

enum model_step intercomm_create_enter(struct agent *agent,
                                       struct open_call *open)
{
    const struct call_MPI_Intercomm_create *view =
        CALL_VIEW(open->call, MPI_Intercomm_create);
    struct comm *peer;
    uint32_t member;
    int64_t remote;

    open->call->making = ++agent->comm_count;
    collective_enter(agent, open);
    if (open->meeting == NULL || open->comm->groups[1] != NULL ||
        view->local_leader != (int64_t)open->member)
        return MODEL_DONE;
    peer = agent_comm(agent, view->peer_comm);
    if (peer == NULL || !comm_member(peer, agent, &member))
        return MODEL_DONE;
    remote = comm_peer(peer, member, view->remote_leader);
    if (remote >= 0)
        intercomm_lead(
            agent, open->meeting,
            &(struct lead){.call = open->call,
                           .peer = peer,
                           .place = (int64_t)member,
                           .remote_place = remote,
                           .local = agent->seat,
                           .remote = comm_seat(peer, (uint32_t)remote),
                           .tag = view->tag,
                           .group = open->comm->groups[0]});
    return MODEL_DONE;
}

enum model_step from_groups_enter(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Intercomm_create_from_groups *view =
        CALL_VIEW(open->call, MPI_Intercomm_create_from_groups);
    struct group *local = agent_group(agent, view->local_group);
    struct group *remote = agent_group(agent, view->remote_group);
    const struct seat *leader;

    making_arrive(agent, open, NULL, local, view->local_leader,
                  &view->stringtag);
    /* Only the leader's remote_group and remote_leader are of account. */
    if (open->meeting == NULL || view->local_leader != (int64_t)open->member ||
        remote == NULL || !group_complete(remote) || view->remote_leader < 0 ||
        view->remote_leader >= remote->size)
        return MODEL_DONE;
    leader = remote->seats[view->remote_leader];
    intercomm_lead(agent, open->meeting,
                   &(struct lead){.call = open->call,
                                  .place = agent->seat->rank,
                                  .remote_place = leader->rank,
                                  .local = agent->seat,
                                  .remote = leader,
                                  .string_tag = &view->stringtag,
                                  .group = local,
                                  .remote_group = remote});
    return MODEL_DONE;
}

static bool both_came(const struct intercomm *intercomm)
{
    return intercomm != NULL && intercomm->groups[0] != NULL &&
           intercomm->groups[1] != NULL;
}

enum model_step intercomm_create_exit(struct agent *agent,
                                      struct open_call *open)
{
    const struct new_comm *made = made_comm(open->call);
    struct intercomm *intercomm;

    if (made == NULL || !succeeded(open->call, call_result(open->call)) ||
        made->comm == NEUTRAL_COMM_NULL)
        return MODEL_DONE;
    if (open->meeting == NULL)
        return comm_opaque_exit(agent, open);
    intercomm = meeting_child(open->meeting, 0)->intercomm;
    if (must_wait(agent, both_came(intercomm) &&
                             meeting_ready(agent, open->meeting, open->member,
                                           open->call, 0)))
        return MODEL_WAIT;
    if (!both_came(intercomm))
        return comm_opaque_exit(agent, open);
    if (open->comm != NULL)
        collective_exit(agent, open);
    else
        meeting_leave(agent, open->meeting, open->member, open->call);
    agent_learn(agent, intercomm->clocks[0]);
    agent_learn(agent, intercomm->clocks[1]);
    if (intercomm->comm == NULL)
        intercomm->comm =
            comm_new(group_hold(intercomm->groups[0]),
                     group_hold(intercomm->groups[1]), intercomm->calls[0]);
    agent_bind_comm(agent, made->comm, comm_hold(intercomm->comm), open->call);
    return MODEL_DONE;
}

/* The meeting that the intercommunicator was made in is over. */
void intercomm_leave(struct intercomm *intercomm)
{
    if (intercomm != NULL)
        intercomm_drop(intercomm);
}

static struct intercomm *intercomm_of(const struct meeting *meeting)
{
    const struct child *child;
    int64_t colour = 0;

    HASH_FIND(hh, meeting->children, &colour, sizeof colour, child);
    return child == NULL ? NULL : child->intercomm;
}

const struct seat *intercomm_missing(const struct meeting *meeting)
{
    const struct intercomm *intercomm = intercomm_of(meeting);
    int side;

    if (intercomm == NULL || both_came(intercomm))
        return NULL;
    side = intercomm->groups[0] != NULL;
    if (intercomm->leaders[side] == NULL)
        return comm_seat(intercomm->peer, (uint32_t)intercomm->places[side]);
    return intercomm->leaders[side];
}

bool intercomm_differs(const struct meeting *meeting)
{
    const struct intercomm *intercomm = intercomm_of(meeting);
    const struct open_call *open;
    int side;

    if (parts_differ(meeting))
        return true;
    for (side = 0; intercomm != NULL && side < 2; side++) {
        struct call *call = intercomm->calls[side];

        open = call == NULL || agent_of(call->process) == NULL
                   ? NULL
                   : open_find(agent_of(call->process), call);
        if (open != NULL && open->meeting != NULL &&
            parts_differ(open->meeting))
            return true;
    }
    return false;
}

/* Of the intercommunicator's two sides. */
static int side_of(const struct intercomm *intercomm, const struct seat *member)
{
    const struct group *first = intercomm->groups[0];

    return first == NULL || group_rank(first, member) < 0;
}

const struct group *intercomm_acts(const struct meeting *meeting,
                                   const struct seat *member)
{
    struct intercomm *intercomm = intercomm_of(meeting);
    int side;

    if (intercomm == NULL)
        return NULL;
    side = side_of(intercomm, member);
    if (intercomm->leaders[side] != member)
        return NULL;
    intercomm->acted[side] = true;
    return intercomm->groups[!side];
}

bool intercomm_waits(const struct meeting *meeting, const struct seat *member,
                     const struct call **leader)
{
    const struct intercomm *intercomm = intercomm_of(meeting);
    int other;

    if (intercomm == NULL)
        return false;
    other = !side_of(intercomm, member);
    *leader = intercomm->calls[other];
    return !intercomm->acted[other];
}

int64_t intercomm_tag(const struct call *call)
{
    return call->info->base == CALL_MPI_Intercomm_create
               ? CALL_VIEW(call, MPI_Intercomm_create)->tag
               : 0;
}
