/*
 * model_type_predefined.c - the datatypes that an MPI has, as it tells their
 * sizes and bounds.
 */
#include "model_private.h"

#include <stdlib.h>
#include <string.h>

/* As C aligns it; a complex number as its parts. */
static int64_t alignment_of(int64_t size, const char *name)
{
    int64_t alignment = 1;

    if (name != NULL && strstr(name, "COMPLEX") != NULL)
        size /= 2;
    while (alignment < 16 && size > 0 && size % (alignment * 2) == 0)
        alignment *= 2;
    return alignment;
}

static struct type *type_predefined(uint64_t handle, int64_t size, int64_t lb,
                                    int64_t extent)
{
    struct type *type = type_new(TYPE_PREDEFINED, 0, 0);
    const char *name = signature_basic_name(handle);

    type->handle = handle;
    type->name = name == NULL ? NULL : xstrdup(name);
    type->known = name != NULL && size > 0;
    type->committed = true;
    type->size = size;
    type->lb = type->true_lb = lb;
    type->ub = lb + extent;
    type->true_ub = lb + size;
    type->dense = true;
    type->alignment = alignment_of(size, name);
    return type;
}

/* A pair consists of two others; one that it lacks makes it unknown. */
static void type_predefined_pair(const struct predefined_types *all,
                                 struct type *type)
{
    uint64_t parts[2];
    int i;

    if (signature_pair(type->handle, parts)) {
        type->item_count = type->child_count = 2;
        type->dense = type->size == type->ub - type->lb;
        type->children = xrealloc(type->children, 2, sizeof type->children[0]);
        type->alignment = 1;
        for (i = 0; i < 2; i++) {
            struct type *part = all->types[parts[i] - NEUTRAL_DATATYPE_NULL];

            type->counts[i] = 1;
            type->children[i] = part != NULL ? type_hold(part) : type_unknown();
            if (type->alignment < type->children[i]->alignment)
                type->alignment = type->children[i]->alignment;
        }
    }
    signature_set(type);
}

static size_t told_size(const struct record_world *world)
{
    return world->type_count * sizeof world->types[0];
}

static struct predefined_types *predefined_new(const struct record_world *world)
{
    struct predefined_types *all = xcalloc(1, sizeof *all);
    uint32_t i;

    all->references = 1;
    all->told = xmalloc(told_size(world) + 1);
    all->told_size = told_size(world);
    memcpy(all->told, world->types, all->told_size);
    for (i = 0; i < world->type_count; i++) {
        uint64_t index = world->types[i].datatype - NEUTRAL_DATATYPE_NULL;

        if (index < PREDEFINED_TYPES && all->types[index] == NULL)
            all->types[index] =
                type_predefined(world->types[i].datatype, world->types[i].size,
                                world->types[i].lb, world->types[i].extent);
    }
    for (i = 0; i < PREDEFINED_TYPES; i++)
        if (all->types[i] != NULL)
            type_predefined_pair(all, all->types[i]);
    return all;
}

void predefined_types_drop(struct predefined_types *all)
{
    uint32_t i;

    if (all == NULL || --all->references > 0)
        return;
    for (i = 0; i < PREDEFINED_TYPES; i++)
        type_drop(all->types[i]);
    free(all->told);
    free(all);
}

void agent_predefined_types(struct agent *agent,
                            const struct record_world *world)
{
    struct predefined_types **newest = &agent->model->types;

    if (agent->types != NULL)
        return;
    if (*newest == NULL || (*newest)->told_size != told_size(world) ||
        memcmp((*newest)->told, world->types, told_size(world)) != 0) {
        predefined_types_drop(*newest);
        *newest = predefined_new(world);
    }
    agent->types = *newest;
    agent->types->references++;
}
