/*
 * model_argument_number.c - numbers that no call may have there: by the kind of
 * the parameter, and by how many ranks or tags there are.
 */
#include "model_argument.h"
#include "model_file.h"

#include <string.h>

static int64_t group_ranks(const struct group *group)
{
    return group != NULL && group->size >= 0 ? group->size : -1;
}

/* How many there are in the group that stands before the call's index-th
 * parameter; -1: not known, or there is none. */
static int64_t ranks_of_group(const struct look *look, int index)
{
    const struct call_info *info = look->call->info;
    int64_t ranks = -1;
    int i;

    for (i = 0; i < index; i++)
        if (info->parameters[i].kind == KIND_GROUP)
            ranks = group_ranks(agent_group(
                look->agent, call_word(look->call, info->parameters[i].word)));
    return ranks;
}

/* Then it makes nothing, and no leader has a rank (MPI-4.1 7.6.2). */
static bool lacks_a_group(const struct look *look)
{
    const struct call_MPI_Intercomm_create_from_groups *view =
        CALL_VIEW(look->call, MPI_Intercomm_create_from_groups);

    return group_ranks(agent_group(look->agent, view->local_group)) == 0 ||
           group_ranks(agent_group(look->agent, view->remote_group)) == 0;
}

/* How many ranks there are for a KIND_RANK; -1: not known, or another judges.
 */
static int64_t ranks_of_others(const struct look *look, int index)
{
    const struct call *call = look->call;
    const struct comm *comm;
    const struct window *window;

    if ((call->info->classes & CLASS_RMA_SYNC) != 0)
        return -1;
    switch (call->info->base) {
    case CALL_MPI_Type_create_darray:
        return CALL_VIEW(call, MPI_Type_create_darray)->size;
    case CALL_MPI_Graph_create:
        return CALL_VIEW(call, MPI_Graph_create)->nnodes;
    case CALL_MPI_Graph_map:
        return CALL_VIEW(call, MPI_Graph_map)->nnodes;
    case CALL_MPI_Intercomm_create_from_groups:
        return lacks_a_group(look) ? -1 : ranks_of_group(look, index);
    case CALL_MPI_Win_shared_query:
        window = agent_window(look->agent,
                              CALL_VIEW(call, MPI_Win_shared_query)->win);
        return window != NULL ? group_ranks(window->comm->groups[0]) : -1;
    case CALL_MPI_Intercomm_create:
        comm =
            index == 1
                ? look->comm
                : agent_comm(look->agent,
                             CALL_VIEW(call, MPI_Intercomm_create)->peer_comm);
        return comm != NULL && comm->groups[1] == NULL
                   ? group_ranks(comm->groups[0])
                   : -1;
    default:
        return look->comm != NULL ? group_ranks(look->comm->groups[0])
                                  : ranks_of_group(look, index);
    }
}

/* How many ranks there are for the index-th parameter; -1: not known. */
static int64_t rank_limit(const struct look *look, int index)
{
    const struct comm *comm = look->comm;
    uint32_t group;

    if (look->call->info->parameters[index].kind == KIND_RANK)
        return ranks_of_others(look, index);
    if (comm == NULL)
        return -1;
    group = comm->groups[1] != NULL &&
            look->member < (uint32_t)comm->groups[0]->size;
    return group_ranks(comm->groups[group]);
}

static bool rank_fits(const struct look *look, int index, int64_t rank)
{
    const struct call_parameter *parameter =
        &look->call->info->parameters[index];
    int64_t limit = rank_limit(look, index);

    if (limit < 0 || rank == NEUTRAL_UNREAD || (rank >= 0 && rank < limit))
        return true;
    switch (parameter->kind) {
    case KIND_SOURCE:
        return rank == NEUTRAL_PROC_NULL || rank == NEUTRAL_ANY_SOURCE;
    case KIND_DEST:
        return rank == NEUTRAL_PROC_NULL;
    case KIND_ROOT:
        return look->comm->groups[1] != NULL &&
               (rank == NEUTRAL_ROOT || rank == NEUTRAL_PROC_NULL);
    default: /* KIND_RANK */
        return rank == NEUTRAL_PROC_NULL &&
               (look->call->info->base == CALL_MPI_Win_shared_query ||
                look->call->info->base == CALL_MPI_Group_translate_ranks);
    }
}

static bool is_receive_tag(const struct look *look,
                           const struct call_parameter *parameter)
{
    const struct call_info *info = look->call->info;
    int i;

    if (strcmp(parameter->name, "tag") != 0)
        return strcmp(parameter->name, "recvtag") == 0;
    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_SOURCE)
            return true;
    return false;
}

/* MPI_TAG_UB, if the process has told it. */
static int64_t largest_tag(const struct look *look)
{
    int64_t tag_ub = look->agent->process->tag_ub;

    return tag_ub > 0 && tag_ub < NEUTRAL_SPECIAL ? tag_ub : INT32_MAX;
}

/* An offset in a file, or its size (14.2.4, 14.2.5, 14.4.1, 14.4.3); not of
 * MPI_File_set_view, where a constant may be negative. */
static bool counts_from_start(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_File_set_size:
    case CALL_MPI_File_preallocate:
    case CALL_MPI_File_get_byte_offset:
        return true;
    case CALL_MPI_File_seek:
    case CALL_MPI_File_seek_shared:
        return CALL_VIEW(call, MPI_File_seek)->whence == NEUTRAL_SEEK_SET;
    default:
        return (call->info->classes & CLASS_IO) != 0 &&
               file_role(call->info)->at;
    }
}

/* MPIs have values of their own, but far from the others none. */
#define SPLIT_TYPES 10000

static bool is_split_type(int64_t value)
{
    return value <= NEUTRAL_UNDEFINED ||
           (value >= NEUTRAL_ENUM_UNKNOWN &&
            value < NEUTRAL_ENUM_UNKNOWN + SPLIT_TYPES);
}

static bool number_fits(const struct look *look, int index, int64_t value)
{
    const struct call_parameter *parameter =
        &look->call->info->parameters[index];

    switch (parameter->kind) {
    case KIND_COUNT:
    case KIND_PACKED_SIZE:
    case KIND_LARGE_COUNT:
    case KIND_PARTITION_COUNT:
    case KIND_PARTITIONS:
    case KIND_LENGTH:
    case KIND_COLOR: /* or MPI_UNDEFINED */
    case KIND_DIMENSION:
    case KIND_WEIGHT:
        return value >= 0;
    case KIND_DISP_UNIT:
        return value > 0;
    case KIND_LOCK_TYPE:
    case KIND_ARRAY_ORDER:
    case KIND_DISTRIBUTION:
    case KIND_TYPECLASS:
    case KIND_THREAD_LEVEL:
    case KIND_WHENCE: /* of those that the MPI knows */
        return value < NEUTRAL_SPECIAL;
    case KIND_SPLIT_TYPE:
        return is_split_type(value);
    case KIND_KEYVAL:
        return value != NEUTRAL_KEYVAL_INVALID;
    case KIND_OFFSET:
        return value >= 0 || !counts_from_start(look->call);
    case KIND_MEMORY_SIZE: /* RMA-ATTACH tells of the other */
        return value >= 0 || look->call->info->base == CALL_MPI_Win_attach;
    case KIND_SOURCE:
    case KIND_DEST:
    case KIND_ROOT:
    case KIND_RANK:
        return rank_fits(look, index, value);
    case KIND_TAG:
        return value == NEUTRAL_UNREAD ||
               (value >= 0 && value <= largest_tag(look)) ||
               (value == NEUTRAL_ANY_TAG && is_receive_tag(look, parameter));
    default:
        return true;
    }
}

static void raise_number(const struct look *look, int index, int64_t item)
{
    const struct call_parameter *parameter =
        &look->call->info->parameters[index];

    switch (parameter->kind) {
    case KIND_SOURCE:
    case KIND_DEST:
    case KIND_ROOT:
    case KIND_RANK:
        argument_raise(look, ARGUMENT_NO_RANK, parameter, item, NULL,
                       rank_limit(look, index));
        break;
    case KIND_TAG:
        argument_raise(look, ARGUMENT_NO_TAG, parameter, item, NULL,
                       largest_tag(look));
        break;
    case KIND_DISP_UNIT:
    case KIND_LOCK_TYPE:
    case KIND_ARRAY_ORDER:
    case KIND_DISTRIBUTION:
    case KIND_TYPECLASS:
    case KIND_THREAD_LEVEL:
    case KIND_WHENCE:
    case KIND_SPLIT_TYPE:
    case KIND_KEYVAL:
        argument_raise(look, ARGUMENT_VALUE, parameter, item, NULL, -1);
        break;
    default:
        argument_raise(look, ARGUMENT_NEGATIVE, parameter, item, NULL, -1);
        break;
    }
}

void argument_number(const struct look *look, int index)
{
    const struct call_parameter *parameter =
        &look->call->info->parameters[index];
    uint64_t word = call_word(look->call, parameter->word);

    if (!number_fits(look, index, (int64_t)word)) {
        raise_number(look, index, -1);
    } else if (parameter->kind == KIND_KEYVAL) {
        argument_keyval(look, parameter, word);
    } else if (parameter->kind == KIND_TAG && word > ARGUMENT_TAG_SURE &&
               word < NEUTRAL_SPECIAL) {
        argument_large_tag(look, parameter);
    }
}

void argument_numbers(const struct look *look, int index)
{
    const struct array_number *array =
        (const void *)&look->call
            ->words[look->call->info->parameters[index].word];
    uint32_t i;

    if (array->special != ARRAY_PRESENT)
        return;
    for (i = 0; i < array->count; i++)
        if (!number_fits(look, index, array->items[i])) {
            raise_number(look, index, i);
            return;
        }
}

bool argument_number_is_plain(const struct look *look,
                              const struct call_parameter *parameter,
                              uint64_t word)
{
    switch (parameter->kind) {
    case KIND_DEST:
    case KIND_SOURCE:
    case KIND_ROOT:
        return look->comm != NULL && look->comm->groups[1] == NULL &&
               word < (uint64_t)look->comm->groups[0]->size;
    case KIND_TAG:
        return word <= ARGUMENT_TAG_SURE && word <= (uint64_t)largest_tag(look);
    case KIND_RANK:
    case KIND_DISP_UNIT:
    case KIND_KEYVAL:
        return false;
    default:
        return true;
    }
}
