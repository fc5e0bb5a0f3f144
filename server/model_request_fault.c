/*
 * model_request_fault.c - requests that are given to a call that does not take
 * them (MPI-4.1 3.7.3, 3.7.5, 3.9, 6.12); and those that are never started.
 */
#include "machine.h"
#include "model_given_up.h"
#include "model_request.h"

/* Calls that poll may have thousands of requests, again and again: of longer
 * arrays nothing is told. */
#define POLLED_MOST 64

static void raise_fault(struct agent *agent, struct call *call,
                        enum request_fault fault,
                        const struct operation *operation, int64_t item)
{
    struct model_event event = model_event_new(agent, EVENT_REQUEST, call);

    event.request.fault = fault;
    event.request.made_by = operation == NULL ? NULL : operation->made_by;
    event.request.started_by = operation == NULL || !operation->persistent
                                   ? NULL
                                   : operation->started_by;
    event.request.item = item;
    model_raise(agent->model, &event);
}

static void raise_unknown(struct agent *agent, struct call *call,
                          uint64_t handle, int64_t item)
{
    const struct ended_request *ended = request_ended(agent, handle);
    struct model_event event = model_event_new(agent, EVENT_REQUEST, call);

    event.request.fault = REQUEST_UNKNOWN;
    event.request.item = item;
    if (ended != NULL) {
        event.request.made_by = ended->made_by;
        event.request.ended_by = ended->ended_by;
    }
    model_raise(agent->model, &event);
}

/* A handle that is bound to nothing; where a request has failed it may be gone,
 * or not. */
static bool is_unknown(const struct agent *agent, uint64_t handle)
{
    return handle != NEUTRAL_REQUEST_NULL && !agent->request_failed &&
           (agent->process->mpi == PROCESS_INITIALIZED ||
            agent->had_sessions) &&
           binding_find(agent, BINDING_REQUEST, handle) == NULL;
}

void request_fault_unknown(struct agent *agent, struct call *call,
                           uint64_t handle, int64_t item)
{
    if (!is_unknown(agent, handle))
        return;
    if (call->info->base == CALL_MPI_Grequest_complete && agent->copies > 0)
        agent->copies--; /* it is valid until then (13.2) */
    else
        raise_unknown(agent, call, handle, item);
}

static bool look_for_unknown(struct agent *agent, struct call *call,
                             const struct array_handle *handles)
{
    uint32_t i;

    for (i = 0; i < handles->count; i++)
        if (is_unknown(agent, handles->items[i])) {
            raise_unknown(agent, call, handles->items[i],
                          call->info->parameters[0].wire == WIRE_HANDLE
                              ? -1
                              : (int64_t)i);
            return true;
        }
    return false;
}

/* --------------------------------------------------------------- twice */

/* Of the operations of a handle the next that is not marked. */
static struct operation *next_unmarked(struct operation *list,
                                       struct operation *behind)
{
    struct operation *operation = behind != NULL ? behind->next : list;

    while (operation != NULL && operation->chosen)
        operation = operation->next;
    return operation;
}

/* Marks an operation for each handle; *twice: the first for which there is
 * none left.  NULL: there is one for each. */
static const struct operation *mark_each(const struct agent *agent,
                                         const struct array_handle *handles,
                                         uint32_t *twice)
{
    struct operation *behind = NULL, *list, *operation;
    const struct operation *found = NULL;
    uint32_t i;

    for (i = 0; i < handles->count && found == NULL; i++) {
        list = binding_find(agent, BINDING_REQUEST, handles->items[i]);
        if (i > 0 && handles->items[i] != handles->items[i - 1])
            behind = NULL;
        operation = next_unmarked(list, behind);
        if (operation != NULL) {
            operation->chosen = true;
            behind = operation;
        } else if (list != NULL && list->active && !list->persistent) {
            found = list;
            *twice = i;
        }
    }
    return found;
}

/* Of so few it is seen at once whether two are the same. */
#define FEW 16

/* Only then one may be there twice. */
static bool may_repeat(const struct array_handle *handles)
{
    uint32_t i, k;

    if (handles->count > FEW)
        return true;
    for (i = 1; i < handles->count; i++)
        for (k = 0; k < i; k++)
            if (handles->items[i] == handles->items[k])
                return true;
    return false;
}

static void unmark_all(const struct agent *agent,
                       const struct array_handle *handles)
{
    struct operation *operation;
    uint32_t i;

    for (i = 0; i < handles->count; i++) {
        if (i > 0 && handles->items[i] == handles->items[i - 1])
            continue;
        DL_FOREACH((struct operation *)binding_find(agent, BINDING_REQUEST,
                                                    handles->items[i]),
                   operation)
            operation->chosen = false;
    }
}

/* MPI_Waitany and MPI_Testany complete but one. */
static bool may_complete_several(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Waitall:
    case CALL_MPI_Testall:
    case CALL_MPI_Waitsome:
    case CALL_MPI_Testsome:
        return true;
    default:
        return false;
    }
}

void request_fault_completion(struct agent *agent, struct call *call)
{
    struct array_handle handles;
    const struct operation *operation;
    uint32_t twice = 0;

    if (!request_handles(call, &handles) ||
        (handles.count > POLLED_MOST && call->info->base != CALL_MPI_Waitall) ||
        look_for_unknown(agent, call, &handles) ||
        !may_complete_several(call) || !may_repeat(&handles))
        return;
    operation = mark_each(agent, &handles, &twice);
    unmark_all(agent, &handles);
    if (operation != NULL)
        raise_fault(agent, call, REQUEST_TWICE, operation, twice);
}

/* ------------------------------------------------------- start and free */

void request_fault_start(struct agent *agent, struct call *call,
                         uint64_t handle, int64_t item)
{
    const struct operation *operation =
        binding_find(agent, BINDING_REQUEST, handle);
    const struct operation *persistent = NULL;

    request_fault_unknown(agent, call, handle, item);
    if (operation == NULL)
        return;
    DL_FOREACH(operation, operation)
        if (operation->persistent) {
            if (!operation->active || operation->failed)
                return;
            persistent = operation;
        }
    operation = binding_find(agent, BINDING_REQUEST, handle);
    if (persistent != NULL)
        machine_mislead(agent->model);
    raise_fault(agent, call,
                persistent != NULL ? REQUEST_ACTIVE : REQUEST_NOT_PERSISTENT,
                persistent != NULL ? persistent : operation, item);
}

/* By one request, which must not be cancelled (MPI-4.1 3.8). */
static bool sends_and_receives(const struct call *call)
{
    return call->info->base == CALL_MPI_Isendrecv ||
           call->info->base == CALL_MPI_Isendrecv_replace;
}

void request_fault_give_up(struct agent *agent, struct call *call)
{
    const struct operation *operation =
        binding_find(agent, BINDING_REQUEST, call->words[0]);
    bool frees = call->info->base == CALL_MPI_Request_free;
    uint32_t classes;

    request_fault_unknown(agent, call, call->words[0], -1);
    if (operation == NULL || operation->next != NULL || operation->failed)
        return;
    if (!operation->active && !frees)
        raise_fault(agent, call, REQUEST_CANCEL_INACTIVE, operation, -1);
    if (!operation->active)
        return;
    if (frees &&
        (operation->told_complete || /* 3.7.6: a way to go on, for any */
         (operation->at_origin != NULL &&
          operation->at_origin->closed != NULL))) /* by a flush (12.3.5) */
        return;
    classes = operation->made_by->info->classes;
    if ((classes & CLASS_IO) != 0
            ? frees
            : (classes & (CLASS_COLLECTIVE | CLASS_RMA)) != 0 ||
                  (!frees && sends_and_receives(operation->made_by)))
        raise_fault(agent, call, REQUEST_GIVEN_UP, operation, -1);
    else if (frees && operation->kind == OPERATION_RECEIVE &&
             !operation->cancelled)
        raise_fault(agent, call, REQUEST_RECEIVE_FREED, operation, -1);
}

void request_fault_generalized(struct agent *agent, struct call *call)
{
    struct operation *first =
        binding_find(agent, BINDING_REQUEST, call->words[0]);
    struct operation *operation;

    /* Another thread that is in a call may have waited for it, and the MPI
     * given its handle to another request, before this is looked at. */
    if (!open_beside(agent, call->thread) && first != NULL &&
        first->next == NULL) {
        if (first->made_by->info->base != CALL_MPI_Grequest_start)
            raise_fault(agent, call, REQUEST_NOT_GENERALIZED, first, -1);
        else if (first->generalized_complete)
            raise_fault(agent, call, REQUEST_TOLD_TWICE, first, -1);
    }
    DL_FOREACH(first, operation)
        operation->generalized_complete = true;
}

/* ------------------------------------------------- as communicators end */

void request_fault_pending(struct agent *agent, struct call *call,
                           const struct comm *comm)
{
    struct operation *operation;
    struct binding *binding;

    DL_FOREACH(agent->bindings, binding) {
        if (binding->key.kind != BINDING_REQUEST)
            continue;
        operation = binding->object;
        /* Of several with one handle it is not known which are complete. */
        if (operation->next != NULL || !operation->active ||
            operation->failed || operation->comm == NULL ||
            (comm != NULL && operation->comm != comm))
            continue;
        raise_fault(agent, call, REQUEST_PENDING, operation, -1);
        operation->left = true;
    }
}

enum model_step session_end_enter(struct agent *agent, struct open_call *open)
{
    if (agent->sessions == 1 && agent->process->mpi == PROCESS_IN_SESSION)
        request_fault_pending(agent, open->call, NULL);
    given_ups_over(agent, NULL);
    return MODEL_DONE;
}

/* -------------------------------------------------------- never started */

/* The persistent sends and receives of a process at a border may be left out:
 * they would move nothing. */
static bool is_with_nobody(const struct call *made_by)
{
    const struct call_info *info = made_by->info;
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if ((info->parameters[i].kind == KIND_DEST ||
             info->parameters[i].kind == KIND_SOURCE) &&
            made_by->words[info->parameters[i].word] ==
                (uint64_t)NEUTRAL_PROC_NULL)
            return true;
    return false;
}

/* MPI_Waitany and its kin are meant for arrays of which some are inactive. */
static bool waits_for_each(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Wait:
    case CALL_MPI_Test:
    case CALL_MPI_Waitall:
    case CALL_MPI_Testall:
        return true;
    default:
        return false;
    }
}

void request_note_idle(struct operation *operation, struct call *call)
{
    /* Of several with one handle it is not known which is meant. */
    if (operation->persistent && operation->started_by == NULL &&
        operation->waited_idle == NULL && operation->next == NULL &&
        operation->prev == operation && waits_for_each(call))
        operation->waited_idle = call_hold(call);
}

void request_fault_never_started(struct agent *agent,
                                 const struct operation *operation)
{
    if (operation->waited_idle != NULL && operation->started_by == NULL &&
        !is_with_nobody(operation->made_by))
        raise_fault(agent, operation->waited_idle, REQUEST_NEVER_STARTED,
                    operation, -1);
}

/* --------------------------------------------------------- what is bound */

void request_bind_other(struct agent *agent, struct call *call)
{
    const struct call_info *info = call->info;
    struct operation *operation;
    uint64_t handle;

    if ((info->classes & (CLASS_STARTS | CLASS_INITS)) == 0 ||
        !succeeded(call, call_result(call)))
        return;
    handle = request_made(call);
    if (handle == NEUTRAL_REQUEST_NULL ||
        binding_find(agent, BINDING_REQUEST, handle) != NULL)
        return;
    operation = operation_new(OPERATION_OTHER, call);
    operation->persistent = (info->classes & CLASS_STARTS) == 0;
    operation->active = !operation->persistent;
    agent_bind_request(agent, handle, operation);
    operation_drop(operation);
}
