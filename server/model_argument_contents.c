/*
 * model_argument_contents.c - MPI_Type_get_contents: of which datatypes there
 * are contents, and how many (MPI-4.1 5.1.13).
 */
#include "model_argument.h"
#include "neutral.h"

struct contents {
    int64_t integers, addresses, datatypes;
};

/* By the first argument of the call, `count`, as far as that matters. */
static bool contents_of(const struct call *made_by, struct contents *contents)
{
    int64_t count = (int64_t)call_word(made_by, 0);

    switch (made_by->info->base) {
    case CALL_MPI_Type_dup:
        *contents = (struct contents){0, 0, 1};
        return true;
    case CALL_MPI_Type_contiguous:
        *contents = (struct contents){1, 0, 1};
        return true;
    case CALL_MPI_Type_vector:
        *contents = (struct contents){3, 0, 1};
        return true;
    case CALL_MPI_Type_create_hvector:
        *contents = (struct contents){2, 1, 1};
        return true;
    case CALL_MPI_Type_indexed:
        *contents = (struct contents){2 * count + 1, 0, 1};
        return true;
    case CALL_MPI_Type_create_hindexed:
        *contents = (struct contents){count + 1, count, 1};
        return true;
    case CALL_MPI_Type_create_indexed_block:
        *contents = (struct contents){count + 2, 0, 1};
        return true;
    case CALL_MPI_Type_create_hindexed_block:
        *contents = (struct contents){2, count, 1};
        return true;
    case CALL_MPI_Type_create_struct:
        *contents = (struct contents){count + 1, count, count};
        return true;
    case CALL_MPI_Type_create_subarray: /* ndims */
        *contents = (struct contents){3 * count + 2, 0, 1};
        return true;
    case CALL_MPI_Type_create_darray:
        count = CALL_VIEW(made_by, MPI_Type_create_darray)->ndims;
        *contents = (struct contents){4 * count + 4, 0, 1};
        return true;
    case CALL_MPI_Type_create_resized:
        *contents = (struct contents){0, 2, 1};
        return true;
    default: /* or obsolete, or its count is not an int */
        return false;
    }
}

static void look_at_room(const struct look *look, int index, int64_t needed)
{
    int64_t room = (int64_t)call_word(look->call, index);

    if (room >= 0 && room < needed) /* of the others is told */
        argument_raise(look, ARGUMENT_CONTENTS,
                       &look->call->info->parameters[index], -1, NULL, needed);
}

void argument_contents(const struct look *look)
{
    const struct call_info *info = look->call->info;
    uint64_t handle = call_word(look->call, 0);
    const struct type *type;
    struct contents contents;

    if (info->base != CALL_MPI_Type_get_contents &&
        info->base != CALL_MPI_Type_get_contents_c)
        return;
    type = agent_type(look->agent, handle);
    if (type == NULL)
        return;
    if (handle < NEUTRAL_HANDLE_PREDEFINED_END)
        argument_raise(look, ARGUMENT_CONTENTS, &info->parameters[0], -1, type,
                       -1);
    else if (info->base == CALL_MPI_Type_get_contents &&
             type->made_by != NULL &&
             type->made_by->info->id == type->made_by->info->base &&
             contents_of(type->made_by, &contents)) {
        look_at_room(look, 1, contents.integers);
        look_at_room(look, 2, contents.addresses);
        look_at_room(look, 3, contents.datatypes);
    }
}
