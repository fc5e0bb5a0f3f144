/*
 * access_piece.c - the buffers of a call: where each item of data that it is
 * given, or for each process, begins (MPI-4.1 3.2, 6, 12.3, 14.4).
 */
#include "access.h"
#include "model_channel.h"
#include "model_topology.h"

#include <string.h>

/* Who is given them. */
struct pieces {
    access_piece *take;
    void *context;
};

bool access_is_for_each(const struct call *call,
                        const struct call_parameter *buffer)
{
    bool out = (buffer->direction & DIRECTION_OUT) != 0;

    switch (call->info->base) {
    case CALL_MPI_Alltoall:
    case CALL_MPI_Ialltoall:
    case CALL_MPI_Alltoall_init:
        return true;
    case CALL_MPI_Gather:
    case CALL_MPI_Igather:
    case CALL_MPI_Gather_init:
    case CALL_MPI_Allgather:
    case CALL_MPI_Iallgather:
    case CALL_MPI_Allgather_init:
        return out;
    case CALL_MPI_Scatter:
    case CALL_MPI_Iscatter:
    case CALL_MPI_Scatter_init:
    case CALL_MPI_Reduce_scatter_block:
    case CALL_MPI_Ireduce_scatter_block:
    case CALL_MPI_Reduce_scatter_block_init:
        return !out;
    }
    return false;
}

/* Its own part of such a buffer the process neither sends nor receives where
 * its other buffer is MPI_IN_PLACE: it stays where it is (MPI-4.1 6.5 to 6.7).
 */
static bool skips_own(const struct call *call,
                      const struct call_parameter *buffer)
{
    const struct call_info *info = call->info;
    unsigned i;

    switch (info->base) {
    case CALL_MPI_Alltoall:
    case CALL_MPI_Ialltoall:
    case CALL_MPI_Alltoall_init:
    case CALL_MPI_Alltoallv:
    case CALL_MPI_Ialltoallv:
    case CALL_MPI_Alltoallv_init:
    case CALL_MPI_Alltoallw:
    case CALL_MPI_Ialltoallw:
    case CALL_MPI_Alltoallw_init:
        return false;
    }
    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_BUFFER &&
            &info->parameters[i] != buffer &&
            info->parameters[i].wire == WIRE_ADDRESS &&
            call->words[info->parameters[i].word] == NEUTRAL_IN_PLACE)
            return true;
    return false;
}

/* Where the call is made; comm NULL: in none, or not known. */
struct place {
    const struct comm *comm;
    uint32_t member; /* in its group */
    bool between;    /* on an intercommunicator */
    int64_t own;     /* processes of its group ... */
    int64_t others;  /* ... and of the one that it talks to */
};

static struct place place_of(const struct agent *agent, const struct call *call)
{
    struct place place = {.comm = NULL};
    const struct comm *comm = NULL;
    bool second;

    if (call->info->comm_word >= 0)
        comm = agent_comm(agent, call_word(call, call->info->comm_word));
    if (comm == NULL || !comm_member(comm, agent, &place.member))
        return place;
    place.comm = comm;
    place.own = place.others = comm->groups[0]->size;
    if (comm->groups[1] == NULL)
        return place;
    place.between = true;
    second = place.member >= (uint32_t)comm->groups[0]->size;
    place.own = comm->groups[second]->size;
    place.others = comm->groups[!second]->size;
    if (second)
        place.member -= (uint32_t)comm->groups[0]->size;
    return place;
}

static bool is_root(const struct place *place, const struct call *call)
{
    return call->info->root_word < 0 ||
           (int64_t)call_word(call, call->info->root_word) ==
               (place->between ? NEUTRAL_ROOT : (int64_t)place->member);
}

/* Nothing goes to, or comes from, MPI_PROC_NULL. */
static bool is_nobody(const struct call *call, int word)
{
    return word >= 0 && call->words[word] == (uint64_t)NEUTRAL_PROC_NULL;
}

/* MPI_Mrecv, of what came from there (3.8.3). */
static bool is_of_nobody(const struct call *call)
{
    int word = call->info->message_word;

    return word >= 0 && call->words[word] == NEUTRAL_MESSAGE_NO_PROC;
}

static const struct array_number *numbers_of(const struct call *call,
                                             int parameter)
{
    const struct call_parameter *numbers = &call->info->parameters[parameter];
    const struct array_number *array;

    if (parameter >= call->info->parameter_count ||
        numbers->wire != WIRE_NUMBERS || numbers->word < 0)
        return NULL;
    array = (const void *)&call->words[numbers->word];
    return array->special == ARRAY_PRESENT ? array : NULL;
}

/* Of a neighbourhood operation; count -1: not known. */
static struct topology_blocks neighbors_of(const struct place *place,
                                           const struct call_parameter *buffer)
{
    if (place->comm == NULL)
        return (struct topology_blocks){-1, 0};
    return topology_blocks(place->comm->topology, place->member,
                           (buffer->direction & DIRECTION_OUT) == 0);
}

/* A count and a displacement for each member; in extents of the one type, or
 * in bytes where each has a type, too. */
static void take_each(const struct pieces *pieces, struct agent *agent,
                      const struct place *place, const struct call *call,
                      const struct call_parameter *buffer)
{
    const struct call_info *info = call->info;
    const struct call_parameter *type = &info->parameters[buffer->type];
    const struct array_number *counts = numbers_of(call, buffer->count);
    const struct array_number *displs = numbers_of(call, buffer->count + 1);
    const struct array_handle *types =
        type->wire != WIRE_HANDLES || type->word < 0
            ? NULL
            : (const void *)&call->words[type->word];
    bool skips = skips_own(call, buffer), more = true;
    uint64_t nobody = 0;
    uint32_t i;

    if (collective_pattern(info) == EXCHANGE_NEIGHBORS)
        nobody = neighbors_of(place, buffer).nobody;
    if (counts == NULL || displs == NULL || displs->count != counts->count ||
        type->word < 0 ||
        (types != NULL &&
         (types->special != ARRAY_PRESENT || types->count != counts->count)))
        return;
    for (i = 0; i < counts->count && more; i++) {
        const struct type *one = agent_type(
            agent, types != NULL ? types->items[i] : call->words[type->word]);
        uint64_t offset = (uint64_t)displs->items[i];

        if (one == NULL || !one->known ||
            (types == NULL && one->doubt != TYPE_SURE) ||
            (skips && i == place->member) ||
            (i < 64 && (nobody >> i & 1) != 0) || counts->items[i] <= 0 ||
            counts->items[i] >= NEUTRAL_SPECIAL)
            continue;
        if (types == NULL)
            offset *= (uint64_t)(one->ub - one->lb);
        more = pieces->take(pieces->context, buffer,
                            call->words[buffer->word] + offset,
                            counts->items[i], one);
    }
}

bool access_is_reduce_scatter(const struct call *call)
{
    return call->info->base == CALL_MPI_Reduce_scatter ||
           call->info->base == CALL_MPI_Ireduce_scatter ||
           call->info->base == CALL_MPI_Reduce_scatter_init;
}

/* How many items MPI_Reduce_scatter takes (of each member's count) or leaves
 * (of the caller's) in the buffer; -1: not known. */
static int64_t reduce_scatter_items(const struct place *place,
                                    const struct call *call,
                                    const struct call_parameter *buffer)
{
    const struct array_number *counts = numbers_of(call, buffer->count);
    int64_t items = 0;
    uint32_t i;

    if (counts == NULL || place->comm == NULL || place->member >= counts->count)
        return -1;
    for (i = 0; i < counts->count; i++) {
        if (counts->items[i] < 0 || counts->items[i] >= NEUTRAL_SPECIAL)
            return -1;
        if ((buffer->direction & DIRECTION_OUT) == 0 || i == place->member)
            items += counts->items[i];
    }
    return items;
}

/* MPI_Allgather and MPI_Allgatherv. */
static bool is_allgather(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Allgather:
    case CALL_MPI_Iallgather:
    case CALL_MPI_Allgather_init:
    case CALL_MPI_Allgatherv:
    case CALL_MPI_Iallgatherv:
    case CALL_MPI_Allgatherv_init:
        return true;
    }
    return false;
}

/* MPI_IN_PLACE instead of what it sends: that is its own part of what it
 * receives. */
static void take_own(const struct pieces *pieces, struct agent *agent,
                     const struct place *place, const struct call *call)
{
    const struct call_parameter *buffer = &call->info->parameters[3];
    const struct call_parameter *count = &call->info->parameters[buffer->count];
    const struct array_number *counts = numbers_of(call, buffer->count);
    const struct array_number *displs = numbers_of(call, buffer->count + 1);
    const struct type *type = agent_type(
        agent, call->words[call->info->parameters[buffer->type].word]);
    int64_t items = 0, from;

    if (place->comm == NULL || place->between || type == NULL || !type->known ||
        type->doubt != TYPE_SURE)
        return;
    if (count->wire == WIRE_NUMBER)
        items = (int64_t)call->words[count->word];
    else if (counts != NULL && displs != NULL &&
             place->member < counts->count && place->member < displs->count)
        items = counts->items[place->member];
    if (items <= 0 || items >= NEUTRAL_SPECIAL)
        return;
    from =
        counts == NULL ? place->member * items : displs->items[place->member];
    (void)pieces->take(pieces->context, buffer,
                       call->words[buffer->word] +
                           (uint64_t)from * (uint64_t)(type->ub - type->lb),
                       items, type);
}

/* Each process of a group gives for each of it (6.10.1). */
static bool reduces_own(const struct call *call)
{
    return call->info->base == CALL_MPI_Reduce_scatter_block ||
           call->info->base == CALL_MPI_Ireduce_scatter_block ||
           call->info->base == CALL_MPI_Reduce_scatter_block_init;
}

/* A block of `items` for each process, one behind the other. */
static void take_blocks(const struct pieces *pieces, const struct place *place,
                        const struct call *call,
                        const struct call_parameter *buffer, int64_t items,
                        const struct type *type)
{
    uint64_t address = call->words[buffer->word];
    int64_t own = place->member, all;

    if (place->comm == NULL)
        return;
    all = reduces_own(call) ? place->own : place->others;
    if (!skips_own(call, buffer)) {
        (void)pieces->take(pieces->context, buffer, address, all * items, type);
        return;
    }
    if (own > 0 &&
        !pieces->take(pieces->context, buffer, address, own * items, type))
        return;
    if (own + 1 < all && type != NULL && type->known &&
        type->doubt == TYPE_SURE)
        (void)pieces->take(
            pieces->context, buffer,
            address + (uint64_t)((own + 1) * items * (type->ub - type->lb)),
            (all - own - 1) * items, type);
}

static bool is_allgather_of_neighbors(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Neighbor_allgather:
    case CALL_MPI_Ineighbor_allgather:
    case CALL_MPI_Neighbor_allgather_init:
    case CALL_MPI_Neighbor_allgatherv:
    case CALL_MPI_Ineighbor_allgatherv:
    case CALL_MPI_Neighbor_allgatherv_init:
        return true;
    }
    return false;
}

/* Those of neighbours, but what is for nobody, at the border of a grid (8.6):
 * what lies between is taken as one. */
static void take_neighbors(const struct pieces *pieces,
                           const struct place *place, const struct call *call,
                           const struct call_parameter *buffer, int64_t items,
                           const struct type *type)
{
    struct topology_blocks blocks = neighbors_of(place, buffer);
    uint64_t address = call->words[buffer->word];
    bool one = (buffer->direction & DIRECTION_OUT) == 0 &&
               is_allgather_of_neighbors(call);
    int64_t i, first = 0;

    if (type == NULL || !type->known || type->doubt != TYPE_SURE)
        return;
    for (i = 0; i <= blocks.count && !one; i++)
        if (i == blocks.count || (i < 64 && (blocks.nobody >> i & 1) != 0)) {
            if (i > first &&
                !pieces->take(
                    pieces->context, buffer,
                    address + (uint64_t)(first * items * (type->ub - type->lb)),
                    (i - first) * items, type))
                return;
            first = i + 1;
        }
    if (one && blocks.count > 0 &&
        (blocks.count >= 64 ||
         blocks.nobody != (UINT64_C(1) << blocks.count) - 1))
        (void)pieces->take(pieces->context, buffer, address, items, type);
}

/* What of the buffer is loaded (DIRECTION_IN) or stored (DIRECTION_OUT). */
static void take_buffer(const struct pieces *pieces, struct agent *agent,
                        const struct place *place, const struct call *call,
                        const struct call_parameter *buffer,
                        enum call_direction direction)
{
    const struct call_info *info = call->info;
    const struct call_parameter *count, *type;
    bool root = is_root(place, call);
    uint64_t address;
    int64_t items = 1;

    if (buffer->wire != WIRE_ADDRESS || buffer->type < 0 ||
        (buffer->at == AT_ROOT && !root) ||
        (buffer->at == AT_BEHIND && place->member == 0) ||
        (buffer->at == AT_ALL && place->between && info->root_word >= 0 &&
         buffer->direction != DIRECTION_INOUT && root))
        return;
    /* MPI_Bcast: the root sends, the others receive. */
    if (buffer->direction == DIRECTION_INOUT && info->root_word >= 0 &&
        root != (direction == DIRECTION_IN))
        return;
    address = call->words[buffer->word];
    type = &info->parameters[buffer->type];
    count = buffer->count < 0 ? NULL : &info->parameters[buffer->count];
    if (address == NEUTRAL_IN_PLACE) {
        if (direction == DIRECTION_IN && is_allgather(call))
            take_own(pieces, agent, place, call);
        return;
    }
    if (count != NULL && count->wire == WIRE_NUMBERS &&
        !access_is_reduce_scatter(call)) {
        take_each(pieces, agent, place, call, buffer);
        return;
    }
    if (type->wire != WIRE_HANDLE || type->word < 0 ||
        (count != NULL && count->word < 0) ||
        (count == NULL && (info->classes & CLASS_RMA) == 0))
        return;
    if (count != NULL && count->wire == WIRE_NUMBERS)
        items = reduce_scatter_items(place, call, buffer);
    else if (count != NULL)
        items = (int64_t)call->words[count->word];
    if (items < 0 || items >= NEUTRAL_SPECIAL)
        return;
    if (access_is_for_each(call, buffer))
        take_blocks(pieces, place, call, buffer, items,
                    agent_type(agent, call->words[type->word]));
    else if (collective_pattern(info) == EXCHANGE_NEIGHBORS)
        take_neighbors(pieces, place, call, buffer, items,
                       agent_type(agent, call->words[type->word]));
    else
        (void)pieces->take(pieces->context, buffer, address, items,
                           agent_type(agent, call->words[type->word]));
}

bool access_ignores(const struct call *call,
                    const struct call_parameter *parameter)
{
    return (call->info->classes & CLASS_RMA) != 0 && call->info->op_word >= 0 &&
           call_word(call, call->info->op_word) == NEUTRAL_OP_NO_OP &&
           strncmp(parameter->name, "origin_", 7) == 0;
}

/* Whether it matters where the call is made: who sends and who receives, or
 * how much, hangs on it. */
static bool needs_place(const struct call_info *info)
{
    return (info->classes & CLASS_COLLECTIVE) != 0;
}

void access_pieces(struct agent *agent, const struct call *call,
                   enum call_direction direction, access_piece *take,
                   void *context)
{
    const struct pieces pieces = {take, context};
    const struct call_info *info = call->info;
    struct place place = {.comm = NULL};
    unsigned left =
        direction == DIRECTION_IN ? info->in_buffers : info->out_buffers;
    bool first = true;
    unsigned i;

    for (i = 0; left > 0; i++) {
        const struct call_parameter *buffer = &info->parameters[i];

        if (buffer->kind != KIND_BUFFER || (buffer->direction & direction) == 0)
            continue;
        if (first) {
            if (needs_place(info))
                place = place_of(agent, call);
            if (info->root_word >= 0 &&
                (place.comm == NULL || is_nobody(call, info->root_word)))
                break;
            if (is_nobody(call, direction == DIRECTION_IN
                                    ? info->dest_word
                                    : info->source_word) ||
                is_nobody(call, info->target_rank_word) || is_of_nobody(call))
                break;
        }
        first = false;
        left--;
        take_buffer(&pieces, agent, &place, call, buffer, direction);
    }
}
