/*
 * model_type_struct.c - MPI_Type_create_struct (MPI-4.1 5.1.2), and the bounds
 * that a struct could have before MPI-3.0.
 */
#include "model_type.h"

static bool is_marker(uint64_t handle)
{
    return handle == NEUTRAL_DATATYPE_LB || handle == NEUTRAL_DATATYPE_UB;
}

/* MPI_LB and MPI_UB, which MPI-3.0 has removed, say where the struct begins and
 * ends, and bring no data (MPI-2.2 4.1.6). */
static void set_bounds(struct type *type, const struct array_number *places,
                       const struct array_handle *types)
{
    bool lb = false, ub = false, was_bounded = type->bounded;
    uint32_t i;

    for (i = 0; i < types->count; i++) {
        int64_t place = places->items[i];

        if (types->items[i] == NEUTRAL_DATATYPE_LB) {
            type->lb = !lb || place < type->lb ? place : type->lb;
            lb = true;
        } else if (types->items[i] == NEUTRAL_DATATYPE_UB) {
            type->ub = !ub || place > type->ub ? place : type->ub;
            ub = true;
        }
    }
    type->bounded = true;
    if (was_bounded) /* which of both is not looked at */
        type->doubt =
            type->doubt < TYPE_EXTENT_UNSURE ? TYPE_EXTENT_UNSURE : type->doubt;
    else if (ub && type->doubt == TYPE_EXTENT_UNSURE)
        type->doubt = TYPE_SURE;
}

struct type *type_struct(struct agent *agent,
                         const struct array_number *blocklengths,
                         const struct array_number *displacements,
                         const struct array_handle *types)
{
    struct type *type;
    size_t count = 0;
    uint32_t i;

    if (types->special != ARRAY_PRESENT ||
        blocklengths->special != ARRAY_PRESENT ||
        displacements->special != ARRAY_PRESENT ||
        blocklengths->count != types->count ||
        displacements->count != types->count)
        return type_unknown();
    for (i = 0; i < types->count; i++)
        count += !is_marker(types->items[i]);
    type = type_new(TYPE_STRUCT, count, count);
    for (i = 0, count = 0; i < types->count; i++) {
        struct type *child = agent_type(agent, types->items[i]);

        if (is_marker(types->items[i]))
            continue;
        type->counts[count] = blocklengths->items[i];
        type->displs[count] = displacements->items[i];
        type->children[count++] =
            child != NULL ? type_hold(child) : type_unknown();
    }
    type_measure_blocks(type);
    if (count < types->count)
        set_bounds(type, displacements, types);
    return type;
}
