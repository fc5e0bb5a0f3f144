/*
 * model_request.c - requests (MPI-4.1 3.7, 3.9).
 *
 * A handle stands for a list of operations: MPI libraries give one handle
 * value to several requests that are complete from the start.  Where a call
 * does not tell which it means by the variable it is given
 * (model_request_place.c), they are completed in the order in which they were
 * made.
 */
#include "model_request.h"

#include "access.h"
#include "model_buffer.h"
#include "model_channel.h"
#include "model_given_up.h"
#include "model_message.h"
#include "model_partitioned.h"

static struct pool operations = POOL_OF(struct operation);

struct operation *operation_new(enum operation_kind kind, struct call *call)
{
    struct operation *operation = pool_take(&operations);

    operation->references = 1;
    operation->kind = kind;
    operation->made_by = call_hold(call);
    return operation;
}

struct operation *operation_hold(struct operation *operation)
{
    operation->references++;
    return operation;
}

void operation_drop(struct operation *operation)
{
    if (operation == NULL || --operation->references > 0)
        return;
    access_operation_free(operation);
    buffer_operation_free(operation);
    message_forget(operation);
    transfer_drop(&operation->sends);
    transfer_drop(&operation->receives);
    message_drop(operation->message);
    receive_drop(operation->receive);
    partitioned_drop(operation->partitioned);
    meeting_drop(operation->meeting);
    meeting_drop(operation->initial);
    window_drop(operation->window);
    comm_drop(operation->made);
    comm_drop(operation->comm);
    call_drop(operation->gone);
    call_drop(operation->overwritten_by);
    call_drop(operation->instead_of);
    call_drop(operation->waited_idle);
    call_drop(operation->started_by);
    call_drop(operation->made_by);
    pool_give(&operations, operation);
}

void agent_bind_request(struct agent *agent, uint64_t handle,
                        struct operation *operation)
{
    struct binding *binding = binding_get(agent, BINDING_REQUEST, handle);
    struct operation *list = binding == NULL ? NULL : binding->object;

    request_place_bind(list, operation);
    request_place_take(agent, operation);
    operation_hold(operation);
    DL_APPEND(list, operation);
    if (binding == NULL)
        binding_add(agent, BINDING_REQUEST, handle, list);
}

void agent_unbind_request(struct agent *agent, struct binding *binding,
                          struct operation *operation)
{
    struct operation *list = binding->object;
    struct ended_request *ended =
        &agent->ended_requests[agent->ended_next++ % ENDED_REQUESTS];

    ended->handle = binding->key.handle;
    call_set(&ended->made_by, operation->made_by);
    call_set(&ended->ended_by, agent->current);
    rounds_keep(agent->model, operation);
    DL_DELETE(list, operation);
    binding->object = list;
    if (list == NULL)
        binding_remove(agent, binding);
    request_place_leave(agent, operation);
    operation_drop(operation);
}

const struct ended_request *request_ended(const struct agent *agent,
                                          uint64_t handle)
{
    uint32_t i;

    for (i = 1; i <= ENDED_REQUESTS; i++) {
        const struct ended_request *ended =
            &agent->ended_requests[(agent->ended_next - i) % ENDED_REQUESTS];

        if (ended->handle == handle && ended->ended_by != NULL)
            return ended;
    }
    return NULL;
}

void requests_ended_free(struct agent *agent)
{
    uint32_t i;

    for (i = 0; i < ENDED_REQUESTS; i++) {
        call_set(&agent->ended_requests[i].made_by, NULL);
        call_set(&agent->ended_requests[i].ended_by, NULL);
    }
}

struct operation *request_own(struct operation *list, uint32_t thread)
{
    struct operation *operation, *found = NULL;

    DL_FOREACH(list, operation)
        if (operation->made_by->thread == thread) {
            if (found != NULL)
                return NULL;
            found = operation;
        }
    return found;
}

uint64_t request_made(const struct call *call)
{
    const struct call_info *info = call->info;

    return info->request_word >= info->in_words /* one that it gives out */
               ? call->words[info->request_word]
               : NEUTRAL_REQUEST_NULL;
}

void request_not_made(struct agent *agent, struct open_call *open)
{
    const uint32_t begins = CLASS_STARTS | CLASS_INITS | CLASS_RMA;

    if ((open->call->info->classes & begins) == 0)
        return;
    buffer_not_begun(agent, open);
    if (open->operation != NULL)
        message_withdraw(open->operation);
}

enum model_step request_made_exit(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    uint64_t handle = request_made(call);

    if (!succeeded(call, call_result(call)))
        request_not_made(agent, open);
    else if (open->operation == NULL)
        return MODEL_DONE;
    else if (handle == NEUTRAL_REQUEST_NULL)
        buffer_end(agent, open->operation);
    else
        agent_bind_request(agent, handle, open->operation);
    return MODEL_DONE;
}

enum model_step request_other_enter(struct agent *agent, struct open_call *open)
{
    (void)agent;
    open->operation = operation_new(OPERATION_OTHER, open->call);
    open->operation->active = (open->call->info->classes & CLASS_STARTS) != 0;
    open->operation->persistent = !open->operation->active;
    return MODEL_DONE;
}

/* ---------------------------------------------------------------- start */

/* item: of the array; -1: it is none */
static void start_one(struct agent *agent, struct call *call, uint64_t handle,
                      int64_t item)
{
    struct operation *operation = binding_find(agent, BINDING_REQUEST, handle);
    struct operation *own =
        agent->threads > 1 ? request_own(operation, call->thread) : NULL;

    request_fault_start(agent, call, handle, item);
    if (own != NULL)
        operation = own;
    while (operation != NULL && (!operation->persistent || operation->active))
        operation = operation->next;
    if (operation == NULL)
        return;
    operation->active = true;
    operation->told_complete = operation->cancelled = false;
    call_drop(operation->started_by);
    operation->started_by = call_hold(call);
    buffer_start(agent, operation, call);
    access_start(agent, operation);
    if (operation->kind == OPERATION_COLLECTIVE)
        collective_start(agent, operation);
    else if (operation->kind == OPERATION_PARTITIONED)
        partitioned_start(operation);
    else
        message_start(agent, operation, call);
}

enum model_step start_enter(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Startall *all = CALL_VIEW(open->call, MPI_Startall);
    uint32_t i;

    if (open->call->info->base == CALL_MPI_Start)
        start_one(agent, open->call, open->call->words[0], -1);
    else if (all->array_of_requests.special == ARRAY_PRESENT)
        for (i = 0; i < all->array_of_requests.count; i++)
            start_one(agent, open->call, all->array_of_requests.items[i], i);
    return MODEL_DONE;
}

void request_restarted(struct agent *agent, const struct call *call,
                       uint64_t before, uint64_t after)
{
    struct binding *binding = binding_get(agent, BINDING_REQUEST, before);
    struct operation *list = binding == NULL ? NULL : binding->object;
    struct operation *operation, *meant = NULL;

    /* One that was active already is started by another call. */
    DL_FOREACH(list, operation)
        if (operation->persistent && operation->active &&
            (meant == NULL || operation->started_by == call))
            meant = operation;
    if (meant == NULL)
        return;
    DL_DELETE(list, meant);
    binding->object = list;
    if (list == NULL)
        binding_remove(agent, binding);
    binding = binding_get(agent, BINDING_REQUEST, after);
    list = binding == NULL ? NULL : binding->object;
    request_place_bind(list, meant);
    DL_APPEND(list, meant);
    if (binding == NULL)
        binding_add(agent, BINDING_REQUEST, after, list);
}

/* ----------------------------------------------------------- cancel and free
 */

enum model_step cancel_enter(struct agent *agent, struct open_call *open)
{
    struct operation *operation =
        binding_find(agent, BINDING_REQUEST, open->call->words[0]);

    request_fault_give_up(agent, open->call);
    if (operation == NULL)
        return MODEL_DONE;
    partitioned_give_up(agent, open->call, operation);
    operation->cancelled = true;
    /* What is wrong with it, if it is left, is not that no message came. */
    if (operation->receive != NULL)
        operation->receive->told = true;
    return MODEL_DONE;
}

enum model_step generalized_enter(struct agent *agent, struct open_call *open)
{
    request_fault_generalized(agent, open->call);
    return MODEL_DONE;
}

enum model_step request_free_enter(struct agent *agent, struct open_call *open)
{
    struct operation *operation =
        binding_find(agent, BINDING_REQUEST, open->call->words[0]);

    request_fault_give_up(agent, open->call);
    if (operation == NULL)
        return MODEL_DONE;
    if (operation->next != NULL)
        operation = request_own(operation, open->call->thread);
    if (operation == NULL)
        return MODEL_DONE;
    partitioned_give_up(agent, open->call, operation);
    if (operation->made_by->info->base == CALL_MPI_Grequest_start &&
        !operation->generalized_complete)
        agent->copies++;
    /* From now on the MPI may give the handle to another thread. */
    open->freed = operation_hold(operation);
    agent_unbind_request(
        agent, binding_get(agent, BINDING_REQUEST, open->call->words[0]),
        operation);
    return MODEL_DONE;
}

/* Takes the handle from that of several that the call means; NULL: there is
 * none.  The reference is the caller's. */
static struct operation *take_meant(struct agent *agent,
                                    const struct call *call, uint64_t handle)
{
    struct binding *binding = binding_get(agent, BINDING_REQUEST, handle);
    struct operation *meant;

    if (binding == NULL)
        return NULL;
    meant = request_place_find(binding->object, NULL, call, 0);
    if (meant == NULL)
        meant = binding->object;
    buffer_complete(agent, meant, binding->object);
    operation_hold(meant);
    agent_unbind_request(agent, binding, meant);
    return meant;
}

enum model_step request_free_exit(struct agent *agent, struct open_call *open)
{
    uint64_t handle = open->call->words[0];
    struct operation *operation = open->freed;

    if (!succeeded(open->call, call_result(open->call))) {
        if (operation != NULL)
            agent_bind_request(agent, handle, operation);
        return MODEL_DONE;
    }
    if (operation != NULL) {
        given_up_add(agent, open->call, operation);
        buffer_complete(agent, operation, NULL);
    } else {
        operation = open->freed = take_meant(agent, open->call, handle);
    }
    if (operation == NULL)
        return MODEL_DONE;
    request_fault_never_started(agent, operation);
    /* Nobody will know whether it was cancelled, or what a receive from any
     * source took. */
    if (operation->cancelled || (operation->receive != NULL &&
                                 operation->receive->source == SOURCE_ANY))
        message_lose(operation);
    message_release(operation);
    return MODEL_DONE;
}

/* ---------------------------------------------------- two calls at once */

bool request_handles(const struct call *call, struct array_handle *handles)
{
    switch (call->info->base) {
    case CALL_MPI_Wait:
    case CALL_MPI_Test:
        *handles = (struct array_handle){.items = &call->words[0], .count = 1};
        return true;
    case CALL_MPI_Waitall:
    case CALL_MPI_Waitany:
    case CALL_MPI_Waitsome:
    case CALL_MPI_Testall:
    case CALL_MPI_Testany:
    case CALL_MPI_Testsome:
        /* all have the array where MPI_Testall has it */
        *handles = CALL_VIEW(call, MPI_Testall)->array_of_requests;
        return handles->special == ARRAY_PRESENT;
    default:
        return false;
    }
}

static const struct operation *choose_all(const struct agent *agent,
                                          const struct array_handle *handles,
                                          bool choose)
{
    const struct operation *before = NULL;
    uint32_t i;

    for (i = 0; i < handles->count; i++) {
        struct operation *operation =
            handles->items[i] == NEUTRAL_REQUEST_NULL
                ? NULL
                : binding_find(agent, BINDING_REQUEST, handles->items[i]);

        /* One handle may stand for several requests. */
        if (operation == NULL || operation->next != NULL || !operation->active)
            continue;
        if (operation->chosen)
            before = operation;
        operation->chosen = choose;
    }
    return before;
}

const struct operation *request_of_both(const struct agent *agent,
                                        const struct call *one,
                                        const struct call *other)
{
    const struct operation *both;
    struct array_handle left, right;

    if (!request_handles(one, &left) || !request_handles(other, &right) ||
        (one->info->base == CALL_MPI_Test &&
         other->info->base == CALL_MPI_Test))
        return NULL;
    (void)choose_all(agent, &left, true);
    both = choose_all(agent, &right, false);
    (void)choose_all(agent, &left, false);
    return both;
}

/* All calls that send have the parameters of MPI_Send, and all that receive
 * those of MPI_Recv. */
static bool is_for(const struct agent *agent, const struct operation *operation,
                   uint32_t other, int64_t tag)
{
    bool sends = operation->kind == OPERATION_SEND;
    int64_t rank = sends ? CALL_VIEW(operation->made_by, MPI_Send)->dest
                         : CALL_VIEW(operation->made_by, MPI_Recv)->source;
    int64_t its = sends ? CALL_VIEW(operation->made_by, MPI_Send)->tag
                        : CALL_VIEW(operation->made_by, MPI_Recv)->tag;
    uint32_t member;

    if (its != tag && its != NEUTRAL_ANY_TAG && tag != NEUTRAL_ANY_TAG)
        return false;
    if (rank == NEUTRAL_ANY_SOURCE)
        return true;
    return comm_member(operation->comm, agent, &member) &&
           comm_peer(operation->comm, member, rank) == (int64_t)other;
}

static bool is_unstarted(const struct operation *operation)
{
    return operation->persistent && !operation->active;
}

static bool is_cancelled_one(const struct operation *operation)
{
    return operation->cancelled && operation->active;
}

static const struct operation *
find_for(const struct agent *agent, enum operation_kind kind,
         const struct comm *comm, uint32_t other, int64_t tag,
         bool (*is_wanted)(const struct operation *operation))
{
    const struct binding *binding;
    const struct operation *operation;

    DL_FOREACH(agent->bindings, binding) {
        if (binding->key.kind != BINDING_REQUEST)
            continue;
        DL_FOREACH((const struct operation *)binding->object, operation)
            if (operation->kind == kind && is_wanted(operation) &&
                operation->comm == comm && is_for(agent, operation, other, tag))
                return operation;
    }
    return NULL;
}

const struct operation *request_unstarted(const struct agent *agent,
                                          enum operation_kind kind,
                                          const struct comm *comm,
                                          uint32_t other, int64_t tag)
{
    return find_for(agent, kind, comm, other, tag, is_unstarted);
}

bool request_cancelled(const struct agent *agent, const struct comm *comm,
                       uint32_t other, int64_t tag)
{
    return find_for(agent, OPERATION_SEND, comm, other, tag,
                    is_cancelled_one) != NULL;
}
