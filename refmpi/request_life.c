/* request_life.c - starting, cancelling and freeing requests; requests of the
 * user's own. */
#include "request.h"
#include <stdlib.h>

/* A generalized request: the user's callbacks, as the request's state. */
struct generalized {
    MPI_Grequest_query_function *query;
    MPI_Grequest_free_function *free;
    MPI_Grequest_cancel_function *cancel;
    void *extra_state;
};

int refmpi_generalized_query(struct request *request)
{
    struct generalized *generalized = request->state;
    struct refmpi_pause pause = refmpi_user_begins();
    int rc = generalized->query(generalized->extra_state, &request->status);
    refmpi_user_ended(&pause);
    return rc;
}

int refmpi_generalized_free(struct request *request)
{
    struct generalized *generalized = request->state;
    struct refmpi_pause pause = refmpi_user_begins();
    int rc = generalized->free(generalized->extra_state);
    refmpi_user_ended(&pause);
    return rc;
}

/* The function may complete the request, and so end its life. */
static int generalized_cancel(struct request *request)
{
    struct generalized *generalized = request->state;
    bool is_complete = request->complete;
    struct refmpi_pause pause = refmpi_user_begins();
    int rc = generalized->cancel(generalized->extra_state, is_complete);
    refmpi_user_ended(&pause);
    return rc;
}

int refmpi_leave_request(MPI_Request handle, int rc)
{
    struct request *request = NULL;
    if (rc != MPI_SUCCESS)
        refmpi_request_from(handle, &request);
    return refmpi_leave_comm(request ? request->comm : NULL, rc);
}

int PMPI_Request_free(MPI_Request *request)
{
    refmpi_enter("MPI_Request_free");
    struct request *r = NULL;
    int rc = request ? refmpi_request_from(*request, &r) : MPI_ERR_REQUEST;
    if (rc == MPI_SUCCESS && !r)
        rc = MPI_ERR_REQUEST;
    if (rc == MPI_SUCCESS) {
        if (r->kind == REFMPI_REQUEST_GENERALIZED && r->complete)
            rc = refmpi_generalized_free(r);
        if (refmpi_request_is_done(r))
            refmpi_request_release(r);
        else
            r->is_freed = true;
        *request = MPI_REQUEST_NULL;
    }
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Request_free)

int PMPI_Cancel(MPI_Request *request)
{
    refmpi_enter("MPI_Cancel");
    struct request *r = NULL;
    int rc = request ? refmpi_request_from(*request, &r) : MPI_ERR_REQUEST;
    if (rc == MPI_SUCCESS && refmpi_request_is_idle(r))
        rc = MPI_ERR_REQUEST;
    if (rc == MPI_SUCCESS) {
        if (r->kind == REFMPI_REQUEST_SEND || r->kind == REFMPI_REQUEST_RECV) {
            refmpi_progress();
            refmpi_p2p_cancel((struct p2p *)r);
        } else if (r->kind == REFMPI_REQUEST_GENERALIZED) {
            rc = generalized_cancel(r);
        } else {
            rc = MPI_ERR_REQUEST; /* collectives cannot be cancelled */
        }
    }
    return refmpi_leave_request(request ? *request : MPI_REQUEST_NULL, rc);
}
REFMPI_ALIAS(Cancel)

static int start(MPI_Request handle)
{
    struct request *request = NULL;
    int rc = refmpi_request_from(handle, &request);
    if (rc != MPI_SUCCESS || !request || !request->is_persistent ||
        request->is_active)
        return MPI_ERR_REQUEST;
    if (request->start)
        return request->start(request);
    refmpi_p2p_start((struct p2p *)request);
    return MPI_SUCCESS;
}

int PMPI_Start(MPI_Request *request)
{
    refmpi_enter("MPI_Start");
    if (!request)
        return refmpi_leave_comm(NULL, MPI_ERR_REQUEST);
    return refmpi_leave_request(*request, start(*request));
}
REFMPI_ALIAS(Start)

int PMPI_Startall(int count, MPI_Request array_of_requests[])
{
    refmpi_enter("MPI_Startall");
    int rc = refmpi_request_check(count, array_of_requests);
    MPI_Request last = MPI_REQUEST_NULL;
    for (int i = 0; rc == MPI_SUCCESS && i < count; i++) {
        last = array_of_requests[i];
        rc = start(last);
    }
    return refmpi_leave_request(last, rc);
}
REFMPI_ALIAS(Startall)

/* ---------------------------------------------------- generalized requests */

static void release_generalized(struct request *request)
{
    free(request->state);
}

int PMPI_Grequest_start(MPI_Grequest_query_function *query_fn,
                        MPI_Grequest_free_function *free_fn,
                        MPI_Grequest_cancel_function *cancel_fn,
                        void *extra_state, MPI_Request *request)
{
    refmpi_enter("MPI_Grequest_start");
    if (!query_fn || !free_fn || !cancel_fn || !request)
        return refmpi_leave_comm(NULL, MPI_ERR_ARG);
    struct request *r = refmpi_request_new(NULL);
    struct generalized *generalized = malloc(sizeof *generalized);
    if (!r || !generalized) {
        free(r);
        free(generalized);
        return refmpi_leave_comm(NULL, MPI_ERR_NO_MEM);
    }
    *generalized =
        (struct generalized){query_fn, free_fn, cancel_fn, extra_state};
    r->kind = REFMPI_REQUEST_GENERALIZED;
    r->state = generalized;
    r->release = release_generalized;
    *request = refmpi_request_handle(r);
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Grequest_start)

int PMPI_Grequest_complete(MPI_Request request)
{
    refmpi_enter("MPI_Grequest_complete");
    struct request *r = NULL;
    int rc = refmpi_request_from(request, &r);
    if (rc != MPI_SUCCESS || !r || r->kind != REFMPI_REQUEST_GENERALIZED)
        return refmpi_leave_comm(NULL, MPI_ERR_REQUEST);
    if (r->is_freed)
        rc = refmpi_generalized_free(r);
    refmpi_request_complete(r, MPI_SUCCESS);
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Grequest_complete)
