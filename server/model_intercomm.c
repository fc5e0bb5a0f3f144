/*
 * model_intercomm.c - MPI_Intercomm_create (MPI-4.1 7.6): its two sides are
 * collective each, and meet by their leaders.
 */
#include "model_channel.h"

#include <stdlib.h>

struct intercomm {
    uint32_t references;
    struct comm *peer;  /* held */
    uint32_t low, high; /* the leaders, members of peer */
    int64_t tag;
    struct group *groups[2]; /* [0]: of the low leader */
    struct clock *clocks[2];
    struct call *made_by; /* of the low leader; held */
    struct comm *comm;
    struct intercomm *next, *prev;
};

static void intercomm_drop(struct intercomm *intercomm)
{
    if (--intercomm->references > 0)
        return;
    comm_drop(intercomm->peer);
    group_drop(intercomm->groups[0]);
    group_drop(intercomm->groups[1]);
    clock_drop(intercomm->clocks[0]);
    clock_drop(intercomm->clocks[1]);
    call_drop(intercomm->made_by);
    comm_drop(intercomm->comm);
    free(intercomm);
}

void intercomms_free(struct model *model)
{
    struct intercomm *intercomm, *next;

    DL_FOREACH_SAFE(model->intercomms, intercomm, next)
    {
        DL_DELETE(model->intercomms, intercomm);
        intercomm_drop(intercomm);
    }
}

/* The local leader comes: find what the remote leader has begun, or begin. */
static struct intercomm *intercomm_lead(struct agent *agent, struct comm *peer,
                                        uint32_t member, int64_t remote,
                                        int64_t tag, struct group *group)
{
    uint32_t low = (int64_t)member < remote ? member : (uint32_t)remote;
    uint32_t high = (int64_t)member < remote ? (uint32_t)remote : member;
    int side = member != low;
    struct intercomm *intercomm;

    DL_FOREACH(agent->model->intercomms, intercomm)
    if (intercomm->peer == peer && intercomm->low == low &&
        intercomm->high == high && intercomm->tag == tag &&
        intercomm->groups[side] == NULL)
        break;
    if (intercomm == NULL) {
        intercomm = xcalloc(1, sizeof *intercomm);
        intercomm->references = 1;
        intercomm->peer = comm_hold(peer);
        intercomm->low = low;
        intercomm->high = high;
        intercomm->tag = tag;
        DL_APPEND(agent->model->intercomms, intercomm);
    } else
        DL_DELETE(agent->model->intercomms, intercomm);
    intercomm->groups[side] = group_hold(group);
    intercomm->clocks[side] = agent_clock(agent);
    /* The list's reference goes with the second leader. */
    if (intercomm->groups[!side] == NULL)
        intercomm->references++;
    return intercomm;
}

enum model_step intercomm_create_enter(struct agent *agent,
                                       struct open_call *open)
{
    const struct call_MPI_Intercomm_create *view =
        CALL_VIEW(open->call, MPI_Intercomm_create);
    struct comm *peer;
    uint32_t member;
    struct intercomm *intercomm;

    open->call->making = ++agent->comm_count;
    collective_enter(agent, open);
    if (open->meeting == NULL || view->local_leader != (int64_t)open->member ||
        meeting_child(open->meeting, 0)->intercomm != NULL)
        return MODEL_DONE;
    peer = agent_comm(agent, view->peer_comm);
    if (peer == NULL || !comm_member(peer, agent, &member) ||
        comm_peer(peer, member, view->remote_leader) < 0)
        return MODEL_DONE;
    intercomm = intercomm_lead(agent, peer, member,
                               comm_peer(peer, member, view->remote_leader),
                               view->tag, open->comm->groups[0]);
    if (intercomm->low == member && intercomm->made_by == NULL)
        intercomm->made_by = call_hold(open->call);
    meeting_child(open->meeting, 0)->intercomm = intercomm;
    return MODEL_DONE;
}

enum model_step intercomm_create_exit(struct agent *agent,
                                      struct open_call *open)
{
    const struct new_comm *made =
        &CALL_VIEW(open->call, MPI_Intercomm_create)->newintercomm;
    struct intercomm *intercomm;

    if (!succeeded(open->call, call_result(open->call)) ||
        made->comm == NEUTRAL_COMM_NULL)
        return MODEL_DONE;
    if (open->meeting == NULL)
        return comm_opaque_exit(agent, open);
    intercomm = meeting_child(open->meeting, 0)->intercomm;
    if (must_wait(agent, intercomm != NULL && intercomm->groups[0] != NULL &&
                             intercomm->groups[1] != NULL &&
                             meeting_ready(agent, open->meeting, open->member,
                                           open->call, 0)))
        return MODEL_WAIT;
    if (intercomm == NULL || intercomm->groups[0] == NULL ||
        intercomm->groups[1] == NULL)
        return comm_opaque_exit(agent, open);
    collective_exit(agent, open);
    agent_learn(agent, intercomm->clocks[0]);
    agent_learn(agent, intercomm->clocks[1]);
    if (intercomm->comm == NULL)
        intercomm->comm =
            comm_new(group_hold(intercomm->groups[0]),
                     group_hold(intercomm->groups[1]), intercomm->made_by);
    agent_bind_comm(agent, made->comm, comm_hold(intercomm->comm), open->call);
    return MODEL_DONE;
}

/* The meeting that the intercommunicator was made in is over. */
void intercomm_leave(struct intercomm *intercomm)
{
    if (intercomm != NULL)
        intercomm_drop(intercomm);
}

int64_t intercomm_missing(const struct meeting *meeting,
                          const struct comm **peer)
{
    const struct intercomm *intercomm;
    const struct child *child;
    int64_t colour = 0;

    HASH_FIND(hh, meeting->children, &colour, sizeof colour, child);
    intercomm = child == NULL ? NULL : child->intercomm;
    if (intercomm == NULL ||
        (intercomm->groups[0] != NULL && intercomm->groups[1] != NULL))
        return -1;
    *peer = intercomm->peer;
    return intercomm->groups[0] == NULL ? intercomm->low : intercomm->high;
}
