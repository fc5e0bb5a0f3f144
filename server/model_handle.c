/*
 * model_handle.c - what the handles of a process stand for.
 */
#include "model_private.h"

#include <stdlib.h>

static struct pool bindings = POOL_OF(struct binding);

/* Of the handles that are bound no two have the same: what an MPI gives out are
 * small numbers or addresses, which leave the uppermost byte free. */
static uint64_t key_of(uint64_t handle, uint64_t kind)
{
    return handle ^ kind << 56;
}

struct binding *binding_get(const struct agent *agent, enum binding_kind kind,
                            uint64_t handle)
{
    struct binding *binding =
        flat_table_find(&agent->by_handle, key_of(handle, kind));

    /* A program can pass anything as a handle. */
    return binding != NULL && binding->key.handle == handle ? binding : NULL;
}

void *binding_find(const struct agent *agent, enum binding_kind kind,
                   uint64_t handle)
{
    struct binding *binding = binding_get(agent, kind, handle);

    return binding == NULL ? NULL : binding->object;
}

void binding_add(struct agent *agent, enum binding_kind kind, uint64_t handle,
                 void *object)
{
    struct binding *binding = pool_take(&bindings);

    binding->key.handle = handle;
    binding->key.kind = kind;
    binding->count = 1;
    binding->number = ++agent->binding_count;
    binding->since = agent->process->call_count;
    binding->object = object;
    DL_APPEND(agent->bindings, binding);
    flat_table_add(&agent->by_handle, key_of(handle, kind), binding);
}

void binding_remove(struct agent *agent, struct binding *binding)
{
    flat_table_remove(&agent->by_handle,
                      key_of(binding->key.handle, binding->key.kind));
    DL_DELETE(agent->bindings, binding);
    call_drop(binding->made_by);
    pool_give(&bindings, binding);
}

void binding_frees(const struct agent *agent, enum binding_kind kind,
                   struct open_call *open)
{
    const struct binding *binding =
        binding_get(agent, kind, open->call->words[0]);

    open->frees = binding == NULL ? 0 : binding->number;
}

struct binding *binding_freed(const struct agent *agent, enum binding_kind kind,
                              const struct open_call *open)
{
    struct binding *binding = binding_get(agent, kind, open->call->words[0]);

    return binding == NULL || binding->number != open->frees ? NULL : binding;
}

void former_name_set(struct agent *agent, const struct binding *binding,
                     const char *name)
{
    struct former_name *former;
    uint32_t i;

    HASH_FIND(hh, agent->former_names, &binding->key, sizeof binding->key,
              former);
    if (former == NULL) {
        former = xcalloc(1, sizeof *former);
        former->key = binding->key;
        HASH_ADD(hh, agent->former_names, key, sizeof former->key, former);
    }
    if (former->count == FORMER_NAMES) {
        former->after = former->names[0].until;
        free(former->names[0].name);
        for (i = 1; i < former->count; i++)
            former->names[i - 1] = former->names[i];
        former->count--;
    }
    former->names[former->count].name = xstrdup(name);
    former->names[former->count++].until = agent->process->call_count;
    call_set(&former->freed_by, agent->current);
}

static const struct former_name *
former_find(const struct agent *agent, enum binding_kind kind, uint64_t handle)
{
    struct binding_key key = {handle, kind};
    struct former_name *former;

    HASH_FIND(hh, agent->former_names, &key, sizeof key, former);
    return former;
}

const char *former_name(const struct agent *agent, enum binding_kind kind,
                        uint64_t handle)
{
    const struct former_name *former = former_find(agent, kind, handle);

    return former == NULL ? NULL : former->names[former->count - 1].name;
}

struct call *former_freed_by(const struct agent *agent, enum binding_kind kind,
                             uint64_t handle)
{
    const struct former_name *former = former_find(agent, kind, handle);

    return former == NULL ? NULL : former->freed_by;
}

bool former_name_then(const struct agent *agent, enum binding_kind kind,
                      uint64_t handle, uint64_t call, const char **name)
{
    const struct binding *binding = binding_get(agent, kind, handle);
    const struct former_name *former = former_find(agent, kind, handle);
    uint32_t i;

    if (former == NULL || (binding != NULL && call > binding->since) ||
        call > former->names[former->count - 1].until)
        return false;
    for (i = 0; call > former->names[i].until; i++)
        continue;
    *name = call <= former->after ? NULL : former->names[i].name;
    return true;
}

static void former_free(struct agent *agent, struct former_name *former)
{
    HASH_DEL(agent->former_names, former);
    while (former->count > 0)
        free(former->names[--former->count].name);
    call_drop(former->freed_by);
    free(former);
}

void former_name_forget(struct agent *agent, enum binding_kind kind,
                        uint64_t handle)
{
    struct binding_key key = {handle, kind};
    struct former_name *former;

    HASH_FIND(hh, agent->former_names, &key, sizeof key, former);
    if (former != NULL)
        former_free(agent, former);
}

void former_names_free(struct agent *agent)
{
    struct former_name *former, *next;

    HASH_ITER(hh, agent->former_names, former, next)
        former_free(agent, former);
}
