/*
 * model_comm.c - communicators: members, ranks, handles (MPI-4.1 7.4).
 */
#include "model_channel.h"
#include "model_file.h"
#include "model_info.h"
#include "model_message.h"
#include "model_partitioned.h"
#include "model_topology.h"
#include "race.h"

#include <stdlib.h>

#define MOST_OF_PATH 64 /* characters */

char *object_name(const char *kind, const struct call *made_by)
{
    int rank = process_rank(made_by->process);

    if (rank <= 0)
        return xasprintf("%s %u", kind, made_by->making);
    return xasprintf("%s %u of rank %d", kind, made_by->making, rank);
}

/* Of a long path the end tells more. */
static void set_file_name(struct comm *comm, const struct call *open)
{
    const struct array_string *file = &CALL_VIEW(open, MPI_File_open)->filename;
    size_t left_out =
        file->count > MOST_OF_PATH ? file->count - MOST_OF_PATH : 0;

    free(comm->user_name);
    comm->user_name = NULL;
    if (file->special == ARRAY_PRESENT && file->count > 0)
        comm->user_name =
            xasprintf("%s (\"%s%.*s\")", comm->name, left_out > 0 ? "..." : "",
                      (int)(file->count - left_out), file->items + left_out);
}

static void set_made_by(struct comm *comm, struct call *made_by)
{
    free(comm->name);
    call_drop(comm->made_by);
    comm->made_by = call_hold(made_by);
    comm->number = made_by->making;
    comm->is_file = made_by->info->base == CALL_MPI_File_open;
    comm->name = object_name(comm_kind(comm), made_by);
    if (comm->is_file)
        set_file_name(comm, made_by);
}

const char *comm_kind(const struct comm *comm)
{
    return comm->is_file ? "file" : "communicator";
}

struct comm *comm_new(struct group *local, struct group *remote,
                      struct call *made_by)
{
    struct comm *comm = xcalloc(1, sizeof *comm);

    comm->references = 1;
    comm->groups[0] = local;
    comm->groups[1] = remote;
    if (made_by == NULL)
        comm->name = xstrdup("MPI_COMM_WORLD");
    else
        set_made_by(comm, made_by);
    comm->channel = channel_new(comm_size(comm));
    comm->channel->inter = remote != NULL;
    inventory_add(&comm->item, &comm->made_by, comm_size(comm));
    return comm;
}

struct comm *comm_new_opaque(struct agent *agent, struct call *made_by)
{
    struct comm *comm = xcalloc(1, sizeof *comm);

    comm->references = 1;
    comm->opaque = true;
    if (made_by == NULL) {
        comm->number = ++agent->comm_count;
        comm->name = xasprintf("communicator %u", comm->number);
        return comm;
    }
    if (made_by->making == 0)
        made_by->making = ++agent->comm_count;
    set_made_by(comm, made_by);
    return comm;
}

void comm_made_by(struct comm *comm, struct call *call)
{
    if (process_rank(call->process) < process_rank(comm->made_by->process))
        set_made_by(comm, call);
}

struct comm *comm_hold(struct comm *comm)
{
    if (comm != NULL)
        comm->references++;
    return comm;
}

void comm_drop(struct comm *comm)
{
    if (comm == NULL || --comm->references > 0)
        return;
    inventory_remove(&comm->item);
    choices_comm_end(comm);
    if (comm->left == COMM_NOTHING_TOLD && comm_is_left(comm))
        return;
    endpoints_free(comm);
    partitioned_queues_free(comm->partitioned);
    channel_free(comm->channel);
    file_accesses_free(comm->accesses);
    file_rounds_free(comm->view_rounds);
    group_drop(comm->groups[0]);
    group_drop(comm->groups[1]);
    call_drop(comm->made_by);
    topology_drop(comm->topology);
    free(comm->name);
    free(comm->user_name);
    free(comm);
}

uint32_t comm_size(const struct comm *comm)
{
    uint32_t size;

    if (comm->opaque)
        return 0;
    size = (uint32_t)comm->groups[0]->size;
    if (comm->groups[1] != NULL)
        size += (uint32_t)comm->groups[1]->size;
    return size;
}

struct comm *agent_comm(const struct agent *agent, uint64_t handle)
{
    return binding_find(agent, BINDING_COMM, handle);
}

bool comm_member(const struct comm *comm, const struct agent *agent,
                 uint32_t *member)
{
    int rank;

    if (comm->opaque || agent->seat == NULL)
        return false;
    rank = group_rank(comm->groups[0], agent->seat);
    if (rank < 0 && comm->groups[1] != NULL) {
        rank = group_rank(comm->groups[1], agent->seat);
        if (rank >= 0)
            rank += comm->groups[0]->size;
    }
    if (rank < 0)
        return false;
    *member = (uint32_t)rank;
    return true;
}

int64_t comm_peer(const struct comm *comm, uint32_t member, int64_t rank)
{
    int64_t first = comm->groups[0]->size;

    if (rank < 0)
        return -1;
    if (comm->groups[1] == NULL)
        return rank < first ? rank : -1;
    if ((int64_t)member < first)
        return rank < comm->groups[1]->size ? first + rank : -1;
    return rank < first ? rank : -1;
}

struct seat *comm_seat(const struct comm *comm, uint32_t member)
{
    uint32_t first;

    if (comm->opaque)
        return NULL;
    first = (uint32_t)comm->groups[0]->size;
    if (member < first)
        return comm->groups[0]->seats[member];
    if (comm->groups[1] == NULL ||
        member - first >= (uint32_t)comm->groups[1]->size)
        return NULL;
    return comm->groups[1]->seats[member - first];
}

int comm_world_rank(const struct comm *comm, uint32_t member)
{
    const struct seat *seat = comm_seat(comm, member);

    return seat == NULL ? -1 : seat->rank;
}

const char *comm_name(const struct comm *comm)
{
    return comm->user_name != NULL ? comm->user_name : comm->name;
}

/* A handle that is bound still belongs to an object that was freed in a way
 * the model did not see. */
void agent_bind_comm(struct agent *agent, uint64_t handle, struct comm *comm,
                     struct call *made_by)
{
    const struct binding *parent;
    struct binding *binding;

    agent_unbind_comm(agent, binding_get(agent, BINDING_COMM, handle));
    binding_add(agent, BINDING_COMM, handle, comm);
    if (made_by == NULL)
        return;
    binding = binding_get(agent, BINDING_COMM, handle);
    if (binding == NULL) /* such as no MPI gives out */
        return;
    binding->made_by = call_hold(made_by);
    parent = made_by->info->comm_word < 0
                 ? NULL
                 : binding_get(agent, BINDING_COMM,
                               made_by->words[made_by->info->comm_word]);
    if (parent != NULL) /* it has its error handler, too (9.3) */
        handler_inherit(binding, parent);
}

void agent_unbind_comm(struct agent *agent, struct binding *binding)
{
    if (binding == NULL)
        return;
    former_name_set(agent, binding, comm_name(binding->object));
    hints_forget(agent, binding->key.handle);
    comm_drop(binding->object);
    binding_remove(agent, binding);
}
