/*
 * model_completion.c - calls that complete requests: which ones, and whether
 * they may.
 */
#include "model_request.h"

#include "access.h"
#include "model_buffer.h"
#include "model_channel.h"
#include "model_message.h"
#include "model_partitioned.h"
#include "race.h"

#include <stdlib.h>

/* What one call completes. */
struct completion {
    uint64_t handle;
    uint32_t index;                    /* in the array of the call */
    const struct status_value *status; /* NULL: not known */
    struct binding *binding;           /* of the handle */
    struct operation *operation;       /* found */
};

#define COMPLETIONS_SOME 8

struct completions {
    struct completion *items; /* `some`, or an array */
    size_t count, room;
    struct completion some[COMPLETIONS_SOME];
};

static void completions_free(struct completions *list)
{
    if (list->items != list->some)
        free(list->items);
}

static void add_completion(struct completions *list,
                           const struct array_handle *handles, int64_t index,
                           const struct status_value *status)
{
    struct completion *item;

    if (handles->special != ARRAY_PRESENT || index < 0 ||
        index >= handles->count ||
        handles->items[index] == NEUTRAL_REQUEST_NULL ||
        (status != NULL && status->error == NEUTRAL_ERROR_PENDING))
        return;
    if (list->count == list->room) {
        bool were_some = list->items == list->some;

        list->room *= 4;
        list->items = xrealloc(were_some ? NULL : list->items, list->room,
                               sizeof list->items[0]);
        if (were_some)
            memcpy(list->items, list->some, sizeof list->some);
    }
    item = &list->items[list->count++];
    item->handle = handles->items[index];
    item->index = (uint32_t)index;
    item->status = status;
    item->operation = NULL;
}

static const struct status_value *status_at(const struct array_status *statuses,
                                            uint32_t index)
{
    if (statuses->special != ARRAY_PRESENT || index >= statuses->count)
        return NULL;
    return &statuses->items[index];
}

static void list_all(struct completions *list,
                     const struct array_handle *handles,
                     const struct array_status *statuses)
{
    uint32_t i;

    for (i = 0; i < handles->count; i++)
        add_completion(list, handles, i, status_at(statuses, i));
}

static void list_some(struct completions *list, const struct call *call)
{
    const struct call_MPI_Waitsome *view = CALL_VIEW(call, MPI_Waitsome);
    uint32_t i;

    if (view->array_of_indices.special != ARRAY_PRESENT)
        return;
    for (i = 0; i < view->array_of_indices.count; i++)
        add_completion(list, &view->array_of_requests,
                       view->array_of_indices.items[i],
                       status_at(&view->array_of_statuses, i));
}

static void list_one(struct completions *list, const struct call *call,
                     const struct status_value *status)
{
    struct array_handle one = {.items = &call->words[0], .count = 1};

    add_completion(list, &one, 0, status);
}

/* The requests that the call has completed (MPI-4.1 3.7.3, 3.7.5). */
static void list_completions(struct completions *list, const struct call *call)
{
    const struct call_MPI_Testall *testall = CALL_VIEW(call, MPI_Testall);
    const struct call_MPI_Testany *testany = CALL_VIEW(call, MPI_Testany);
    const struct call_MPI_Waitany *waitany = CALL_VIEW(call, MPI_Waitany);
    const struct call_MPI_Waitall *waitall = CALL_VIEW(call, MPI_Waitall);
    const struct call_MPI_Test *test = CALL_VIEW(call, MPI_Test);

    switch (call->info->base) {
    case CALL_MPI_Wait:
        list_one(list, call, &CALL_VIEW(call, MPI_Wait)->status);
        break;
    case CALL_MPI_Test:
    case CALL_MPI_Request_get_status:
        if (test->flag == 1)
            list_one(list, call, &test->status);
        break;
    case CALL_MPI_Waitall:
        list_all(list, &waitall->array_of_requests,
                 &waitall->array_of_statuses);
        break;
    case CALL_MPI_Testall:
    case CALL_MPI_Request_get_status_all:
        if (testall->flag == 1)
            list_all(list, &testall->array_of_requests,
                     &testall->array_of_statuses);
        break;
    case CALL_MPI_Waitany:
        add_completion(list, &waitany->array_of_requests, waitany->indx,
                       &waitany->status);
        break;
    case CALL_MPI_Testany:
    case CALL_MPI_Request_get_status_any:
        if (testany->flag == 1)
            add_completion(list, &testany->array_of_requests, testany->indx,
                           &testany->status);
        break;
    case CALL_MPI_Waitsome:
    case CALL_MPI_Testsome:
    case CALL_MPI_Request_get_status_some:
        list_some(list, call);
        break;
    }
}

/* All that the handle stands for. */
static struct operation *operations_of(const struct completion *item)
{
    return item->binding == NULL ? NULL : item->binding->object;
}

/* Operations of one handle that are looked at for one of the thread's own. */
#define OWN_AMONG 8

/* MPI gives the handle of a request that is over to the next one, before it is
 * known here that it is over: of several, a thread completes its own. */
static struct operation *prefer_own(struct operation *first, uint32_t thread)
{
    struct operation *operation = first;
    unsigned i;

    for (i = 0; operation != NULL && i < OWN_AMONG; i++) {
        if (operation->active && !operation->chosen &&
            operation->made_by->thread == thread)
            return operation;
        operation = operation->next;
    }
    return first;
}

/* The oldest active operation of the list that is not chosen yet; else an
 * inactive one.  behind: an active one that was chosen before; NULL: none. */
static struct operation *choose_oldest(const struct agent *agent,
                                       struct operation *list, uint32_t thread,
                                       const struct operation *behind)
{
    struct operation *operation, *found = NULL;

    for (operation = behind != NULL ? behind->next : list; operation != NULL;
         operation = operation->next) {
        if (operation->chosen)
            continue;
        if (found == NULL || operation->active)
            found = operation;
        if (found->active)
            break;
    }
    if (behind != NULL && (found == NULL || !found->active))
        return choose_oldest(agent, list, thread, NULL);
    if (found != NULL && found->active && agent->threads > 1)
        found = prefer_own(found, thread);
    return found;
}

/* Whether all requests that are given are over when it returns. */
static bool waits_for_all(const struct call *call)
{
    return call->info->base == CALL_MPI_Wait ||
           call->info->base == CALL_MPI_Waitall;
}

/* Which one of the list has been completed is a guess.  Who waits for all has
 * waited for the others when none is left; a test has waited for nothing. */
static void doubt_others(struct operation *list)
{
    struct operation *operation = list->prev; /* the last one */

    while (!operation->doubtful) {
        operation->doubtful = true;
        operation = operation->prev;
    }
}

static struct operation *choose_operation(const struct agent *agent,
                                          const struct call *call,
                                          const struct completion *item,
                                          const struct operation *behind)
{
    struct operation *list = operations_of(item), *found = NULL;
    bool several = list != NULL && list->next != NULL;

    if (several)
        found = request_place_find(list, behind == NULL ? NULL : behind->next,
                                   call, item->index);
    if (found == NULL || found->chosen) {
        found = choose_oldest(agent, list, call->thread, behind);
        if (several && !waits_for_all(call))
            doubt_others(list);
    }
    if (found != NULL)
        found->chosen = true;
    return found;
}

/* Thousands may have one handle: what comes next is looked for from where the
 * last was found. */
static void choose_operations(const struct agent *agent,
                              const struct call *call, struct completions *list)
{
    const struct operation *behind = NULL;
    size_t i;

    for (i = 0; i < list->count; i++) {
        struct completion *item = &list->items[i];

        if (i > 0 && list->items[i - 1].handle != item->handle)
            behind = NULL;
        item->operation = choose_operation(agent, call, item, behind);
        behind = item->operation != NULL && item->operation->active
                     ? item->operation
                     : NULL;
    }
    for (i = 0; i < list->count; i++)
        if (list->items[i].operation != NULL)
            list->items[i].operation->chosen = false;
}

static bool operation_ready(struct agent *agent, struct operation *operation,
                            const struct status_value *status,
                            const struct call *call)
{
    if (!operation->active)
        return true;
    switch (operation->kind) {
    case OPERATION_SEND:
    case OPERATION_RECEIVE:
        return message_ready(agent, operation, status);
    case OPERATION_COLLECTIVE:
    case OPERATION_IDUP:
        return operation->meeting == NULL || operation->comm->channel->broken ||
               meeting_ready(agent, operation->meeting, operation->member,
                             operation->made_by, call->exit_time);
    case OPERATION_PARTITIONED:
        return partitioned_ready(operation);
    case OPERATION_RMA:
        return true;
    case OPERATION_OTHER:
        break;
    }
    return true;
}

static void operation_complete(struct agent *agent, struct operation *operation,
                               const struct status_value *status, bool unsure)
{
    if (!operation->active)
        return;
    order_learns(agent, &operation->tested, unsure);
    switch (operation->kind) {
    case OPERATION_SEND:
    case OPERATION_RECEIVE:
        message_complete(agent, operation, status);
        break;
    case OPERATION_COLLECTIVE:
    case OPERATION_IDUP:
        if (operation->meeting != NULL)
            meeting_leave(agent, operation->meeting, operation->member,
                          operation->made_by);
        break;
    case OPERATION_PARTITIONED:
        partitioned_complete(agent, operation);
        break;
    case OPERATION_RMA:
        rma_complete(agent, operation);
        break;
    case OPERATION_OTHER:
        break;
    }
    order_learnt(agent);
}

/* ------------------------------------------ what another run might complete */

/* The request may be complete in one run and not in another. */
static bool test_one(struct agent *agent, uint64_t handle)
{
    struct operation *operation;
    bool active = false;

    DL_FOREACH((struct operation *)binding_find(agent, BINDING_REQUEST, handle),
               operation) {
        if (!operation->active)
            continue;
        active = true;
        order_test(agent, &operation->tested);
        message_test(agent, operation);
        if (operation->kind == OPERATION_RMA)
            rma_complete(agent, operation);
    }
    return active;
}

/*
 * Whether it is left to the timing which requests the call completes: a test,
 * or one of several.  All that it might complete are marked.
 */
static bool is_unsure(struct agent *agent, const struct call *call)
{
    const struct array_handle *handles =
        &CALL_VIEW(call, MPI_Testall)->array_of_requests;
    uint32_t i, active = 0;

    if (call->info->base == CALL_MPI_Wait ||
        call->info->base == CALL_MPI_Waitall)
        return false;
    clock_chance(&agent->clock);
    if (!agent->model->chances_run)
        return false;
    if (call->info->base == CALL_MPI_Test ||
        call->info->base == CALL_MPI_Request_get_status) {
        test_one(agent, call->words[0]);
        return true;
    }
    /* All others have the array where MPI_Testall has it. */
    for (i = 0; handles->special == ARRAY_PRESENT && i < handles->count; i++)
        active += test_one(agent, handles->items[i]);
    return active > 1 || (call->info->base != CALL_MPI_Waitany &&
                          call->info->base != CALL_MPI_Waitsome);
}

static int64_t result_of(const struct call *call,
                         const struct status_value *status)
{
    int64_t result = call_result(call);

    return result == NEUTRAL_IN_STATUS && status != NULL ? status->error
                                                         : result;
}

/* Whether the call has completed it, if not as it should. */
static bool is_completed(const struct call *call,
                         const struct status_value *status)
{
    int64_t result = result_of(call, status);

    return succeeded(call, result) || truncated(call, result);
}

/* A request that failed may be gone, though it is a persistent one: Open MPI
 * sets it to null. */
static void note_failure(struct agent *agent, struct operation *operation,
                         struct call *call, const struct status_value *status)
{
    bool failed = call->returned && !succeeded(call, result_of(call, status));

    if (agent->held_calls != NULL)
        handler_completed(agent, operation->made_by, call, failed);
    if (operation->persistent && failed)
        operation->failed = agent->request_failed = true;
}

/* What MPI_Waitall has left, since another one failed, was waited for. */
static void note_pending(struct agent *agent, const struct call *call)
{
    const struct call_MPI_Waitall *view = CALL_VIEW(call, MPI_Waitall);
    const struct array_handle *handles = &view->array_of_requests;
    uint32_t i;

    if (call->info->base != CALL_MPI_Waitall ||
        call_result(call) != NEUTRAL_IN_STATUS ||
        handles->special != ARRAY_PRESENT)
        return;
    for (i = 0; i < handles->count; i++) {
        const struct status_value *status =
            status_at(&view->array_of_statuses, i);
        struct operation *operation =
            binding_find(agent, BINDING_REQUEST, handles->items[i]);

        if (status == NULL || status->error != NEUTRAL_ERROR_PENDING ||
            operation == NULL)
            continue;
        operation->left = true;
        if (operation->receive == NULL)
            continue;
        /* In a run in which none is truncated it ends here. */
        operation->receive->told = true;
        race_ended(agent, operation->receive, NULL, status);
    }
}

static void note_end(struct receive *receive, const struct call *call)
{
    if (receive == NULL)
        return;
    if (receive->endpoint != NULL)
        endpoint_used(receive->endpoint, call);
    receive->ended_by = call->number;
    receive->waited = call->info->base == CALL_MPI_Wait ||
                      call->info->base == CALL_MPI_Waitall;
}

/* The call said that none of its requests was active (MPI-4.1 3.7.5). */
static bool found_none(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Waitany:
        return CALL_VIEW(call, MPI_Waitany)->indx == NEUTRAL_UNDEFINED;
    case CALL_MPI_Testany:
        return CALL_VIEW(call, MPI_Testany)->flag &&
               CALL_VIEW(call, MPI_Testany)->indx == NEUTRAL_UNDEFINED;
    case CALL_MPI_Waitsome:
        return CALL_VIEW(call, MPI_Waitsome)->outcount == NEUTRAL_UNDEFINED;
    case CALL_MPI_Testsome:
        return CALL_VIEW(call, MPI_Testsome)->outcount == NEUTRAL_UNDEFINED;
    default:
        return false;
    }
}

/* MPICH never names a persistent request to or from MPI_PROC_NULL, which is
 * over when it is started. */
static void note_none_active(const struct agent *agent, const struct call *call)
{
    struct array_handle handles;
    uint32_t i;

    if (!found_none(call) || !succeeded(call, call_result(call)) ||
        !request_handles(call, &handles))
        return;
    for (i = 0; i < handles.count; i++) {
        struct operation *operation =
            binding_find(agent, BINDING_REQUEST, handles.items[i]);

        if (operation != NULL && operation->persistent &&
            (operation->kind == OPERATION_SEND ||
             operation->kind == OPERATION_RECEIVE) &&
            operation->message == NULL && operation->receive == NULL)
            operation->active = false;
    }
}

enum model_step complete_enter(struct agent *agent, struct open_call *open)
{
    request_fault_completion(agent, open->call);
    return MODEL_DONE;
}

static void fetch(const void *object, size_t bytes)
{
    size_t at;

    for (at = 0; object != NULL && at < bytes; at += MEMORY_LINE)
        __builtin_prefetch((const char *)object + at, 1);
}

/* Since its requests were begun other processes had their turn: what is known
 * of them is brought near again, of all at once. */
static void fetch_ahead(const struct completions *list)
{
    size_t count =
        list->count < COMPLETIONS_SOME ? list->count : COMPLETIONS_SOME;
    size_t i;

    for (i = 0; i < count; i++)
        fetch(operations_of(&list->items[i]), sizeof(struct operation));
    for (i = 0; i < count; i++) {
        const struct operation *ahead = operations_of(&list->items[i]);

        if (ahead == NULL)
            continue;
        fetch(ahead->message, sizeof *ahead->message);
        fetch(ahead->receive, sizeof *ahead->receive);
        fetch(ahead->made_by, 1);
    }
}

/* A send, an RMA operation with a request (MPI-4.1 3.7.3, 12.3.5). */
static bool leaves_undefined(const struct operation *operation)
{
    return operation->active &&
           (operation->kind == OPERATION_RMA ||
            (operation->kind == OPERATION_SEND && operation->receive == NULL));
}

/* Of which statuses the fields are undefined.  Fortran's may be copies. */
static void note_statuses(struct agent *agent, struct call *call,
                          const struct completions *list)
{
    size_t i;

    for (i = 0; i < list->count && (call->flags & RECORD_FORTRAN) == 0; i++) {
        const struct status_value *status = list->items[i].status;
        const struct operation *operation = list->items[i].operation;

        if (status != NULL && operation != NULL &&
            leaves_undefined(operation) && status_address(status) != 0)
            counted_sent(agent, operation->made_by, status);
    }
}

enum model_step complete_exit(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    struct completions list;
    bool ready = true, unsure;
    size_t i;

    list.items = list.some;
    list.count = 0;
    list.room = COMPLETIONS_SOME;
    list_completions(&list, call);
    for (i = 0; i < list.count; i++)
        list.items[i].binding =
            binding_get(agent, BINDING_REQUEST, list.items[i].handle);
    fetch_ahead(&list);
    choose_operations(agent, call, &list);
    for (i = 0; i < list.count && ready; i++)
        ready = list.items[i].operation == NULL ||
                !is_completed(call, list.items[i].status) ||
                operation_ready(agent, list.items[i].operation,
                                list.items[i].status, call);
    for (i = 0; i < list.count; i++)
        if (list.items[i].operation != NULL)
            message_unclaim(list.items[i].operation);
    if (must_wait(agent, ready)) {
        completions_free(&list);
        return MODEL_WAIT;
    }
    note_pending(agent, call);
    unsure = is_unsure(agent, call);
    note_statuses(agent, call, &list);
    for (i = 0; i < list.count; i++) {
        struct operation *operation = list.items[i].operation;

        if (operation == NULL)
            continue;
        note_end(operation->receive, call);
        operation_complete(agent, operation, list.items[i].status, unsure);
        access_complete(agent, operation, list.items[i].status, call);
        buffer_complete(agent, operation, operations_of(&list.items[i]));
        note_failure(agent, operation, call, list.items[i].status);
        request_note_idle(operation, call);
        operation->told_complete = true;
        operation->left = false;
        if ((call->info->classes & CLASS_COMPLETES) == 0)
            continue; /* MPI_Request_get_status and its kin */
        operation->active = false;
        if (operation->persistent)
            continue;
        request_place_complete(agent, operation, call, list.items[i].index,
                               list.items[i].handle);
        agent_unbind_request(agent, list.items[i].binding, operation);
    }
    completions_free(&list);
    note_none_active(agent, call);
    return MODEL_DONE;
}
