/* Building and running schedules. */
#include "coll_schedule.h"
#include "coll_cast.h"

#include <stdlib.h>
#include <string.h>

enum step_kind {
    STEP_SEND,
    STEP_RECV,
    STEP_REDUCE,
    STEP_COPY,
    STEP_CAST,
    STEP_ROUND
};

struct step {
    enum step_kind kind;
    int peer;
    struct comm *comm;
    const void *in;
    void *out;
    MPI_Count in_count;
    MPI_Count out_count;
    struct refmpi_datatype *in_type;  /* retained */
    struct refmpi_datatype *out_type; /* retained, or NULL */
    struct operation *operation;      /* retained, or NULL */
    struct request *request;          /* of a message under way */
};

struct schedule_buffer {
    struct schedule_buffer *next;
    _Alignas(64) char bytes[];
};

struct schedule {
    struct comm *comm;
    int tag;
    int error; /* first error of a step of this run */
    bool out_of_memory;
    bool lacks_buffer; /* a step is given a null pointer for data */
    bool calls_user;   /* a step reduces with a function of the user's */
    int count, capacity;
    int next;    /* first step not yet started */
    int waiting; /* first step that may have a message under way */
    struct step *steps;
    struct refmpi_cast cast; /* of the first step, if it is one */
    struct schedule_buffer *buffers;
};

struct schedule *refmpi_schedule_new(struct comm *comm)
{
    struct schedule *schedule = calloc(1, sizeof(*schedule));

    if (schedule != NULL)
        schedule->comm = comm;
    return schedule;
}

struct comm *refmpi_schedule_comm(const struct schedule *schedule)
{
    return schedule->comm;
}

static void schedule_free(struct schedule *schedule)
{
    struct schedule_buffer *buffer, *next;

    if (schedule == NULL)
        return;
    for (int i = 0; i < schedule->count; i++) {
        struct step *step = &schedule->steps[i];

        if (step->in_type != NULL)
            refmpi_datatype_release(step->in_type);
        if (step->out_type != NULL)
            refmpi_datatype_release(step->out_type);
        if (step->operation != NULL)
            refmpi_operation_release(step->operation);
    }
    for (buffer = schedule->buffers; buffer != NULL; buffer = next) {
        next = buffer->next;
        free(buffer);
    }
    free(schedule->steps);
    free(schedule);
}

static bool lacks_buffer(const struct step *step)
{
    return (step->in_type != NULL &&
            refmpi_datatype_lacks_buffer(step->in, step->in_count,
                                         step->in_type)) ||
           (step->out_type != NULL &&
            refmpi_datatype_lacks_buffer(step->out, step->out_count,
                                         step->out_type));
}

static void append(struct schedule *schedule, const struct step *step)
{
    schedule->lacks_buffer |= lacks_buffer(step);
    schedule->calls_user |= step->operation && !step->operation->predefined;
    if (schedule->count == schedule->capacity) {
        int capacity = schedule->capacity == 0 ? 16 : 2 * schedule->capacity;
        struct step *steps =
            realloc(schedule->steps, (size_t)capacity * sizeof(*steps));

        if (steps == NULL) {
            schedule->out_of_memory = true;
            return;
        }
        schedule->steps = steps;
        schedule->capacity = capacity;
    }
    if (step->in_type != NULL)
        refmpi_datatype_retain(step->in_type);
    if (step->out_type != NULL)
        refmpi_datatype_retain(step->out_type);
    if (step->operation != NULL)
        refmpi_operation_retain(step->operation);
    schedule->steps[schedule->count++] = *step;
}

void refmpi_schedule_send(struct schedule *schedule, struct comm *comm,
                          const void *buffer, MPI_Count count,
                          struct refmpi_datatype *type, int dest)
{
    struct step step = {.kind = STEP_SEND,
                        .comm = comm,
                        .peer = dest,
                        .in = buffer,
                        .in_count = count,
                        .in_type = type};

    append(schedule, &step);
}

void refmpi_schedule_recv(struct schedule *schedule, struct comm *comm,
                          void *buffer, MPI_Count count,
                          struct refmpi_datatype *type, int source)
{
    struct step step = {.kind = STEP_RECV,
                        .comm = comm,
                        .peer = source,
                        .out = buffer,
                        .out_count = count,
                        .out_type = type};

    append(schedule, &step);
}

void refmpi_schedule_reduce(struct schedule *schedule,
                            struct operation *operation, const void *in,
                            void *inout, MPI_Count count,
                            struct refmpi_datatype *type)
{
    struct step step = {.kind = STEP_REDUCE,
                        .in = in,
                        .out = inout,
                        .in_count = count,
                        .in_type = type,
                        .operation = operation};

    append(schedule, &step);
}

void refmpi_schedule_copy(struct schedule *schedule, const void *source,
                          MPI_Count source_count,
                          struct refmpi_datatype *source_type, void *target,
                          MPI_Count target_count,
                          struct refmpi_datatype *target_type)
{
    struct step step = {.kind = STEP_COPY,
                        .in = source,
                        .out = target,
                        .in_count = source_count,
                        .out_count = target_count,
                        .in_type = source_type,
                        .out_type = target_type};

    append(schedule, &step);
}

void refmpi_schedule_cast(struct schedule *schedule, void *buffer,
                          MPI_Count count, struct refmpi_datatype *type,
                          int root)
{
    struct step step = {.kind = STEP_CAST,
                        .peer = root,
                        .out = buffer,
                        .out_count = count,
                        .out_type = type};

    append(schedule, &step);
    refmpi_schedule_round(schedule);
}

void refmpi_schedule_round(struct schedule *schedule)
{
    struct step step = {.kind = STEP_ROUND};

    append(schedule, &step);
}

void *refmpi_schedule_buffer(struct schedule *schedule, MPI_Count count,
                             const struct refmpi_datatype *type)
{
    MPI_Count last = (count - 1) * type->extent;
    MPI_Count low = type->true_lb + (last < 0 ? last : 0);
    MPI_Count span = type->true_extent + (last < 0 ? -last : last);
    struct schedule_buffer *buffer;

    if (count == 0 || type->size == 0)
        return NULL;
    buffer = aligned_alloc(64, (sizeof(*buffer) + (size_t)span + 63) & ~63UL);
    if (buffer == NULL) {
        schedule->out_of_memory = true;
        return NULL;
    }
    buffer->next = schedule->buffers;
    schedule->buffers = buffer;
    return refmpi_address(buffer->bytes, -low);
}

static int run_step(struct schedule *schedule, struct step *step)
{
    switch (step->kind) {
    case STEP_SEND:
        return refmpi_isend(step->in, step->in_count, step->in_type, step->peer,
                            schedule->tag, step->comm, &step->request);
    case STEP_RECV:
        return refmpi_irecv(step->out, step->out_count, step->out_type,
                            step->peer, schedule->tag, step->comm,
                            &step->request);
    case STEP_REDUCE:
        refmpi_operation_apply(step->operation, step->in, step->out,
                               step->in_count, step->in_type);
        return MPI_SUCCESS;
    case STEP_COPY:
        return refmpi_datatype_copy(step->in, step->in_count, step->in_type,
                                    step->out, step->out_count, step->out_type);
    case STEP_CAST:
        refmpi_cast_begin(&schedule->cast, schedule->comm, step->out,
                          step->out_count, step->out_type, step->peer);
        break;
    case STEP_ROUND:
        break;
    }
    return MPI_SUCCESS;
}

static void note_error(struct schedule *schedule, int error)
{
    if (schedule->error == MPI_SUCCESS)
        schedule->error = error;
}

/* Of a message that has come: in a collective operation one that is shorter
 * than the receive is as wrong as a longer one. */
static int error_of(const struct step *step)
{
    const MPI_Status *status = &step->request->status;

    if (status->MPI_ERROR == MPI_SUCCESS && step->kind == STEP_RECV &&
        refmpi_status_bytes(status) != step->out_count * step->out_type->size)
        return MPI_ERR_TRUNCATE;
    return status->MPI_ERROR;
}

/* True if the broadcast over shared memory is over; then what follows is not
 * to be done, or only messages are left. */
static bool has_cast(struct schedule *schedule)
{
    if (!refmpi_cast_advance(&schedule->cast))
        return false;
    note_error(schedule, schedule->cast.error);
    if (!schedule->cast.by_messages)
        schedule->next = schedule->count;
    return true;
}

/* Frees the completed messages in order; false if one is still under way. */
static bool reap(struct schedule *schedule, bool *moved)
{
    for (; schedule->waiting < schedule->next; schedule->waiting++) {
        struct step *step = &schedule->steps[schedule->waiting];

        if (step->kind == STEP_CAST && !has_cast(schedule))
            return false;
        if (step->request == NULL)
            continue;
        if (!step->request->complete)
            return false;
        note_error(schedule, error_of(step));
        refmpi_request_release(step->request);
        step->request = NULL;
        *moved = true;
    }
    return true;
}

static void start_round(struct schedule *schedule)
{
    while (schedule->next < schedule->count) {
        struct step *step = &schedule->steps[schedule->next++];

        if (step->kind == STEP_ROUND)
            return;
        note_error(schedule, run_step(schedule, step));
    }
}

static bool advance(struct request *request)
{
    struct schedule *schedule = request->state;
    bool moved = false;

    while (reap(schedule, &moved)) {
        moved = true;
        if (schedule->next == schedule->count) {
            refmpi_request_complete(request, schedule->error);
            break;
        }
        start_round(schedule);
    }
    return moved;
}

static void release(struct request *request)
{
    schedule_free(request->state);
    request->state = NULL;
}

/* A request for the schedule, which it then owns; not yet running. */
static int wrap(struct schedule *schedule, int rc, struct request **request)
{
    if (rc == MPI_SUCCESS && schedule->out_of_memory)
        rc = MPI_ERR_NO_MEM;
    if (rc == MPI_SUCCESS && schedule->lacks_buffer)
        rc = MPI_ERR_BUFFER;
    if (rc == MPI_SUCCESS) {
        *request = refmpi_request_new(schedule->comm);
        rc = *request == NULL ? MPI_ERR_NO_MEM : MPI_SUCCESS;
    }
    if (rc != MPI_SUCCESS) {
        schedule_free(schedule);
        return rc;
    }
    (*request)->state = schedule;
    (*request)->advance = advance;
    (*request)->release = release;
    return MPI_SUCCESS;
}

/*
 * The count of collectives is the tag: all ranks call the collectives of a
 * communicator in one order, so it is the same everywhere.
 */
static void take_tag(struct schedule *schedule)
{
    struct comm *comm = schedule->comm;

    schedule->tag = (int)(comm->collectives++ % REFMPI_TAG_SETUP);
}

/* Goes as far as it can; what is left is the progress engine's. */
static void launch(struct request *request)
{
    advance(request);
    if (!request->complete)
        refmpi_request_schedule(request);
}

/* Waits until all have come. */
static int gather_all(struct comm *comm)
{
    char own = 0, theirs;

    if (!comm->remote)
        return refmpi_agree_barrier(comm);
    int rc = refmpi_agree_barrier(comm->local);
    return rc == MPI_SUCCESS
               ? refmpi_agree_swap(&own, sizeof own, &theirs, sizeof own, comm)
               : rc;
}

/* All members count their collectives alike, so they choose alike. */
static bool is_synchronizing(const struct comm *comm)
{
    if (refmpi.collectives != REFMPI_COLLECTIVES_SEED)
        return refmpi.collectives == REFMPI_COLLECTIVES_BARRIER;
    return refmpi_choice(REFMPI_CHOICE_COLLECTIVE, comm->collectives) % 2 == 0;
}

int refmpi_collective_gathers(struct comm *comm)
{
    return is_synchronizing(comm) ? gather_all(comm) : MPI_SUCCESS;
}

int refmpi_schedule_block(struct schedule *schedule, int rc)
{
    struct request *request;

    rc = wrap(schedule, rc, &request);
    if (rc == MPI_SUCCESS)
        rc = refmpi_collective_gathers(schedule->comm);
    if (rc != MPI_SUCCESS)
        return rc;
    take_tag(schedule);
    /* That function may wait for another thread, so that one does not call it.
     */
    if (schedule->calls_user)
        request->thread = refmpi_thread();
    launch(request);
    return refmpi_request_finish(request);
}

int refmpi_schedule_start(struct schedule *schedule, int rc,
                          MPI_Request *handle)
{
    struct request *request;

    if (rc == MPI_SUCCESS && handle == NULL)
        rc = MPI_ERR_ARG;
    rc = wrap(schedule, rc, &request);
    if (rc != MPI_SUCCESS)
        return rc;
    take_tag(schedule);
    launch(request);
    *handle = refmpi_request_handle(request);
    return MPI_SUCCESS;
}

static int restart(struct request *request)
{
    struct schedule *schedule = request->state;

    schedule->next = schedule->waiting = 0;
    schedule->error = MPI_SUCCESS;
    refmpi_request_begin(request, true);
    launch(request);
    return MPI_SUCCESS;
}

int refmpi_schedule_persist(struct schedule *schedule, int rc,
                            MPI_Request *handle)
{
    struct request *request;

    if (rc == MPI_SUCCESS && handle == NULL)
        rc = MPI_ERR_ARG;
    rc = wrap(schedule, rc, &request);
    if (rc != MPI_SUCCESS)
        return rc;
    /* Starts need not come in one order on all ranks: the tag is taken by
     * the init call, which does. */
    take_tag(schedule);
    refmpi_request_persist(request);
    request->start = restart;
    *handle = refmpi_request_handle(request);
    return MPI_SUCCESS;
}
