/* request.h - what the public functions on requests share. */
#ifndef REFMPI_REQUEST_H
#define REFMPI_REQUEST_H

#include "p2p.h"

/* Of a generalized request: call the user's function; they return what it
 * returns. */
int refmpi_generalized_query(struct request *request);
int refmpi_generalized_free(struct request *request);

/* MPI_REQUEST_NULL gives NULL with success. */
int refmpi_request_from(MPI_Request handle, struct request **request);

/* MPI_SUCCESS if all of the handles are live requests or null. */
int refmpi_request_check(int count, MPI_Request *handles);

/* Leaves a function on one request: an error goes to the handler of the
 * communicator that the request belongs to (MPI-4.1, 9.3), if it is one. */
int refmpi_leave_request(MPI_Request handle, int rc);

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
