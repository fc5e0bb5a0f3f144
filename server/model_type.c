/*
 * model_type.c - type maps, rebuilt from their constructors (MPI-4.1 5.1).
 *
 * A type is kept as it was made (blocks of children), so that its size does
 * not depend on how many items it has.
 */
#include "model_type.h"

#include "neutral_constants.h"

#include <stdlib.h>
#include <string.h>

struct type *type_new(enum type_maker maker, size_t item_count,
                      size_t child_count)
{
    struct type *type = xcalloc(1, sizeof *type);

    type->references = 1;
    type->maker = maker;
    type->item_count = item_count;
    type->child_count = child_count;
    type->counts = xcalloc(item_count + 2, sizeof type->counts[0]);
    type->displs = xcalloc(item_count + 2, sizeof type->displs[0]);
    type->children = xcalloc(child_count + 1, sizeof type->children[0]);
    type->known = true;
    type->alignment = 1;
    return type;
}

struct type *type_hold(struct type *type)
{
    if (type != NULL)
        type->references++;
    return type;
}

void type_drop(struct type *type)
{
    size_t i;

    if (type == NULL || --type->references > 0)
        return;
    for (i = 0; i < type->child_count; i++)
        type_drop(type->children[i]);
    free(type->children);
    free(type->counts);
    free(type->displs);
    free(type->ends);
    call_drop(type->made_by);
    free(type->name);
    free(type);
}

struct type *type_unknown(void)
{
    struct type *type = type_new(TYPE_UNKNOWN, 0, 0);

    type->known = false;
    return type;
}

int64_t type_extent(const struct type *type)
{
    return type->ub - type->lb;
}

/* --------------------------------------------------------------- bounds */

int64_t type_product(struct type *type, int64_t left, int64_t right)
{
    int64_t result;

    if (!__builtin_mul_overflow(left, right, &result))
        return result;
    type->known = false;
    return 0;
}

int64_t type_sum(struct type *type, int64_t left, int64_t right)
{
    int64_t result;

    if (!__builtin_add_overflow(left, right, &result))
        return result;
    type->known = false;
    return 0;
}

static void widen_to(struct type *type, int64_t lb, int64_t ub, int64_t true_lb,
                     int64_t true_ub, bool *empty)
{
    int64_t extent;

    if (*empty || lb < type->lb)
        type->lb = lb;
    if (*empty || ub > type->ub)
        type->ub = ub;
    if (*empty || true_lb < type->true_lb)
        type->true_lb = true_lb;
    if (*empty || true_ub > type->true_ub)
        type->true_ub = true_ub;
    *empty = false;
    if (!__builtin_sub_overflow(type->ub, type->lb, &extent))
        return;
    type->known = false;
    type->lb = type->ub = 0;
}

static void widen(struct type *type, int64_t displ, int64_t count,
                  const struct type *child, bool *empty)
{
    int64_t last, low, high;

    if (count <= 0)
        return;
    last = type_product(type, count - 1, type_extent(child));
    low = type_sum(type, displ, last < 0 ? last : 0);
    high = type_sum(type, displ, last > 0 ? last : 0);
    widen_to(type, type_sum(type, low, child->lb),
             type_sum(type, high, child->ub),
             type_sum(type, low, child->true_lb),
             type_sum(type, high, child->true_ub), empty);
}

static void doubt(struct type *type, enum type_doubt doubt)
{
    if (type->doubt < doubt)
        type->doubt = doubt;
}

/* Of so many items one behind the other. */
static void inherit(struct type *type, const struct type *child, int64_t count)
{
    type->known = type->known && child->known;
    if (count <= 0)
        return;
    if (type->alignment < child->alignment)
        type->alignment = child->alignment;
    doubt(type, count > 1 && child->doubt != TYPE_SURE ? TYPE_PLACES_UNSURE
                                                       : child->doubt);
    type->bounded = type->bounded || child->bounded;
    if (child->size == 0 && !child->bounded) /* it may have no bounds */
        doubt(type, TYPE_EXTENT_UNSURE);
}

static bool is_padded(const struct type *type)
{
    return type_extent(type) % type->alignment != 0;
}

/* MPICH pads nothing but structs, others what they like, but where bounds were
 * set. */
static void doubt_padding(struct type *type)
{
    if (!type->bounded && is_padded(type))
        doubt(type, TYPE_EXTENT_UNSURE);
}

/* Whether items of the type, one behind the other, leave no gaps. */
static bool items_are_dense(const struct type *item, int64_t count)
{
    return item->dense && (count <= 1 || item->size == type_extent(item));
}

static bool blocks_are_dense(const struct type *type)
{
    bool begun = false;
    int64_t end = 0;
    size_t i;

    for (i = 0; i < type->item_count; i++) {
        const struct type *child =
            type->children[type->maker == TYPE_STRUCT ? i : 0];

        if (type->counts[i] <= 0 || child->size <= 0)
            continue;
        if (!items_are_dense(child, type->counts[i]) ||
            (begun && type->displs[i] + child->true_lb != end))
            return false;
        begun = true;
        end = type->displs[i] + child->true_lb + type->counts[i] * child->size;
    }
    return true;
}

void type_measure_blocks(struct type *type)
{
    bool empty = true, unbounded = false;
    size_t i;

    for (i = 0; i < type->item_count; i++) {
        const struct type *child =
            type->children[type->maker == TYPE_STRUCT ? i : 0];

        type->size = type_sum(type, type->size,
                              type_product(type, type->counts[i], child->size));
        widen(type, type->displs[i], type->counts[i], child, &empty);
        inherit(type, child, type->counts[i]);
        unbounded = unbounded || (type->counts[i] > 0 && !child->bounded);
    }
    if (type->maker != TYPE_STRUCT)
        doubt_padding(type);
    else if (type->bounded && (unbounded || is_padded(type)))
        doubt(type, TYPE_EXTENT_UNSURE);
    /* A struct is as C would lay it out: padded at its end. */
    if (type->maker == TYPE_STRUCT && type_extent(type) > 0 && is_padded(type))
        type->ub =
            type_sum(type, type->ub,
                     type->alignment - type_extent(type) % type->alignment);
    type->dense = type->known && blocks_are_dense(type);
    signature_set(type);
}

struct type *type_vector(int64_t count, int64_t blocklength, int64_t stride,
                         int64_t unit, struct type *child)
{
    struct type *type = type_new(TYPE_VECTOR, 1, 1);
    bool empty = true;

    type->counts[0] = count;
    type->counts[1] = blocklength;
    type->displs[0] = count > 1 ? type_product(type, stride, unit) : 0;
    type->children[0] = type_hold(child);
    type->size =
        type_product(type, type_product(type, count, blocklength), child->size);
    if (count > 0) {
        widen(type, 0, blocklength, child, &empty);
        widen(type, type_product(type, count - 1, type->displs[0]), blocklength,
              child, &empty);
    }
    inherit(type, child, count > 0 ? blocklength : 0);
    doubt_padding(type);
    type->dense = type->known && items_are_dense(child, blocklength) &&
                  (count <= 1 || type->displs[0] == blocklength * child->size);
    signature_set(type);
    return type;
}

static struct type *type_contiguous(int64_t count, struct type *child)
{
    struct type *type = type_new(TYPE_CONTIGUOUS, 1, 1);
    bool empty = true;

    type->counts[0] = count;
    type->children[0] = type_hold(child);
    type->size = type_product(type, count, child->size);
    widen(type, 0, count, child, &empty);
    inherit(type, child, count);
    doubt_padding(type);
    type->dense = items_are_dense(child, count);
    signature_set(type);
    return type;
}

struct type *type_resized(struct type *child, int64_t lb, int64_t extent)
{
    struct type *type = type_new(TYPE_RESIZED, 0, 1);

    type->children[0] = type_hold(child);
    type->size = child->size;
    type->lb = lb;
    type->ub = type_sum(type, lb, extent);
    type->true_lb = child->true_lb;
    type->true_ub = child->true_ub;
    inherit(type, child, 1);
    type->bounded = true;
    type->dense = child->dense;
    if (type->doubt == TYPE_EXTENT_UNSURE)
        type->doubt = TYPE_SURE;
    signature_set(type);
    return type;
}

/* blocklengths NULL: all are `blocklength`.  unit: bytes of a displacement.
 */
static struct type *type_indexed(const struct array_number *blocklengths,
                                 int64_t blocklength,
                                 const struct array_number *displacements,
                                 int64_t unit, struct type *child)
{
    struct type *type;
    uint32_t i;

    if (displacements->special != ARRAY_PRESENT ||
        (blocklengths != NULL && (blocklengths->special != ARRAY_PRESENT ||
                                  blocklengths->count != displacements->count)))
        return displacements->count == 0 ? type_contiguous(0, child)
                                         : type_unknown();
    type = type_new(TYPE_INDEXED, displacements->count, 1);
    for (i = 0; i < displacements->count; i++) {
        type->counts[i] =
            blocklengths != NULL ? blocklengths->items[i] : blocklength;
        type->displs[i] = type_product(type, displacements->items[i], unit);
    }
    type->children[0] = type_hold(child);
    type_measure_blocks(type);
    return type;
}

/* -------------------------------------------------------------- handles */

struct type *agent_type(struct agent *agent, uint64_t handle)
{
    if (handle >= NEUTRAL_DATATYPE_NULL &&
        handle < NEUTRAL_DATATYPE_PREDEFINED_END)
        return agent->types == NULL
                   ? NULL
                   : agent->types->types[handle - NEUTRAL_DATATYPE_NULL];
    return binding_find(agent, BINDING_TYPE, handle);
}

static void rebind_type(struct agent *agent, uint64_t handle, struct type *type)
{
    struct binding *binding = binding_get(agent, BINDING_TYPE, handle);

    if (binding != NULL) {
        type_drop(binding->object);
        binding_remove(agent, binding);
    }
    binding_add(agent, BINDING_TYPE, handle, type);
}

static void bind_type(struct agent *agent, uint64_t handle, struct type *type,
                      struct call *call)
{
    type->number = ++agent->type_count;
    type->name = xasprintf("datatype %u", type->number);
    type->made_by = call_hold(call);
    rebind_type(agent, handle, type);
}

#define ROW(name, value) OF_##name = value,
enum { CONSTANTS_DATATYPE(ROW) };
#undef ROW

static uint64_t alike(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Type_create_f90_integer:
        return OF_MPI_INTEGER;
    case CALL_MPI_Type_create_f90_real:
        return OF_MPI_REAL;
    case CALL_MPI_Type_create_f90_complex:
        return OF_MPI_COMPLEX;
    default:
        return 0;
    }
}

/* Some predefined types have no name, but a call that tells their handle
 * (MPI-4.1 19.1.9): nobody makes, commits or frees them. */
static void bind_unnamed(struct agent *agent, const struct call *call,
                         uint64_t handle)
{
    struct type *type = type_unknown();

    type->committed = true;
    type->alike = alike(call);
    type->name = xasprintf("the type of %s", call->info->name);
    rebind_type(agent, handle, type);
}

static void unbind_type(struct agent *agent, struct binding *binding)
{
    if (binding == NULL || --binding->count > 0)
        return;
    former_name_set(agent, binding,
                    ((const struct type *)binding->object)->name);
    type_drop(binding->object);
    binding_remove(agent, binding);
}

/* The application gets handles of derived types that it has to free. */
static void add_contents(struct agent *agent, struct call *call,
                         const struct array_handle *types)
{
    uint32_t i;

    if (types->special != ARRAY_PRESENT)
        return;
    for (i = 0; i < types->count; i++) {
        uint64_t handle = types->items[i];
        struct binding *binding = binding_get(agent, BINDING_TYPE, handle);
        const struct type *type = agent_type(agent, handle);

        if (handle < NEUTRAL_HANDLE_PREDEFINED_END)
            continue;
        if (binding == NULL)
            bind_type(agent, handle, type_unknown(), call);
        else if (type->number > 0)
            binding->count++;
    }
}

/* ---------------------------------------------------------- constructors */

static struct type *type_dup(struct type *old)
{
    struct type *type = type_resized(old, old->lb, type_extent(old));

    type->doubt = old->doubt;
    type->bounded = old->bounded;
    type->committed = old->committed;
    return type;
}

/* It was placed by extents of the old type. */
static struct type *placed(struct type *type, const struct type *old)
{
    if (old->doubt != TYPE_SURE)
        doubt(type, TYPE_PLACES_UNSURE);
    return type;
}

/* Constructors whose old type is one word, at the place the view tells. */
static struct type *made_of(struct type *old, const struct call *call)
{
    const struct call_MPI_Type_vector *vector =
        CALL_VIEW(call, MPI_Type_vector);
    const struct call_MPI_Type_indexed *indexed =
        CALL_VIEW(call, MPI_Type_indexed);
    const struct call_MPI_Type_hindexed *old_indexed =
        CALL_VIEW(call, MPI_Type_hindexed);
    const struct call_MPI_Type_create_indexed_block *block =
        CALL_VIEW(call, MPI_Type_create_indexed_block);
    const struct call_MPI_Type_create_resized *resized =
        CALL_VIEW(call, MPI_Type_create_resized);
    int64_t extent = type_extent(old);

    switch (call->info->base) {
    case CALL_MPI_Type_contiguous:
        return type_contiguous(vector->count, old);
    case CALL_MPI_Type_vector:
        return placed(type_vector(vector->count, vector->blocklength,
                                  vector->stride, extent, old),
                      old);
    case CALL_MPI_Type_create_hvector:
    case CALL_MPI_Type_hvector:
        return type_vector(vector->count, vector->blocklength, vector->stride,
                           1, old);
    case CALL_MPI_Type_indexed:
        return placed(type_indexed(&indexed->array_of_blocklengths, 0,
                                   &indexed->array_of_displacements, extent,
                                   old),
                      old);
    case CALL_MPI_Type_create_hindexed:
        return type_indexed(&indexed->array_of_blocklengths, 0,
                            &indexed->array_of_displacements, 1, old);
    case CALL_MPI_Type_hindexed:
        return type_indexed(&old_indexed->array_of_blocklengths, 0,
                            &old_indexed->array_of_displacements, 1, old);
    case CALL_MPI_Type_create_indexed_block:
        return placed(type_indexed(NULL, block->blocklength,
                                   &block->array_of_displacements, extent, old),
                      old);
    case CALL_MPI_Type_create_hindexed_block:
        return type_indexed(NULL, block->blocklength,
                            &block->array_of_displacements, 1, old);
    case CALL_MPI_Type_create_resized:
        return type_resized(old, resized->lb, resized->extent);
    case CALL_MPI_Type_create_subarray:
        return placed(
            type_subarray(CALL_VIEW(call, MPI_Type_create_subarray), old), old);
    case CALL_MPI_Type_create_darray:
        return placed(type_darray(CALL_VIEW(call, MPI_Type_create_darray), old),
                      old);
    case CALL_MPI_Type_dup:
        return type_dup(old);
    default:
        return type_unknown();
    }
}

/* The value of the call's parameter of kind datatype in that direction. */
static uint64_t datatype_word(const struct call *call, unsigned direction)
{
    const struct call_info *info = call->info;
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_DATATYPE &&
            info->parameters[i].wire == WIRE_HANDLE &&
            (info->parameters[i].direction & direction) != 0)
            return call->words[info->parameters[i].word];
    return NEUTRAL_DATATYPE_NULL;
}

static struct type *type_made(struct agent *agent, const struct call *call)
{
    const struct call_MPI_Type_create_struct *create =
        CALL_VIEW(call, MPI_Type_create_struct);
    const struct call_MPI_Type_struct *old_struct =
        CALL_VIEW(call, MPI_Type_struct);
    struct type *old;

    if (call->info->base == CALL_MPI_Type_create_struct)
        return type_struct(agent, &create->array_of_blocklengths,
                           &create->array_of_displacements,
                           &create->array_of_types);
    if (call->info->base == CALL_MPI_Type_struct)
        return type_struct(agent, &old_struct->array_of_blocklengths,
                           &old_struct->array_of_displacements,
                           &old_struct->array_of_types);
    old = agent_type(agent, datatype_word(call, DIRECTION_IN));
    return old == NULL ? type_unknown() : made_of(old, call);
}

enum model_step type_free_enter(struct agent *agent, struct open_call *open)
{
    binding_frees(agent, BINDING_TYPE, open);
    return MODEL_DONE;
}

enum model_step type_exit(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    uint64_t handle;
    struct type *type;

    if (!succeeded(call, call_result(call)))
        return MODEL_DONE;
    switch (call->info->base) {
    case CALL_MPI_Type_free:
        unbind_type(agent, binding_freed(agent, BINDING_TYPE, open));
        return MODEL_DONE;
    case CALL_MPI_Type_commit:
        type = agent_type(agent, datatype_word(call, DIRECTION_INOUT));
        if (type != NULL)
            type->committed = true;
        return MODEL_DONE;
    case CALL_MPI_Type_get_contents:
        add_contents(
            agent, call,
            &CALL_VIEW(call, MPI_Type_get_contents)->array_of_datatypes);
        return MODEL_DONE;
    case CALL_MPI_Type_get_contents_c:
        add_contents(
            agent, call,
            &CALL_VIEW(call, MPI_Type_get_contents_c)->array_of_datatypes);
        return MODEL_DONE;
    }
    handle = datatype_word(call, DIRECTION_OUT);
    if (handle < NEUTRAL_HANDLE_PREDEFINED_END)
        return MODEL_DONE;
    if (alike(call) != 0)
        bind_unnamed(agent, call, handle);
    else
        bind_type(agent, handle, type_made(agent, call), call);
    return MODEL_DONE;
}
