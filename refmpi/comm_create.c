/* comm_create.c - communicators of groups. */
#include "comm.h"
#include "errhandler.h"
#include "group.h"
#include <string.h>

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

static int create_intra(struct comm *comm, struct group *group,
                        MPI_Comm *newcomm)
{
    uint32_t base = 0;
    int rc = refmpi_comm_contexts(comm, comm->size, &base);
    if (rc != MPI_SUCCESS)
        return rc;
    int first =
        group->size > 0 ? refmpi_group_find(comm->group, group->world[0]) : 0;
    return give_member(comm, group, base + 2 * (uint32_t)first, newcomm);
}

/* The members of both sides' groups, in the order of these. */
static int create_inter(struct comm *comm, const struct group *group,
                        MPI_Comm *newcomm)
{
    struct comm *made = NULL;
    int color = group->rank == MPI_UNDEFINED ? MPI_UNDEFINED : 0;
    int rc = refmpi_comm_split(comm, color, group->rank, &made);
    if (rc == MPI_SUCCESS)
        *newcomm = refmpi_comm_handle(made);
    return rc;
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
    else
        rc = check_group(c, group, &g);
    if (rc == MPI_SUCCESS)
        rc = c->remote ? create_inter(c, g, newcomm)
                       : create_intra(c, g, newcomm);
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
    *context = refmpi_comm_take_contexts(1);
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
        rc = agree_in_group(c, g, REFMPI_TAG_GROUP + tag % REFMPI_TAG_SPAN,
                            &context);
    if (rc == MPI_SUCCESS)
        rc = give_member(c, g, context, newcomm);
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_create_group)

/* It ends within its greatest length, which counts the end. */
static bool is_stringtag(const char *text)
{
    return text && strnlen(text, MPI_MAX_STRINGTAG_LEN) < MPI_MAX_STRINGTAG_LEN;
}

/* The string tells apart what is made at the same time. */
static int tag_of(const char *text)
{
    uint32_t hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return REFMPI_TAG_GROUP + (int)(hash % (uint32_t)REFMPI_TAG_SPAN);
}

int PMPI_Comm_create_from_group(MPI_Group group, const char *stringtag,
                                MPI_Info info, MPI_Errhandler errhandler,
                                MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_create_from_group");
    struct group *g = refmpi_group_from(group);
    if (!g || !is_stringtag(stringtag) || !newcomm)
        return refmpi_group_leave(g, NULL, g ? MPI_ERR_ARG : MPI_ERR_GROUP);
    if (g->size > 0 && g->rank == MPI_UNDEFINED)
        return refmpi_group_leave(g, NULL, MPI_ERR_GROUP);
    uint32_t context = 0;
    int rc = refmpi_info_check(info);
    if (rc == MPI_SUCCESS && g->size > 0)
        rc = agree_in_group(refmpi.world, g, tag_of(stringtag), &context);
    MPI_Comm made = MPI_COMM_NULL;
    if (rc == MPI_SUCCESS)
        rc = give_member(refmpi.self, g, context, &made);
    if (rc == MPI_SUCCESS && made != MPI_COMM_NULL)
        rc = refmpi_errhandler_of_comm(refmpi_comm_from(made), errhandler);
    if (rc == MPI_SUCCESS)
        *newcomm = made;
    else if (made != MPI_COMM_NULL)
        refmpi_comm_release(refmpi_comm_from(made));
    return refmpi_group_leave(g, NULL, rc);
}
REFMPI_ALIAS(Comm_create_from_group)

/* The members of one side, as a communicator of their own; its leader talks to
 * the other side's in MPI_COMM_WORLD. */
int PMPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
                                      MPI_Group remote_group, int remote_leader,
                                      const char *stringtag, MPI_Info info,
                                      MPI_Errhandler errhandler,
                                      MPI_Comm *newintercomm)
{
    refmpi_enter("MPI_Intercomm_create_from_groups");
    struct group *local = refmpi_group_from(local_group);
    struct group *remote = refmpi_group_from(remote_group);
    bool leads = local && local->rank == local_leader;
    int rc = MPI_SUCCESS, bridge = 0;
    /* Local then (MPI-4.1 7.6.2). */
    if (local && remote && newintercomm &&
        (local->size == 0 || remote->size == 0)) {
        *newintercomm = MPI_COMM_NULL;
        return refmpi_group_leave(local, remote, MPI_SUCCESS);
    }
    if (!local || local->rank == MPI_UNDEFINED ||
        (leads && (!remote || !refmpi_group_disjoint(local, remote))))
        rc = MPI_ERR_GROUP;
    else if (local_leader < 0 || local_leader >= local->size ||
             (leads && (remote_leader < 0 || remote_leader >= remote->size)))
        rc = MPI_ERR_RANK;
    else
        rc = is_stringtag(stringtag) && newintercomm ? refmpi_info_check(info)
                                                     : MPI_ERR_ARG;
    uint32_t context = 0;
    int tag = rc == MPI_SUCCESS ? tag_of(stringtag) : 0;
    if (rc == MPI_SUCCESS && leads)
        bridge = remote->world[remote_leader];
    if (rc == MPI_SUCCESS)
        rc = agree_in_group(refmpi.world, local, tag, &context);
    struct comm *comm = NULL, *made = NULL;
    if (rc == MPI_SUCCESS) {
        refmpi_group_retain(local);
        comm = refmpi_comm_new(local, context, NULL);
        rc = comm ? refmpi_comm_connect(comm, local_leader, refmpi.world,
                                        bridge, tag, &made)
                  : MPI_ERR_NO_MEM;
    }
    if (comm)
        refmpi_comm_release(comm);
    if (rc == MPI_SUCCESS)
        rc = refmpi_errhandler_of_comm(made, errhandler);
    if (rc == MPI_SUCCESS)
        *newintercomm = refmpi_comm_handle(made);
    else if (made)
        refmpi_comm_release(made);
    return refmpi_group_leave(local, remote, rc);
}
REFMPI_ALIAS(Intercomm_create_from_groups)
