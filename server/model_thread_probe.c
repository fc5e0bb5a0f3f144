/*
 * model_thread_probe.c - two threads have probed before either received, were
 * told of the same message, and receive by what they were told
 * (MPI-4.1 11.6.2).
 */
#include "model_private.h"

#include <stdlib.h>
#include <utlist.h>

/* What a thread's last probe has told it, until it receives, or another one
 * does that has not probed. */
struct thread_probe {
    struct call *probe;
    struct comm *comm;
    int64_t source, tag;
    bool any;           /* it was for any source, or any tag */
    struct call *taken; /* the receive of another one that was told the same */
    struct thread_probe *next;
};

static void forget(struct agent *agent, struct thread_probe *probe)
{
    LL_DELETE(agent->thread_probes, probe);
    call_drop(probe->probe);
    call_drop(probe->taken);
    comm_drop(probe->comm);
    free(probe);
}

void thread_probes_free(struct agent *agent)
{
    while (agent->thread_probes != NULL)
        forget(agent, agent->thread_probes);
}

static struct thread_probe *probe_of(const struct agent *agent, uint32_t thread)
{
    struct thread_probe *probe;

    LL_FOREACH(agent->thread_probes, probe)
        if (probe->probe->thread == thread)
            return probe;
    return NULL;
}

/* NULL: it has found nothing, or the program was not told what. */
static const struct status_value *found(const struct call *call)
{
    const struct status_value *status = NULL;

    if (call->info->base == CALL_MPI_Probe)
        status = &CALL_VIEW(call, MPI_Probe)->status;
    else if (call->info->base == CALL_MPI_Iprobe &&
             CALL_VIEW(call, MPI_Iprobe)->flag == 1)
        status = &CALL_VIEW(call, MPI_Iprobe)->status;
    return status != NULL && succeeded(call, call_result(call)) &&
                   status->source < NEUTRAL_SPECIAL &&
                   !status_has(status, STATUS_IGNORED)
               ? status
               : NULL;
}

void thread_probe_exit(struct agent *agent, struct call *call)
{
    const struct status_value *status;
    struct thread_probe *probe;
    struct comm *comm;

    if (call->process->thread_level != NEUTRAL_THREAD_MULTIPLE ||
        (call->info->base != CALL_MPI_Probe &&
         call->info->base != CALL_MPI_Iprobe))
        return;
    probe = probe_of(agent, call->thread);
    if (probe != NULL)
        forget(agent, probe);
    status = found(call);
    if (status == NULL)
        return;
    comm = agent_comm(agent, CALL_VIEW(call, MPI_Probe)->comm);
    if (comm == NULL)
        return;
    probe = xcalloc(1, sizeof *probe);
    probe->probe = call_hold(call);
    probe->comm = comm_hold(comm);
    probe->source = status->source;
    probe->tag = status->tag;
    probe->any = CALL_VIEW(call, MPI_Probe)->source == NEUTRAL_ANY_SOURCE ||
                 CALL_VIEW(call, MPI_Probe)->tag == NEUTRAL_ANY_TAG;
    LL_PREPEND(agent->thread_probes, probe);
}

static bool are_same(const struct thread_probe *one,
                     const struct thread_probe *other)
{
    return one->comm == other->comm && one->source == other->source &&
           one->tag == other->tag;
}

/* What was probed has told the program something that it receives by: from
 * where, or how much.  Else two threads may wait for any of several messages
 * that are alike. */
static bool is_told(const struct thread_probe *probe, const struct call *call)
{
    const struct call_MPI_Recv *own = CALL_VIEW(call, MPI_Recv);
    const struct call_MPI_Recv *taken = CALL_VIEW(probe->taken, MPI_Recv);

    return probe->any || own->count != taken->count ||
           own->datatype != taken->datatype;
}

/* The receive is that for which its thread has probed. */
static void receive(struct agent *agent, struct call *call,
                    struct thread_probe *own)
{
    struct model_event event;
    struct thread_probe *other;

    if (own->taken != NULL && is_told(own, call)) {
        event = model_event_new(agent, EVENT_PROBED, call);
        event.probed.probe = own->probe;
        event.probed.taken = own->taken;
        model_raise(agent->model, &event);
    }
    LL_FOREACH(agent->thread_probes, other)
        if (other != own && are_same(own, other) && other->taken == NULL)
            other->taken = call_hold(call);
    forget(agent, own);
}

/* Of another message, perhaps: of what was told of that communicator it is not
 * known any more what is left. */
static void forget_all(struct agent *agent, const struct comm *comm)
{
    struct thread_probe *probe, *next;

    LL_FOREACH_SAFE(agent->thread_probes, probe, next)
        if (comm == NULL || probe->comm == comm)
            forget(agent, probe);
}

void thread_probe_enter(struct agent *agent, struct call *call)
{
    const struct call_MPI_Recv *view = CALL_VIEW(call, MPI_Recv);
    unsigned base = call->info->base;
    const struct comm *comm;
    struct thread_probe *own;

    if (agent->thread_probes == NULL)
        return;
    own = probe_of(agent, call->thread);
    if (base != CALL_MPI_Recv && base != CALL_MPI_Irecv) {
        if ((call->info->source_word >= 0 && base != CALL_MPI_Probe &&
             base != CALL_MPI_Iprobe) ||
            base == CALL_MPI_Start || base == CALL_MPI_Startall)
            forget_all(agent, NULL);
        return;
    }
    comm = agent_comm(agent, view->comm);
    if (own != NULL && comm == own->comm && view->source == own->source &&
        view->tag == own->tag)
        receive(agent, call, own);
    else
        forget_all(agent, comm);
}
