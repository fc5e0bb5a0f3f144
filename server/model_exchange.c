/*
 * model_exchange.c - what the members of a collective operation send and
 * expect, and whether it goes together (MPI-4.1 6.1, 6.2, 6.4 to 6.11, 8.6).
 *
 * Each member's call is kept until all have come; then what one sends is
 * compared with what another expects of it.
 */
#include "model_contribution.h"
#include "model_topology.h"

#include <stdlib.h>

/* Blocks of a call that are compared with each other. */
#define BLOCKS_MAX 64

/* Where a comparison is. */
struct exchange {
    struct model *model;
    const struct comm *comm;
    struct channel *channel;
    struct meeting *meeting;
    uint32_t first_side; /* members of side 0 */
    bool reduces;
    struct model_event worst;
    struct payload_difference differs; /* of the worst */
};

enum in_place exchange_in_place(const struct call_info *info, bool receives)
{
    static const enum in_place who[][2] = {
        [EXCHANGE_NONE] = {IN_PLACE_NOBODY, IN_PLACE_NOBODY},
        [EXCHANGE_BCAST] = {IN_PLACE_NOBODY, IN_PLACE_NOBODY},
        [EXCHANGE_REDUCE] = {IN_PLACE_ROOT, IN_PLACE_NOBODY},
        [EXCHANGE_ALLREDUCE] = {IN_PLACE_ALL, IN_PLACE_NOBODY},
        [EXCHANGE_SCAN] = {IN_PLACE_ANYBODY, IN_PLACE_NOBODY},
        [EXCHANGE_GATHER] = {IN_PLACE_ROOT, IN_PLACE_NOBODY},
        [EXCHANGE_SCATTER] = {IN_PLACE_NOBODY, IN_PLACE_ROOT},
        [EXCHANGE_ALL] = {IN_PLACE_ALL, IN_PLACE_NOBODY},
        [EXCHANGE_PAIRS] = {IN_PLACE_ALL, IN_PLACE_NOBODY},
        [EXCHANGE_NEIGHBORS] = {IN_PLACE_NOBODY, IN_PLACE_NOBODY},
    };

    return who[collective_pattern(info)][receives];
}

static bool is_inter(const struct comm *comm)
{
    return comm->groups[1] != NULL;
}

/* What the call gives as root; NEUTRAL_UNDEFINED: it has none. */
static int64_t root_of(const struct call *call)
{
    return call->info->root_word < 0
               ? NEUTRAL_UNDEFINED
               : (int64_t)call_word(call, call->info->root_word);
}

static bool is_root(const struct comm *comm, const struct call *call,
                    uint32_t member)
{
    return root_of(call) == (is_inter(comm) ? NEUTRAL_ROOT : (int64_t)member);
}

/* ------------------------------------------------------------ comparing */

static const struct contribution *at(const struct exchange *exchange,
                                     uint32_t member)
{
    return &exchange->meeting->contributions[member];
}

/* A member's place in its own group. */
static uint32_t place_of(const struct exchange *exchange, uint32_t member)
{
    return member < exchange->first_side ? member
                                         : member - exchange->first_side;
}

static int weight(const struct payload_difference *differs)
{
    return differs->bytes[0] != differs->bytes[1] && !differs->packed
               ? RELATION_UNLIKE
               : (int)differs->relation;
}

bool payloads_clash(const struct payload *left, const struct payload *right)
{
    struct payload_difference differs;

    return left->type != NULL && right->type != NULL &&
           payload_key(left) != 0 && payload_key(right) != 0 &&
           payload_key(left) != payload_key(right) &&
           payload_compare(left, right, &differs) &&
           weight(&differs) == RELATION_UNLIKE;
}

/* Remembers it if it is the gravest so far. */
static void compare(struct exchange *exchange, uint32_t left, uint32_t right,
                    const struct payload payloads[2], bool flows)
{
    struct model_event *worst = &exchange->worst;
    struct payload_difference differs;
    uint64_t here = payload_key(&payloads[0]),
             there = payload_key(&payloads[1]);
    int before = worst->call == NULL ? 0 : weight(&exchange->differs);

    if (here == 0 || there == 0 || here == there ||
        !payload_compare(&payloads[0], &payloads[1], &differs))
        return;
    /* An operation is by the type: a sign matters as another type does. */
    if (exchange->reduces && differs.relation == RELATION_BYTES)
        differs.relation = RELATION_UNLIKE;
    if (weight(&differs) <= before)
        return;
    exchange->differs = differs;
    worst->call = at(exchange, left)->call;
    worst->exchange.calls[0] = at(exchange, left)->call;
    worst->exchange.calls[1] = at(exchange, right)->call;
    worst->exchange.payloads[0] = payloads[0];
    worst->exchange.payloads[1] = payloads[1];
    worst->exchange.flows = flows;
}

static bool is_found(const struct exchange *exchange)
{
    return exchange->worst.call != NULL &&
           weight(&exchange->differs) == RELATION_UNLIKE;
}

/* What the sender sends to the receiver; of data in place it is what it
 * receives (6.7, 6.8). */
static bool sent_block(const struct exchange *exchange, uint32_t sender,
                       uint32_t receiver, struct payload *payload)
{
    const struct contribution *one = at(exchange, sender);
    const struct call *call = one->call;
    uint32_t index = place_of(exchange, receiver);

    if (call == NULL || !gives_in_place(call, SENDS))
        return block_at(one, SENDS, index, payload);
    if (root_of(call) != NEUTRAL_UNDEFINED)
        return false;
    /* One block for all is sent, and of several the own one is it. */
    if (has_one_count(call, SENDS))
        index = place_of(exchange, sender);
    return block_at(one, EXPECTS, index, payload);
}

static void compare_pair(struct exchange *exchange, uint32_t sender,
                         uint32_t receiver)
{
    struct payload payloads[2];

    if (at(exchange, receiver)->call != NULL &&
        sent_block(exchange, sender, receiver, &payloads[0]) &&
        block_at(at(exchange, receiver), EXPECTS, place_of(exchange, sender),
                 &payloads[1]))
        compare(exchange, sender, receiver, payloads, true);
}

static bool are_peers(const struct exchange *exchange, uint32_t left,
                      uint32_t right)
{
    return !is_inter(exchange->comm) ||
           (left < exchange->first_side) != (right < exchange->first_side);
}

static void compare_pairs(struct exchange *exchange)
{
    uint32_t size = exchange->meeting->size, i, k;

    for (i = 0; i < size; i++)
        for (k = 0; k < size && !is_found(exchange); k++)
            if (are_peers(exchange, i, k))
                compare_pair(exchange, i, k);
}

/* One member's data with all others': where all must be equal. */
static void compare_with(struct exchange *exchange, uint32_t one)
{
    uint32_t i;

    for (i = 0; i < exchange->meeting->size && !is_found(exchange); i++) {
        if (!are_peers(exchange, one, i))
            continue;
        compare_pair(exchange, i, one);
        compare_pair(exchange, one, i);
    }
}

/* -1: it has not come. */
static int64_t first_here(const struct exchange *exchange, uint32_t from)
{
    uint32_t i;

    for (i = from; i < exchange->meeting->size; i++)
        if (at(exchange, i)->call != NULL)
            return i;
    return -1;
}

static int64_t root_here(const struct exchange *exchange)
{
    uint32_t i;

    for (i = 0; i < exchange->meeting->size; i++)
        if (at(exchange, i)->call != NULL &&
            is_root(exchange->comm, at(exchange, i)->call, i))
            return i;
    return -1;
}

static void compare_all(struct exchange *exchange)
{
    int64_t one = first_here(exchange, 0), other;

    if (one < 0)
        return;
    compare_with(exchange, (uint32_t)one);
    other = first_here(exchange, exchange->first_side);
    if (is_inter(exchange->comm) && other > one)
        compare_with(exchange, (uint32_t)other);
}

static void compare_root(struct exchange *exchange, bool root_sends)
{
    int64_t root = root_here(exchange);
    uint32_t i;

    for (i = 0; root >= 0 && i < exchange->meeting->size; i++)
        if (are_peers(exchange, i, (uint32_t)root) && !is_found(exchange)) {
            if (root_sends)
                compare_pair(exchange, (uint32_t)root, i);
            else
                compare_pair(exchange, i, (uint32_t)root);
        }
}

/* Any of the member's blocks, where all are alike.  False: they are not, or
 * there are too many to look at. */
static bool any_block(const struct exchange *exchange, uint32_t member,
                      int side, struct payload *payload)
{
    const struct contribution *one = at(exchange, member);
    uint32_t count =
        topology_degree(exchange->comm->topology, member, side == SENDS);
    struct payload other;
    uint32_t i;

    if (!block_at(one, side, 0, payload) || payload_key(payload) == 0)
        return false;
    if (has_one_count(one->call, side))
        count = 1;
    if (count > BLOCKS_MAX)
        return false;
    for (i = 1; i < count; i++)
        if (!block_at(one, side, i, &other) ||
            payload_key(&other) != payload_key(payload))
            return false;
    return true;
}

static void compare_neighbors(struct exchange *exchange)
{
    struct topology *topology = exchange->comm->topology;
    struct payload payloads[2];
    uint32_t from, to, there, i;

    for (from = 0; from < exchange->meeting->size; from++)
        for (i = 0;
             i < topology_degree(topology, from, true) && !is_found(exchange);
             i++) {
            if (!topology_edge(topology, from, i, &to, &there))
                continue;
            if (there == TOPOLOGY_SOME
                    ? any_block(exchange, from, SENDS, &payloads[0]) &&
                          any_block(exchange, to, EXPECTS, &payloads[1])
                    : block_at(at(exchange, from), SENDS, i, &payloads[0]) &&
                          block_at(at(exchange, to), EXPECTS, there,
                                   &payloads[1]))
                compare(exchange, from, to, payloads, true);
        }
}

/* Count and datatype of the call's only data; of an operation with a root on
 * an intercommunicator only the root's and those of the other side count. */
static bool own_block(const struct exchange *exchange, uint32_t member,
                      uint32_t index, struct payload *payload)
{
    const struct contribution *one = at(exchange, member);

    return one->call != NULL && root_of(one->call) != NEUTRAL_PROC_NULL &&
           block_at(one, gives_in_place(one->call, SENDS) ? EXPECTS : SENDS,
                    index, payload);
}

/* Both must give the same: the very count of the same type to a reduction
 * (6.9.1), as much data to a broadcast. */
static void compare_own(struct exchange *exchange, uint32_t left,
                        uint32_t right)
{
    struct payload payloads[2], ones[2];
    uint32_t blocks = 0, index = 0;

    while (index <= blocks && index < exchange->meeting->size &&
           !is_found(exchange) &&
           own_block(exchange, left, index, &payloads[0]) &&
           own_block(exchange, right, index, &payloads[1])) {
        const struct call *call = at(exchange, left)->call;
        const struct call_parameter *buffer = transfer_buffer(call, SENDS);

        blocks = call->info->parameters[buffer->count].wire == WIRE_NUMBERS
                     ? exchange->meeting->size
                     : 0;
        ones[0] = (struct payload){payloads[0].type, 1};
        ones[1] = (struct payload){payloads[1].type, 1};
        compare(exchange, left, right, payloads, false);
        if (exchange->reduces && payloads[0].count + payloads[1].count > 0)
            compare(exchange, left, right, ones, false);
        index++;
    }
}

/* One member's data with that of all from `first` on, up to `end`. */
static void compare_same(struct exchange *exchange, int64_t one, uint32_t first,
                         uint32_t end)
{
    uint32_t i;

    for (i = first; one >= 0 && i < end; i++)
        if (i != one)
            compare_own(exchange, (uint32_t)one, i);
}

static bool has_one_block(const struct call_info *info)
{
    return info->base == CALL_MPI_Reduce_scatter_block ||
           info->base == CALL_MPI_Ireduce_scatter_block ||
           info->base == CALL_MPI_Reduce_scatter_block_init;
}

/* What the member gives in all: a block for each of its side, if it scatters
 * what is reduced. */
static bool own_whole(const struct exchange *exchange, uint32_t member,
                      struct payload *payload)
{
    const struct call_info *info = at(exchange, member)->call->info;
    uint32_t side = member < exchange->first_side
                        ? exchange->first_side
                        : exchange->meeting->size - exchange->first_side;
    struct payload block;
    uint32_t i;

    if (!own_block(exchange, member, 0, payload))
        return false;
    if (has_one_block(info))
        return !__builtin_mul_overflow(payload->count, side, &payload->count);
    if (has_one_count(at(exchange, member)->call, SENDS))
        return true;
    for (i = 1; i < side; i++)
        if (!own_block(exchange, member, i, &block) ||
            __builtin_add_overflow(payload->count, block.count,
                                   &payload->count))
            return false;
    return true;
}

/* What one group has reduced the other one takes: the data are alike within
 * each (6.9.1), and of one signature between them (6.9.6, 6.10.1, 6.10.2). */
static void compare_sides(struct exchange *exchange)
{
    uint32_t middle = exchange->first_side, size = exchange->meeting->size;
    int64_t one = first_here(exchange, 0), other = first_here(exchange, middle);
    struct payload wholes[2];

    if (one >= middle)
        one = -1;
    compare_same(exchange, one, 0, middle);
    compare_same(exchange, other, middle, size);
    if (one < 0 || other < 0 || is_found(exchange) ||
        !own_whole(exchange, (uint32_t)one, &wholes[0]) ||
        !own_whole(exchange, (uint32_t)other, &wholes[1]))
        return;
    compare(exchange, (uint32_t)one, (uint32_t)other, wholes, false);
    exchange->worst.exchange.in_all =
        is_found(exchange) &&
        (has_one_block(at(exchange, (uint32_t)one)->call->info) ||
         !has_one_count(at(exchange, (uint32_t)one)->call, SENDS));
}

/* -------------------------------------------------------------- in place */

static void raise_in_place(struct exchange *exchange, struct call *call,
                           struct call *other)
{
    struct model_event event =
        model_event_new(agent_of(call->process), EVENT_EXCHANGE, call);

    event.exchange.comm = exchange->comm;
    event.exchange.position = exchange->meeting->position;
    event.exchange.fault = EXCHANGE_MIXED_IN_PLACE;
    event.exchange.calls[0] = call;
    event.exchange.calls[1] = other;
    model_raise(exchange->model, &event);
}

/* True: some give it and some do not, where all must or none may. */
static bool mixed_in_place(struct exchange *exchange,
                           const struct call_info *info)
{
    struct call *with = NULL, *without = NULL;
    uint32_t i;

    if (exchange_in_place(info, false) != IN_PLACE_ALL ||
        is_inter(exchange->comm))
        return false;
    for (i = 0; i < exchange->meeting->size; i++) {
        struct call *call = at(exchange, i)->call;

        if (call == NULL)
            continue;
        if (gives_in_place(call, SENDS))
            with = with == NULL ? call : with;
        else
            without = without == NULL ? call : without;
    }
    if (with == NULL || without == NULL)
        return false;
    raise_in_place(exchange, with, without);
    return true;
}

/* ----------------------------------------------------------------- judging */

static void compare_by(struct exchange *exchange, enum exchange_pattern pattern)
{
    int64_t root = root_here(exchange);

    switch (pattern) {
    case EXCHANGE_BCAST:
        compare_same(exchange, root >= 0 ? root : first_here(exchange, 0), 0,
                     exchange->meeting->size);
        break;
    case EXCHANGE_REDUCE:
    case EXCHANGE_ALLREDUCE:
    case EXCHANGE_SCAN:
        exchange->reduces = true;
        if (root >= 0)
            compare_same(exchange, root, 0, exchange->meeting->size);
        else
            compare_sides(exchange);
        break;
    case EXCHANGE_GATHER:
        compare_root(exchange, false);
        break;
    case EXCHANGE_SCATTER:
        compare_root(exchange, true);
        break;
    case EXCHANGE_ALL:
        compare_all(exchange);
        break;
    case EXCHANGE_PAIRS:
        compare_pairs(exchange);
        break;
    case EXCHANGE_NEIGHBORS:
        compare_neighbors(exchange);
        break;
    case EXCHANGE_NONE:
        break;
    }
}

/*
 * Two sequences of operations that are shifted against each other differ at
 * each step, by one cause.  So a difference is not told where one side has
 * what the other had in a difference before, or comes from a place in the
 * program that was in one; unless it is the very same, which is counted, or
 * both are at the same place of the program, which is no shift.
 */
static bool is_consequence(struct channel *channel,
                           const struct model_event *event, bool *again)
{
    struct told new, *told;
    bool touched = false, shifted;
    uint32_t i;
    int side;

    for (side = 0; side < 2; side++) {
        new.sites[side] = event->exchange.calls[side]->stack;
        new.keys[side] = payload_key(&event->exchange.payloads[side]);
    }
    shifted = new.sites[0] != new.sites[1];
    for (i = 0; i < channel->told_count; i++) {
        told = &channel->told[i];
        *again =
            told->sites[0] == new.sites[0] && told->sites[1] == new.sites[1];
        if (*again)
            return false;
        for (side = 0; side < 2; side++)
            touched = touched || told->keys[side] == new.keys[1 - side] ||
                      told->sites[side] == new.sites[0] ||
                      told->sites[side] == new.sites[1];
    }
    if (channel->told_count == CHANNEL_TOLD)
        return true;
    channel->told[channel->told_count++] = new;
    return touched && shifted;
}

static bool judge(struct exchange *exchange)
{
    struct meeting *meeting = exchange->meeting;
    int64_t first = first_here(exchange, 0);
    const struct call_info *info;
    bool again = false;

    if (first < 0)
        return false;
    info = at(exchange, (uint32_t)first)->call->info;
    if (mixed_in_place(exchange, info))
        return false;
    compare_by(exchange, collective_pattern(info));
    if (exchange->worst.call == NULL ||
        (is_found(exchange) &&
         is_consequence(exchange->channel, &exchange->worst, &again)))
        return false;
    exchange->worst.kind = EVENT_EXCHANGE;
    exchange->worst.model = exchange->model;
    exchange->worst.process = exchange->worst.call->process;
    exchange->worst.exchange.comm = exchange->comm;
    exchange->worst.exchange.position = meeting->position;
    exchange->worst.exchange.fault = EXCHANGE_DATA;
    exchange->worst.exchange.differs = &exchange->differs;
    model_raise(exchange->model, &exchange->worst);
    if (is_found(exchange))
        channel_mislead(exchange->channel, exchange->comm);
    if (exchange->differs.bytes[0] != exchange->differs.bytes[1])
        exchange->channel->unequal = meeting->position + 1;
    return is_found(exchange) && !again;
}

static struct exchange exchange_of(struct model *model, const struct comm *comm,
                                   struct channel *channel,
                                   struct meeting *meeting)
{
    return (struct exchange){
        .model = model,
        .comm = comm,
        .channel = channel,
        .meeting = meeting,
        .first_side =
            is_inter(comm) ? (uint32_t)comm->groups[0]->size : meeting->size,
    };
}

bool exchange_judge(struct model *model, const struct comm *comm,
                    struct channel *channel, struct meeting *meeting)
{
    struct exchange exchange = exchange_of(model, comm, channel, meeting);

    return judge(&exchange);
}
