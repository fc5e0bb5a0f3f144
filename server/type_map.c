#include "type_map.h"

#include "model_object.h"

struct walk {
    type_map_run *run;
    void *context;
};

static bool items(const struct walk *walk, uint64_t address, int64_t count,
                  const struct type *type);

/* A pair is laid out as a struct of its two types (MPI-4.1 6.9.4). */
static bool pair(const struct walk *walk, uint64_t address,
                 const struct type *type)
{
    const struct type *first = type->children[0], *second = type->children[1];
    int64_t place = first->size;

    if (second->alignment > 0)
        place +=
            (second->alignment - place % second->alignment) % second->alignment;
    return walk->run(walk->context, first, address, 1) &&
           walk->run(walk->context, second, address + (uint64_t)place, 1);
}

static bool blocks(const struct walk *walk, uint64_t address,
                   const struct type *type)
{
    bool more = true;
    size_t i;

    for (i = 0; i < type->item_count && more; i++)
        more = items(walk, address + (uint64_t)type->displs[i], type->counts[i],
                     type->children[type->maker == TYPE_STRUCT ? i : 0]);
    return more;
}

static bool item(const struct walk *walk, uint64_t address,
                 const struct type *type)
{
    bool more = true;
    int64_t i;

    switch (type->maker) {
    case TYPE_PREDEFINED:
        return type->child_count == 2
                   ? pair(walk, address, type)
                   : walk->run(walk->context, type, address, 1);
    case TYPE_CONTIGUOUS:
        return items(walk, address, type->counts[0], type->children[0]);
    case TYPE_VECTOR:
        for (i = 0; i < type->counts[0] && more; i++)
            more =
                items(walk, address + (uint64_t)i * (uint64_t)type->displs[0],
                      type->counts[1], type->children[0]);
        return more;
    case TYPE_INDEXED:
    case TYPE_STRUCT:
        return blocks(walk, address, type);
    case TYPE_RESIZED:
        return item(walk, address, type->children[0]);
    case TYPE_UNKNOWN:
        break;
    }
    return true;
}

static bool items(const struct walk *walk, uint64_t address, int64_t count,
                  const struct type *type)
{
    int64_t extent = type->ub - type->lb, i;
    bool more = true;

    if (type->size <= 0 || count <= 0 || type->doubt == TYPE_PLACES_UNSURE ||
        (count > 1 && type->doubt != TYPE_SURE))
        return true;
    if (type->maker == TYPE_PREDEFINED && type->child_count == 0 &&
        type->size == extent)
        return walk->run(walk->context, type, address, count);
    for (i = 0; i < count && more; i++)
        more = item(walk, address + (uint64_t)i * (uint64_t)extent, type);
    return more;
}

bool type_map_walk(uint64_t address, int64_t count, const struct type *type,
                   type_map_run *run, void *context)
{
    const struct walk walk = {run, context};

    return type == NULL || !type->known || items(&walk, address, count, type);
}
