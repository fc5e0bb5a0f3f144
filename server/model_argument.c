/*
 * model_argument.c - arguments that no call of their kind may have: found by
 * the kinds of parameters, so that it holds for every function of the table.
 *
 * What numbers may be is judged in model_argument_number.c, those of RMA
 * communication calls in model_rma.c.
 */
#include "model_argument.h"

#include "access.h"

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
    if (parameter != NULL && parameter->kind == KIND_FILE)
        event.argument.failed = look->agent->failed_open;
    if (parameter != NULL && parameter->kind == KIND_COMM &&
        fault == ARGUMENT_NULL_HANDLE)
        event.argument.failed = look->agent->no_comm;
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
    case ARGUMENT_INTRA_INTER:
    case ARGUMENT_NOT_COMMITTED:
    case ARGUMENT_NULL_BUFFER:
    case ARGUMENT_NO_BUFFER:
        return true;
    default:
        return false;
    }
}

/* Whether the call stores where the buffer is not: a receive no more than has
 * come. */
static bool is_overrun(const struct model_event *event)
{
    const struct call_parameter *buffer = event->argument.parameter;

    switch (event->argument.fault) {
    case ARGUMENT_TOO_SHORT:
    case ARGUMENT_BEYOND_FRAME:
    case ARGUMENT_BEYOND_VARIABLE:
    case ARGUMENT_FREED:
        return (buffer->direction & DIRECTION_OUT) != 0 &&
               buffer->kind == KIND_BUFFER && !event->argument.may &&
               (!overrun_is_receive(event->call->info) ||
                event->call->came > event->argument.size);
    default:
        return false;
    }
}

static void raise_argument(const struct look *look,
                           const struct model_event *event)
{
    look->agent->faulty |= is_refused(event->argument.fault);
    look->agent->overran |= is_overrun(event);
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

void argument_raise_freed(const struct look *look,
                          const struct call_parameter *parameter, int64_t item,
                          struct call *freed_by)
{
    struct model_event event =
        new_event(look, ARGUMENT_FREED_HANDLE, parameter, item);

    event.argument.freed_by = freed_by;
    raise_argument(look, &event);
}

void argument_raise_counted(const struct look *look,
                            const struct call_parameter *parameter,
                            struct call *filled_by)
{
    struct model_event event =
        new_event(look, ARGUMENT_OTHER_TYPE, parameter, -1);

    event.argument.failed = filled_by;
    raise_argument(look, &event);
}

void argument_raise_sent(const struct look *look, struct call *send)
{
    struct model_event event = new_event(look, ARGUMENT_STATUS_UNSET,
                                         look->call->info->parameters, -1);

    event.argument.failed = send;
    raise_argument(look, &event);
}

/* Of how many processes the buffer has a part, all of one size, by the count of
 * one; 0: it is not like that, or not known. */
static uint32_t parts_of(const struct look *look,
                         const struct call_parameter *buffer)
{
    return look->comm != NULL && look->comm->groups[1] == NULL &&
                   access_is_for_each(look->call, buffer)
               ? comm_size(look->comm)
               : 0;
}

static struct model_event missing_event(const struct look *look,
                                        enum argument_fault fault,
                                        const struct call_parameter *buffer,
                                        int64_t there, int64_t takes,
                                        const char *variable)
{
    struct model_event event = new_event(look, fault, buffer, -1);

    event.argument.size = there;
    event.argument.takes = takes;
    event.argument.variable = variable;
    if (buffer->type >= 0 &&
        look->call->info->parameters[buffer->type].wire == WIRE_HANDLE)
        event.argument.type = agent_type(
            look->agent,
            call_word(look->call,
                      look->call->info->parameters[buffer->type].word));
    event.argument.each = parts_of(look, buffer);
    if (event.argument.each > 0 && takes % event.argument.each != 0)
        event.argument.each = 0;
    return event;
}

void argument_raise_missing(const struct look *look, enum argument_fault fault,
                            const struct call_parameter *buffer, int64_t there,
                            int64_t takes, bool may, const char *variable)
{
    struct model_event event =
        missing_event(look, fault, buffer, there, takes, variable);

    event.argument.may = may;
    look->agent->short_buffer = look->call->number + 1;
    if ((fault != ARGUMENT_TOO_SHORT && fault != ARGUMENT_BEYOND_FRAME &&
         fault != ARGUMENT_BEYOND_VARIABLE) ||
        !overrun_put_off(look->agent, &event))
        raise_argument(look, &event);
}

void argument_raise_room(const struct look *look, enum argument_fault fault,
                         const struct call_parameter *buffer, int64_t there,
                         int64_t takes, const char *variable)
{
    struct model_event event =
        missing_event(look, fault, buffer, there, takes, variable);

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

void argument_raise_session(const struct look *look,
                            const struct call_parameter *parameter,
                            const char *is, const struct call_parameter *beside,
                            const char *beside_is)
{
    struct model_event event =
        new_event(look, ARGUMENT_OTHER_SESSION, parameter, -1);

    event.argument.is = is;
    event.argument.beside = beside;
    event.argument.beside_is = beside_is;
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

    if (info->root_word < 0)
        return;
    root = (int64_t)call_word(look->call, info->root_word);
    if (look->comm != NULL && look->comm->groups[1] == NULL) {
        look->at_root = root == (int64_t)look->member;
        return;
    }
    /* One that is not followed may be an intercommunicator (of
     * MPI_Comm_spawn), or one in which another process is the root. */
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

/* Of an intercommunicator's group that the root is not in, or at its root: what
 * MPI_Bcast sends there and MPI_Reduce brings all describe alike (6.4, 6.9.1).
 */
static bool is_others(const struct look *look,
                      const struct call_parameter *parameter)
{
    const struct call_info *info = look->call->info;
    bool alike =
        info->op_word >= 0 || strcmp(info->parameters[0].name, "buffer") == 0;

    return look->elsewhere &&
           !(look->at_root && alike && strcmp(parameter->name, "sendbuf") != 0);
}

bool argument_is_significant(const struct look *look, int index)
{
    const struct call_parameter *parameter =
        &look->call->info->parameters[index];

    if (parameter->word < 0 || parameter->word >= look->call->info->in_words ||
        access_ignores(look->call, parameter) ||
        (parameter->at == AT_BEHIND && look->member == 0))
        return false;
    if (parameter->kind == KIND_COMM || parameter->kind == KIND_ROOT)
        return !is_leaders(look, parameter);
    if (parameter->at == AT_ROOT)
        return look->at_root && !is_in_place(look, index);
    return !is_others(look, parameter) && !is_leaders(look, parameter) &&
           !is_in_place(look, index);
}

/* --------------------------------------------------------------- strings */

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

void argument_short(struct agent *agent, struct call *call,
                    const struct record_short *told)
{
    static const enum argument_fault as[] = {
        [NO_MEMORY_MAPPED] = ARGUMENT_NO_MEMORY,
        [NO_MEMORY_BLOCK] = ARGUMENT_TOO_SHORT,
        [NO_MEMORY_FRAME] = ARGUMENT_BEYOND_FRAME,
        [NO_MEMORY_FREED] = ARGUMENT_FREED,
        [NO_MEMORY_BEFORE] = ARGUMENT_BEFORE_BLOCK,
    };
    struct look look = {.agent = agent, .call = call};
    struct model_event event = new_event(
        &look, as[told->kind], &call->info->parameters[told->parameter], -1);

    event.argument.size = (int64_t)told->there;
    event.argument.needed = (int64_t)told->needed;
    event.argument.may = told->may != 0;
    raise_argument(&look, &event);
}

void argument_short_variable(struct agent *agent, struct call *call,
                             const struct record_automatic *told, uint64_t end,
                             const char *variable)
{
    struct look look = {.agent = agent, .call = call};
    struct model_event event =
        new_event(&look, ARGUMENT_BEYOND_VARIABLE,
                  &call->info->parameters[told->parameter], -1);

    event.argument.size = (int64_t)(end - told->low);
    event.argument.needed = (int64_t)(told->high - told->low);
    event.argument.may = told->may != 0;
    event.argument.variable = variable;
    raise_argument(&look, &event);
}

/* ---------------------------------------------------------------- a call */

static bool has_one_buffer(const struct call_info *info)
{
    return (info->classes & CLASS_COLLECTIVE) == 0 &&
           info->base != CALL_MPI_Sendrecv &&
           info->base != CALL_MPI_Isendrecv &&
           info->base != CALL_MPI_Reduce_local &&
           info->base != CALL_MPI_Get_accumulate &&
           info->base != CALL_MPI_Rget_accumulate &&
           info->base != CALL_MPI_Fetch_and_op &&
           info->base != CALL_MPI_Compare_and_swap;
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
        if (parameter->kind == KIND_ADDRESS)
            return word != NEUTRAL_BOTTOM;
        return parameter->kind != KIND_BUFFER ||
               (word >= FIRST_PAGE && /* nor MPI_IN_PLACE */
                look->agent->allocations == NULL &&
                ((parameter->direction & DIRECTION_OUT) == 0 ||
                 has_one_buffer(look->call->info)));
    case WIRE_HANDLE:
        return (parameter->direction & DIRECTION_IN) == 0 ||
               (word == NEUTRAL_COMM_WORLD && parameter->kind == KIND_COMM &&
                parameter->only != ONLY_INTER) ||
               (word > NEUTRAL_DATATYPE_NULL &&
                (word < NEUTRAL_HANDLE_PREDEFINED_END
                     ? parameter->kind == KIND_DATATYPE
                     : parameter->kind == KIND_REQUEST &&
                           parameter->direction != DIRECTION_IN));
    case WIRE_NUMBER:
        return word <= INT32_MAX &&
               argument_number_is_plain(look, parameter, word);
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
    else if (parameter->kind == KIND_ADDRESS)
        argument_address(look, index);
    else if (parameter->wire == WIRE_NUMBER)
        argument_number(look, index);
    else if (parameter->wire == WIRE_NUMBERS)
        argument_numbers(look, index);
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
            argument_number(look, i);
}

/* What more there is to see than each parameter by itself. */
static void look_at_all(const struct look *look)
{
    const struct call_info *info = look->call->info;

    argument_arrays(look);
    argument_predefined(look);
    argument_topology(look);
    argument_packed(look);
    argument_contents(look);
    argument_info(look);
    argument_large(look);
    argument_shares_memory(look);
    if (info->op_word >= 0 && (info->classes & CLASS_RMA) == 0 &&
        info->base != CALL_MPI_Op_free && info->base != CALL_MPI_Op_commutative)
        argument_op(look);
}

/* Messages and what completes them: there is no more. */
static bool is_of_messages(const struct call_info *info)
{
    return (info->classes & (CLASS_BLOCKS | CLASS_STARTS | CLASS_COMPLETES)) !=
               0 &&
           (info->classes & (CLASS_COLLECTIVE | CLASS_RMA | CLASS_QUERY)) == 0;
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
    if (!is_of_messages(info))
        look_at_all(&look);
    if (agent->had_sessions)
        argument_sessions(&look);
}
