/*
 * model_argument.c - arguments that no call of their kind may have: found by
 * the kinds of parameters, so that it holds for every function of the table.
 *
 * What numbers of RMA communication calls may be is judged in model_rma.c.
 */
#include "model_argument.h"
#include "model_file.h"

#include <string.h>

/* Addresses below may be null pointers with a displacement. */
#define FIRST_PAGE 4096

static struct model_event new_event(const struct look *look,
                                    enum argument_fault fault,
                                    const struct call_parameter *parameter,
                                    int64_t item)
{
    struct model_event event =
        model_event_new(look->agent, EVENT_ARGUMENT, look->call);

    event.argument.fault = fault;
    event.argument.parameter = parameter;
    event.argument.item = item;
    event.argument.comm = look->comm;
    event.argument.size = -1;
    return event;
}

/* Not those that an MPI may not notice. */
static bool is_refused(enum argument_fault fault)
{
    switch (fault) {
    case ARGUMENT_NEGATIVE:
    case ARGUMENT_NO_RANK:
    case ARGUMENT_NO_TAG:
    case ARGUMENT_NULL_HANDLE:
    case ARGUMENT_FREED_HANDLE:
    case ARGUMENT_OTHER_KIND:
    case ARGUMENT_NOT_COMMITTED:
    case ARGUMENT_NULL_BUFFER:
    case ARGUMENT_NO_BUFFER:
        return true;
    default:
        return false;
    }
}

static void raise_argument(const struct look *look,
                           const struct model_event *event)
{
    look->agent->faulty |= is_refused(event->argument.fault);
    if ((look->call->info->classes & CLASS_QUERY) != 0)
        look->agent->faulty_query = look->call->number + 1;
    model_raise(look->agent->model, event);
}

void argument_raise(const struct look *look, enum argument_fault fault,
                    const struct call_parameter *parameter, int64_t item,
                    const struct type *type, int64_t size)
{
    struct model_event event = new_event(look, fault, parameter, item);

    event.argument.size = size;
    event.argument.type = type;
    event.argument.attached = look->attached;
    raise_argument(look, &event);
}

void argument_raise_kind(const struct look *look,
                         const struct call_parameter *parameter, int64_t item,
                         const char *is)
{
    struct model_event event =
        new_event(look, ARGUMENT_OTHER_KIND, parameter, item);

    event.argument.is = is;
    raise_argument(look, &event);
}

/* --------------------------------------------------- what is significant */

static void find_in_place(struct look *look)
{
    const struct call_info *info = look->call->info;
    int i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_BUFFER &&
            info->parameters[i].word >= 0 &&
            call_word(look->call, info->parameters[i].word) == NEUTRAL_IN_PLACE)
            look->in_place = true;
}

static void find_root(struct look *look)
{
    const struct call_info *info = look->call->info;
    int64_t root;

    if (info->root_word < 0 || look->comm == NULL)
        return;
    root = (int64_t)call_word(look->call, info->root_word);
    if (look->comm->groups[1] == NULL) {
        look->at_root = root == (int64_t)look->member;
        return;
    }
    look->at_root = root == NEUTRAL_ROOT;
    look->elsewhere = look->at_root || root == NEUTRAL_PROC_NULL;
}

/* MPI_Intercomm_create and MPI_Intercomm_create_from_groups: what only the
 * leader's call tells of the other group. */
static bool is_leaders(const struct look *look,
                       const struct call_parameter *parameter)
{
    const struct call *call = look->call;
    const struct call_MPI_Intercomm_create_from_groups *view =
        CALL_VIEW(call, MPI_Intercomm_create_from_groups);
    const struct group *local;

    if (call->info->base == CALL_MPI_Intercomm_create)
        return parameter->word > 1 &&
               CALL_VIEW(call, MPI_Intercomm_create)->local_leader !=
                   (int64_t)look->member;
    if (call->info->base != CALL_MPI_Intercomm_create_from_groups ||
        (parameter->word != 2 && parameter->word != 3))
        return false;
    local = agent_group(look->agent, view->local_group);
    return local == NULL ||
           group_rank(local, look->agent->seat) != (int)view->local_leader;
}

/* Whether it describes only buffers that are MPI_IN_PLACE. */
static bool is_in_place(const struct look *look, int index)
{
    const struct call_info *info = look->call->info;
    bool in_place = false;
    int i;

    if (!look->in_place)
        return false;
    for (i = 0; i < info->parameter_count; i++) {
        const struct call_parameter *buffer = &info->parameters[i];

        if (buffer->kind != KIND_BUFFER || buffer->word < 0 ||
            (buffer->count != index && buffer->type != index))
            continue;
        if (call_word(look->call, buffer->word) != NEUTRAL_IN_PLACE)
            return false;
        in_place = true;
    }
    return in_place;
}

/* Before the first process of MPI_Exscan is nobody (6.11.2). */
static bool is_first_of_exscan(const struct look *look,
                               const struct call_parameter *parameter)
{
    uint16_t base = look->call->info->base;

    return (base == CALL_MPI_Exscan || base == CALL_MPI_Iexscan ||
            base == CALL_MPI_Exscan_init) &&
           parameter->kind == KIND_BUFFER &&
           (parameter->direction & DIRECTION_OUT) != 0 && look->member == 0;
}

/* MPI_NO_OP ignores the origin (12.3.4). */
static bool is_of_no_op(const struct look *look,
                        const struct call_parameter *parameter)
{
    const struct call_info *info = look->call->info;

    return (info->classes & CLASS_RMA) != 0 && info->op_word >= 0 &&
           call_word(look->call, info->op_word) == NEUTRAL_OP_NO_OP &&
           strncmp(parameter->name, "origin_", 7) == 0;
}

bool argument_is_significant(const struct look *look, int index)
{
    const struct call_parameter *parameter =
        &look->call->info->parameters[index];

    if (parameter->word < 0 || parameter->word >= look->call->info->in_words ||
        is_first_of_exscan(look, parameter) || is_of_no_op(look, parameter))
        return false;
    if (parameter->kind == KIND_COMM || parameter->kind == KIND_ROOT)
        return !is_leaders(look, parameter);
    if (parameter->at_root)
        return look->at_root && !is_in_place(look, index);
    return !look->elsewhere && !is_leaders(look, parameter) &&
           !is_in_place(look, index);
}

/* --------------------------------------------------------------- numbers */

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

static void look_at_number(const struct look *look, int index)
{
    const struct call_parameter *parameter =
        &look->call->info->parameters[index];
    uint64_t word = call_word(look->call, parameter->word);

    if (!number_fits(look, index, (int64_t)word)) {
        raise_number(look, index, -1);
    } else if (parameter->kind == KIND_KEYVAL) {
        argument_keyval(look, parameter, word);
    }
}

/* The first that is wrong stands for all. */
static void look_at_numbers(const struct look *look, int index)
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

static bool is_null_string(const struct look *look,
                           const struct call_parameter *parameter)
{
    const struct array_string *string =
        (const void *)&look->call->words[parameter->word];

    return string->special == ARRAY_NULL;
}

/* Packed data are in external32 and nothing else (5.2). */
static bool is_no_datarep(const struct look *look,
                          const struct call_parameter *parameter)
{
    static const char only[] = "external32";
    const struct array_string *string =
        (const void *)&look->call->words[parameter->word];
    uint16_t base = look->call->info->base;

    return (base == CALL_MPI_Pack_external ||
            base == CALL_MPI_Pack_external_size ||
            base == CALL_MPI_Unpack_external) &&
           (string->count != sizeof only - 1 ||
            memcmp(string->items, only, sizeof only - 1) != 0);
}

void argument_too_long(struct agent *agent, struct call *call,
                       const struct record_too_long *told)
{
    struct look look = {.agent = agent, .call = call};

    argument_raise(&look, ARGUMENT_TOO_LONG,
                   &call->info->parameters[told->parameter], -1, NULL,
                   (int64_t)told->limit);
}

/* ---------------------------------------------------------------- a call */

static bool has_one_buffer(const struct call_info *info)
{
    return (info->classes & CLASS_COLLECTIVE) == 0 &&
           info->base != CALL_MPI_Sendrecv && info->base != CALL_MPI_Isendrecv;
}

static bool is_plain_number(const struct look *look,
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
        return word <= (uint64_t)largest_tag(look);
    case KIND_RANK:
    case KIND_DISP_UNIT:
    case KIND_KEYVAL:
        return false;
    default:
        return true;
    }
}

/*
 * Whether the parameter is beyond doubt, significant or not: what nearly all
 * are, at a glance.
 */
static bool is_plain(const struct look *look,
                     const struct call_parameter *parameter)
{
    uint64_t word;

    if (parameter->word < 0)
        return true;
    word = call_word(look->call, parameter->word);
    switch (parameter->wire) {
    case WIRE_ADDRESS:
        return parameter->kind != KIND_BUFFER ||
               (word >= FIRST_PAGE && /* nor MPI_IN_PLACE */
                look->agent->allocations == NULL &&
                ((parameter->direction & DIRECTION_OUT) == 0 ||
                 has_one_buffer(look->call->info)));
    case WIRE_HANDLE:
        return (parameter->direction & DIRECTION_IN) == 0 ||
               (word == NEUTRAL_COMM_WORLD && parameter->kind == KIND_COMM) ||
               (word > NEUTRAL_DATATYPE_NULL &&
                (word < NEUTRAL_HANDLE_PREDEFINED_END
                     ? parameter->kind == KIND_DATATYPE
                     : parameter->kind == KIND_REQUEST &&
                           parameter->direction != DIRECTION_IN));
    case WIRE_NUMBER:
        return word <= INT32_MAX && is_plain_number(look, parameter, word);
    case WIRE_NUMBERS:
    case WIRE_HANDLES:
        return (parameter->direction & DIRECTION_IN) == 0;
    case WIRE_STRING:
        return !is_null_string(look, parameter) &&
               !is_no_datarep(look, parameter);
    default:
        return true;
    }
}

/* The numbers and operations of RMA communication are judged where the window
 * is known (model_rma.c). */
static bool is_of_rma(const struct look *look,
                      const struct call_parameter *parameter)
{
    return (look->call->info->classes & CLASS_RMA) != 0 &&
           (parameter->wire == WIRE_NUMBER || parameter->kind == KIND_OP);
}

static void look_at(const struct look *look, int index)
{
    const struct call_parameter *parameter =
        &look->call->info->parameters[index];

    if (is_of_rma(look, parameter) || !argument_is_significant(look, index))
        return;
    if (parameter->kind == KIND_BUFFER)
        argument_buffer(look, index);
    else if ((parameter->direction & DIRECTION_IN) == 0)
        return;
    else if (parameter->wire == WIRE_NUMBER)
        look_at_number(look, index);
    else if (parameter->wire == WIRE_NUMBERS)
        look_at_numbers(look, index);
    else if (parameter->wire == WIRE_HANDLE) {
        argument_handle(look, index, call_word(look->call, parameter->word),
                        -1);
        if (parameter->kind == KIND_DATATYPE)
            argument_overlap(look, index);
    } else if (parameter->wire == WIRE_HANDLES)
        argument_handles(look, index);
    else if (parameter->wire == WIRE_STRING)
        argument_raise(look, ARGUMENT_VALUE, parameter, -1, NULL, -1);
}

/* The one argument that is judged before MPI is initialized. */
static void look_at_level(const struct look *look)
{
    int i;

    if (look->call->info->base != CALL_MPI_Init_thread)
        return;
    for (i = 0; i < look->call->info->parameter_count; i++)
        if (look->call->info->parameters[i].kind == KIND_THREAD_LEVEL &&
            look->call->info->parameters[i].direction == DIRECTION_IN)
            look_at_number(look, i);
}

void argument_enter(struct agent *agent, struct call *call)
{
    const struct call_info *info = call->info;
    struct look look = {.agent = agent, .call = call, .at_root = true};
    int i;

    look_at_level(&look);
    if ((agent->process->mpi != PROCESS_INITIALIZED && !agent->had_sessions) ||
        (info->classes & CLASS_TOOL) != 0 || argument_converts(info))
        return;
    if (info->comm_word >= 0) {
        look.comm = agent_comm(agent, call_word(call, info->comm_word));
        if (look.comm != NULL && !comm_member(look.comm, agent, &look.member))
            look.comm = NULL;
    }
    if ((info->classes & CLASS_COLLECTIVE) != 0) {
        find_in_place(&look);
        find_root(&look);
    }
    for (i = 0; i < info->parameter_count; i++)
        if (!is_plain(&look, &info->parameters[i]))
            look_at(&look, i);
    argument_arrays(&look);
    argument_predefined(&look);
    argument_topology(&look);
    argument_packed(&look);
    argument_info(&look);
    if (info->op_word >= 0 && (info->classes & CLASS_RMA) == 0 &&
        info->base != CALL_MPI_Op_free && info->base != CALL_MPI_Op_commutative)
        argument_op(&look);
}
