/*
 * model_contribution.c - what a member brings to a collective operation, kept
 * until all have come.
 */
#include "model_contribution.h"
#include "model_info.h"

#include <stdlib.h>

static void keep_type(struct agent *agent, struct contribution *one, int side)
{
    const struct call *call = one->call;
    const struct call_parameter *buffer = transfer_buffer(call, side), *type;
    const struct array_handle *handles;
    uint32_t i;

    if (buffer == NULL || buffer->type < 0)
        return;
    type = &call->info->parameters[buffer->type];
    if (type->word < 0)
        return;
    if (type->wire == WIRE_HANDLE)
        one->types[side] =
            type_hold(agent_type(agent, call->words[type->word]));
    if (type->wire != WIRE_HANDLES)
        return;
    handles =
        (const struct array_handle *)(const void *)&call->words[type->word];
    if (handles->special != ARRAY_PRESENT)
        return;
    one->lists[side] = xcalloc(handles->count, sizeof one->lists[side][0]);
    one->list_count[side] = handles->count;
    for (i = 0; i < handles->count; i++)
        one->lists[side][i] = type_hold(agent_type(agent, handles->items[i]));
}

/* In the native representation that in the file is that in memory; 0: it is
 * another one, or not known. */
static int64_t file_extent(struct agent *agent, const struct call *call)
{
    const struct call_MPI_File_set_view *view =
        CALL_VIEW(call, MPI_File_set_view);
    const struct type *etype = agent_type(agent, view->etype);

    return etype != NULL && etype->known && etype->doubt == TYPE_SURE &&
                   view->datarep.special == ARRAY_PRESENT &&
                   string_is(&view->datarep, "native")
               ? etype->ub - etype->lb
               : 0;
}

struct contribution contribution_new(struct agent *agent, struct call *call)
{
    struct contribution one = {.call = call_hold(call)};
    struct group *group;
    int side;

    for (side = SENDS;
         side <= EXPECTS && collective_pattern(call->info) != EXCHANGE_NONE;
         side++)
        keep_type(agent, &one, side);
    one.info = info_given(agent, call);
    if (call->info->base == CALL_MPI_File_set_view)
        one.extent = file_extent(agent, call);
    if (call->info->base != CALL_MPI_Comm_create)
        return one;
    group = agent_group(agent, CALL_VIEW(call, MPI_Comm_create)->group);
    if (group != NULL && group_complete(group))
        one.group = group_hold(group);
    return one;
}

void contribution_drop(struct contribution *one)
{
    uint32_t i;
    int side;

    for (side = SENDS; side <= EXPECTS; side++) {
        type_drop(one->types[side]);
        for (i = 0; i < one->list_count[side]; i++)
            type_drop(one->lists[side][i]);
        free(one->lists[side]);
    }
    group_drop(one->group);
    info_drop(one->info);
    call_drop(one->call);
    *one = (struct contribution){.call = NULL};
}

void contributions_drop(struct meeting *meeting)
{
    uint32_t i;

    for (i = 0; meeting->contributions != NULL && i < meeting->size; i++)
        contribution_drop(&meeting->contributions[i]);
    free(meeting->contributions);
    meeting->contributions = NULL;
}

void contribution_keep(struct meeting *meeting, uint32_t member,
                       const struct contribution *one)
{
    if (meeting->contributions == NULL)
        meeting->contributions =
            xcalloc(meeting->size, sizeof meeting->contributions[0]);
    meeting->contributions[member] = *one;
}

bool gives_in_place(const struct call *call, int side)
{
    const struct call_parameter *buffer = transfer_buffer(call, side);

    return buffer != NULL && buffer->word >= 0 &&
           call->words[buffer->word] == NEUTRAL_IN_PLACE;
}

bool has_one_count(const struct call *call, int side)
{
    return call->info->parameters[transfer_buffer(call, side)->count].wire ==
           WIRE_NUMBER;
}

bool block_at(const struct contribution *one, int side, uint32_t index,
              struct payload *payload)
{
    const struct call *call = one->call;
    const struct call_parameter *buffer, *count;
    const struct array_number *counts;

    if (call == NULL || gives_in_place(call, side))
        return false;
    buffer = transfer_buffer(call, side);
    if (buffer == NULL || buffer->count < 0)
        return false;
    count = &call->info->parameters[buffer->count];
    if (count->word < 0)
        return false;
    if (count->wire == WIRE_NUMBER) {
        payload->count = (int64_t)call->words[count->word];
    } else {
        counts = (const struct array_number *)(const void *)&call
                     ->words[count->word];
        if (count->wire != WIRE_NUMBERS || counts->special != ARRAY_PRESENT ||
            index >= counts->count)
            return false;
        payload->count = counts->items[index];
    }
    payload->type = one->types[side];
    if (index < one->list_count[side])
        payload->type = one->lists[side][index];
    return payload->type != NULL && payload->count < NEUTRAL_SPECIAL;
}

struct payload contribution_data(const struct contribution *one)
{
    enum exchange_pattern pattern = collective_pattern(one->call->info);
    int side = pattern == EXCHANGE_SCATTER ? EXPECTS : SENDS;
    struct payload payload;

    if (pattern == EXCHANGE_NONE || pattern == EXCHANGE_PAIRS ||
        pattern == EXCHANGE_NEIGHBORS)
        return (struct payload){.type = NULL};
    /* Each block of a vector has its own size. */
    if ((pattern == EXCHANGE_GATHER || pattern == EXCHANGE_SCATTER) &&
        !(has_one_count(one->call, SENDS) && has_one_count(one->call, EXPECTS)))
        return (struct payload){.type = NULL};
    if (gives_in_place(one->call, side))
        side = side == SENDS ? EXPECTS : SENDS;
    return block_at(one, side, 0, &payload) ? payload
                                            : (struct payload){.type = NULL};
}
