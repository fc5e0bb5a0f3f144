/*
 * model_handle.c - what the handles of a process stand for.
 */
#include "model_private.h"

#include <stdlib.h>

static struct pool bindings = POOL_OF(struct binding);

/* Of a handle: addresses and small numbers alike are spread well. */
static unsigned hash_key(const struct binding_key *key)
{
    return (unsigned)(((key->handle ^ key->kind << 56) *
                       UINT64_C(0x9e3779b97f4a7c15)) >>
                      32);
}

/* Where the binding of a key is that was asked for not long ago. */
static struct binding **recent_place(const struct agent *agent, unsigned hash)
{
    return &agent->recent[hash & (RECENT_BINDINGS - 1)];
}

struct binding *binding_get(const struct agent *agent, enum binding_kind kind,
                            uint64_t handle)
{
    struct binding_key key = {handle, kind};
    unsigned hash = hash_key(&key);
    struct binding **recent = recent_place(agent, hash), *binding;

    if (*recent != NULL && (*recent)->key.handle == handle &&
        (*recent)->key.kind == (uint64_t)kind)
        return *recent;
    HASH_FIND_BYHASHVALUE(hh, agent->bindings, &key, sizeof key, hash, binding);
    if (binding != NULL)
        *recent = binding;
    return binding;
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
    binding->object = object;
    HASH_ADD_BYHASHVALUE(hh, agent->bindings, key, sizeof binding->key,
                         hash_key(&binding->key), binding);
}

void binding_remove(struct agent *agent, struct binding *binding)
{
    struct binding **recent = recent_place(agent, hash_key(&binding->key));

    if (*recent == binding)
        *recent = NULL;
    HASH_DEL(agent->bindings, binding);
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

    HASH_FIND(hh, agent->former_names, &binding->key, sizeof binding->key,
              former);
    if (former == NULL) {
        former = xcalloc(1, sizeof *former);
        former->key = binding->key;
        HASH_ADD(hh, agent->former_names, key, sizeof former->key, former);
    }
    free(former->name);
    former->name = xstrdup(name);
}

const char *former_name(const struct agent *agent, enum binding_kind kind,
                        uint64_t handle)
{
    struct binding_key key = {handle, kind};
    struct former_name *former;

    HASH_FIND(hh, agent->former_names, &key, sizeof key, former);
    return former == NULL ? NULL : former->name;
}

void former_names_free(struct agent *agent)
{
    struct former_name *former, *next;

    HASH_ITER(hh, agent->former_names, former, next)
    {
        HASH_DEL(agent->former_names, former);
        free(former->name);
        free(former);
    }
}
