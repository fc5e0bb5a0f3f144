/* comm.c - communicators: life, queries, names, info. */
#include "comm.h"
#include "buffer.h"
#include "coll_board.h"
#include "coll_cast.h"
#include "errhandler.h"
#include "group.h"
#include "match.h"
#include "p2p.h"
#include "session.h"
#include <stdlib.h>
#include <string.h>

struct comm *refmpi_comm_from(MPI_Comm handle)
{
    if (handle == MPI_COMM_WORLD)
        return refmpi.world;
    if (handle == MPI_COMM_SELF)
        return refmpi.self;
    return refmpi_is_object(handle, REFMPI_MAGIC_COMM)
               ? (struct comm *)(void *)handle
               : NULL;
}

MPI_Comm refmpi_comm_handle(struct comm *comm)
{
    if (comm == refmpi.world)
        return MPI_COMM_WORLD;
    if (comm == refmpi.self)
        return MPI_COMM_SELF;
    return comm ? (MPI_Comm)(void *)comm : MPI_COMM_NULL;
}

void refmpi_comm_retain(struct comm *comm)
{
    comm->object.references++;
}

void refmpi_comm_release(struct comm *comm)
{
    if (--comm->object.references > 0)
        return;
    refmpi_match_forget(comm->context);
    refmpi_match_forget(comm->context + 1);
    refmpi_match_forget(comm->context | REFMPI_CONTEXT_ANNOUNCEMENTS);
    refmpi_match_forget(comm->context | REFMPI_CONTEXT_PARTITIONS);
    if (comm->local)
        refmpi_comm_release(comm->local);
    if (comm->remote)
        refmpi_group_release(comm->remote);
    refmpi_group_release(comm->group);
    refmpi_errhandler_release(comm->errhandler);
    refmpi_topology_free(comm->topology);
    refmpi_board_drop(comm);
    refmpi_cast_drop(comm);
    refmpi_info_free(comm->info);
    refmpi_session_release(comm->session);
    comm->object.magic = 0;
    free(comm);
}

struct comm *refmpi_comm_new(struct group *group, uint32_t context,
                             const struct comm *parent)
{
    struct comm *comm = calloc(1, sizeof *comm);
    if (!comm) {
        refmpi_group_release(group);
        return NULL;
    }
    comm->object = (struct object){REFMPI_MAGIC_COMM, 1};
    comm->group = group;
    comm->rank = group->rank;
    comm->size = group->size;
    comm->context = context;
    comm->session =
        parent && !group->session ? parent->session : group->session;
    refmpi_session_retain(comm->session);
    comm->errhandler = refmpi_errhandler_retain(
        parent ? parent->errhandler : refmpi_errhandler_fatal());
    return comm;
}

static struct comm *predefined(int first, int size, uint32_t context,
                               const char *name)
{
    struct group *group = refmpi_group_new(size, NULL);
    if (!group)
        refmpi_fatal(NULL, "out of memory");
    for (int i = 0; i < size; i++)
        group->world[i] = first + i;
    refmpi_group_settle(group);
    struct comm *comm = refmpi_comm_new(group, context, NULL);
    if (!comm)
        refmpi_fatal(NULL, "out of memory");
    comm->is_predefined = true;
    comm->errhandler = refmpi_errhandler_initial();
    strcpy(comm->name, name);
    return comm;
}

void refmpi_comm_init(void)
{
    refmpi_group_init();
    refmpi.world = predefined(0, refmpi.size, 0, "MPI_COMM_WORLD");
    refmpi.self = predefined(refmpi.rank, 1, 2, "MPI_COMM_SELF");
}

void refmpi_comm_finalize(void)
{
    refmpi_attributes_delete_all(MPI_COMM_SELF, &refmpi.self->attributes);
}

/* ---------------------------------------------------------------- queries */

/* Answers a question about a communicator: output, found or why not. */
static int answer(MPI_Comm handle, const void *output, struct comm **comm)
{
    *comm = refmpi_comm_from(handle);
    if (!*comm)
        return MPI_ERR_COMM;
    return output ? MPI_SUCCESS : MPI_ERR_ARG;
}

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    refmpi_enter("MPI_Comm_rank");
    struct comm *c;
    int rc = answer(comm, rank, &c);
    if (rc == MPI_SUCCESS)
        *rank = c->rank;
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_rank)

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    refmpi_enter("MPI_Comm_size");
    struct comm *c;
    int rc = answer(comm, size, &c);
    if (rc == MPI_SUCCESS)
        *size = c->size;
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_size)

int PMPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
    refmpi_enter("MPI_Comm_test_inter");
    struct comm *c;
    int rc = answer(comm, flag, &c);
    if (rc == MPI_SUCCESS)
        *flag = c->remote != NULL;
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_test_inter)

int PMPI_Comm_remote_size(MPI_Comm comm, int *size)
{
    refmpi_enter("MPI_Comm_remote_size");
    struct comm *c;
    int rc = answer(comm, size, &c);
    if (rc == MPI_SUCCESS && !c->remote)
        rc = MPI_ERR_COMM;
    if (rc == MPI_SUCCESS)
        *size = c->remote->size;
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_remote_size)

static int give_group(struct group *group, MPI_Group *handle)
{
    refmpi_group_retain(group);
    *handle = refmpi_group_handle(group);
    return MPI_SUCCESS;
}

int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    refmpi_enter("MPI_Comm_group");
    struct comm *c;
    int rc = answer(comm, group, &c);
    if (rc == MPI_SUCCESS)
        rc = give_group(c->group, group);
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_group)

int PMPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group)
{
    refmpi_enter("MPI_Comm_remote_group");
    struct comm *c;
    int rc = answer(comm, group, &c);
    if (rc == MPI_SUCCESS && !c->remote)
        rc = MPI_ERR_COMM;
    if (rc == MPI_SUCCESS)
        rc = give_group(c->remote, group);
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_remote_group)

static int compare(const struct comm *a, const struct comm *b)
{
    if (a == b)
        return MPI_IDENT;
    if (!a->remote != !b->remote)
        return MPI_UNEQUAL;
    int local = refmpi_group_compare(a->group, b->group);
    int remote =
        a->remote ? refmpi_group_compare(a->remote, b->remote) : MPI_IDENT;
    if (local == MPI_UNEQUAL || remote == MPI_UNEQUAL)
        return MPI_UNEQUAL;
    return local == MPI_IDENT && remote == MPI_IDENT ? MPI_CONGRUENT
                                                     : MPI_SIMILAR;
}

int PMPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)
{
    refmpi_enter("MPI_Comm_compare");
    struct comm *a, *b;
    int rc = answer(comm1, result, &a);
    if (rc == MPI_SUCCESS)
        rc = answer(comm2, result, &b);
    if (rc == MPI_SUCCESS)
        *result = compare(a, b);
    return refmpi_leave_comm(a, rc);
}
REFMPI_ALIAS(Comm_compare)

int PMPI_Comm_set_name(MPI_Comm comm, const char *comm_name)
{
    refmpi_enter("MPI_Comm_set_name");
    struct comm *c;
    int rc = answer(comm, comm_name, &c);
    if (rc == MPI_SUCCESS) {
        size_t length = strnlen(comm_name, sizeof c->name - 1);
        memcpy(c->name, comm_name, length);
        c->name[length] = '\0';
    }
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_set_name)

int PMPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen)
{
    refmpi_enter("MPI_Comm_get_name");
    if (comm == MPI_COMM_NULL && comm_name && resultlen) {
        strcpy(comm_name, "MPI_COMM_NULL");
        *resultlen = (int)strlen(comm_name);
        return refmpi_leave_comm(NULL, MPI_SUCCESS);
    }
    struct comm *c;
    int rc = answer(comm, comm_name && resultlen ? comm_name : NULL, &c);
    if (rc == MPI_SUCCESS) {
        strcpy(comm_name, c->name);
        *resultlen = (int)strlen(c->name);
    }
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_get_name)

int PMPI_Comm_get_parent(MPI_Comm *parent)
{
    refmpi_enter("MPI_Comm_get_parent");
    if (!parent)
        return refmpi_leave_comm(NULL, MPI_ERR_ARG);
    *parent = MPI_COMM_NULL; /* nothing is ever spawned here */
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Comm_get_parent)

int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info)
{
    refmpi_enter("MPI_Comm_set_info");
    struct comm *c;
    int rc = answer(comm, &info, &c);
    if (rc == MPI_SUCCESS)
        rc = refmpi_info_check(info);
    if (rc == MPI_SUCCESS) {
        struct info *copy = refmpi_info_copy(refmpi_info_from(info));
        if (copy) {
            refmpi_info_free(c->info);
            c->info = copy;
        } else {
            rc = MPI_ERR_NO_MEM;
        }
    }
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_set_info)

int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used)
{
    refmpi_enter("MPI_Comm_get_info");
    struct comm *c;
    int rc = answer(comm, info_used, &c);
    if (rc == MPI_SUCCESS) {
        struct info *copy = refmpi_info_copy(c->info);
        if (copy)
            *info_used = refmpi_info_handle(copy);
        else
            rc = MPI_ERR_NO_MEM;
    }
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_get_info)

/* ------------------------------------------------------------------- free */

/* Frees the user's handle; what is in flight keeps the object. */
static int free_handle(MPI_Comm *handle)
{
    struct comm *comm = handle ? refmpi_comm_from(*handle) : NULL;
    if (!comm || comm->is_predefined)
        return refmpi_leave_comm(NULL, MPI_ERR_COMM);
    int rc = refmpi_attributes_delete_all(*handle, &comm->attributes);
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(comm, rc);
    refmpi_buffer_drop(comm->buffer);
    comm->buffer = NULL;
    refmpi_comm_release(comm);
    *handle = MPI_COMM_NULL;
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}

int PMPI_Comm_free(MPI_Comm *comm)
{
    refmpi_enter("MPI_Comm_free");
    return free_handle(comm);
}
REFMPI_ALIAS(Comm_free)

static bool has_nothing_pending(void *comm)
{
    return ((struct comm *)comm)->pending == 0;
}

int PMPI_Comm_disconnect(MPI_Comm *comm)
{
    refmpi_enter("MPI_Comm_disconnect");
    struct comm *c = comm ? refmpi_comm_from(*comm) : NULL;
    if (c && !c->is_predefined)
        refmpi_wait_until(has_nothing_pending, c);
    return free_handle(comm);
}
REFMPI_ALIAS(Comm_disconnect)
