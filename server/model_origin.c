/*
 * model_origin.c - of which session objects are derived, if of any: those of
 * two, or of one and the World Model, may not be mixed in a call (MPI-4.1
 * 11.3).  Nothing of this is looked at until the process has a session.
 *
 * Requests and matched messages are left out: it is their communicators that
 * are named in calls, and an MPI may give several of them one handle.
 */
#include "model_argument.h"
#include "neutral_constants.h"

#include <stdlib.h>

/* Of sessions: the number of their binding. */
#define WORLD   0
#define UNKNOWN UINT64_MAX

/* Of a handle that is derived from a session; the others' objects are the
 * World Model's, or come of what MPI_Comm_get_parent or MPI_Comm_join gave. */
struct origin {
    struct binding_key key;
    uint64_t session; /* UNKNOWN: the handle stands for several's groups */
    char *name;       /* the session's */
    UT_hash_handle hh;
};

static enum binding_kind binding_kind_of(enum call_kind kind)
{
    switch (kind) {
    case KIND_COMM:
    case KIND_NEW_COMM:
        return BINDING_COMM;
    case KIND_GROUP:
        return BINDING_GROUP;
    case KIND_WIN:
        return BINDING_WINDOW;
    case KIND_FILE:
        return BINDING_FILE;
    default:
        return BINDING_SIMPLE;
    }
}

static struct origin *find(const struct agent *agent, struct binding_key key)
{
    struct origin *origin;

    HASH_FIND(hh, agent->origins, &key, sizeof key, origin);
    return origin;
}

static void forget(struct agent *agent, struct origin *origin)
{
    if (origin == NULL)
        return;
    HASH_DEL(agent->origins, origin);
    free(origin->name);
    free(origin);
}

void origins_free(struct agent *agent)
{
    while (agent->origins != NULL)
        forget(agent, agent->origins);
}

/* Of what the handle stands for; *name: the session's, in place. */
static uint64_t origin_of(const struct agent *agent, enum call_kind kind,
                          uint64_t handle, const char **name)
{
    struct binding_key key = {handle, binding_kind_of(kind)};
    const struct origin *origin;

    *name = NULL;
    if (key.kind == BINDING_SIMPLE) {
        if (kind != KIND_SESSION || !left_simple_is(agent, kind, handle))
            return UNKNOWN;
        *name =
            left_simple_name(agent, kind, handle, agent->process->call_count);
        return left_simple_number(agent, kind, handle);
    }
    if (handle == NEUTRAL_COMM_WORLD || handle == NEUTRAL_COMM_SELF)
        return WORLD;
    origin = find(agent, key);
    if (origin != NULL) {
        *name = origin->name;
        return origin->session;
    }
    return binding_get(agent, (enum binding_kind)key.kind, handle) == NULL
               ? UNKNOWN
               : WORLD;
}

/* Of the parameter, if it is one object's handle that the call is given. */
static uint64_t given(const struct agent *agent, const struct call *call,
                      int index, const char **name)
{
    const struct call_parameter *parameter = &call->info->parameters[index];

    *name = NULL;
    if (parameter->wire != WIRE_HANDLE || parameter->word < 0 ||
        parameter->word >= call->info->in_words ||
        (parameter->direction & DIRECTION_IN) == 0)
        return UNKNOWN;
    return origin_of(agent, (enum call_kind)parameter->kind,
                     call_word(call, parameter->word), name);
}

void argument_sessions(const struct look *look)
{
    const struct call_info *info = look->call->info;
    const char *names[2] = {NULL, NULL};
    uint64_t first = UNKNOWN, other;
    int i, of_first = 0;

    for (i = 0; i < info->parameter_count; i++) {
        if (!argument_is_significant(look, i))
            continue;
        other = given(look->agent, look->call, i, &names[1]);
        if (other == UNKNOWN || other == first)
            continue;
        if (first != UNKNOWN) {
            argument_raise_session(look, &info->parameters[i], names[1],
                                   &info->parameters[of_first], names[0]);
            return;
        }
        first = other;
        names[0] = names[1];
        of_first = i;
    }
}

/* An MPI may give one handle for the groups of several. */
static bool is_shared(const struct agent *agent, struct binding_key key)
{
    const struct binding *binding =
        key.kind == BINDING_GROUP
            ? binding_get(agent, BINDING_GROUP, key.handle)
            : NULL;

    return binding != NULL && binding->count > 1;
}

/* What the call has made is of that session, or of none. */
static void made(struct agent *agent, struct binding_key key, uint64_t session,
                 const char *name)
{
    struct origin *origin = find(agent, key);
    uint64_t before = origin == NULL ? WORLD : origin->session;

    if (before == session)
        return;
    if (is_shared(agent, key))
        session = UNKNOWN;
    if (session == WORLD) {
        forget(agent, origin);
        return;
    }
    if (origin == NULL) {
        origin = xcalloc(1, sizeof *origin);
        origin->key = key;
        HASH_ADD(hh, agent->origins, key, sizeof origin->key, origin);
    }
    free(origin->name);
    origin->session = session;
    origin->name = session == UNKNOWN ? NULL : xstrdup(name);
}

void origin_exit(struct agent *agent, const struct call *call)
{
    const struct call_info *info = call->info;
    const char *name = NULL;
    uint64_t session = UNKNOWN;
    int i;

    if (!succeeded(call, call_result(call)))
        return;
    for (i = 0; i < info->parameter_count && session == UNKNOWN; i++)
        session = given(agent, call, i, &name);
    for (i = 0; i < info->parameter_count; i++) {
        const struct call_parameter *parameter = &info->parameters[i];
        struct binding_key key = {
            .kind = binding_kind_of((enum call_kind)parameter->kind)};

        if (key.kind == BINDING_SIMPLE || parameter->word < 0 ||
            (parameter->wire != WIRE_HANDLE &&
             parameter->wire != WIRE_NEW_COMM) ||
            parameter->direction != DIRECTION_OUT)
            continue;
        key.handle = call->words[parameter->word];
        if (key.handle >= NEUTRAL_HANDLE_PREDEFINED_END)
            made(agent, key, session == UNKNOWN ? WORLD : session, name);
    }
}
