/* request.c - life of requests; the wait and test family. */
#include "request.h"
#include <stdlib.h>
#include <string.h>

MPI_Request refmpi_request_handle(struct request *request)
{
    return (MPI_Request)(void *)request;
}

int refmpi_request_from(MPI_Request handle, struct request **request)
{
    *request = NULL;
    if (handle == MPI_REQUEST_NULL)
        return MPI_SUCCESS;
    if (!refmpi_is_object(handle, REFMPI_MAGIC_REQUEST))
        return MPI_ERR_REQUEST;
    *request = (struct request *)(void *)handle;
    return MPI_SUCCESS;
}

struct request *refmpi_request_new(struct comm *comm)
{
    struct request *request = calloc(1, sizeof *request);
    if (!request)
        return NULL;
    request->object = (struct object){REFMPI_MAGIC_REQUEST, 1};
    request->kind = REFMPI_REQUEST_SCHEDULE;
    request->comm = comm;
    if (comm)
        refmpi_comm_retain(comm);
    refmpi_request_begin(request, true);
    refmpi_status_empty(&request->status);
    return request;
}

void refmpi_request_begin(struct request *request, bool is_awaited)
{
    request->is_active = true;
    request->complete = false;
    request->is_pending = request->comm && is_awaited;
    if (request->is_pending)
        request->comm->pending++;
}

static void end_pending(struct request *request)
{
    if (request->is_pending)
        request->comm->pending--;
    request->is_pending = false;
}

void refmpi_request_persist(struct request *request)
{
    end_pending(request);
    request->is_persistent = true;
    request->is_active = false;
    request->complete = true;
}

void refmpi_request_complete(struct request *request, int error)
{
    end_pending(request);
    refmpi_request_unschedule(request);
    request->status.MPI_ERROR = error;
    request->complete = true;
    if (request->is_freed)
        refmpi_request_release(request);
}

void refmpi_request_release(struct request *request)
{
    end_pending(request);
    if (request->release)
        request->release(request);
    if (request->kind == REFMPI_REQUEST_SEND ||
        request->kind == REFMPI_REQUEST_RECV) {
        refmpi_p2p_clear((struct p2p *)request);
        refmpi_p2p_free((struct p2p *)request);
        return;
    }
    if (request->comm)
        refmpi_comm_release(request->comm);
    request->object.magic = 0;
    free(request);
}

bool refmpi_request_is_complete(void *request)
{
    return ((struct request *)request)->complete;
}

int refmpi_request_finish(struct request *request)
{
    refmpi_wait_until(refmpi_request_is_complete, request);
    int error = request->status.MPI_ERROR;
    refmpi_request_release(request);
    return error;
}

int refmpi_p2p_finish(struct p2p *p, MPI_Status *status)
{
    refmpi_wait_until(refmpi_request_is_complete, &p->request);
    int error = p->request.status.MPI_ERROR;
    if (status != MPI_STATUS_IGNORE)
        refmpi_status_copy(status, &p->request.status);
    refmpi_p2p_clear(p);
    return error;
}

/* ------------------------------------------------------------ completion */

/*
 * Gives the user a completed request's status and ends its life, or makes it
 * inactive if it is persistent. Returns its error class. *comm is the
 * communicator whose error handler has to hear of it, still held.
 */
static int harvest(MPI_Request *handle, struct request *request,
                   MPI_Status *status, struct comm **comm)
{
    if (refmpi_request_is_idle(request)) {
        if (status != MPI_STATUS_IGNORE) {
            refmpi_status_empty(status);
        }
        return MPI_SUCCESS;
    }
    int error = request->status.MPI_ERROR;
    bool is_generalized = request->kind == REFMPI_REQUEST_GENERALIZED;
    if (is_generalized) {
        int rc = refmpi_generalized_query(request);
        if (rc != MPI_SUCCESS)
            error = rc;
    }
    if (status != MPI_STATUS_IGNORE) {
        refmpi_status_copy(status, &request->status);
        if (request->cancelled)
            refmpi_status_set_cancelled(status, true);
    }
    if (error != MPI_SUCCESS && request->comm && !*comm) {
        *comm = request->comm;
        refmpi_comm_retain(*comm);
    }
    if (request->is_persistent) {
        request->is_active = false;
        return error;
    }
    if (is_generalized) {
        int rc = refmpi_generalized_free(request);
        if (rc != MPI_SUCCESS)
            error = rc;
    }
    refmpi_request_release(request);
    *handle = MPI_REQUEST_NULL;
    return error;
}

/* leave for a function that got comm from harvest. */
static int leave(struct comm *comm, int rc)
{
    return comm ? refmpi_leave_held(comm, rc) : refmpi_leave_comm(NULL, rc);
}

int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
    refmpi_enter("MPI_Wait");
    struct request *r;
    int rc = request ? refmpi_request_from(*request, &r) : MPI_ERR_REQUEST;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(NULL, rc);
    struct comm *comm = NULL;
    if (!refmpi_request_is_idle(r))
        refmpi_wait_until(refmpi_request_is_complete, r);
    rc = harvest(request, r, status, &comm);
    return leave(comm, rc);
}
REFMPI_ALIAS(Wait)

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    refmpi_enter("MPI_Test");
    struct request *r;
    int rc = request ? refmpi_request_from(*request, &r) : MPI_ERR_REQUEST;
    if (rc == MPI_SUCCESS && !flag)
        rc = MPI_ERR_ARG;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(NULL, rc);
    if (!refmpi_request_is_done(r))
        refmpi_progress();
    struct comm *comm = NULL;
    *flag = refmpi_request_is_done(r);
    if (*flag)
        rc = harvest(request, r, status, &comm);
    return leave(comm, rc);
}
REFMPI_ALIAS(Test)

/* --------------------------------------------------------------- arrays */

struct request_array {
    int count;
    MPI_Request *handles;
};

static struct request *element(const struct request_array *array, int i)
{
    struct request *request;
    refmpi_request_from(array->handles[i], &request);
    return request;
}

int refmpi_request_check(int count, MPI_Request *handles)
{
    if (count < 0)
        return MPI_ERR_COUNT;
    if (count > 0 && !handles)
        return MPI_ERR_ARG;
    struct request *request;
    for (int i = 0; i < count; i++)
        if (refmpi_request_from(handles[i], &request) != MPI_SUCCESS)
            return MPI_ERR_REQUEST;
    return MPI_SUCCESS;
}

static bool all_done(void *argument)
{
    const struct request_array *array = argument;
    for (int i = 0; i < array->count; i++)
        if (!refmpi_request_is_done(element(array, i)))
            return false;
    return true;
}

/* Index of a completed active request, MPI_UNDEFINED if none is active, or -1
 * if some are active and none is complete. */
static int find_done(const struct request_array *array)
{
    int none = MPI_UNDEFINED;
    for (int i = 0; i < array->count; i++) {
        struct request *request = element(array, i);
        if (refmpi_request_is_idle(request))
            continue;
        if (request->complete)
            return i;
        none = -1;
    }
    return none;
}

static bool any_done(void *argument)
{
    return find_done(argument) != -1;
}

/* Harvests all of an array; MPI_ERR_IN_STATUS if any had an error. */
static int harvest_all(const struct request_array *array, MPI_Status *statuses,
                       struct comm **comm)
{
    int rc = MPI_SUCCESS;
    for (int i = 0; i < array->count; i++) {
        MPI_Status *status = statuses ? &statuses[i] : MPI_STATUS_IGNORE;
        struct request *request = element(array, i);
        int error = harvest(&array->handles[i], request, status, comm);
        if (error != MPI_SUCCESS && rc == MPI_SUCCESS) {
            rc = MPI_ERR_IN_STATUS;
            for (int k = 0; statuses && k < i; k++)
                statuses[k].MPI_ERROR = MPI_SUCCESS;
        }
        if (rc != MPI_SUCCESS && status)
            status->MPI_ERROR = error;
    }
    return rc;
}

int PMPI_Waitall(int count, MPI_Request array_of_requests[],
                 MPI_Status *array_of_statuses)
{
    refmpi_enter("MPI_Waitall");
    int rc = refmpi_request_check(count, array_of_requests);
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(NULL, rc);
    struct request_array array = {count, array_of_requests};
    for (int i = 0; i < count; i++) {
        struct request *request = element(&array, i);
        if (!refmpi_request_is_done(request))
            refmpi_wait_until(refmpi_request_is_complete, request);
    }
    struct comm *comm = NULL;
    rc = harvest_all(&array, array_of_statuses, &comm);
    return leave(comm, rc);
}
REFMPI_ALIAS(Waitall)

int PMPI_Testall(int count, MPI_Request array_of_requests[], int *flag,
                 MPI_Status *array_of_statuses)
{
    refmpi_enter("MPI_Testall");
    int rc = refmpi_request_check(count, array_of_requests);
    if (rc == MPI_SUCCESS && !flag)
        rc = MPI_ERR_ARG;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(NULL, rc);
    struct request_array array = {count, array_of_requests};
    struct comm *comm = NULL;
    if (!all_done(&array))
        refmpi_progress();
    *flag = all_done(&array);
    if (*flag)
        rc = harvest_all(&array, array_of_statuses, &comm);
    return leave(comm, rc);
}
REFMPI_ALIAS(Testall)

int PMPI_Waitany(int count, MPI_Request array_of_requests[], int *index,
                 MPI_Status *status)
{
    refmpi_enter("MPI_Waitany");
    int rc = refmpi_request_check(count, array_of_requests);
    if (rc == MPI_SUCCESS && !index)
        rc = MPI_ERR_ARG;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(NULL, rc);
    struct request_array array = {count, array_of_requests};
    refmpi_wait_until(any_done, &array);
    struct comm *comm = NULL;
    *index = find_done(&array);
    if (*index == MPI_UNDEFINED)
        rc = harvest(NULL, NULL, status, &comm);
    else
        rc = harvest(&array_of_requests[*index], element(&array, *index),
                     status, &comm);
    return leave(comm, rc);
}
REFMPI_ALIAS(Waitany)

int PMPI_Testany(int count, MPI_Request array_of_requests[], int *index,
                 int *flag, MPI_Status *status)
{
    refmpi_enter("MPI_Testany");
    int rc = refmpi_request_check(count, array_of_requests);
    if (rc == MPI_SUCCESS && (!index || !flag))
        rc = MPI_ERR_ARG;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(NULL, rc);
    struct request_array array = {count, array_of_requests};
    struct comm *comm = NULL;
    if (!any_done(&array))
        refmpi_progress();
    int found = find_done(&array);
    *flag = found != -1;
    *index = *flag ? found : MPI_UNDEFINED;
    if (found == MPI_UNDEFINED)
        rc = harvest(NULL, NULL, status, &comm);
    else if (*flag)
        rc = harvest(&array_of_requests[found], element(&array, found), status,
                     &comm);
    return leave(comm, rc);
}
REFMPI_ALIAS(Testany)

/* Harvests what is complete; *outcount MPI_UNDEFINED if none is active. */
static int harvest_some(const struct request_array *array, int *outcount,
                        int indices[], MPI_Status *statuses, struct comm **comm)
{
    if (find_done(array) == MPI_UNDEFINED) {
        *outcount = MPI_UNDEFINED;
        return MPI_SUCCESS;
    }
    int rc = MPI_SUCCESS;
    int found = 0;
    for (int i = 0; i < array->count; i++) {
        struct request *request = element(array, i);
        if (refmpi_request_is_idle(request) || !request->complete)
            continue;
        MPI_Status *status = statuses ? &statuses[found] : MPI_STATUS_IGNORE;
        int error = harvest(&array->handles[i], request, status, comm);
        if (error != MPI_SUCCESS && rc == MPI_SUCCESS) {
            rc = MPI_ERR_IN_STATUS;
            for (int k = 0; statuses && k < found; k++)
                statuses[k].MPI_ERROR = MPI_SUCCESS;
        }
        if (rc != MPI_SUCCESS && status)
            status->MPI_ERROR = error;
        indices[found++] = i;
    }
    *outcount = found;
    return rc;
}

static int wait_or_test_some(int incount, MPI_Request requests[], int *outcount,
                             int indices[], MPI_Status *statuses, bool blocks)
{
    int rc = refmpi_request_check(incount, requests);
    if (rc == MPI_SUCCESS && (!outcount || (incount > 0 && !indices)))
        rc = MPI_ERR_ARG;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(NULL, rc);
    struct request_array array = {incount, requests};
    struct comm *comm = NULL;
    if (blocks)
        refmpi_wait_until(any_done, &array);
    else
        refmpi_progress();
    rc = harvest_some(&array, outcount, indices, statuses, &comm);
    return leave(comm, rc);
}

int PMPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount,
                  int array_of_indices[], MPI_Status *array_of_statuses)
{
    refmpi_enter("MPI_Waitsome");
    return wait_or_test_some(incount, array_of_requests, outcount,
                             array_of_indices, array_of_statuses, true);
}
REFMPI_ALIAS(Waitsome)

int PMPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount,
                  int array_of_indices[], MPI_Status *array_of_statuses)
{
    refmpi_enter("MPI_Testsome");
    return wait_or_test_some(incount, array_of_requests, outcount,
                             array_of_indices, array_of_statuses, false);
}
REFMPI_ALIAS(Testsome)

/* ------------------------------------------------- status without freeing */

/* A generalized request is asked for its status each time. */
static void peek(struct request *request, MPI_Status *status)
{
    if (status == MPI_STATUS_IGNORE)
        return;
    if (refmpi_request_is_idle(request)) {
        refmpi_status_empty(status);
        return;
    }
    if (request->kind == REFMPI_REQUEST_GENERALIZED)
        refmpi_generalized_query(request);
    refmpi_status_copy(status, &request->status);
    if (request->cancelled)
        refmpi_status_set_cancelled(status, true);
}

int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
    refmpi_enter("MPI_Request_get_status");
    struct request *r;
    int rc = refmpi_request_from(request, &r);
    if (rc == MPI_SUCCESS && !flag)
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS) {
        if (!refmpi_request_is_done(r))
            refmpi_progress();
        *flag = refmpi_request_is_done(r);
        if (*flag)
            peek(r, status);
    }
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Request_get_status)

int PMPI_Request_get_status_all(int count,
                                const MPI_Request array_of_requests[],
                                int *flag, MPI_Status *array_of_statuses)
{
    refmpi_enter("MPI_Request_get_status_all");
    MPI_Request *handles = (MPI_Request *)(uintptr_t)array_of_requests;
    int rc = refmpi_request_check(count, handles);
    if (rc == MPI_SUCCESS && !flag)
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS) {
        struct request_array array = {count, handles};
        refmpi_progress();
        *flag = all_done(&array);
        for (int i = 0; *flag && array_of_statuses && i < count; i++)
            peek(element(&array, i), &array_of_statuses[i]);
    }
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Request_get_status_all)

int PMPI_Request_get_status_any(int count,
                                const MPI_Request array_of_requests[],
                                int *index, int *flag, MPI_Status *status)
{
    refmpi_enter("MPI_Request_get_status_any");
    MPI_Request *handles = (MPI_Request *)(uintptr_t)array_of_requests;
    int rc = refmpi_request_check(count, handles);
    if (rc == MPI_SUCCESS && (!flag || !index))
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS) {
        struct request_array array = {count, handles};
        refmpi_progress();
        int found = find_done(&array);
        *flag = found != -1;
        *index = *flag ? found : MPI_UNDEFINED;
        if (*flag)
            peek(found >= 0 ? element(&array, found) : NULL, status);
    }
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Request_get_status_any)

int PMPI_Request_get_status_some(int incount,
                                 const MPI_Request array_of_requests[],
                                 int *outcount, int array_of_indices[],
                                 MPI_Status *array_of_statuses)
{
    refmpi_enter("MPI_Request_get_status_some");
    MPI_Request *handles = (MPI_Request *)(uintptr_t)array_of_requests;
    int rc = refmpi_request_check(incount, handles);
    if (rc == MPI_SUCCESS && (!outcount || (incount > 0 && !array_of_indices)))
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS) {
        struct request_array array = {incount, handles};
        refmpi_progress();
        int found = 0;
        for (int i = 0; i < incount; i++) {
            struct request *r = element(&array, i);
            if (refmpi_request_is_idle(r) || !r->complete)
                continue;
            peek(r, array_of_statuses ? &array_of_statuses[found]
                                      : MPI_STATUS_IGNORE);
            array_of_indices[found++] = i;
        }
        *outcount = find_done(&array) == MPI_UNDEFINED ? MPI_UNDEFINED : found;
    }
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Request_get_status_some)
