/*
 * partitioned.c - partitioned communication.
 *
 * The send's initialization announces, in a context of its own and with the
 * user's tag, how many partitions there are and with which tags they will
 * come; the receive's takes the first announcement that matches, so that both
 * match in the order of these calls.  Each partition of the sender is then a
 * message of its own in another context, whatever the receiver's partitions
 * are.
 */
#include "request.h"
#include <limits.h>
#include <stdlib.h>

/* What the receiver must know of the send. */
struct announcement {
    int64_t bytes; /* of one partition */
    int32_t partitions;
    int32_t first_tag; /* of partition 0; the next has the next one */
};

struct partitioned {
    bool sends;
    bool is_posted; /* receive: its pieces wait for their messages */
    void *buffer;
    int partitions;
    MPI_Count count; /* of each */
    struct refmpi_datatype *datatype;
    int peer, tag;
    struct announcement announcement;
    struct p2p announce;
    struct p2p *pieces; /* of the sender's partitions; NULL: not known yet */
    bool *marked;       /* by piece: it is ready, or (receive) taken in */
    int marked_count;
    char *packed; /* receive: pieces on their way into data with gaps */
};

static MPI_Count bytes_of(const struct partitioned *p)
{
    return p->partitions * p->count * p->datatype->size;
}

static void release(struct request *request)
{
    struct partitioned *p = request->state;
    for (int i = 0; p->pieces && i < p->announcement.partitions; i++)
        refmpi_p2p_clear(&p->pieces[i]);
    refmpi_p2p_cancel(&p->announce);
    refmpi_p2p_clear(&p->announce);
    refmpi_datatype_release(p->datatype);
    free(p->pieces);
    free(p->marked);
    free(p->packed);
    free(p);
}

/* Where piece i of a receive goes, and how much of it there is room for. */
static MPI_Count place_of(const struct partitioned *p, int i, MPI_Count *room)
{
    MPI_Count at = i * (MPI_Count)p->announcement.bytes;
    MPI_Count left = bytes_of(p) - at;
    *room = left < 0 ? 0 : left;
    if (*room > p->announcement.bytes)
        *room = p->announcement.bytes;
    return at;
}

static void prepare_receive(struct partitioned *p, struct comm *comm, int i)
{
    MPI_Count room, at = place_of(p, i, &room);
    void *start = p->packed;
    if (!p->packed)
        refmpi_datatype_run(p->datatype, p->partitions * p->count, p->buffer,
                            &start);
    refmpi_p2p_prepare(&p->pieces[i], REFMPI_REQUEST_RECV,
                       refmpi_address(start, room ? at : 0), room,
                       refmpi_datatype_get(MPI_BYTE), p->peer,
                       p->announcement.first_tag + i, comm,
                       comm->context | REFMPI_CONTEXT_PARTITIONS);
}

static void prepare_send(struct partitioned *p, struct comm *comm, int i)
{
    refmpi_p2p_prepare(
        &p->pieces[i], REFMPI_REQUEST_SEND,
        refmpi_address(p->buffer, i * p->count * p->datatype->extent), p->count,
        p->datatype, p->peer, p->announcement.first_tag + i, comm,
        comm->context | REFMPI_CONTEXT_PARTITIONS);
}

static void make_pieces(struct partitioned *p, struct comm *comm)
{
    size_t count = (size_t)p->announcement.partitions;
    bool has_gaps;
    void *start;
    has_gaps =
        !p->sends && !refmpi_datatype_run(p->datatype, p->partitions * p->count,
                                          p->buffer, &start);
    p->pieces = calloc(count, sizeof *p->pieces);
    p->marked = calloc(count, sizeof *p->marked);
    p->packed = has_gaps ? malloc((size_t)bytes_of(p) + 1) : NULL;
    if (!p->pieces || !p->marked || (has_gaps && !p->packed))
        refmpi_fatal(NULL, "out of memory for partitions");
    for (int i = 0; i < p->announcement.partitions; i++) {
        if (p->sends)
            prepare_send(p, comm, i);
        else
            prepare_receive(p, comm, i);
        p->pieces[i].request.complete = true;
    }
}

/* ------------------------------------------------------------- progress */

static bool all_complete(const struct partitioned *p, int *error)
{
    for (int i = 0; i < p->announcement.partitions; i++) {
        const struct request *piece = &p->pieces[i].request;
        if (!piece->complete)
            return false;
        if (*error == MPI_SUCCESS)
            *error = piece->status.MPI_ERROR;
    }
    return true;
}

static bool advance_send(struct request *request)
{
    const struct partitioned *p = request->state;
    int error = MPI_SUCCESS;
    if (p->marked_count < p->partitions || !all_complete(p, &error))
        return false;
    refmpi_request_complete(request, error);
    return true;
}

/* Takes in what has come. */
static void collect(struct partitioned *p)
{
    for (int i = 0; i < p->announcement.partitions; i++) {
        if (p->marked[i] || !p->pieces[i].request.complete)
            continue;
        p->marked[i] = true;
        p->marked_count++;
        MPI_Count room, at = place_of(p, i, &room);
        if (p->packed && room)
            refmpi_datatype_unpack(p->datatype, p->partitions * p->count,
                                   p->buffer, at, p->packed + at, room);
    }
}

static void post(struct partitioned *p)
{
    p->is_posted = true;
    p->marked_count = 0;
    for (int i = 0; i < p->announcement.partitions; i++) {
        p->marked[i] = false;
        refmpi_p2p_start(&p->pieces[i]);
    }
}

static void complete_receive(struct request *request, int error)
{
    const struct partitioned *p = request->state;
    MPI_Count sent =
        p->announcement.partitions * (MPI_Count)p->announcement.bytes;
    request->status.MPI_SOURCE = p->peer;
    if (p->peer != MPI_PROC_NULL)
        request->status.MPI_TAG = p->tag;
    refmpi_status_set_bytes(&request->status,
                            sent < bytes_of(p) ? sent : bytes_of(p));
    refmpi_request_complete(request, error);
}

static bool advance_receive(struct request *request)
{
    struct partitioned *p = request->state;
    int error = MPI_SUCCESS;
    if (!p->announce.request.complete)
        return false;
    if (p->peer != MPI_PROC_NULL) {
        if (!p->pieces)
            make_pieces(p, request->comm);
        if (!p->is_posted)
            post(p);
        collect(p);
        if (p->marked_count < p->announcement.partitions)
            return false;
        all_complete(p, &error);
    }
    complete_receive(request, error);
    return true;
}

static int start(struct request *request)
{
    struct partitioned *p = request->state;
    refmpi_request_begin(request, true);
    refmpi_status_empty(&request->status);
    p->is_posted = false;
    p->marked_count = 0;
    for (int i = 0; p->sends && i < p->partitions; i++)
        p->marked[i] = false;
    if (p->sends || !advance_receive(request))
        refmpi_request_schedule(request);
    return MPI_SUCCESS;
}

/* -------------------------------------------------------- initialization */

static int check(const struct partitioned *p, MPI_Count count,
                 MPI_Datatype type, MPI_Comm handle, struct comm **comm,
                 struct refmpi_datatype **datatype)
{
    int rc;

    *comm = refmpi_comm_from(handle);
    if (!*comm)
        return MPI_ERR_COMM;
    if (p->partitions < 1)
        return MPI_ERR_ARG;
    if (p->tag < 0)
        return MPI_ERR_TAG;
    if (p->peer != MPI_PROC_NULL &&
        (p->peer < 0 || p->peer >= refmpi_comm_peers(*comm)))
        return MPI_ERR_RANK;
    rc = refmpi_datatype_check(count, type, datatype);
    if (rc == MPI_SUCCESS && p->peer != MPI_PROC_NULL &&
        refmpi_datatype_lacks_buffer(p->buffer, count, *datatype))
        rc = MPI_ERR_BUFFER;
    return rc;
}

static void announce(struct partitioned *p, struct comm *comm)
{
    static int next_tag;
    if (p->sends) {
        if (next_tag > INT_MAX - p->partitions)
            next_tag = 0;
        p->announcement = (struct announcement){p->count * p->datatype->size,
                                                p->partitions, next_tag};
        next_tag += p->partitions;
    }
    refmpi_p2p_prepare(
        &p->announce, p->sends ? REFMPI_REQUEST_SEND : REFMPI_REQUEST_RECV,
        &p->announcement, sizeof p->announcement, refmpi_datatype_get(MPI_BYTE),
        p->peer, p->tag, comm, comm->context | REFMPI_CONTEXT_ANNOUNCEMENTS);
    refmpi_p2p_start(&p->announce);
}

/* What `given` has of a request: all but the comm, count and type. */
static int initialize(const struct partitioned *given, MPI_Count count,
                      MPI_Datatype type, MPI_Comm handle, MPI_Info info,
                      MPI_Request *request)
{
    struct comm *comm;
    struct refmpi_datatype *datatype;
    int rc = check(given, count, type, handle, &comm, &datatype);
    if (rc == MPI_SUCCESS)
        rc = request ? refmpi_info_check(info) : MPI_ERR_ARG;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(comm, rc);
    struct request *r = refmpi_request_new(comm);
    struct partitioned *p = malloc(sizeof *p);
    if (!r || !p)
        refmpi_fatal(NULL, "out of memory for a partitioned request");
    *p = *given;
    p->count = count;
    p->datatype = datatype;
    refmpi_datatype_retain(datatype);
    r->state = p;
    r->start = start;
    r->advance = p->sends ? advance_send : advance_receive;
    r->release = release;
    refmpi_request_persist(r);
    announce(p, comm);
    if (p->sends)
        make_pieces(p, comm);
    *request = refmpi_request_handle(r);
    return refmpi_leave_comm(comm, MPI_SUCCESS);
}

#define INIT(name, count_type, buffer_type, who, is_send)                      \
    int PMPI_##name(buffer_type buf, int partitions, count_type count,         \
                    MPI_Datatype datatype, int who, int tag, MPI_Comm comm,    \
                    MPI_Info info, MPI_Request *request)                       \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        struct partitioned given = {.sends = (is_send),                        \
                                    .buffer = (void *)(uintptr_t)buf,          \
                                    .partitions = partitions,                  \
                                    .peer = (who),                             \
                                    .tag = tag};                               \
        return initialize(&given, count, datatype, comm, info, request);       \
    }

INIT(Psend_init, int, const void *, dest, true)
REFMPI_ALIAS(Psend_init)
INIT(Psend_init_c, MPI_Count, const void *, dest, true)
REFMPI_ALIAS(Psend_init_c)
INIT(Precv_init, int, void *, source, false)
REFMPI_ALIAS(Precv_init)
INIT(Precv_init_c, MPI_Count, void *, source, false)
REFMPI_ALIAS(Precv_init_c)

/* ------------------------------------------------------------ partitions */

/* A partitioned request of that direction; MPI_REQUEST_NULL gives NULL. */
static int partitioned_from(MPI_Request handle, bool sends,
                            struct request **request)
{
    int rc = refmpi_request_from(handle, request);
    if (rc != MPI_SUCCESS || !*request)
        return rc;
    if ((*request)->start != start ||
        ((const struct partitioned *)(*request)->state)->sends != sends)
        return MPI_ERR_REQUEST;
    return MPI_SUCCESS;
}

static int ready(MPI_Request handle, int partition)
{
    struct request *request;
    int rc = partitioned_from(handle, true, &request);
    if (rc != MPI_SUCCESS || !request || !request->is_active)
        return MPI_ERR_REQUEST;
    struct partitioned *p = request->state;
    if (partition < 0 || partition >= p->partitions || p->marked[partition])
        return MPI_ERR_ARG;
    p->marked[partition] = true;
    p->marked_count++;
    refmpi_p2p_start(&p->pieces[partition]);
    advance_send(request);
    return MPI_SUCCESS;
}

int PMPI_Pready(int partition, MPI_Request request)
{
    refmpi_enter("MPI_Pready");
    return refmpi_leave_request(request, ready(request, partition));
}
REFMPI_ALIAS(Pready)

int PMPI_Pready_range(int partition_low, int partition_high,
                      MPI_Request request)
{
    struct request *r;
    refmpi_enter("MPI_Pready_range");
    int rc = partitioned_from(request, true, &r);
    for (int i = partition_low; rc == MPI_SUCCESS && i <= partition_high; i++)
        rc = ready(request, i);
    return refmpi_leave_request(request, rc);
}
REFMPI_ALIAS(Pready_range)

int PMPI_Pready_list(int length, const int array_of_partitions[],
                     MPI_Request request)
{
    struct request *r;
    refmpi_enter("MPI_Pready_list");
    int rc = partitioned_from(request, true, &r);
    if (rc == MPI_SUCCESS &&
        (length < 0 || (length > 0 && !array_of_partitions)))
        rc = MPI_ERR_ARG;
    for (int i = 0; rc == MPI_SUCCESS && i < length; i++)
        rc = ready(request, array_of_partitions[i]);
    return refmpi_leave_request(request, rc);
}
REFMPI_ALIAS(Pready_list)

/* Whether all that lies in the partition has come. */
static bool has_arrived(const struct partitioned *p, int partition)
{
    MPI_Count bytes = p->count * p->datatype->size;
    MPI_Count low = partition * bytes, high = low + bytes;
    if (!p->is_posted)
        return false;
    /* Of nothing: with the partition of that number; MPI_Test says the rest. */
    if (bytes == 0)
        return p->announcement.partitions == p->partitions &&
               p->marked[partition];
    for (int i = 0; i < p->announcement.partitions; i++) {
        MPI_Count at = i * (MPI_Count)p->announcement.bytes;
        if (at < high && at + p->announcement.bytes > low && !p->marked[i])
            return false;
    }
    return true;
}

int PMPI_Parrived(MPI_Request request, int partition, int *flag)
{
    refmpi_enter("MPI_Parrived");
    struct request *r;
    int rc = partitioned_from(request, false, &r);
    if (rc == MPI_SUCCESS && !flag)
        rc = MPI_ERR_ARG;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_request(request, rc);
    if (!refmpi_request_is_done(r))
        refmpi_progress();
    *flag = 1;
    if (!refmpi_request_is_done(r)) {
        const struct partitioned *p = r->state;
        if (partition < 0 || partition >= p->partitions)
            rc = MPI_ERR_ARG;
        else
            *flag = has_arrived(p, partition);
    }
    return refmpi_leave_request(request, rc);
}
REFMPI_ALIAS(Parrived)
