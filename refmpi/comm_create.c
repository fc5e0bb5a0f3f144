/*
 * comm_create.c - making communicators. Context ids come from one counter of
 * the job; who takes them tells the others in the parent's private context.
 */
#include "comm.h"
#include "errhandler.h"
#include "group.h"
#include "p2p.h"
#include "segment.h"
#include <stdlib.h>
#include <string.h>

#define TAG_IDUP  (REFMPI_TAG_SETUP + 2)
#define TAG_GROUP (REFMPI_TAG_SETUP + 0x100) /* plus the user's tag */
#define TAG_SPAN  (INT32_MAX - TAG_GROUP)

static uint32_t take_contexts(int pairs)
{
    return atomic_fetch_add(&refmpi_segment()->next_context,
                            2 * (uint32_t)pairs);
}

int refmpi_comm_contexts(struct comm *comm, uint32_t *base)
{
    uint32_t first = 0;
    if (comm->rank == 0)
        first = take_contexts(comm->size);
    int rc = refmpi_agree_bcast(&first, sizeof first, 0, comm);
    if (rc == MPI_SUCCESS)
        *base = first;
    return rc;
}

/* A communicator of the same groups, its contexts still to be found. */
static struct comm *like(struct comm *comm)
{
    refmpi_group_retain(comm->group);
    struct comm *twin = refmpi_comm_new(comm->group, 0, comm);
    if (!twin)
        return NULL;
    if (comm->remote) {
        refmpi_group_retain(comm->remote);
        twin->remote = comm->remote;
        refmpi_comm_retain(comm->local);
        twin->local = comm->local;
    }
    return twin;
}

/*
 * The context of a duplicate: rank 0 takes it. In an intercommunicator rank 0
 * of the group with the smaller first job rank does, tells its partner, and
 * both tell their own group.
 */
static int agree_duplicate(struct comm *comm, uint32_t *context)
{
    if (!comm->remote) {
        if (comm->rank == 0)
            *context = take_contexts(1);
        return refmpi_agree_bcast(context, sizeof *context, 0, comm);
    }
    int rc = MPI_SUCCESS;
    if (comm->rank == 0 && comm->group->world[0] < comm->remote->world[0]) {
        *context = take_contexts(1);
        rc = refmpi_send_bytes(context, sizeof *context, 0, TAG_IDUP, comm);
    } else if (comm->rank == 0) {
        rc = refmpi_recv_bytes(context, sizeof *context, 0, TAG_IDUP, comm);
    }
    if (rc != MPI_SUCCESS)
        return rc;
    return refmpi_agree_bcast(context, sizeof *context, 0, comm->local);
}

int refmpi_comm_twin(struct comm *comm, struct comm **twin)
{
    struct comm *made = like(comm);
    if (!made)
        return MPI_ERR_NO_MEM;
    int rc = agree_duplicate(comm, &made->context);
    if (rc == MPI_SUCCESS)
        *twin = made;
    else
        refmpi_comm_release(made);
    return rc;
}

/* ------------------------------------------------------------- duplicates */

/* What a duplicate has besides the groups. */
static int copy_extras(struct comm *comm, struct comm *duplicate,
                       struct info *info)
{
    duplicate->topology = refmpi_topology_copy(comm->topology);
    if (comm->topology && !duplicate->topology)
        return MPI_ERR_NO_MEM;
    if (info && !(duplicate->info = refmpi_info_copy(info)))
        return MPI_ERR_NO_MEM;
    return refmpi_attributes_copy(REFMPI_KEYVAL_COMM, refmpi_comm_handle(comm),
                                  comm->attributes, &duplicate->attributes);
}

static int duplicate(MPI_Comm handle, bool copies_info, MPI_Info info,
                     MPI_Comm *newcomm)
{
    struct comm *comm = refmpi_comm_from(handle);
    if (!comm || !newcomm)
        return refmpi_leave_comm(comm, comm ? MPI_ERR_ARG : MPI_ERR_COMM);
    if (!copies_info && info != MPI_INFO_NULL && !refmpi_info_from(info))
        return refmpi_leave_comm(comm, MPI_ERR_INFO);
    struct comm *made;
    int rc = refmpi_comm_twin(comm, &made);
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(comm, rc);
    rc = copy_extras(comm, made,
                     copies_info ? comm->info : refmpi_info_from(info));
    if (rc == MPI_SUCCESS)
        *newcomm = refmpi_comm_handle(made);
    else
        refmpi_comm_release(made);
    return refmpi_leave_comm(comm, rc);
}

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_dup");
    return duplicate(comm, true, MPI_INFO_NULL, newcomm);
}
REFMPI_ALIAS(Comm_dup)

int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_dup_with_info");
    return duplicate(comm, false, info, newcomm);
}
REFMPI_ALIAS(Comm_dup_with_info)

/* The context of a duplicate under way: rank 0 sends it, others receive it. */
struct idup {
    struct comm *made;
    int messages;
    struct request *requests[];
};

static bool idup_advance(struct request *request)
{
    struct idup *idup = request->state;
    for (int i = 0; i < idup->messages; i++)
        if (!idup->requests[i]->complete)
            return false;
    refmpi_request_complete(request, MPI_SUCCESS);
    return true;
}

static void idup_release(struct request *request)
{
    struct idup *idup = request->state;
    for (int i = 0; i < idup->messages; i++)
        refmpi_request_release(idup->requests[i]);
    refmpi_comm_release(idup->made);
    free(idup);
}

static int idup_start(struct comm *comm, struct idup *idup)
{
    struct refmpi_datatype *byte = refmpi_datatype_get(MPI_BYTE);
    uint32_t *context = &idup->made->context;
    int rc = MPI_SUCCESS;
    if (comm->rank != 0) {
        rc = refmpi_irecv(context, sizeof *context, byte, 0, TAG_IDUP, comm,
                          &idup->requests[0]);
        idup->messages = rc == MPI_SUCCESS;
        return rc;
    }
    *context = take_contexts(1);
    for (int rank = 1; rank < comm->size && rc == MPI_SUCCESS; rank++) {
        rc = refmpi_isend(context, sizeof *context, byte, rank, TAG_IDUP, comm,
                          &idup->requests[idup->messages]);
        idup->messages += rc == MPI_SUCCESS;
    }
    return rc;
}

static int iduplicate(MPI_Comm handle, bool copies_info, MPI_Info info,
                      MPI_Comm *newcomm, MPI_Request *request)
{
    struct comm *comm = refmpi_comm_from(handle);
    if (!comm || !newcomm || !request)
        return refmpi_leave_comm(comm, comm ? MPI_ERR_ARG : MPI_ERR_COMM);
    if (!copies_info && info != MPI_INFO_NULL && !refmpi_info_from(info))
        return refmpi_leave_comm(comm, MPI_ERR_INFO);
    if (comm->remote)
        return refmpi_leave_comm(comm, MPI_ERR_UNSUPPORTED_OPERATION);
    struct comm *made = like(comm);
    struct request *r = refmpi_request_new(comm);
    struct idup *idup =
        calloc(1, sizeof *idup + (size_t)comm->size * sizeof(void *));
    if (!made || !r || !idup)
        refmpi_fatal(NULL, "out of memory");
    int rc = copy_extras(comm, made,
                         copies_info ? comm->info : refmpi_info_from(info));
    refmpi_comm_retain(made);
    idup->made = made;
    r->state = idup;
    r->advance = idup_advance;
    r->release = idup_release;
    if (rc == MPI_SUCCESS)
        rc = idup_start(comm, idup);
    if (rc != MPI_SUCCESS) {
        refmpi_request_release(r);
        refmpi_comm_release(made);
        return refmpi_leave_comm(comm, rc);
    }
    refmpi_request_schedule(r);
    *newcomm = refmpi_comm_handle(made);
    *request = refmpi_request_handle(r);
    return refmpi_leave_comm(comm, MPI_SUCCESS);
}

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
    refmpi_enter("MPI_Comm_idup");
    return iduplicate(comm, true, MPI_INFO_NULL, newcomm, request);
}
REFMPI_ALIAS(Comm_idup)

int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm,
                             MPI_Request *request)
{
    refmpi_enter("MPI_Comm_idup_with_info");
    return iduplicate(comm, false, info, newcomm, request);
}
REFMPI_ALIAS(Comm_idup_with_info)

/* ------------------------------------------------------------------ split */

struct choice {
    int color;
    int key;
    int rank;
};

static int by_key(const void *left, const void *right)
{
    const struct choice *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->rank - b->rank;
}

/* The group of those who chose that color, in the order of their keys. */
static struct group *split_group(const struct comm *comm,
                                 const struct choice *all, int color)
{
    struct choice *mine = malloc((size_t)comm->size * sizeof *mine);
    if (!mine)
        return NULL;
    int size = 0;
    for (int rank = 0; rank < comm->size; rank++)
        if (all[rank].color == color)
            mine[size++] = all[rank];
    qsort(mine, (size_t)size, sizeof *mine, by_key);
    struct group *group = refmpi_group_new(size);
    for (int i = 0; group && i < size; i++)
        group->world[i] = comm->group->world[mine[i].rank];
    if (group)
        refmpi_group_settle(group);
    free(mine);
    return group;
}

int refmpi_comm_split(struct comm *comm, int color, int key,
                      struct comm **newcomm)
{
    struct choice own = {color, key, comm->rank};
    struct choice *all = malloc((size_t)comm->size * sizeof *all);
    if (!all)
        return MPI_ERR_NO_MEM;
    uint32_t base = 0;
    int rc = refmpi_agree_allgather(&own, all, sizeof own, comm);
    if (rc == MPI_SUCCESS)
        rc = refmpi_comm_contexts(comm, &base);
    struct comm *made = NULL;
    if (rc == MPI_SUCCESS && color != MPI_UNDEFINED) {
        struct group *group = split_group(comm, all, color);
        /* One pair for each rank: that of the group's first is its own. */
        int first = 0;
        while (all[first].color != color)
            first++;
        if (group)
            made = refmpi_comm_new(group, base + 2 * (uint32_t)first, comm);
        if (!made)
            rc = MPI_ERR_NO_MEM;
    }
    free(all);
    if (rc == MPI_SUCCESS)
        *newcomm = made;
    return rc;
}

static int split(struct comm *comm, int color, int key, MPI_Comm *newcomm)
{
    int rc = MPI_SUCCESS;
    if (!comm)
        rc = MPI_ERR_COMM;
    else if (!newcomm || (color < 0 && color != MPI_UNDEFINED))
        rc = MPI_ERR_ARG;
    else if (comm->remote)
        rc = MPI_ERR_UNSUPPORTED_OPERATION;
    struct comm *made;
    if (rc == MPI_SUCCESS)
        rc = refmpi_comm_split(comm, color, key, &made);
    if (rc == MPI_SUCCESS)
        *newcomm = refmpi_comm_handle(made);
    return refmpi_leave_comm(comm, rc);
}

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_split");
    return split(refmpi_comm_from(comm), color, key, newcomm);
}
REFMPI_ALIAS(Comm_split)

int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info,
                         MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_split_type");
    struct comm *c = refmpi_comm_from(comm);
    int color = MPI_UNDEFINED;
    if (c && info != MPI_INFO_NULL && !refmpi_info_from(info))
        return refmpi_leave_comm(c, MPI_ERR_INFO);
    switch (split_type) {
    case MPI_COMM_TYPE_SHARED:
        color = 0; /* all ranks share one node's memory */
        break;
    case MPI_COMM_TYPE_HW_GUIDED:
    case MPI_COMM_TYPE_HW_UNGUIDED:
    case MPI_COMM_TYPE_RESOURCE_GUIDED:
    case MPI_UNDEFINED:
        break; /* no smaller resource is known here: MPI_COMM_NULL */
    default:
        return refmpi_leave_comm(c, c ? MPI_ERR_ARG : MPI_ERR_COMM);
    }
    return split(c, color, key, newcomm);
}
REFMPI_ALIAS(Comm_split_type)

/* ------------------------------------------------------ from groups */

/* A group of the user's that lies within the communicator. */
static int check_group(const struct comm *comm, MPI_Group handle,
                       struct group **group)
{
    *group = refmpi_group_from(handle);
    if (!*group)
        return MPI_ERR_GROUP;
    for (int i = 0; i < (*group)->size; i++)
        if (refmpi_group_find(comm->group, (*group)->world[i]) == MPI_UNDEFINED)
            return MPI_ERR_GROUP;
    return MPI_SUCCESS;
}

/* The new communicator of a member; others get MPI_COMM_NULL. */
static int give_member(struct comm *comm, struct group *group, uint32_t context,
                       MPI_Comm *newcomm)
{
    if (group->rank == MPI_UNDEFINED) {
        *newcomm = MPI_COMM_NULL;
        return MPI_SUCCESS;
    }
    refmpi_group_retain(group);
    struct comm *made = refmpi_comm_new(group, context, comm);
    if (!made)
        return MPI_ERR_NO_MEM;
    *newcomm = refmpi_comm_handle(made);
    return MPI_SUCCESS;
}

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_create");
    struct comm *c = refmpi_comm_from(comm);
    struct group *g = NULL;
    int rc = MPI_SUCCESS;
    if (!c)
        rc = MPI_ERR_COMM;
    else if (!newcomm)
        rc = MPI_ERR_ARG;
    else if (c->remote)
        rc = MPI_ERR_UNSUPPORTED_OPERATION;
    else
        rc = check_group(c, group, &g);
    uint32_t base = 0;
    if (rc == MPI_SUCCESS)
        rc = refmpi_comm_contexts(c, &base);
    if (rc == MPI_SUCCESS) {
        int first = g->size > 0 ? refmpi_group_find(c->group, g->world[0]) : 0;
        rc = give_member(c, g, base + 2 * (uint32_t)first, newcomm);
    }
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_create)

/* The first of the group takes a context and tells the others. */
static int agree_in_group(struct comm *comm, const struct group *group, int tag,
                          uint32_t *context)
{
    int leader = refmpi_group_find(comm->group, group->world[0]);
    if (group->rank != 0)
        return refmpi_recv_bytes(context, sizeof *context, leader, tag, comm);
    *context = take_contexts(1);
    int rc = MPI_SUCCESS;
    for (int i = 1; i < group->size && rc == MPI_SUCCESS; i++)
        rc = refmpi_send_bytes(context, sizeof *context,
                               refmpi_group_find(comm->group, group->world[i]),
                               tag, comm);
    return rc;
}

int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag,
                           MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_create_group");
    struct comm *c = refmpi_comm_from(comm);
    struct group *g = NULL;
    int rc = MPI_SUCCESS;
    if (!c)
        rc = MPI_ERR_COMM;
    else if (tag < 0)
        rc = MPI_ERR_TAG;
    else if (!newcomm)
        rc = MPI_ERR_ARG;
    else if (c->remote)
        rc = MPI_ERR_COMM;
    else
        rc = check_group(c, group, &g);
    uint32_t context = 0;
    if (rc == MPI_SUCCESS && g->rank != MPI_UNDEFINED)
        rc = agree_in_group(c, g, TAG_GROUP + tag % TAG_SPAN, &context);
    if (rc == MPI_SUCCESS)
        rc = give_member(c, g, context, newcomm);
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_create_group)

/* A context all members of the union of both groups know; the members of the
 * local group talk in comm, its leader to the other one in bridge. */
static int agree_between(struct comm *comm, int leader, struct comm *bridge,
                         int remote_leader, int tag, bool is_first,
                         uint32_t *context)
{
    int rc = MPI_SUCCESS;
    if (comm->rank == leader && is_first) {
        *context = take_contexts(1);
        rc = refmpi_send_bytes(context, sizeof *context, remote_leader, tag,
                               bridge);
    } else if (comm->rank == leader) {
        rc = refmpi_recv_bytes(context, sizeof *context, remote_leader, tag,
                               bridge);
    }
    return rc == MPI_SUCCESS
               ? refmpi_agree_bcast(context, sizeof *context, leader, comm)
               : rc;
}

/* The leaders swap their groups and each tells its own side. */
static int swap_groups(struct comm *comm, int leader, struct comm *bridge,
                       int remote_leader, int tag, struct group **remote)
{
    int size = comm->size, remote_size = 0;
    int rc = MPI_SUCCESS;
    size_t bytes = (size_t)size * sizeof(int);
    if (comm->rank == leader) {
        rc = refmpi_send_bytes(&size, sizeof size, remote_leader, tag, bridge);
        if (rc == MPI_SUCCESS)
            rc = refmpi_recv_bytes(&remote_size, sizeof size, remote_leader,
                                   tag, bridge);
    }
    if (rc == MPI_SUCCESS)
        rc = refmpi_agree_bcast(&remote_size, sizeof size, leader, comm);
    if (rc != MPI_SUCCESS)
        return rc;
    struct group *group = refmpi_group_new(remote_size);
    if (!group)
        return MPI_ERR_NO_MEM;
    size_t remote_bytes = (size_t)remote_size * sizeof(int);
    if (comm->rank == leader) {
        rc = refmpi_send_bytes(comm->group->world, bytes, remote_leader, tag,
                               bridge);
        if (rc == MPI_SUCCESS)
            rc = refmpi_recv_bytes(group->world, remote_bytes, remote_leader,
                                   tag, bridge);
    }
    if (rc == MPI_SUCCESS)
        rc = refmpi_agree_bcast(group->world, remote_bytes, leader, comm);
    if (rc == MPI_SUCCESS) {
        refmpi_group_settle(group);
        *remote = group;
    } else {
        refmpi_group_release(group);
    }
    return rc;
}

static int create_inter(struct comm *comm, int leader, struct comm *bridge,
                        int remote_leader, int tag, struct comm **newcomm)
{
    int inner = TAG_GROUP + tag % TAG_SPAN;
    struct group *remote;
    struct comm *local;
    int rc = refmpi_comm_twin(comm, &local);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = swap_groups(comm, leader, bridge, remote_leader, inner, &remote);
    if (rc != MPI_SUCCESS) {
        refmpi_comm_release(local);
        return rc;
    }
    uint32_t context = 0;
    bool is_first = comm->group->world[0] < remote->world[0];
    rc = agree_between(comm, leader, bridge, remote_leader, inner, is_first,
                       &context);
    refmpi_group_retain(comm->group);
    struct comm *made = refmpi_comm_new(comm->group, context, comm);
    if (!made)
        rc = MPI_ERR_NO_MEM;
    if (rc == MPI_SUCCESS) {
        made->remote = remote;
        made->local = local;
        *newcomm = made;
    }
    return rc;
}

int PMPI_Intercomm_create(MPI_Comm local_comm, int local_leader,
                          MPI_Comm peer_comm, int remote_leader, int tag,
                          MPI_Comm *newintercomm)
{
    refmpi_enter("MPI_Intercomm_create");
    struct comm *comm = refmpi_comm_from(local_comm);
    struct comm *bridge = refmpi_comm_from(peer_comm);
    struct comm *made = NULL;
    int rc = MPI_SUCCESS;
    if (!comm || comm->remote)
        rc = MPI_ERR_COMM;
    else if (local_leader < 0 || local_leader >= comm->size)
        rc = MPI_ERR_RANK;
    else if (tag < 0)
        rc = MPI_ERR_TAG;
    else if (!newintercomm)
        rc = MPI_ERR_ARG;
    else if (comm->rank == local_leader && !bridge)
        rc = MPI_ERR_COMM;
    else if (comm->rank == local_leader &&
             (remote_leader < 0 || remote_leader >= refmpi_comm_peers(bridge)))
        rc = MPI_ERR_RANK;
    else
        rc =
            create_inter(comm, local_leader, bridge, remote_leader, tag, &made);
    if (rc == MPI_SUCCESS)
        *newintercomm = refmpi_comm_handle(made);
    return refmpi_leave_comm(comm, rc);
}
REFMPI_ALIAS(Intercomm_create)

/* Which of the two groups comes first: the one that said low, else the one
 * whose first rank is lower in the job. */
static int agree_order(struct comm *comm, int high, bool *is_first)
{
    int other = 0;
    int rc = MPI_SUCCESS;
    if (comm->rank == 0) {
        rc = refmpi_send_bytes(&high, sizeof high, 0, TAG_IDUP, comm);
        if (rc == MPI_SUCCESS)
            rc = refmpi_recv_bytes(&other, sizeof other, 0, TAG_IDUP, comm);
    }
    if (rc == MPI_SUCCESS)
        rc = refmpi_agree_bcast(&other, sizeof other, 0, comm->local);
    *is_first = !high != !other
                    ? !high
                    : comm->group->world[0] < comm->remote->world[0];
    return rc;
}

int PMPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm)
{
    refmpi_enter("MPI_Intercomm_merge");
    struct comm *comm = refmpi_comm_from(intercomm);
    if (!comm || !comm->remote || !newintracomm)
        return refmpi_leave_comm(comm, comm && comm->remote ? MPI_ERR_ARG
                                                            : MPI_ERR_COMM);
    bool is_first = false;
    uint32_t context = 0;
    int rc = agree_order(comm, high, &is_first);
    if (rc == MPI_SUCCESS)
        rc = agree_duplicate(comm, &context);
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(comm, rc);
    const struct group *a = is_first ? comm->group : comm->remote;
    const struct group *b = is_first ? comm->remote : comm->group;
    struct group *group = refmpi_group_new(a->size + b->size);
    struct comm *made = NULL;
    if (group) {
        memcpy(group->world, a->world, (size_t)a->size * sizeof(int));
        memcpy(group->world + a->size, b->world, (size_t)b->size * sizeof(int));
        refmpi_group_settle(group);
        made = refmpi_comm_new(group, context, comm);
    }
    if (made)
        *newintracomm = refmpi_comm_handle(made);
    return refmpi_leave_comm(comm, made ? MPI_SUCCESS : MPI_ERR_NO_MEM);
}
REFMPI_ALIAS(Intercomm_merge)

/* The string tells apart what is made at the same time. */
static int tag_of(const char *text)
{
    uint32_t hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return TAG_GROUP + (int)(hash % (uint32_t)TAG_SPAN);
}

int PMPI_Comm_create_from_group(MPI_Group group, const char *stringtag,
                                MPI_Info info, MPI_Errhandler errhandler,
                                MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_create_from_group");
    (void)info;
    struct group *g = refmpi_group_from(group);
    if (!g || !stringtag || !newcomm)
        return refmpi_leave_comm(NULL, g ? MPI_ERR_ARG : MPI_ERR_GROUP);
    if (g->size > 0 && g->rank == MPI_UNDEFINED)
        return refmpi_leave_comm(NULL, MPI_ERR_GROUP);
    uint32_t context = 0;
    int rc = MPI_SUCCESS;
    if (g->size > 0)
        rc = agree_in_group(refmpi.world, g, tag_of(stringtag), &context);
    MPI_Comm made = MPI_COMM_NULL;
    if (rc == MPI_SUCCESS)
        rc = give_member(refmpi.self, g, context, &made);
    if (rc == MPI_SUCCESS && made != MPI_COMM_NULL)
        rc = refmpi_errhandler_of_comm(refmpi_comm_from(made), errhandler);
    if (rc == MPI_SUCCESS)
        *newcomm = made;
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Comm_create_from_group)
