/*
 * model_channel.c - collective operations of one set of members, in order.
 *
 * The n-th operation of each member meets the n-th of the others.  A meeting
 * lives from its first caller until all have come and left, so that memory
 * is bounded by what is outstanding.
 */
#include "model_contribution.h"
#include "model_info.h"

#include <stdlib.h>

/* Members of a scan whose clocks are kept as one sum. */
#define PREFIX_BLOCK 32

struct meeting *meeting_new(uint32_t size, enum flow flow)
{
    static uint64_t made;
    struct meeting *meeting = xcalloc(1, sizeof *meeting);

    meeting->references = 1;
    meeting->number = ++made;
    meeting->size = size;
    meeting->flow = flow;
    return meeting;
}

struct meeting *meeting_hold(struct meeting *meeting)
{
    if (meeting != NULL)
        meeting->references++;
    return meeting;
}

void meeting_drop(struct meeting *meeting)
{
    struct child *child, *next;
    uint32_t i;

    if (meeting == NULL || --meeting->references > 0)
        return;
    HASH_ITER(hh, meeting->children, child, next) {
        HASH_DEL(meeting->children, child);
        comm_drop(child->comm);
        window_drop(child->window);
        intercomm_leave(child->intercomm);
        free(child);
    }
    for (i = 0; meeting->each != NULL && i < meeting->size; i++)
        clock_drop(meeting->each[i]);
    for (i = 0; meeting->sums != NULL && i <= meeting->size / PREFIX_BLOCK; i++)
        clock_drop(meeting->sums[i]);
    free(meeting->each);
    free(meeting->sums);
    free(meeting->has_acted);
    for (i = 0; meeting->arrivals != NULL && i < meeting->size; i++)
        call_drop(meeting->arrivals[i].call);
    free(meeting->arrivals);
    clock_drop(meeting->all);
    clock_drop(meeting->root);
    board_clear(&meeting->board);
    contributions_drop(meeting);
    channel_free(meeting->rounds);
    for (i = 0; i < meeting->part_count; i++) {
        call_drop(meeting->parts[i].call);
        group_drop(meeting->parts[i].group);
        info_drop(meeting->parts[i].info);
    }
    free(meeting->parts);
    group_drop(meeting->members);
    free(meeting->part_of);
    free(meeting);
}

struct child *meeting_child(struct meeting *meeting, int64_t colour)
{
    struct child *child;

    HASH_FIND(hh, meeting->children, &colour, sizeof colour, child);
    if (child == NULL) {
        child = xcalloc(1, sizeof *child);
        child->colour = colour;
        HASH_ADD(hh, meeting->children, colour, sizeof child->colour, child);
    }
    return child;
}

/* -------------------------------------------------------- who knows what */

static int64_t root_of(const struct call *call)
{
    return call->info->root_word < 0
               ? NEUTRAL_UNDEFINED
               : (int64_t)call_word(call, call->info->root_word);
}

bool meeting_is_root(const struct meeting *meeting, const struct call *call,
                     uint32_t member)
{
    return root_of(call) == (meeting->inter ? NEUTRAL_ROOT : (int64_t)member);
}

/* Of two groups, the root's own one gets nothing. */
static bool learns_of_root(const struct meeting *meeting,
                           const struct call *call, uint32_t member)
{
    return root_of(call) < NEUTRAL_SPECIAL &&
           !meeting_is_root(meeting, call, member);
}

/* The count of the call's buffer (enum exchange side, model_contribution.h);
 * NULL: it has none. */
static const struct call_parameter *count_of(const struct call *call, int side)
{
    const struct call_parameter *buffer =
        collective_pattern(call->info) == EXCHANGE_NONE ||
                collective_pattern(call->info) == EXCHANGE_NEIGHBORS
            ? NULL
            : transfer_buffer(call, side);

    return buffer == NULL || buffer->count < 0
               ? NULL
               : &call->info->parameters[buffer->count];
}

/* Whether the call gives a count for each member; or for all, and it is 0. */
static bool has_gaps(const struct call *call)
{
    const struct call_parameter *count;
    int side;

    for (side = SENDS; side <= EXPECTS; side++) {
        count = count_of(call, side);
        if (count != NULL && count->word >= 0 &&
            (count->wire == WIRE_NUMBERS || call->words[count->word] == 0))
            return true;
    }
    return false;
}

/* Whether data come to the member from that one, if any do from others: not
 * by a count of 0.  Of two groups it is not looked at. */
static bool expects_from(const struct meeting *meeting, const struct call *call,
                         uint32_t member, uint32_t from)
{
    const struct call_parameter *count = count_of(call, EXPECTS);
    const struct array_number *counts;

    if (count == NULL)
        count = count_of(call, SENDS);
    if (count == NULL || count->word < 0 || meeting->inter)
        return true;
    if (count->wire == WIRE_NUMBER)
        return call->words[count->word] != 0;
    counts =
        (const struct array_number *)(const void *)&call->words[count->word];
    if (call->info->op_word >= 0)
        from = member;
    return count->wire != WIRE_NUMBERS || counts->special != ARRAY_PRESENT ||
           from >= counts->count || counts->items[from] != 0;
}

static bool expects_all(const struct meeting *meeting, const struct call *call,
                        uint32_t member)
{
    uint32_t i;

    if (!has_gaps(call))
        return true;
    for (i = 0; i < meeting->size; i++)
        if (i != member && !expects_from(meeting, call, member, i))
            return false;
    return true;
}

/* Whether data come to it at all. */
static bool learns(const struct meeting *meeting, const struct call *call,
                   uint32_t member)
{
    switch (meeting->flow) {
    case FLOW_ALL:
    case FLOW_PREFIX:
        return true;
    case FLOW_FROM_ROOT:
        return learns_of_root(meeting, call, member);
    case FLOW_TO_ROOT:
        return meeting_is_root(meeting, call, member);
    case FLOW_NONE:
    case FLOW_UNSURE:
    case FLOW_FENCE:
        break;
    }
    return false;
}

static bool is_no_precede(const struct call *call)
{
    return call->info->base == CALL_MPI_Win_fence &&
           (CALL_VIEW(call, MPI_Win_fence)->assert &NEUTRAL_MODE_NOPRECEDE) !=
               0;
}

static void keep_each(struct meeting *meeting, uint32_t member,
                      struct clock *clock)
{
    if (meeting->each == NULL)
        meeting->each = xcalloc(meeting->size, sizeof meeting->each[0]);
    /* A round of a persistent operation may be met twice, if wrongly. */
    clock_drop(meeting->each[member]);
    meeting->each[member] = clock_hold(clock);
}

/* What the members below know: by sums of blocks that have come, so that not
 * each member joins the clocks of all. */
static void learn_prefix(struct agent *agent, struct meeting *meeting,
                         uint32_t member)
{
    uint32_t sure = member < meeting->prefix ? member : meeting->prefix;
    uint32_t block = sure / PREFIX_BLOCK, from, i;

    if (meeting->each == NULL)
        return;
    if (meeting->sums == NULL)
        meeting->sums =
            xcalloc(meeting->size / PREFIX_BLOCK + 1, sizeof meeting->sums[0]);
    for (from = block; from > 0 && meeting->sums[from] == NULL;)
        from--;
    for (; from < block; from++) {
        clock_add(&meeting->sums[from + 1], meeting->sums[from]);
        for (i = 0; i < PREFIX_BLOCK; i++)
            clock_add(&meeting->sums[from + 1],
                      meeting->each[from * PREFIX_BLOCK + i]);
    }
    agent_learn(agent, meeting->sums[block]);
    for (i = block * PREFIX_BLOCK; i < member; i++)
        agent_learn(agent, meeting->each[i]);
}

static void note_here(struct meeting *meeting, uint32_t member,
                      struct clock *clock)
{
    if (clock != NULL)
        keep_each(meeting, member, clock);
    if (meeting->arrivals == NULL)
        meeting->arrivals = xcalloc(meeting->size, sizeof meeting->arrivals[0]);
    meeting->arrivals[member].here = true;
}

void meeting_arrive(struct meeting *meeting, struct agent *agent,
                    uint32_t member, struct call *call)
{
    struct clock *clock = agent_clock(agent);
    bool root = meeting_is_root(meeting, call, member);

    meeting->arrived++;
    call->met = meeting->number;
    if (root) {
        meeting->root_arrived = true;
        clock_drop(meeting->root);
        meeting->root = clock_hold(clock);
    }
    if (meeting->flow == FLOW_PREFIX || has_gaps(call))
        note_here(meeting, member, clock);
    if (meeting->flow == FLOW_PREFIX)
        while (meeting->prefix < meeting->size &&
               meeting->arrivals[meeting->prefix].here)
            meeting->prefix++;
    if (meeting->flow == FLOW_UNSURE && clock != NULL)
        board_leave(&meeting->board, agent, 0, 1, clock);
    clock_add(&meeting->all, clock);
    clock_drop(clock);
}

struct arrival *meeting_arrival(struct meeting *meeting, uint32_t member,
                                struct call *call)
{
    struct arrival *arrival;

    if (meeting->arrivals == NULL)
        meeting->arrivals = xcalloc(meeting->size, sizeof *arrival);
    arrival = &meeting->arrivals[member];
    arrival->here = true;
    if (arrival->call == NULL)
        arrival->call = call_hold(call);
    return arrival;
}

/* Whether those have come from whom data come to the member. */
static bool senders_came(const struct meeting *meeting, const struct call *call,
                         uint32_t member)
{
    uint32_t i;

    for (i = 0; i < meeting->size; i++)
        if (i != member && expects_from(meeting, call, member, i) &&
            (meeting->arrivals == NULL || !meeting->arrivals[i].here))
            return false;
    return true;
}

/* It learns of these only. */
static void learn_in_part(struct agent *agent, const struct meeting *meeting,
                          uint32_t member, const struct call *call)
{
    uint32_t i;

    for (i = 0; meeting->each != NULL && i < meeting->size; i++)
        if (i != member && expects_from(meeting, call, member, i))
            agent_learn(agent, meeting->each[i]);
}

bool meeting_ready(const struct agent *agent, const struct meeting *meeting,
                   uint32_t member, const struct call *call, uint64_t time)
{
    if (learns(meeting, call, member) && !expects_all(meeting, call, member))
        return senders_came(meeting, call, member);
    switch (meeting->flow) {
    case FLOW_NONE:
        return true;
    case FLOW_FENCE:
        return is_no_precede(call) || meeting->arrived == meeting->size;
    case FLOW_ALL:
        return meeting->arrived == meeting->size;
    case FLOW_FROM_ROOT:
        return meeting->root_arrived || !learns_of_root(meeting, call, member);
    case FLOW_TO_ROOT:
        return meeting->arrived == meeting->size ||
               !meeting_is_root(meeting, call, member);
    case FLOW_PREFIX:
        return meeting->prefix >= member;
    case FLOW_UNSURE:
        return meeting->arrived == meeting->size || model_all_past(agent, time);
    }
    return true;
}

bool meeting_needs(const struct meeting *meeting, const struct comm *comm,
                   const struct call *call, uint32_t member, uint32_t other)
{
    int64_t root = root_of(call);

    switch (meeting->flow) {
    case FLOW_ALL:
    case FLOW_FENCE:
        return true;
    case FLOW_FROM_ROOT:
        return root < NEUTRAL_SPECIAL && comm != NULL &&
               comm_peer(comm, member, root) == (int64_t)other;
    case FLOW_TO_ROOT:
        if (comm == NULL || comm->groups[1] == NULL)
            return root == (int64_t)member;
        return root == NEUTRAL_ROOT &&
               comm_peer(comm, member, 0) != comm_peer(comm, other, 0);
    case FLOW_PREFIX:
        return other < member;
    case FLOW_NONE:
    case FLOW_UNSURE:
        break;
    }
    return false;
}

void meeting_leave(struct agent *agent, struct meeting *meeting,
                   uint32_t member, const struct call *call)
{
    if (learns(meeting, call, member) && !expects_all(meeting, call, member)) {
        learn_in_part(agent, meeting, member, call);
        return;
    }
    switch (meeting->flow) {
    case FLOW_NONE:
        break;
    case FLOW_FENCE:
        if (!is_no_precede(call))
            agent_learn(agent, meeting->all);
        break;
    case FLOW_ALL:
        agent_learn(agent, meeting->all);
        break;
    case FLOW_UNSURE:
        board_look(&meeting->board, agent, NULL, 0, 1);
        clock_join_unsure(&agent->clock, meeting->all);
        break;
    case FLOW_FROM_ROOT:
        if (learns_of_root(meeting, call, member))
            agent_learn(agent, meeting->root);
        break;
    case FLOW_TO_ROOT:
        if (meeting_is_root(meeting, call, member))
            agent_learn(agent, meeting->all);
        break;
    case FLOW_PREFIX:
        learn_prefix(agent, meeting, member);
        break;
    }
}

/* ------------------------------------------------------------ the order */

struct channel *channel_new(uint32_t size)
{
    struct channel *channel = xcalloc(1, sizeof *channel);

    channel->size = size;
    channel->next = xcalloc(size, sizeof channel->next[0]);
    return channel;
}

struct channel *channel_new_at(uint32_t size, uint64_t first)
{
    struct channel *channel = channel_new(size);
    uint32_t i;

    channel->first = first;
    for (i = 0; i < size; i++)
        channel->next[i] = first;
    return channel;
}

void channel_clear(struct channel *channel)
{
    while (channel != NULL && channel->open_count > 0) {
        channel->open_count--;
        channel->first++;
        meeting_drop(channel->open[channel->gone++]);
    }
    if (channel != NULL)
        channel_clear(channel->aligned);
}

void channel_free(struct channel *channel)
{
    uint32_t i;

    if (channel == NULL)
        return;
    channel_clear(channel);
    channel_free(channel->aligned);
    free(channel->open);
    for (i = 0; channel->passed != NULL && i < channel->size; i++)
        call_drop(channel->passed[i].call);
    free(channel->passed);
    free(channel->next);
    free(channel->refused);
    free(channel);
}

void channel_passed(struct channel *channel, const struct meeting *meeting,
                    uint32_t member, struct call *call)
{
    struct passed *passed;

    if (channel->passed == NULL)
        channel->passed = xcalloc(channel->size, sizeof channel->passed[0]);
    passed = &channel->passed[member];
    call_drop(passed->call);
    passed->count = meeting->position + 1;
    passed->call = call_hold(call);
}

/* Files tell of failures to all, and with MPI_ERRORS_RETURN by default. */
void channel_exit(const struct open_call *open)
{
    const struct call *call = open->call;
    struct channel *channel = open->comm != NULL     ? open->comm->channel
                              : open->window != NULL ? open->window->channel
                                                     : NULL;

    if (open->meeting == NULL || channel == NULL || open->making != NULL ||
        (call->info->classes & CLASS_IO) != 0 ||
        succeeded(call, call_result(call)))
        return;
    if (channel->refused == NULL)
        channel->refused = xcalloc(channel->size, sizeof channel->refused[0]);
    channel->refused[open->member] = true;
}

bool channel_knows(const struct channel *channel, uint32_t member)
{
    return channel->refused == NULL || !channel->refused[member];
}

/* Room for one more: at the end, or by letting go of the empty front. */
static void make_room(struct channel *channel)
{
    size_t i;

    if (channel->gone + channel->open_count < channel->open_room)
        return;
    if (channel->gone > channel->open_count) {
        for (i = 0; i < channel->open_count; i++)
            channel->open[i] = channel->open[channel->gone + i];
        channel->gone = 0;
        return;
    }
    channel->open_room = channel->open_room * 2 + 4;
    channel->open =
        xrealloc(channel->open, channel->open_room, sizeof channel->open[0]);
}

struct meeting *channel_at(struct channel *channel, uint32_t member,
                           enum flow flow)
{
    uint64_t position = channel->next[member]++;

    while (position - channel->first >= channel->open_count) {
        struct meeting *meeting = meeting_new(channel->size, flow);

        make_room(channel);
        meeting->inter = channel->inter;
        meeting->position = channel->first + channel->open_count;
        channel->open[channel->gone + channel->open_count++] = meeting;
    }
    return meeting_hold(
        channel->open[channel->gone + (position - channel->first)]);
}

/* What members bring is needed until they agree again. */
const struct meeting *channel_missing(const struct channel *channel,
                                      uint32_t member, uint32_t other)
{
    uint64_t position = channel->next[member];

    return channel->next[other] > position && position >= channel->first &&
                   position - channel->first < channel->open_count
               ? channel->open[channel->gone + (position - channel->first)]
               : NULL;
}

void channel_clean(struct channel *channel)
{
    while (channel->dispute == NULL && channel->open_count > 0 &&
           channel->open[channel->gone]->arrived >= channel->size) {
        meeting_drop(channel->open[channel->gone++]);
        channel->open_count--;
        channel->first++;
    }
}

void channel_mislead(struct channel *channel, const struct comm *members)
{
    uint32_t i;

    for (i = 0; !channel->misled && i < channel->size; i++) {
        const struct seat *seat = comm_seat(members, i);

        if (seat != NULL && seat->process != NULL)
            agent_of(seat->process)->misled = true;
    }
    channel->misled = true;
}
