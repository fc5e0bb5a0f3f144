/* request.h - what the public functions on requests share. */
#ifndef REFMPI_REQUEST_H
#define REFMPI_REQUEST_H

#include "p2p.h"

/* A generalized request: the user's callbacks, as the request's state. */
struct generalized {
    MPI_Grequest_query_function *query;
    MPI_Grequest_free_function *free;
    MPI_Grequest_cancel_function *cancel;
    void *extra_state;
};

/* MPI_REQUEST_NULL gives NULL with success. */
int refmpi_request_from(MPI_Request handle, struct request **request);

/* MPI_SUCCESS if all of the handles are live requests or null. */
int refmpi_request_check(int count, MPI_Request *handles);

/* Null or inactive: nothing to wait for. */
static inline bool refmpi_request_is_idle(const struct request *request)
{
    return !request || !request->is_active;
}

static inline bool refmpi_request_is_done(const struct request *request)
{
    return refmpi_request_is_idle(request) || request->complete;
}

#endif
