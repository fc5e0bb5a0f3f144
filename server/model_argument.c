/*
 * model_argument.c - arguments that no call of their kind may have: found by
 * the kinds of parameters, so that it holds for every function of the table.
 *
 * RMA communication calls have a judgement of their own (model_rma.c).
 */
#include "model_private.h"
#include "reduction.h"
#include "signature.h"

#include <string.h>

/* Addresses below are nobody's. */
#define FIRST_PAGE 4096

/* A call whose arguments are looked at. */
struct look {
    struct agent *agent;
    struct call *call;
    const struct comm *comm; /* of the call; NULL: has none, or not known */
    uint32_t member;         /* of comm */
    bool at_root;            /* it is the root, or there is none */
    bool elsewhere;          /* intercommunicator: in the root's group */
    bool in_place;           /* one of its buffers is */
};

static void raise_argument(const struct look *look, enum argument_fault fault,
                           const struct call_parameter *parameter, int64_t item,
                           const struct type *type)
{
    struct model_event event =
        model_event_new(look->agent, EVENT_ARGUMENT, look->call);

    event.argument.fault = fault;
    event.argument.parameter = parameter;
    event.argument.item = item;
    event.argument.comm = look->comm;
    event.argument.size =
        look->comm == NULL ? -1
        : look->comm->groups[1] != NULL &&
                look->member < (uint32_t)look->comm->groups[0]->size
            ? look->comm->groups[1]->size
            : look->comm->groups[0]->size;
    event.argument.type = type;
    model_raise(look->agent->model, &event);
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

static bool is_significant(const struct look *look, int index)
{
    const struct call_parameter *parameter =
        &look->call->info->parameters[index];

    if (parameter->word < 0 || parameter->word >= look->call->info->in_words ||
        is_first_of_exscan(look, parameter))
        return false;
    if (parameter->kind == KIND_COMM || parameter->kind == KIND_ROOT)
        return !is_leaders(look, parameter);
    if (parameter->at_root)
        return look->at_root && !is_in_place(look, index);
    return !look->elsewhere && !is_leaders(look, parameter) &&
           !is_in_place(look, index);
}

/* --------------------------------------------------------------- numbers */

static bool rank_fits(const struct look *look,
                      const struct call_parameter *parameter, int64_t rank)
{
    bool inter = look->comm->groups[1] != NULL;

    if (rank == NEUTRAL_UNREAD ||
        comm_peer(look->comm, look->member, rank) >= 0)
        return true;
    switch (parameter->kind) {
    case KIND_SOURCE:
        return rank == NEUTRAL_PROC_NULL || rank == NEUTRAL_ANY_SOURCE;
    case KIND_DEST:
        return rank == NEUTRAL_PROC_NULL;
    default: /* KIND_ROOT */
        return inter && (rank == NEUTRAL_ROOT || rank == NEUTRAL_PROC_NULL);
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

static bool number_fits(const struct look *look,
                        const struct call_parameter *parameter, int64_t value)
{
    switch (parameter->kind) {
    case KIND_COUNT:
    case KIND_LARGE_COUNT:
    case KIND_PARTITION_COUNT:
    case KIND_PARTITIONS:
        return value >= 0;
    case KIND_COLOR: /* or MPI_UNDEFINED */
        return value >= 0;
    case KIND_SOURCE:
    case KIND_DEST:
    case KIND_ROOT:
        return look->comm == NULL || rank_fits(look, parameter, value);
    case KIND_TAG:
        return value == NEUTRAL_UNREAD ||
               (value >= 0 && value < NEUTRAL_SPECIAL) ||
               (value == NEUTRAL_ANY_TAG && is_receive_tag(look, parameter));
    default:
        return true;
    }
}

static enum argument_fault number_fault(const struct call_parameter *parameter)
{
    switch (parameter->kind) {
    case KIND_SOURCE:
    case KIND_DEST:
    case KIND_ROOT:
        return ARGUMENT_NO_RANK;
    case KIND_TAG:
        return ARGUMENT_NO_TAG;
    default:
        return ARGUMENT_NEGATIVE;
    }
}

static void look_at_number(const struct look *look,
                           const struct call_parameter *parameter)
{
    if (!number_fits(look, parameter,
                     (int64_t)call_word(look->call, parameter->word)))
        raise_argument(look, number_fault(parameter), parameter, -1, NULL);
}

/* The first that is wrong stands for all. */
static void look_at_numbers(const struct look *look,
                            const struct call_parameter *parameter)
{
    const struct array_number *array =
        (const void *)&look->call->words[parameter->word];
    uint32_t i;

    if (array->special != ARRAY_PRESENT)
        return;
    for (i = 0; i < array->count; i++)
        if (!number_fits(look, parameter, array->items[i])) {
            raise_argument(look, number_fault(parameter), parameter, i, NULL);
            return;
        }
}

/* --------------------------------------------------------------- handles */

static uint64_t null_handle(enum call_kind kind)
{
    switch (kind) {
    case KIND_COMM:
        return NEUTRAL_COMM_NULL;
    case KIND_GROUP:
        return NEUTRAL_GROUP_NULL;
    case KIND_WIN:
        return NEUTRAL_WIN_NULL;
    case KIND_MESSAGE:
        return NEUTRAL_MESSAGE_NULL;
    case KIND_REQUEST:
        return NEUTRAL_REQUEST_NULL;
    case KIND_DATATYPE:
        return NEUTRAL_DATATYPE_NULL;
    case KIND_OP:
        return NEUTRAL_OP_NULL;
    case KIND_INFO:
        return NEUTRAL_INFO_NULL;
    case KIND_ERRHANDLER:
        return NEUTRAL_ERRHANDLER_NULL;
    default: /* none that is looked at */
        return UINT64_MAX;
    }
}

static bool begins_with(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Where a null handle is a value like any other (MPI-4.1 3.7.3, 4.2.2, 10). */
static bool may_be_null(const struct call_info *info, enum call_kind kind)
{
    size_t length = strlen(info->name);

    switch (kind) {
    case KIND_REQUEST:
        return !begins_with(info->name, "MPI_Start") &&
               !begins_with(info->name, "MPI_Pready") &&
               info->base != CALL_MPI_Request_free &&
               info->base != CALL_MPI_Cancel;
    case KIND_INFO:
        return !begins_with(info->name, "MPI_Info_");
    default: /* a null handle may have a name */
        return length > 9 && strcmp(info->name + length - 9, "_get_name") == 0;
    }
}

static enum binding_kind binding_kind_of(enum call_kind kind)
{
    switch (kind) {
    case KIND_COMM:
        return BINDING_COMM;
    case KIND_WIN:
        return BINDING_WINDOW;
    default:
        return BINDING_TYPE;
    }
}

/* It stood for an object that this process has freed. */
static bool is_freed(const struct look *look, enum call_kind kind,
                     uint64_t handle)
{
    enum binding_kind bound = binding_kind_of(kind);

    if (handle < NEUTRAL_HANDLE_PREDEFINED_END)
        return false;
    if (kind != KIND_COMM && kind != KIND_WIN && kind != KIND_DATATYPE)
        return left_simple_is_freed(look->agent, kind, handle);
    return binding_get(look->agent, bound, handle) == NULL &&
           former_name(look->agent, bound, handle) != NULL;
}

/* A type that describes data, and not only another type. */
static bool describes_data(const struct look *look, int index)
{
    const struct call_info *info = look->call->info;
    int i;

    if (info->base == CALL_MPI_Pack || info->base == CALL_MPI_Unpack ||
        (info->classes & (CLASS_QUERY | CLASS_LOCAL)) == CLASS_QUERY)
        return false;
    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_BUFFER &&
            info->parameters[i].type == index)
            return true;
    return false;
}

static void look_at_type(const struct look *look, int index, uint64_t handle,
                         int64_t item)
{
    const struct type *type = agent_type(look->agent, handle);

    if (type != NULL && type->known && type->number > 0 && !type->committed &&
        describes_data(look, index))
        raise_argument(look, ARGUMENT_NOT_COMMITTED,
                       &look->call->info->parameters[index], item, type);
}

/* Counts of the data that the type at `index` describes: where they are zero,
 * nobody looks at it. */
static bool counts_nothing(const struct look *look, int index, int64_t item)
{
    const struct call_info *info = look->call->info;
    const struct call_parameter *count;
    const struct array_number *counts;
    int i;

    for (i = 0; i < info->parameter_count; i++) {
        if (info->parameters[i].kind != KIND_BUFFER ||
            info->parameters[i].type != index || info->parameters[i].count < 0)
            continue;
        count = &info->parameters[(int)info->parameters[i].count];
        counts = (const void *)&look->call->words[count->word];
        if (count->wire == WIRE_NUMBER)
            return look->call->words[count->word] == 0;
        return count->wire == WIRE_NUMBERS && item >= 0 &&
               (counts->special != ARRAY_PRESENT || item >= counts->count ||
                counts->items[item] == 0);
    }
    return false;
}

static void look_at_handle(const struct look *look, int index, uint64_t handle,
                           int64_t item)
{
    const struct call_info *info = look->call->info;
    const struct call_parameter *parameter = &info->parameters[index];
    enum call_kind kind = (enum call_kind)parameter->kind;

    if (handle == null_handle(kind)) {
        if (!may_be_null(info, kind) && !counts_nothing(look, index, item) &&
            (kind != KIND_REQUEST || !look->agent->request_failed))
            raise_argument(look, ARGUMENT_NULL_HANDLE, parameter, item, NULL);
    } else if (is_freed(look, kind, handle)) {
        raise_argument(look, ARGUMENT_FREED_HANDLE, parameter, item, NULL);
    } else if (kind == KIND_DATATYPE &&
               handle >= NEUTRAL_HANDLE_PREDEFINED_END &&
               !counts_nothing(look, index, item)) {
        look_at_type(look, index, handle, item);
    }
}

static void look_at_handles(const struct look *look, int index)
{
    const struct array_handle *array =
        (const void *)&look->call
            ->words[look->call->info->parameters[index].word];
    uint32_t i;

    if (array->special == ARRAY_PRESENT)
        for (i = 0; i < array->count; i++)
            look_at_handle(look, index, array->items[i], i);
}

/* --------------------------------------------------------------- buffers */

/* MPI_PROC_NULL, or neighbours, of which there may be none. */
static bool talks_to_nobody(const struct look *look)
{
    const struct call_info *info = look->call->info;
    int i;

    if (strstr(info->name, "eighbor_") != NULL)
        return true;
    for (i = 0; i < info->parameter_count; i++)
        if ((info->parameters[i].kind == KIND_DEST ||
             info->parameters[i].kind == KIND_SOURCE) &&
            look->call->words[info->parameters[i].word] == NEUTRAL_PROC_NULL)
            return true;
    return false;
}

/* The data in a buffer with one count and type; false: there are none, or
 * they are described in another way. */
static bool buffer_payload(const struct look *look, int index,
                           struct payload *payload)
{
    const struct call_info *info = look->call->info;
    const struct call_parameter *buffer = &info->parameters[index];
    const struct call_parameter *count, *type;

    if (buffer->kind != KIND_BUFFER || buffer->count < 0 || buffer->type < 0)
        return false;
    count = &info->parameters[(int)buffer->count];
    type = &info->parameters[(int)buffer->type];
    if (count->wire != WIRE_NUMBER || type->wire != WIRE_HANDLE)
        return false;
    payload->count = (int64_t)call_word(look->call, count->word);
    payload->type = agent_type(look->agent, call_word(look->call, type->word));
    return payload->type != NULL && payload->type->known &&
           payload_bytes(payload) > 0;
}

/* Both have data at their very first byte. */
static bool is_aliased(const struct look *look, int one, int other)
{
    const struct call_parameter *parameters = look->call->info->parameters;
    struct payload left, right;

    return one != other &&
           call_word(look->call, parameters[one].word) ==
               call_word(look->call, parameters[other].word) &&
           is_significant(look, other) && !talks_to_nobody(look) &&
           buffer_payload(look, one, &left) &&
           buffer_payload(look, other, &right) && left.type->true_lb == 0 &&
           right.type->true_lb == 0;
}

/* A null pointer where there is data; MPI_BOTTOM is one, too, and goes with
 * types whose displacements are addresses. */
static void look_at_buffer(const struct look *look, int index)
{
    const struct call_info *info = look->call->info;
    const struct call_parameter *buffer = &info->parameters[index];
    uint64_t address = call_word(look->call, buffer->word);
    struct payload payload;
    int i;

    if (address == NEUTRAL_BOTTOM) {
        if (!talks_to_nobody(look) && buffer_payload(look, index, &payload) &&
            payload.type->true_lb >= 0 && payload.type->true_lb < FIRST_PAGE)
            raise_argument(look, ARGUMENT_NULL_BUFFER, buffer, -1,
                           payload.type);
        return;
    }
    if ((buffer->direction & DIRECTION_OUT) == 0 || address == NEUTRAL_IN_PLACE)
        return;
    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_BUFFER &&
            is_aliased(look, index, i))
            raise_argument(look, ARGUMENT_ALIASED, buffer, -1, NULL);
}

/* ------------------------------------------------------------------- ops */

/* The datatype of a reduction, and where it stands; NULL: there is none that is
 * known, or no data. */
static const struct type *reduced_type(const struct look *look, int *index)
{
    const struct call_info *info = look->call->info;
    int i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_DATATYPE)
            break;
    *index = i;
    if (i == info->parameter_count || !is_significant(look, i) ||
        counts_nothing(look, i, -1))
        return NULL;
    return agent_type(look->agent,
                      call_word(look->call, info->parameters[i].word));
}

/* Predefined operations are for the predefined datatypes that the standard
 * lists (6.9.1, 6.9.2). */
static void look_at_op(const struct look *look)
{
    const struct call_info *info = look->call->info;
    uint64_t op = call_word(look->call, info->op_word);
    const struct type *type;
    int index;

    if (reduction_name(op) == NULL || op == NEUTRAL_OP_NULL)
        return;
    type = reduced_type(look, &index);
    if (type == NULL || !type->known)
        return;
    if (type->maker != TYPE_PREDEFINED || op == NEUTRAL_OP_REPLACE ||
        op == NEUTRAL_OP_NO_OP ||
        (signature_basic_name(type->handle) != NULL &&
         !reduction_takes(op, type->handle)))
        raise_argument(look, ARGUMENT_OP_TYPE, &info->parameters[index], -1,
                       type);
}

/* ---------------------------------------------------------------- a call */

static bool has_one_buffer(const struct call_info *info)
{
    return (info->classes & CLASS_COLLECTIVE) == 0 &&
           info->base != CALL_MPI_Sendrecv && info->base != CALL_MPI_Isendrecv;
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
               (word >= FIRST_PAGE &&
                ((parameter->direction & DIRECTION_OUT) == 0 ||
                 has_one_buffer(look->call->info)));
    case WIRE_HANDLE:
        return (parameter->direction & DIRECTION_IN) == 0 ||
               word == NEUTRAL_COMM_WORLD ||
               (word > NEUTRAL_DATATYPE_NULL &&
                (word < NEUTRAL_HANDLE_PREDEFINED_END ||
                 parameter->kind == KIND_REQUEST));
    case WIRE_NUMBER:
        return word <= INT32_MAX &&
               (parameter->kind != KIND_DEST &&
                        parameter->kind != KIND_SOURCE &&
                        parameter->kind != KIND_ROOT
                    ? true
                    : look->comm != NULL && look->comm->groups[1] == NULL &&
                          word < (uint64_t)look->comm->groups[0]->size);
    case WIRE_NUMBERS:
    case WIRE_HANDLES:
        return (parameter->direction & DIRECTION_IN) == 0;
    default:
        return true;
    }
}

static void look_at(const struct look *look, int index)
{
    const struct call_parameter *parameter =
        &look->call->info->parameters[index];

    if (!is_significant(look, index))
        return;
    if (parameter->kind == KIND_BUFFER)
        look_at_buffer(look, index);
    else if ((parameter->direction & DIRECTION_IN) == 0)
        return;
    else if (parameter->wire == WIRE_NUMBER)
        look_at_number(look, parameter);
    else if (parameter->wire == WIRE_NUMBERS)
        look_at_numbers(look, parameter);
    else if (parameter->wire == WIRE_HANDLE)
        look_at_handle(look, index, call_word(look->call, parameter->word), -1);
    else if (parameter->wire == WIRE_HANDLES)
        look_at_handles(look, index);
}

void argument_enter(struct agent *agent, struct call *call)
{
    const struct call_info *info = call->info;
    struct look look = {.agent = agent, .call = call, .at_root = true};
    int i;

    if ((agent->process->mpi != PROCESS_INITIALIZED && !agent->had_sessions) ||
        (info->classes & (CLASS_RMA | CLASS_TOOL)) != 0 ||
        (info->classes & (CLASS_QUERY | CLASS_ANYTIME)) ==
            (CLASS_QUERY | CLASS_ANYTIME))
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
    if (info->op_word >= 0 && info->base != CALL_MPI_Op_free &&
        info->base != CALL_MPI_Op_commutative)
        look_at_op(&look);
}
