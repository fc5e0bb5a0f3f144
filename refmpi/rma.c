/*
 * The RMA communication calls. They check, find the target's memory, and move
 * the data before they return, unless rma=late puts that off (rma_deferred.h);
 * the request-based ones give a request that is complete already.
 */
#include "datatype_predefined.h"
#include "rma_deferred.h"
#include "window_attached.h"
#include "window_copies.h"

/* One call, as its checks and the transfer see it. */
struct rma_call {
    struct window *window;
    bool is_null; /* to MPI_PROC_NULL: nothing is to be done */
    struct rma_data origin;
    struct rma_data result;
    struct rma_place target;
};

/* The target's side of the arguments, and how the call completes. */
struct rma_target {
    int rank;
    MPI_Aint disp;
    MPI_Count count;
    MPI_Datatype type;
    MPI_Win win;
    bool is_request; /* one of the MPI_R... calls */
    MPI_Request *request;
};

/*
 * The window must be in an access epoch for the rank: locked, in the group of
 * MPI_Win_start, or between fences. Request-based calls are for passive
 * target epochs only.
 */
static int check_epoch(struct window *window, int rank, bool needs_lock)
{
    struct window_target *target = &window->targets[rank];

    if (target->lock_type != 0)
        return MPI_SUCCESS;
    if (needs_lock)
        return MPI_ERR_RMA_SYNC;
    if (target->is_started)
        return MPI_SUCCESS;
    if (!window->is_fence_open)
        return MPI_ERR_RMA_SYNC;
    window->is_fence_used = true;
    return MPI_SUCCESS;
}

static bool is_attached_run(const struct rma_place *target, char *address,
                            MPI_Count bytes)
{
    MPI_Aint there;
    char *place;

    for (; bytes > 0; address += there, bytes -= there) {
        there =
            refmpi_attached_find(target->window, target->rank, address, &place);
        if (there == 0)
            return false;
    }
    return true;
}

static bool is_attached_segment(const struct refmpi_segment *segment,
                                void *argument)
{
    MPI_Count i = 0;

    while (i < segment->blocks &&
           is_attached_run(argument, segment->address + i * segment->stride,
                           segment->length))
        i++;
    return i == segment->blocks;
}

/*
 * The bytes of the target data, from offset to the target's base on, must lie
 * in the target's part of the window. In a dynamic one that can be many pieces;
 * mostly all is in one of them.
 */
static int check_range(const struct rma_place *target, MPI_Count offset)
{
    const struct window *window = target->window;
    struct rma_place place = *target;
    const struct rma_data *data = &target->data;
    MPI_Count last = (data->count - 1) * data->type->extent;
    MPI_Count low = offset + data->type->true_lb + (last < 0 ? last : 0);
    MPI_Count high = offset + data->type->true_lb + data->type->true_extent +
                     (last > 0 ? last : 0);
    bool is_inside;

    if (data->count == 0 || data->type->size == 0)
        return MPI_SUCCESS;
    if (window->flavor != MPI_WIN_FLAVOR_DYNAMIC)
        is_inside = low >= 0 && high <= window->targets[target->rank].size;
    else
        is_inside =
            is_attached_run(target, refmpi_address(NULL, low), high - low) ||
            refmpi_datatype_visit(data->type, data->count, data->buffer, 0,
                                  data->count * data->type->size, false,
                                  is_attached_segment, &place);
    return is_inside ? MPI_SUCCESS : MPI_ERR_RMA_RANGE;
}

static int find_place(struct window *window, int rank, MPI_Aint disp,
                      struct rma_place *place)
{
    struct window_target *target = &window->targets[rank];
    MPI_Count offset = disp * target->disp_unit;

    place->window = window;
    place->rank = rank;
    place->data.buffer = refmpi_address(
        target->mapped != NULL ? target->mapped : target->address, offset);
    /* In a dynamic window the own rank's base is NULL, and is mapped; not so
     * the public copies of what it has attached. */
    place->is_mapped =
        target->mapped != NULL || (rank == window->comm->rank &&
                                   !(refmpi_copies_has(window) &&
                                     window->flavor == MPI_WIN_FLAVOR_DYNAMIC));
    return check_range(place, offset);
}

static int open_call(struct rma_call *call, const struct rma_target *target)
{
    int rc;

    call->window = refmpi_window_from(target->win);
    call->is_null = target->rank == MPI_PROC_NULL;
    if (call->window == NULL)
        return MPI_ERR_WIN;
    if (target->is_request && target->request == NULL)
        return MPI_ERR_ARG;
    if (!call->is_null &&
        (target->rank < 0 || target->rank >= call->window->comm->size))
        return MPI_ERR_RANK;
    call->target.data.count = target->count;
    rc = refmpi_datatype_check(target->count, target->type,
                               &call->target.data.type);
    if (rc != MPI_SUCCESS || call->is_null)
        return rc;
    rc = check_epoch(call->window, target->rank, target->is_request);
    return rc == MPI_SUCCESS ? find_place(call->window, target->rank,
                                          target->disp, &call->target)
                             : rc;
}

/* The origin's or result's side.  What is moved must fit at the other end
 * (MPI-4.1 12.3.1, 12.3.2, 12.3.4); it may be less, as with a receive. */
static int set_data(const struct rma_call *call, struct rma_data *data,
                    const void *buffer, MPI_Count count, MPI_Datatype type)
{
    const struct rma_data *target = &call->target.data;
    bool is_source = data == &call->origin;
    int rc = refmpi_datatype_check(count, type, &data->type);
    MPI_Count bytes, others;

    if (rc != MPI_SUCCESS)
        return rc;
    if (!call->is_null &&
        refmpi_datatype_lacks_buffer(buffer, count, data->type))
        return MPI_ERR_BUFFER;
    data->buffer = refmpi_address(buffer, 0);
    data->count = count;
    bytes = count * data->type->size;
    others = target->count * target->type->size;
    return (is_source ? bytes > others : bytes < others) ? MPI_ERR_TRUNCATE
                                                         : MPI_SUCCESS;
}

static int close_call(const struct rma_call *call,
                      const struct rma_target *target, int rc)
{
    struct request *request;

    if (rc == MPI_SUCCESS && target->is_request) {
        request = refmpi_request_new(NULL);
        if (request == NULL)
            return refmpi_leave_win(call->window, MPI_ERR_NO_MEM);
        refmpi_request_complete(request, MPI_SUCCESS);
        *target->request = refmpi_request_handle(request);
    }
    return refmpi_leave_win(call->window, rc);
}

static int put(const void *buffer, MPI_Count count, MPI_Datatype type,
               const struct rma_target *target)
{
    struct rma_call call;
    int rc = open_call(&call, target);

    if (rc == MPI_SUCCESS && !call.is_null)
        rc = set_data(&call, &call.origin, buffer, count, type);
    if (rc == MPI_SUCCESS && !call.is_null)
        rc = refmpi_rma_issue(
            &(struct rma_operation){.kind = RMA_PUT,
                                    .is_request = target->is_request,
                                    .needs_origin = true,
                                    .origin = call.origin,
                                    .target = call.target});
    return close_call(&call, target, rc);
}

static int get(void *buffer, MPI_Count count, MPI_Datatype type,
               const struct rma_target *target)
{
    struct rma_call call;
    int rc = open_call(&call, target);

    if (rc == MPI_SUCCESS && !call.is_null)
        rc = set_data(&call, &call.result, buffer, count, type);
    if (rc == MPI_SUCCESS && !call.is_null)
        rc = refmpi_rma_issue(
            &(struct rma_operation){.kind = RMA_GET,
                                    .is_request = target->is_request,
                                    .result = call.result,
                                    .target = call.target});
    return close_call(&call, target, rc);
}

static int check_operation(MPI_Op op, const struct refmpi_datatype *type,
                           struct operation **operation)
{
    *operation = refmpi_operation_from(op);
    return *operation == NULL ? MPI_ERR_OP
                              : refmpi_operation_check_rma(*operation, type);
}

static int accumulate(const void *buffer, MPI_Count count, MPI_Datatype type,
                      const struct rma_target *target, MPI_Op op)
{
    struct rma_call call;
    struct operation *operation;
    int rc = open_call(&call, target);

    if (rc == MPI_SUCCESS)
        rc = check_operation(op, call.target.data.type, &operation);
    if (rc == MPI_SUCCESS && op == MPI_NO_OP)
        rc = MPI_ERR_OP;
    if (rc == MPI_SUCCESS && !call.is_null)
        rc = set_data(&call, &call.origin, buffer, count, type);
    if (rc == MPI_SUCCESS && !call.is_null)
        rc = refmpi_rma_issue(
            &(struct rma_operation){.kind = RMA_ACCUMULATE,
                                    .is_request = target->is_request,
                                    .needs_origin = true,
                                    .origin = call.origin,
                                    .target = call.target,
                                    .operation = operation});
    return close_call(&call, target, rc);
}

/* What a get-accumulate call names besides its target. */
struct rma_buffers {
    const void *origin;
    MPI_Count origin_count;
    MPI_Datatype origin_type;
    void *result;
    MPI_Count result_count;
    MPI_Datatype result_type;
};

static int get_accumulate(const struct rma_buffers *buffers,
                          const struct rma_target *target, MPI_Op op)
{
    struct rma_call call;
    struct operation *operation;
    int rc = open_call(&call, target);

    call.origin = (struct rma_data){NULL, 0, NULL};
    if (rc == MPI_SUCCESS)
        rc = check_operation(op, call.target.data.type, &operation);
    if (rc == MPI_SUCCESS && !call.is_null)
        rc = set_data(&call, &call.result, buffers->result,
                      buffers->result_count, buffers->result_type);
    /* With MPI_NO_OP the origin arguments are ignored. */
    if (rc == MPI_SUCCESS && !call.is_null && op != MPI_NO_OP)
        rc = set_data(&call, &call.origin, buffers->origin,
                      buffers->origin_count, buffers->origin_type);
    if (rc == MPI_SUCCESS && !call.is_null)
        rc = refmpi_rma_issue(
            &(struct rma_operation){.kind = RMA_ACCUMULATE,
                                    .is_request = target->is_request,
                                    .needs_origin = op != MPI_NO_OP,
                                    .has_result = true,
                                    .origin = call.origin,
                                    .result = call.result,
                                    .target = call.target,
                                    .operation = operation});
    return close_call(&call, target, rc);
}

#define NOTHING
#define REQUEST_PARAMETER , MPI_Request *request

/* The target arguments; request is NULL in the plain calls. */
#define TARGET(with_request, pointer)                                          \
    (&(struct rma_target){.rank = target_rank,                                 \
                          .disp = target_disp,                                 \
                          .count = target_count,                               \
                          .type = target_datatype,                             \
                          .win = win,                                          \
                          .is_request = (with_request),                        \
                          .request = (pointer)})

/* Each call four times: int and large count, plain and request-based. */
#define PUT(name, number, parameter, with_request, pointer)                    \
    int PMPI_##name(const void *origin_addr, number origin_count,              \
                    MPI_Datatype origin_datatype, int target_rank,             \
                    MPI_Aint target_disp, number target_count,                 \
                    MPI_Datatype target_datatype, MPI_Win win parameter)       \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        return put(origin_addr, origin_count, origin_datatype,                 \
                   TARGET(with_request, pointer));                             \
    }                                                                          \
    REFMPI_ALIAS(name)

PUT(Put, int, NOTHING, false, NULL)
PUT(Put_c, MPI_Count, NOTHING, false, NULL)
PUT(Rput, int, REQUEST_PARAMETER, true, request)
PUT(Rput_c, MPI_Count, REQUEST_PARAMETER, true, request)

#define GET(name, number, parameter, with_request, pointer)                    \
    int PMPI_##name(void *origin_addr, number origin_count,                    \
                    MPI_Datatype origin_datatype, int target_rank,             \
                    MPI_Aint target_disp, number target_count,                 \
                    MPI_Datatype target_datatype, MPI_Win win parameter)       \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        return get(origin_addr, origin_count, origin_datatype,                 \
                   TARGET(with_request, pointer));                             \
    }                                                                          \
    REFMPI_ALIAS(name)

GET(Get, int, NOTHING, false, NULL)
GET(Get_c, MPI_Count, NOTHING, false, NULL)
GET(Rget, int, REQUEST_PARAMETER, true, request)
GET(Rget_c, MPI_Count, REQUEST_PARAMETER, true, request)

#define ACCUMULATE(name, number, parameter, with_request, pointer)             \
    int PMPI_##name(const void *origin_addr, number origin_count,              \
                    MPI_Datatype origin_datatype, int target_rank,             \
                    MPI_Aint target_disp, number target_count,                 \
                    MPI_Datatype target_datatype, MPI_Op op,                   \
                    MPI_Win win parameter)                                     \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        return accumulate(origin_addr, origin_count, origin_datatype,          \
                          TARGET(with_request, pointer), op);                  \
    }                                                                          \
    REFMPI_ALIAS(name)

ACCUMULATE(Accumulate, int, NOTHING, false, NULL)
ACCUMULATE(Accumulate_c, MPI_Count, NOTHING, false, NULL)
ACCUMULATE(Raccumulate, int, REQUEST_PARAMETER, true, request)
ACCUMULATE(Raccumulate_c, MPI_Count, REQUEST_PARAMETER, true, request)

#define GET_ACCUMULATE(name, number, parameter, with_request, pointer)         \
    int PMPI_##name(const void *origin_addr, number origin_count,              \
                    MPI_Datatype origin_datatype, void *result_addr,           \
                    number result_count, MPI_Datatype result_datatype,         \
                    int target_rank, MPI_Aint target_disp,                     \
                    number target_count, MPI_Datatype target_datatype,         \
                    MPI_Op op, MPI_Win win parameter)                          \
    {                                                                          \
        struct rma_buffers buffers = {origin_addr,     origin_count,           \
                                      origin_datatype, result_addr,            \
                                      result_count,    result_datatype};       \
        refmpi_enter("MPI_" #name);                                            \
        return get_accumulate(&buffers, TARGET(with_request, pointer), op);    \
    }                                                                          \
    REFMPI_ALIAS(name)

GET_ACCUMULATE(Get_accumulate, int, NOTHING, false, NULL)
GET_ACCUMULATE(Get_accumulate_c, MPI_Count, NOTHING, false, NULL)
GET_ACCUMULATE(Rget_accumulate, int, REQUEST_PARAMETER, true, request)
GET_ACCUMULATE(Rget_accumulate_c, MPI_Count, REQUEST_PARAMETER, true, request)

int PMPI_Fetch_and_op(const void *origin_addr, void *result_addr,
                      MPI_Datatype datatype, int target_rank,
                      MPI_Aint target_disp, MPI_Op op, MPI_Win win)
{
    struct rma_buffers buffers = {origin_addr, 1, datatype,
                                  result_addr, 1, datatype};
    struct rma_target target = {.rank = target_rank,
                                .disp = target_disp,
                                .count = 1,
                                .type = datatype,
                                .win = win};
    struct refmpi_datatype *type;

    refmpi_enter("MPI_Fetch_and_op");
    type = refmpi_datatype_get(datatype);
    if (type == NULL || !refmpi_datatype_is_predefined(type))
        return refmpi_leave_win(refmpi_window_from(win), MPI_ERR_TYPE);
    return get_accumulate(&buffers, &target, op);
}
REFMPI_ALIAS(Fetch_and_op)

/* Integers, logicals and bytes: what can be compared bit by bit. */
static bool is_swappable(MPI_Datatype datatype)
{
    enum refmpi_type_class class = refmpi_datatype_class(datatype);

    return class == REFMPI_CLASS_C_INTEGER ||
           class == REFMPI_CLASS_FORTRAN_INTEGER ||
           class == REFMPI_CLASS_LOGICAL ||
           class == REFMPI_CLASS_MULTI_LANGUAGE || class == REFMPI_CLASS_BYTE;
}

int PMPI_Compare_and_swap(const void *origin_addr, const void *compare_addr,
                          void *result_addr, MPI_Datatype datatype,
                          int target_rank, MPI_Aint target_disp, MPI_Win win)
{
    struct rma_target target = {.rank = target_rank,
                                .disp = target_disp,
                                .count = 1,
                                .type = datatype,
                                .win = win};
    struct rma_call call;
    int rc;

    refmpi_enter("MPI_Compare_and_swap");
    rc = open_call(&call, &target);
    if (rc == MPI_SUCCESS && !is_swappable(datatype))
        rc = MPI_ERR_TYPE;
    if (rc == MPI_SUCCESS && !call.is_null &&
        (refmpi_is_no_memory(origin_addr) ||
         refmpi_is_no_memory(compare_addr) || refmpi_is_no_memory(result_addr)))
        rc = MPI_ERR_BUFFER;
    if (rc == MPI_SUCCESS && !call.is_null)
        rc = refmpi_rma_issue(&(struct rma_operation){
            .kind = RMA_COMPARE_AND_SWAP,
            .origin = {refmpi_address(origin_addr, 0), 1, NULL},
            .result = {result_addr, 1, NULL},
            .target = call.target,
            .compare = compare_addr});
    return close_call(&call, &target, rc);
}
REFMPI_ALIAS(Compare_and_swap)
