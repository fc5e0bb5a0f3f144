/*
 * model_argument_handle.c - handles that stand for no object, for one that was
 * freed, or for a datatype that is not committed.
 */
#include "model_argument.h"
#include "model_info.h"
#include "model_request.h"
#include "neutral_constants.h"

#include <string.h>

static uint64_t null_handle(enum call_kind kind)
{
    switch (kind) {
    case KIND_COMM:
        return NEUTRAL_COMM_NULL;
    case KIND_GROUP:
        return NEUTRAL_GROUP_NULL;
    case KIND_WIN:
        return NEUTRAL_WIN_NULL;
    case KIND_FILE:
        return NEUTRAL_FILE_NULL;
    case KIND_SESSION:
        return NEUTRAL_SESSION_NULL;
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

static bool ends_with(const char *text, const char *with)
{
    size_t length = strlen(text), tail = strlen(with);

    return length >= tail && strcmp(text + length - tail, with) == 0;
}

bool argument_converts(const struct call_info *info)
{
    return (info->classes & CLASS_QUERY) != 0 &&
           (ends_with(info->name, "_c2f") || ends_with(info->name, "_toint"));
}

/* Where a null handle is a value like any other (MPI-4.1 3.7.3, 4.2.2, 10). */
static bool may_be_null(const struct call_info *info, enum call_kind kind)
{
    if (ends_with(info->name, "_get_name")) /* a null handle may have one */
        return true;
    switch (kind) {
    case KIND_REQUEST:
        return !begins_with(info->name, "MPI_Start") &&
               !begins_with(info->name, "MPI_Pready") &&
               info->base != CALL_MPI_Request_free &&
               info->base != CALL_MPI_Cancel &&
               info->base != CALL_MPI_Grequest_complete;
    case KIND_WIN: /* RMA-NO-WINDOW tells */
        return (info->classes & CLASS_RMA) != 0;
    case KIND_FILE: /* its error handler is the default one */
        return ends_with(info->name, "_errhandler");
    case KIND_INFO:
        return !begins_with(info->name, "MPI_Info_");
    default:
        return false;
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

/* Of the kinds whose objects the model knows more of; false: of others. */
static bool has_binding(enum call_kind kind, enum binding_kind *bound)
{
    *bound = kind == KIND_MESSAGE ? BINDING_MESSAGE : binding_kind_of(kind);
    return kind == KIND_MESSAGE || kind == KIND_COMM || kind == KIND_WIN ||
           kind == KIND_DATATYPE;
}

/* It stood for an object that this process has freed. */
static bool is_freed(const struct look *look, enum call_kind kind,
                     uint64_t handle)
{
    enum binding_kind bound;

    if (handle < NEUTRAL_HANDLE_PREDEFINED_END)
        return false;
    if (!has_binding(kind, &bound))
        return left_simple_is_freed(look->agent, kind, handle);
    return binding_get(look->agent, bound, handle) == NULL &&
           former_name(look->agent, bound, handle) != NULL;
}

static struct call *freed_by(const struct look *look, enum call_kind kind,
                             uint64_t handle)
{
    enum binding_kind bound;

    return has_binding(kind, &bound)
               ? former_freed_by(look->agent, bound, handle)
               : left_simple_freed_by(look->agent, kind, handle);
}

/*
 * A communicator that is none yet, while an MPI_Comm_idup is pending: some MPIs
 * give its handle early.  Another thread that is in a call may have completed
 * it before that is looked at; and who asked for its status may know that it is
 * there.
 */
static bool is_not_made(const struct look *look, uint64_t handle)
{
    const struct operation *operation;

    if (look->agent->idups == NULL ||
        open_beside(look->agent, look->call->thread) ||
        handle < NEUTRAL_HANDLE_PREDEFINED_END ||
        binding_get(look->agent, BINDING_COMM, handle) != NULL)
        return false;
    for (operation = look->agent->idups; operation != NULL;
         operation = operation->next_idup)
        if (operation->told_complete)
            return false;
    return true;
}

/* ----------------------------------------------------- another kind */

/* Predefined handles of a kind (include/neutral.h). */
static bool is_predefined_of(enum call_kind kind, uint64_t handle)
{
    static const struct {
        enum call_kind kind;
        uint64_t first, end;
    } ranges[] = {
        {KIND_OP, NEUTRAL_OP_NULL, 0x100},
        {KIND_COMM, NEUTRAL_COMM_NULL, NEUTRAL_GROUP_NULL},
        {KIND_GROUP, NEUTRAL_GROUP_NULL, NEUTRAL_WIN_NULL},
        {KIND_WIN, NEUTRAL_WIN_NULL, NEUTRAL_FILE_NULL},
        {KIND_FILE, NEUTRAL_FILE_NULL, NEUTRAL_SESSION_NULL},
        {KIND_SESSION, NEUTRAL_SESSION_NULL, NEUTRAL_MESSAGE_NULL},
        {KIND_MESSAGE, NEUTRAL_MESSAGE_NULL, NEUTRAL_INFO_NULL},
        {KIND_INFO, NEUTRAL_INFO_NULL, NEUTRAL_ERRHANDLER_NULL},
        {KIND_ERRHANDLER, NEUTRAL_ERRHANDLER_NULL, NEUTRAL_REQUEST_NULL},
        {KIND_DATATYPE, NEUTRAL_DATATYPE_NULL, NEUTRAL_HANDLE_PREDEFINED_END},
    };
    size_t i;

    for (i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (ranges[i].kind == kind)
            return handle >= ranges[i].first && handle < ranges[i].end;
    return true; /* not judged */
}

static bool stands_for(const struct agent *agent, enum call_kind kind,
                       uint64_t handle)
{
    switch (kind) {
    case KIND_COMM:
    case KIND_WIN:
    case KIND_DATATYPE:
        return binding_get(agent, binding_kind_of(kind), handle) != NULL;
    case KIND_MESSAGE:
        return binding_get(agent, BINDING_MESSAGE, handle) != NULL;
    default:
        return left_simple_is(agent, kind, handle);
    }
}

/* Of which kind the object is that the handle stands for; the given one: it is
 * of that, or not known. */
static enum call_kind kind_of(const struct agent *agent, enum call_kind kind,
                              uint64_t handle)
{
    static const enum call_kind kinds[] = {
        KIND_COMM, KIND_GROUP, KIND_DATATYPE, KIND_WIN,       KIND_OP,
        KIND_INFO, KIND_FILE,  KIND_SESSION,  KIND_ERRHANDLER};
    size_t i;

    if (!stands_for(agent, kind, handle))
        for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
            if (stands_for(agent, kinds[i], handle))
                return kinds[i];
    return kind;
}

/* Raises ARGUMENT_OTHER_KIND if the handle is none of that kind. */
static bool look_at_kind(const struct look *look, int index, uint64_t handle,
                         int64_t item)
{
    const struct call_info *info = look->call->info;
    enum call_kind kind = (enum call_kind)info->parameters[index].kind;
    uint64_t bits = handle & ~NEUTRAL_HANDLE_NONE;
    enum call_kind is = kind_of(look->agent, kind, bits);
    const char *other;

    if (bits < NEUTRAL_HANDLE_PREDEFINED_END && bits == handle
            ? is_predefined_of(kind, handle)
            : bits == handle && is == kind) {
        other = kind == KIND_ERRHANDLER
                    ? left_other_errhandler(look->agent, look->call, handle)
                    : NULL;
        if (other != NULL)
            argument_raise_kind(look, &info->parameters[index], item, other);
        return other != NULL;
    }
    if (!argument_counts_nothing(look, index, item))
        argument_raise_kind(look, &info->parameters[index], item,
                            is == kind
                                ? NULL
                                : model_object_name(look->agent->process, is,
                                                    bits, look->call->number));
    return true;
}

/* A type that describes data, and not only another type. */
static bool describes_data(const struct look *look, int index)
{
    const struct call_info *info = look->call->info;
    int i;

    if ((info->classes & CLASS_RMA) != 0 || /* rma_argument.c judges it */
        (info->classes & (CLASS_QUERY | CLASS_LOCAL)) == CLASS_QUERY)
        return false;
    if (info->base == CALL_MPI_File_set_view)
        return true; /* of a file (14.3) */
    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_BUFFER &&
            info->parameters[i].type == index)
            return true;
    return false;
}

/* For a section of an array a Fortran binding makes a datatype in the very call
 * that uses it; whether it commits and frees it is none of the program's. */
static bool is_by_binding(const struct look *look, const struct type *type)
{
    const struct call *call = look->call;

    return (call->flags & RECORD_FORTRAN) != 0 && call->stack != NULL &&
           type->made_by != NULL && type->made_by->stack == call->stack;
}

static void look_at_type(const struct look *look, int index, uint64_t handle,
                         int64_t item)
{
    struct type *type = agent_type(look->agent, handle);

    if (type == NULL || type->number == 0)
        return;
    type->by_binding = type->by_binding || is_by_binding(look, type);
    if (type->known && !type->committed && !type->by_binding &&
        describes_data(look, index))
        argument_raise(look, ARGUMENT_NOT_COMMITTED,
                       &look->call->info->parameters[index], item, type, -1);
}

/* An intercommunicator where the call takes intracommunicators only, or the
 * reverse. */
static void look_at_groups(const struct look *look,
                           const struct call_parameter *parameter,
                           uint64_t handle)
{
    const struct comm *comm = agent_comm(look->agent, handle);
    enum call_only is;

    if (comm == NULL || comm->opaque)
        return;
    is = comm->groups[1] != NULL ? ONLY_INTER : ONLY_INTRA;
    if (parameter->only != is)
        argument_raise(look, ARGUMENT_INTRA_INTER, parameter, -1, NULL, -1);
}

void argument_handle(const struct look *look, int index, uint64_t handle,
                     int64_t item)
{
    const struct call_info *info = look->call->info;
    const struct call_parameter *parameter = &info->parameters[index];
    enum call_kind kind = (enum call_kind)parameter->kind;

    if (handle == null_handle(kind)) {
        /* Where each process has a type, those of nothing are often null: the
         * MPI libraries let that pass. */
        if (!may_be_null(info, kind) &&
            (item < 0 || !argument_counts_nothing(look, index, item)) &&
            (kind != KIND_REQUEST || !look->agent->request_failed))
            argument_raise(look, ARGUMENT_NULL_HANDLE, parameter, item, NULL,
                           -1);
    } else if (kind == KIND_REQUEST) {
        /* calls that complete it are judged in model_request_fault.c */
        if (parameter->direction == DIRECTION_IN)
            request_fault_unknown(look->agent, look->call, handle, item);
    } else if (is_freed(look, kind, handle)) {
        /* A reduction that is pending has the datatype still, and gives it to
         * the program's function (5.1.9). */
        if (kind != KIND_DATATYPE || look->call->depth == 0)
            argument_raise_freed(look, parameter, item,
                                 freed_by(look, kind, handle));
    } else if (look_at_kind(look, index, handle, item)) {
        ; /* told */
    } else if (kind == KIND_COMM && is_not_made(look, handle)) {
        argument_raise(look, ARGUMENT_NOT_MADE, parameter, item, NULL, -1);
    } else if (kind == KIND_COMM && parameter->only != ONLY_NO) {
        look_at_groups(look, parameter, handle);
    } else if (kind == KIND_DATATYPE &&
               handle >= NEUTRAL_HANDLE_PREDEFINED_END &&
               !argument_counts_nothing(look, index, item)) {
        look_at_type(look, index, handle, item);
    }
}

void argument_handles(const struct look *look, int index)
{
    const struct array_handle *array =
        (const void *)&look->call
            ->words[look->call->info->parameters[index].word];
    uint32_t i;

    if (array->special == ARRAY_PRESENT)
        for (i = 0; i < array->count; i++)
            argument_handle(look, index, array->items[i], i);
}

/* Bytes of the object that a handle is the address of: an MPI looks there. */
#define OBJECT_BYTES 4096

/* The processor tells no address where it is none that memory may have. */
static bool is_at(uint64_t handle, uint64_t address)
{
    return address == 0 || address == CRASH_NO_ADDRESS
               ? handle >> 47 != 0
               : address - handle < OBJECT_BYTES;
}

void argument_ended(struct agent *agent, struct call *call)
{
    bool crashed = agent->process->end == PROCESS_CRASHED;
    const struct look look = {.agent = agent, .call = call};
    int i;

    for (i = 0; i < call->info->parameter_count; i++) {
        const struct call_parameter *parameter = &call->info->parameters[i];
        enum call_kind kind = (enum call_kind)parameter->kind;
        uint64_t handle;

        if (parameter->wire != WIRE_HANDLE || kind == KIND_REQUEST ||
            (parameter->direction & DIRECTION_IN) == 0 || parameter->word < 0)
            continue;
        handle = call_word(call, parameter->word);
        if (handle >= NEUTRAL_HANDLE_PREDEFINED_END &&
            (handle & NEUTRAL_HANDLE_NONE) == 0 &&
            (!crashed || is_at(handle, agent->process->crash_address)) &&
            !is_freed(&look, kind, handle) &&
            kind_of(agent, kind, handle) == kind &&
            !stands_for(agent, kind, handle))
            argument_raise_kind(&look, parameter, -1, NULL);
    }
}

void argument_predefined(const struct look *look)
{
    const struct call_info *info = look->call->info;
    uint64_t handle =
        info->in_words > 0 ? call_word(look->call, 0) : UINT64_MAX;
    const struct type *type;
    bool predefined;

    /* Groups and error handlers that calls return may be predefined ones, and
     * are to be freed (9.3). */
    switch (info->base) {
    case CALL_MPI_Comm_free:
    case CALL_MPI_Comm_disconnect:
        predefined =
            handle == NEUTRAL_COMM_WORLD || handle == NEUTRAL_COMM_SELF;
        break;
    case CALL_MPI_Type_free:
        type = agent_type(look->agent, handle);
        predefined = (handle > NEUTRAL_DATATYPE_NULL &&
                      handle < NEUTRAL_DATATYPE_PREDEFINED_END) ||
                     (type != NULL && type->alike != 0);
        break;
    case CALL_MPI_Op_free:
        predefined = handle > NEUTRAL_OP_NULL && handle <= NEUTRAL_OP_NO_OP;
        break;
    case CALL_MPI_Info_free:
        predefined = handle == NEUTRAL_INFO_ENV;
        break;
    default:
        return;
    }
    if (predefined)
        argument_raise(look, ARGUMENT_PREDEFINED, &info->parameters[0], -1,
                       NULL, -1);
}

#define ROW(name, value) OF_##name = value,
enum { CONSTANTS_KEYVAL(ROW) };
#undef ROW

/* Of which kind of objects a predefined keyval is, unless it is the call's. */
static const char *other_predefined(const struct call_info *info,
                                    uint64_t keyval)
{
    bool of_windows = keyval >= OF_MPI_WIN_BASE;
    bool for_windows = begins_with(info->name, "MPI_Win_");

    if (!begins_with(info->name, "MPI_Type_") && of_windows == for_windows)
        return NULL;
    return of_windows ? "a keyval of windows" : "a keyval of communicators";
}

/* There is no such keyval, and another thread has not just made it. */
static bool is_no_keyval(const struct look *look, uint64_t keyval)
{
    return keyval >= NEUTRAL_SPECIAL && keyval != NEUTRAL_KEYVAL_OF_MPI &&
           keyval != NEUTRAL_UNREAD && look->agent->threads <= 1 &&
           !look->agent->process->unseen_keyvals &&
           !left_keyval_was_made(look->agent, look->call, keyval);
}

/* MPI-4.1 7.7.2, 9.1.2, 12.2.6.  What an MPI has of its own may be got. */
void argument_keyval(const struct look *look,
                     const struct call_parameter *parameter, uint64_t keyval)
{
    const struct call *call = look->call;
    bool predefined =
        keyval < NEUTRAL_SPECIAL || keyval == NEUTRAL_KEYVAL_OF_MPI;
    const char *is = keyval < NEUTRAL_SPECIAL
                         ? other_predefined(call->info, keyval)
                         : left_other_keyval(look->agent, call, keyval);

    look->agent->asks_tag_ub |=
        keyval == OF_MPI_TAG_UB || keyval == NEUTRAL_KEYVAL_OF_MPI;
    if (is != NULL || is_no_keyval(look, keyval))
        argument_raise_kind(look, parameter, -1, is);
    else if (predefined && !ends_with(call->info->name, "_get") &&
             !ends_with(call->info->name, "_get_attr"))
        argument_raise(look, ARGUMENT_PREDEFINED, parameter, -1, NULL, -1);
    else if (left_keyval_is_freed(look->agent, call, keyval))
        argument_raise(look, ARGUMENT_FREED_HANDLE, parameter, -1, NULL, -1);
}

/* A key, or the value that MPI_Info_set gives it, of no characters. */
static bool look_at_texts(const struct look *look)
{
    const struct call_info *info = look->call->info;
    const struct array_string *string;
    int i;

    for (i = 0; i < info->parameter_count; i++) {
        if (info->parameters[i].wire != WIRE_STRING ||
            info->parameters[i].direction != DIRECTION_IN)
            continue;
        string = (const void *)&look->call->words[info->parameters[i].word];
        if (string->special == ARRAY_PRESENT && string->count == 0) {
            argument_raise(look, ARGUMENT_EMPTY, &info->parameters[i], -1, NULL,
                           -1);
            return true;
        }
    }
    return false;
}

/* MPI-4.1 10 */
void argument_info(const struct look *look)
{
    const struct call *call = look->call;
    const struct call_parameter *parameter = &call->info->parameters[1];
    const struct info *info;
    int64_t n;
    bool lacks;

    if (call->info->parameter_count < 2 ||
        call->info->parameters[0].kind != KIND_INFO || look_at_texts(look) ||
        (call->info->base != CALL_MPI_Info_delete &&
         call->info->base != CALL_MPI_Info_get_nthkey))
        return;
    info = binding_find(look->agent, BINDING_INFO, call_word(call, 0));
    if (info == NULL || !info->known)
        return;
    if (call->info->base == CALL_MPI_Info_delete) {
        lacks = info_lacks(info, &CALL_VIEW(call, MPI_Info_delete)->key);
    } else {
        n = CALL_VIEW(call, MPI_Info_get_nthkey)->n;
        lacks = n < 0 || n >= (int64_t)info->key_count;
    }
    if (lacks)
        argument_raise(look, ARGUMENT_NO_KEY, parameter, -1, NULL,
                       (int64_t)info->key_count);
}

/* As a null handle, which is what such a pointer is recorded as. */
static bool is_told_as_handle(const struct call_info *info,
                              const struct call_parameter *parameter)
{
    enum call_kind kind = (enum call_kind)parameter->kind;

    return parameter->wire == WIRE_HANDLE &&
           (parameter->direction & DIRECTION_IN) != 0 &&
           null_handle(kind) != UINT64_MAX && !may_be_null(info, kind);
}

void argument_nulls(struct agent *agent, struct call *call,
                    const struct record_null *told)
{
    struct look look = {.agent = agent, .call = call};
    int i;

    for (i = 0; i < call->info->parameter_count; i++) {
        const struct call_parameter *parameter = &call->info->parameters[i];

        if ((told->nulls >> i & 1) != 0 &&
            !is_told_as_handle(call->info, parameter))
            argument_raise(&look,
                           (told->ignored >> i & 1) != 0
                               ? ARGUMENT_STATUS_IGNORE
                               : ARGUMENT_NULL_POINTER,
                           parameter, -1, NULL, -1);
        if ((told->unset >> i & 1) != 0)
            argument_raise(&look, ARGUMENT_STATUS_UNSET, parameter, -1, NULL,
                           -1);
    }
}
