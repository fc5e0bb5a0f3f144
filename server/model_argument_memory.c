/*
 * model_argument_memory.c - buffers without the memory that the call says is
 * there.
 */
#include "model_argument.h"

#include "access.h"
#include "model_channel.h"
#include "model_window_memory.h"

/* What the call loads or stores; of a partitioned operation that of all
 * partitions, which lie one behind the other (MPI-4.1 4.2.1). */
static struct access_ranges ranges_of(struct agent *agent,
                                      const struct call *call,
                                      enum call_direction direction)
{
    struct access_ranges ranges = access_buffers_of(agent, call, direction);
    const struct call_MPI_Psend_init *view;
    const struct type *type;
    int64_t beyond;
    size_t i;

    if (call->info->base != CALL_MPI_Psend_init &&
        call->info->base != CALL_MPI_Precv_init)
        return ranges;
    view = CALL_VIEW(call, MPI_Psend_init);
    type = agent_type(agent, view->datatype);
    if (type == NULL || view->partitions <= 1 ||
        __builtin_mul_overflow(view->partitions - 1, view->count, &beyond) ||
        __builtin_mul_overflow(beyond, type->ub - type->lb, &beyond) ||
        beyond < 0)
        return ranges;
    for (i = 0; i < ranges.count; i++)
        ranges.items[i].high += (uint64_t)beyond;
    return ranges;
}

void argument_memory_end(const struct look *look,
                         const struct call_parameter *buffer, uint64_t address)
{
    static const enum call_direction directions[] = {DIRECTION_IN,
                                                     DIRECTION_OUT};
    bool beyond = false;
    uint64_t end;
    size_t i, j;

    if (look->agent->allocations == NULL ||
        !memory_block(look->agent, address, &end))
        return;
    for (i = 0; i < 2; i++) {
        struct access_ranges ranges = {.items = NULL};

        if ((buffer->direction & directions[i]) != 0)
            ranges = ranges_of(look->agent, look->call, directions[i]);
        for (j = 0; j < ranges.count; j++)
            beyond |= ranges.items[j].low >= address &&
                      ranges.items[j].low < end && ranges.items[j].high > end;
        access_ranges_free(&ranges);
    }
    if (beyond && !argument_talks_to_nobody(look, buffer))
        argument_raise(look, ARGUMENT_TOO_SHORT, buffer, -1, NULL,
                       (int64_t)(end - address));
}

/* The first byte that is missing of those that the call loads, or stores; their
 * end goes to *last if it is behind that. */
static uint64_t first_missing(struct agent *agent, const struct call *call,
                              const struct record_no_memory *missing,
                              enum call_direction direction, uint64_t *last)
{
    const struct call_parameter *buffer =
        &call->info->parameters[missing->parameter];
    struct access_ranges ranges = ranges_of(agent, call, direction);
    /* Of what is packed, and of a window or a buffer to attach. */
    int bytes = buffer->kind == KIND_ADDRESS ? (int)missing->parameter + 1
                : buffer->type < 0           ? buffer->count
                                             : -1;
    uint64_t address = UINT64_MAX;
    size_t i;

    if (bytes >= 0)
        access_ranges_add_bytes(
            &ranges, call_word(call, buffer->word),
            call_word(call, call->info->parameters[bytes].word));
    for (i = 0; i < ranges.count; i++) {
        const struct access_range *range = &ranges.items[i];
        uint64_t low = range->low > missing->low ? range->low : missing->low;

        if (low < range->high && low < missing->high && low < address)
            address = low;
        if (range->high > *last)
            *last = range->high;
    }
    access_ranges_free(&ranges);
    return address;
}

static const enum argument_fault missing_as[] = {
    [NO_MEMORY_MAPPED] = ARGUMENT_NO_MEMORY,
    [NO_MEMORY_LOADED] = ARGUMENT_NO_MEMORY,
    [NO_MEMORY_STORED] = ARGUMENT_READ_ONLY,
    [NO_MEMORY_BLOCK] = ARGUMENT_TOO_SHORT,
    [NO_MEMORY_FRAME] = ARGUMENT_BEYOND_FRAME,
    [NO_MEMORY_FREED] = ARGUMENT_FREED,
    [NO_MEMORY_BEFORE] = ARGUMENT_BEFORE_BLOCK,
};

/* What is packed ends before that, though the packing buffer may not. */
static bool is_spared(struct agent *agent, const struct call *call,
                      const struct call_parameter *buffer, uint64_t end)
{
    struct access_ranges packed = {.items = NULL};
    bool spared = buffer->kind == KIND_BUFFER && buffer->type < 0;
    size_t i;

    if (spared)
        argument_packed_bytes(
            agent, call, (buffer->direction & DIRECTION_OUT) != 0, &packed);
    for (i = 0; i < packed.count; i++)
        spared &= packed.items[i].high <= end;
    access_ranges_free(&packed);
    return spared;
}

/* `variable` is NULL but for ARGUMENT_BEYOND_VARIABLE. */
static void raise_missing(struct agent *agent, struct call *call,
                          const struct record_no_memory *missing,
                          enum argument_fault fault, const char *variable)
{
    const struct call_parameter *buffer =
        &call->info->parameters[missing->parameter];
    struct look look = {.agent = agent, .call = call};
    uint64_t begin = call_word(call, buffer->word), first = UINT64_MAX, other;
    uint64_t last = 0;
    bool stores = missing->kind == NO_MEMORY_STORED;
    uint64_t end;

    if (missing->kind == NO_MEMORY_BLOCK && buffer->kind == KIND_BUFFER &&
        memory_block(agent, begin, &end))
        return; /* argument_memory_end */

    if (!stores && (buffer->direction & DIRECTION_IN) != 0)
        first = first_missing(agent, call, missing, DIRECTION_IN, &last);
    if ((buffer->direction & DIRECTION_OUT) != 0) {
        other = first_missing(agent, call, missing, DIRECTION_OUT, &last);
        first = other < first ? other : first;
    }
    if (call->info->comm_word >= 0)
        look.comm = agent_comm(agent, call_word(call, call->info->comm_word));
    if (look.comm != NULL && !comm_member(look.comm, agent, &look.member))
        look.comm = NULL;
    /* Of neighbours it was only looked at what any sends, or gets. */
    if (first == UINT64_MAX ||
        (collective_pattern(call->info) != EXCHANGE_NEIGHBORS &&
         argument_talks_to_nobody(&look, buffer)))
        return;
    argument_aliased_forget(agent, call);
    if (missing->kind == NO_MEMORY_BEFORE) {
        argument_raise_missing(&look, fault, buffer,
                               (int64_t)(missing->high - missing->low), 0,
                               false, NULL);
        return;
    }
    if (missing->kind < NO_MEMORY_BLOCK &&
        is_spared(agent, call, buffer, first))
        return; /* where the buffer ends is not known */
    if (missing->kind >= NO_MEMORY_BLOCK)
        first = missing->low; /* what is missing may begin behind that */
    /* What lies before, from MPI_BOTTOM on, is no part of the data. */
    if (first < begin || begin == NEUTRAL_BOTTOM)
        first = last = begin;
    argument_raise_missing(&look, fault, buffer, (int64_t)(first - begin),
                           (int64_t)(last - begin),
                           is_spared(agent, call, buffer, first), variable);
}

void argument_no_memory(struct agent *agent, struct call *call,
                        const struct record_no_memory *missing,
                        const char *variable)
{
    raise_missing(agent, call, missing,
                  variable != NULL ? ARGUMENT_BEYOND_VARIABLE
                                   : missing_as[missing->kind],
                  variable);
}

void argument_automatic(struct agent *agent, struct call *call,
                        const struct record_automatic *told, uint64_t end,
                        const char *variable)
{
    struct record_no_memory missing = {.parameter = told->parameter,
                                       .kind = NO_MEMORY_BLOCK,
                                       .low = end,
                                       .high = told->high};

    raise_missing(agent, call, &missing, ARGUMENT_BEYOND_VARIABLE, variable);
}
