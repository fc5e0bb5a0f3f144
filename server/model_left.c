/*
 * model_left.c - what a process has made, and what of it is left when it is
 * done with MPI (MPI-4.1 11.2.2).
 *
 * Of most objects the model keeps more than that they are there; of groups,
 * ops, info objects, error handlers, keyvals, files and sessions it is enough
 * to count how often their handle was given, and given back: some MPIs give
 * one handle several times.
 */
#include "model_attached.h"
#include "model_message.h"
#include "model_request.h"
#include "model_window_memory.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------- simple objects */

struct simple_object {
    char *name;
    int64_t count; /* given less given back */
    bool attached; /* of a keyval: an attribute was */
};

/* What a call does with such an object. */
struct role {
    bool known;
    bool makes, frees;
    bool attaches;      /* an attribute by a keyval */
    unsigned char kind; /* enum call_kind */
    unsigned char word;
};

static const char *object_word(enum call_kind kind)
{
    switch (kind) {
    case KIND_GROUP:
        return "group";
    case KIND_OP:
        return "op";
    case KIND_INFO:
        return "info";
    case KIND_ERRHANDLER:
        return "error handler";
    case KIND_KEYVAL:
        return "keyval";
    case KIND_FILE:
        return "file";
    case KIND_SESSION:
        return "session";
    default:
        return NULL;
    }
}

/* They may be freed after MPI_Finalize, too (MPI-4.1 11.4.1). */
static bool outlives_mpi(enum call_kind kind)
{
    return kind == KIND_INFO || kind == KIND_ERRHANDLER || kind == KIND_SESSION;
}

static bool gives_back(const struct call_info *info)
{
    return strstr(info->name, "_free") != NULL ||
           info->base == CALL_MPI_File_close ||
           info->base == CALL_MPI_Session_finalize;
}

static const struct role *role_of(const struct call_info *info)
{
    static struct role roles[CALL_COUNT];
    struct role *role = &roles[info->id];
    int i;

    if (role->known)
        return role;
    for (i = 0; i < info->parameter_count; i++) {
        const struct call_parameter *parameter = &info->parameters[i];

        if (object_word((enum call_kind)parameter->kind) == NULL ||
            parameter->word < 0 ||
            (parameter->wire != WIRE_HANDLE && parameter->wire != WIRE_NUMBER))
            continue;
        role->makes = parameter->direction == DIRECTION_OUT;
        role->frees =
            parameter->direction == DIRECTION_INOUT && gives_back(info);
        role->kind = parameter->kind;
        role->word = (unsigned char)parameter->word;
        if (role->makes || role->frees)
            break;
    }
    role->attaches = strstr(info->name, "_set_attr") != NULL ||
                     info->base == CALL_MPI_Attr_put;
    role->known = true;
    return role;
}

static enum binding_kind simple_kind(enum call_kind kind)
{
    return (enum binding_kind)(BINDING_SIMPLE + (unsigned)kind);
}

static enum call_kind kind_of(const struct binding *binding)
{
    return (enum call_kind)(binding->key.kind - BINDING_SIMPLE);
}

/* Keyvals of communicators, windows and datatypes may be the same number. */
static uint64_t keyval_handle(uint64_t keyval, char of)
{
    return keyval << 8 | (unsigned char)of;
}

/* 'C', 'T' or 'W'.  MPI_Keyval_create, MPI_Attr_put and their kin are those of
 * communicators. */
static char keyval_of(const struct call *call)
{
    char of = call->info->name[4];

    return of == 'T' || of == 'W' ? of : 'C';
}

static uint64_t simple_handle(const struct call *call, const struct role *role)
{
    uint64_t handle = call->words[role->word];

    return role->kind == KIND_KEYVAL ? keyval_handle(handle, keyval_of(call))
                                     : handle;
}

static bool is_predefined(enum call_kind kind, uint64_t handle)
{
    if (kind == KIND_KEYVAL)
        return false;
    return handle < NEUTRAL_HANDLE_PREDEFINED_END;
}

static void simple_made(struct agent *agent, struct call *call,
                        const struct role *role)
{
    enum call_kind kind = (enum call_kind)role->kind;
    uint64_t handle = simple_handle(call, role);
    struct binding *binding;
    struct simple_object *object;

    if (is_predefined(kind, handle))
        return;
    binding = binding_get(agent, simple_kind(kind), handle);
    if (binding == NULL) {
        object = xcalloc(1, sizeof *object);
        object->name =
            xasprintf("%s %u", object_word(kind), ++agent->simple_count[kind]);
        binding_add(agent, simple_kind(kind), handle, object);
        binding = binding_get(agent, simple_kind(kind), handle);
    }
    object = binding->object;
    if (object->count <= 0) /* held by attributes, which are gone */
        *object = (struct simple_object){.name = object->name};
    object->count++;
    call_drop(binding->made_by);
    binding->made_by = call_hold(call);
}

static void simple_freed(struct agent *agent, const struct call *call,
                         const struct role *role)
{
    struct binding *binding =
        binding_get(agent, simple_kind((enum call_kind)role->kind),
                    simple_handle(call, role));
    struct simple_object *object;

    if (binding == NULL)
        return;
    object = binding->object;
    /* Attributes hold the keyval (7.7.2): one may still delete them by it. */
    if (--object->count > 0 || object->attached)
        return;
    former_name_set(agent, binding, object->name);
    left_simple_end(binding);
    binding_remove(agent, binding);
}

void left_exit(struct agent *agent, struct call *call)
{
    const struct role *role = role_of(call->info);
    struct simple_object *keyval;

    if ((!role->makes && !role->frees && !role->attaches) ||
        !succeeded(call, call_result(call)))
        return;
    if (role->attaches) {
        keyval = binding_find(agent, simple_kind(KIND_KEYVAL),
                              simple_handle(call, role));
        if (keyval != NULL)
            keyval->attached = true;
    } else if (role->makes)
        simple_made(agent, call, role);
    else
        simple_freed(agent, call, role);
}

const char *left_simple_name(const struct agent *agent, enum call_kind kind,
                             uint64_t handle, uint64_t call)
{
    const struct simple_object *object;
    const char *name;

    if (object_word(kind) == NULL)
        return NULL;
    if (former_name_then(agent, simple_kind(kind), handle, call, &name))
        return name;
    object = binding_find(agent, simple_kind(kind), handle);
    return object != NULL ? object->name
                          : former_name(agent, simple_kind(kind), handle);
}

bool left_simple_is(const struct agent *agent, enum call_kind kind,
                    uint64_t handle)
{
    return object_word(kind) != NULL &&
           binding_get(agent, simple_kind(kind), handle) != NULL;
}

uint64_t left_simple_number(const struct agent *agent, enum call_kind kind,
                            uint64_t handle)
{
    const struct binding *binding =
        binding_get(agent, simple_kind(kind), handle);

    return binding == NULL ? 0 : binding->number;
}

bool left_keyval_was_made(const struct agent *agent, const struct call *call,
                          uint64_t keyval)
{
    uint64_t own = keyval_handle(keyval, keyval_of(call));

    return left_simple_is(agent, KIND_KEYVAL, own) ||
           left_simple_is_freed(agent, KIND_KEYVAL, own);
}

const char *left_other_keyval(const struct agent *agent,
                              const struct call *call, uint64_t keyval)
{
    static const struct {
        char of;
        const char *name;
    } kinds[] = {{'C', "a keyval of communicators"},
                 {'T', "a keyval of datatypes"},
                 {'W', "a keyval of windows"}};
    size_t i;

    if (left_keyval_was_made(agent, call, keyval))
        return NULL;
    for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (left_simple_is(agent, KIND_KEYVAL,
                           keyval_handle(keyval, kinds[i].of)))
            return kinds[i].name;
    return NULL;
}

/* For which objects a function makes error handlers, or sets them, its first
 * parameter says. */
static const struct errhandler_kind {
    enum call_kind object, function;
    const char *name;
} errhandler_kinds[] = {
    {KIND_COMM, KIND_COMM_ERRHANDLER_FUNCTION, "one of communicators"},
    {KIND_WIN, KIND_WIN_ERRHANDLER_FUNCTION, "one of windows"},
    {KIND_FILE, KIND_FILE_ERRHANDLER_FUNCTION, "one of files"},
    {KIND_SESSION, KIND_SESSION_ERRHANDLER_FUNCTION, "one of sessions"}};

/* NULL: for none. */
static const struct errhandler_kind *errhandler_of(const struct call_info *info)
{
    size_t i;

    for (i = 0; i < sizeof errhandler_kinds / sizeof errhandler_kinds[0]; i++)
        if (info->parameters[0].kind == errhandler_kinds[i].object ||
            info->parameters[0].kind == errhandler_kinds[i].function)
            return &errhandler_kinds[i];
    return NULL;
}

const char *left_other_errhandler(const struct agent *agent,
                                  const struct call *call, uint64_t handle)
{
    const struct errhandler_kind *own = errhandler_of(call->info), *made;
    const struct binding *binding =
        binding_get(agent, simple_kind(KIND_ERRHANDLER), handle);

    if (binding == NULL || binding->made_by == NULL || own == NULL)
        return NULL;
    made = errhandler_of(binding->made_by->info);
    return made == NULL || made == own ? NULL : made->name;
}

bool left_keyval_is_freed(const struct agent *agent, const struct call *call,
                          uint64_t keyval)
{
    uint64_t own = keyval_handle(keyval, keyval_of(call));
    const struct simple_object *object =
        binding_find(agent, simple_kind(KIND_KEYVAL), own);

    return object == NULL ? left_simple_is_freed(agent, KIND_KEYVAL, own)
                          : object->count <= 0 && role_of(call->info)->frees;
}

bool left_simple_is_freed(const struct agent *agent, enum call_kind kind,
                          uint64_t handle)
{
    return object_word(kind) != NULL &&
           binding_get(agent, simple_kind(kind), handle) == NULL &&
           former_name(agent, simple_kind(kind), handle) != NULL;
}

struct call *left_simple_freed_by(const struct agent *agent,
                                  enum call_kind kind, uint64_t handle)
{
    return former_freed_by(agent, simple_kind(kind), handle);
}

void left_simple_end(struct binding *binding)
{
    struct simple_object *object = binding->object;

    free(object->name);
    free(object);
}

/* -------------------------------------------------------------- too many */

/* MPIs have some 2,000 communicators, so that many of one place in the program
 * are told of at once.  Other objects are told of if the process ends with
 * them, and not by way of MPI_Finalize: HDF5 frees its datatypes late. */
#define MANY_COMMS   1000
#define MANY_OBJECTS 10000

/* Objects of one kind from one place. */
struct maker {
    struct maker_key {
        const struct stack *stack;
        uint64_t kind;
    } key;
    uint32_t count;
    const struct binding *newest;
    UT_hash_handle hh;
};

static struct call *made_by(const struct binding *binding)
{
    const struct type *type = binding->object;

    if (binding->key.kind == BINDING_TYPE)
        return type->by_binding ? NULL : type->made_by;
    return binding->made_by;
}

/* A simple object that was not given back; a keyval may be, and be held. */
static bool is_simple_left(const struct binding *binding)
{
    return binding->key.kind >= BINDING_SIMPLE &&
           ((const struct simple_object *)binding->object)->count > 0;
}

/* Objects that are counted here; requests may be many. */
static bool is_counted(const struct binding *binding)
{
    return (binding->key.kind == BINDING_COMM ||
            binding->key.kind == BINDING_TYPE || is_simple_left(binding)) &&
           made_by(binding) != NULL;
}

static void count_maker(struct maker **makers, const struct binding *binding)
{
    struct maker_key key = {made_by(binding)->stack, binding->key.kind};
    struct maker *maker;

    HASH_FIND(hh, *makers, &key, sizeof key, maker);
    if (maker == NULL) {
        maker = xcalloc(1, sizeof *maker);
        maker->key = key;
        HASH_ADD(hh, *makers, key, sizeof maker->key, maker);
    }
    maker->count++;
    if (maker->newest == NULL || maker->newest->number < binding->number)
        maker->newest = binding;
}

static void raise_growing(struct agent *agent, struct call *call,
                          const struct maker *maker)
{
    struct model_event event = model_event_new(agent, EVENT_GROWING, call);
    const struct binding *newest = maker->newest;

    event.growing.made_by = made_by(newest);
    event.growing.count = maker->count;
    if (newest->key.kind == BINDING_COMM)
        event.growing.name = comm_name(newest->object);
    else if (newest->key.kind == BINDING_TYPE)
        event.growing.name = ((const struct type *)newest->object)->name;
    else
        event.growing.name =
            ((const struct simple_object *)newest->object)->name;
    model_raise(agent->model, &event);
}

/* Tells of each place that has made too many, of communicators or of all but
 * these. */
static void tell_growing(struct agent *agent, struct call *call, bool comms)
{
    struct binding *binding;
    struct maker *makers = NULL, *maker, *other;

    DL_FOREACH(agent->bindings, binding)
        if (is_counted(binding) && (binding->key.kind == BINDING_COMM) == comms)
            count_maker(&makers, binding);
    HASH_ITER(hh, makers, maker, other) {
        if (maker->count >= (comms ? MANY_COMMS : MANY_OBJECTS))
            raise_growing(agent, call, maker);
        HASH_DEL(makers, maker);
        free(maker);
    }
}

void left_grown(struct agent *agent, struct call *call)
{
    if (agent->by_handle.count < MANY_COMMS ||
        agent->by_handle.count < agent->many)
        return;
    agent->many = agent->by_handle.count * 5 / 4;
    tell_growing(agent, call, true);
}

/* ------------------------------------------------------------ what is left */

static bool epoch_open(const struct window_rank *member)
{
    return member->held != NULL || member->lock_all != NULL ||
           member->start != NULL || member->post != NULL;
}

static void raise_left(struct agent *agent, struct model_event *event,
                       enum left_kind kind, const char *name,
                       struct call *made_by)
{
    event->left.kind = kind;
    event->left.name = name;
    event->left.made_by = made_by;
    model_raise(agent->model, event);
}

static void raise_left_simple(struct agent *agent, struct call *call,
                              const struct binding *binding)
{
    struct model_event event = model_event_new(agent, EVENT_LEFT, call);
    const struct simple_object *object = binding->object;

    event.left.of = kind_of(binding);
    raise_left(agent, &event, LEFT_SIMPLE, object->name, binding->made_by);
}

static void raise_left_window(struct agent *agent, struct call *call,
                              const struct window *window, enum left_kind kind)
{
    struct model_event event = model_event_new(agent, EVENT_LEFT, call);
    uint32_t rank;

    /* A free that was refused has been told of already. */
    if (!comm_member(window->comm, agent, &rank) || window->ranks[rank].frees ||
        (kind == LEFT_EPOCH && !epoch_open(&window->ranks[rank])))
        return;
    event.left.window = window;
    event.left.member = &window->ranks[rank];
    event.left.rank = (int)rank;
    raise_left(agent, &event, kind, window_name(window),
               window->ranks[rank].made_by);
}

/* A send or receive that was started: whether it found its match is known at
 * the end of the job. */
static bool is_pending(const struct operation *operation)
{
    return operation->active && (operation->kind == OPERATION_SEND ||
                                 operation->kind == OPERATION_RECEIVE);
}

static void raise_left_request(struct agent *agent, struct call *call,
                               const struct operation *operation)
{
    struct model_event event = model_event_new(agent, EVENT_LEFT, call);

    event.left.operation = operation;
    raise_left(agent, &event, LEFT_REQUEST, NULL,
               operation->instead_of != NULL ? operation->instead_of
                                             : operation->made_by);
}

/* At the end of the job; `unmatched` are told of already, and so is the failure
 * for which a call has left others. */
static void raise_left_pending(struct agent *agent, bool unmatched)
{
    const struct operation *operation;
    struct binding *binding;

    DL_FOREACH(agent->bindings, binding)
        if (binding->key.kind == BINDING_REQUEST)
            DL_FOREACH((const struct operation *)binding->object, operation)
                if (is_pending(operation) && !operation->left &&
                    !(unmatched && !operation->cancelled &&
                      message_unmatched(operation)))
                    raise_left_request(agent, agent->finalize, operation);
}

static void raise_left_object(struct agent *agent, struct call *call,
                              const struct binding *binding)
{
    struct model_event event = model_event_new(agent, EVENT_LEFT, call);
    const struct comm *comm = binding->object;
    const struct type *type = binding->object;
    const struct operation *operation;

    switch ((enum binding_kind)binding->key.kind) {
    case BINDING_COMM:
        if (comm->number > 0)
            raise_left(agent, &event, LEFT_COMM, comm_name(comm),
                       binding->made_by);
        break;
    case BINDING_TYPE:
        if (type->number > 0 && !type->by_binding)
            raise_left(agent, &event, LEFT_TYPE, type->name, type->made_by);
        break;
    case BINDING_REQUEST:
        DL_FOREACH((const struct operation *)binding->object, operation)
            if (!is_pending(operation)) {
                request_fault_never_started(agent, operation);
                raise_left_request(agent, call, operation);
            }
        break;
    case BINDING_WINDOW:
        raise_left_window(agent, call, binding->object, LEFT_WINDOW);
        break;
    case BINDING_GROUP:
    case BINDING_MESSAGE:
    case BINDING_INFO:
    case BINDING_HINTS:
    case BINDING_FILE:
        break;
    default:
        if (is_simple_left(binding) && !outlives_mpi(kind_of(binding)))
            raise_left_simple(agent, call, binding);
    }
}

void left_finalized(struct agent *agent, struct call *call)
{
    struct binding *binding;

    /* What belongs to a session may be used on (11.2.2). */
    if (agent->sessions > 0)
        return;
    DL_FOREACH(agent->bindings, binding)
        raise_left_object(agent, call, binding);
    allocations_left(agent, call);
    attached_left(agent, call);
}

void left_sessions(struct agent *agent, struct call *call)
{
    struct binding *binding;

    DL_FOREACH(agent->bindings, binding)
        if (binding->key.kind == BINDING_COMM ||
            binding->key.kind == BINDING_WINDOW)
            raise_left_object(agent, call, binding);
}

void left_epochs(struct agent *agent, struct call *call)
{
    struct binding *binding;

    if (agent->sessions > 0)
        return;
    DL_FOREACH(agent->bindings, binding)
        if (binding->key.kind == BINDING_WINDOW)
            raise_left_window(agent, call, binding->object, LEFT_EPOCH);
}

/* Of a process that used sessions alone: its communicators and windows were
 * told of with the last; what belongs to none serves the next, too. */
static void raise_left_of_none(struct agent *agent)
{
    struct binding *binding;

    DL_FOREACH(agent->bindings, binding)
        if (binding->key.kind != BINDING_COMM &&
            binding->key.kind != BINDING_WINDOW)
            raise_left_object(agent, NULL, binding);
}

void left_at_end(struct agent *agent, bool unmatched)
{
    struct binding *binding;

    if (agent->finalize != NULL)
        raise_left_pending(agent, unmatched);
    else if (agent->process->mpi == PROCESS_INITIALIZED ||
             agent->process->mpi == PROCESS_ABORTED)
        tell_growing(agent, NULL, false);
    if (agent->process->end != PROCESS_EXITED ||
        agent->process->mpi == PROCESS_INITIALIZED)
        return;
    if (agent->process->mpi == PROCESS_SESSIONS_OVER)
        raise_left_of_none(agent);
    DL_FOREACH(agent->bindings, binding)
        if (binding->key.kind >= BINDING_SIMPLE &&
            outlives_mpi(kind_of(binding)))
            raise_left_simple(agent, NULL, binding);
}
