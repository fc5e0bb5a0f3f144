/*
 * model_collective.c - collective operations: what they are, how data flows
 * in them, and in what the calls of one meeting differ (MPI-4.1 6.1, 6.12 to
 * 6.14).
 */
#include "model_contribution.h"
#include "model_info.h"
#include "model_request.h"

/* How a process takes part. */
enum manner { BLOCKING, NONBLOCKING, PERSISTENT };

struct collective {
    uint16_t calls[3]; /* by manner; 0: there is none */
    enum flow flow;
    enum exchange_pattern pattern;
};

#define ALL_MANNERS(name, iname, flow, pattern)                                \
    {                                                                          \
        {CALL_MPI_##name, CALL_MPI_##iname, CALL_MPI_##name##_init}, flow,     \
            EXCHANGE_##pattern                                                 \
    }
/* Through a file (MPI-4.1 14.4.5, 14.6.5: of those that begin and end apart,
 * or do not block, none matches one that blocks). */
#define FILE_MANNERS(name, iname)                                              \
    {                                                                          \
        {CALL_MPI_File_##name, CALL_MPI_File_##iname, 0}, FLOW_UNSURE,         \
            EXCHANGE_NONE                                                      \
    }
#define ONE_MANNER(name, flow)                                                 \
    {                                                                          \
        {CALL_MPI_##name, 0, 0}, flow, EXCHANGE_NONE                           \
    }

/*
 * Constructors of communicators and windows agree on something new and so
 * tell all of all; freeing a communicator tells nobody of anything, freeing
 * a window is a barrier (MPI-4.1 12.2.5), unless it has the info key no_locks
 * (model_window.c).
 */
static const struct collective collectives[] = {
    ALL_MANNERS(Barrier, Ibarrier, FLOW_ALL, NONE),
    ALL_MANNERS(Bcast, Ibcast, FLOW_FROM_ROOT, BCAST),
    ALL_MANNERS(Gather, Igather, FLOW_TO_ROOT, GATHER),
    ALL_MANNERS(Gatherv, Igatherv, FLOW_TO_ROOT, GATHER),
    ALL_MANNERS(Scatter, Iscatter, FLOW_FROM_ROOT, SCATTER),
    ALL_MANNERS(Scatterv, Iscatterv, FLOW_FROM_ROOT, SCATTER),
    ALL_MANNERS(Allgather, Iallgather, FLOW_ALL, ALL),
    ALL_MANNERS(Allgatherv, Iallgatherv, FLOW_ALL, PAIRS),
    ALL_MANNERS(Alltoall, Ialltoall, FLOW_ALL, ALL),
    ALL_MANNERS(Alltoallv, Ialltoallv, FLOW_ALL, PAIRS),
    ALL_MANNERS(Alltoallw, Ialltoallw, FLOW_ALL, PAIRS),
    ALL_MANNERS(Reduce, Ireduce, FLOW_TO_ROOT, REDUCE),
    ALL_MANNERS(Allreduce, Iallreduce, FLOW_ALL, ALLREDUCE),
    ALL_MANNERS(Reduce_scatter, Ireduce_scatter, FLOW_ALL, SCAN),
    ALL_MANNERS(Reduce_scatter_block, Ireduce_scatter_block, FLOW_ALL,
                ALLREDUCE),
    ALL_MANNERS(Scan, Iscan, FLOW_PREFIX, SCAN),
    ALL_MANNERS(Exscan, Iexscan, FLOW_PREFIX, SCAN),
    ALL_MANNERS(Neighbor_allgather, Ineighbor_allgather, FLOW_UNSURE,
                NEIGHBORS),
    ALL_MANNERS(Neighbor_allgatherv, Ineighbor_allgatherv, FLOW_UNSURE,
                NEIGHBORS),
    ALL_MANNERS(Neighbor_alltoall, Ineighbor_alltoall, FLOW_UNSURE, NEIGHBORS),
    ALL_MANNERS(Neighbor_alltoallv, Ineighbor_alltoallv, FLOW_UNSURE,
                NEIGHBORS),
    ALL_MANNERS(Neighbor_alltoallw, Ineighbor_alltoallw, FLOW_UNSURE,
                NEIGHBORS),
    {{CALL_MPI_Comm_dup, CALL_MPI_Comm_idup, 0}, FLOW_ALL, EXCHANGE_NONE},
    {{CALL_MPI_Comm_dup_with_info, CALL_MPI_Comm_idup_with_info, 0},
     FLOW_ALL,
     EXCHANGE_NONE},
    ONE_MANNER(Comm_create, FLOW_ALL),
    ONE_MANNER(Comm_create_group, FLOW_ALL),
    ONE_MANNER(Comm_create_from_group, FLOW_ALL),
    ONE_MANNER(Comm_split, FLOW_ALL),
    ONE_MANNER(Comm_split_type, FLOW_ALL),
    ONE_MANNER(Cart_create, FLOW_ALL),
    ONE_MANNER(Cart_sub, FLOW_ALL),
    ONE_MANNER(Graph_create, FLOW_ALL),
    ONE_MANNER(Dist_graph_create, FLOW_ALL),
    ONE_MANNER(Dist_graph_create_adjacent, FLOW_ALL),
    ONE_MANNER(Intercomm_create, FLOW_ALL),
    ONE_MANNER(Intercomm_create_from_groups, FLOW_ALL),
    ONE_MANNER(Intercomm_merge, FLOW_ALL),
    ONE_MANNER(Win_create, FLOW_ALL),
    ONE_MANNER(Win_allocate, FLOW_ALL),
    ONE_MANNER(Win_allocate_shared, FLOW_ALL),
    ONE_MANNER(Win_create_dynamic, FLOW_ALL),
    ONE_MANNER(Win_free, FLOW_ALL),
    ONE_MANNER(Win_fence, FLOW_FENCE),
    ONE_MANNER(File_open, FLOW_ALL),
    FILE_MANNERS(read_all, iread_all),
    FILE_MANNERS(read_at_all, iread_at_all),
    FILE_MANNERS(write_all, iwrite_all),
    FILE_MANNERS(write_at_all, iwrite_at_all),
};

#define COLLECTIVE_COUNT (sizeof collectives / sizeof collectives[0])

/* What a function is: a row of the table, or itself, and the manner. */
struct identity {
    uint16_t function;
    enum manner manner;
    enum flow flow;
    enum exchange_pattern pattern;
};

static void fill_identities(struct identity *identities)
{
    size_t i;
    int manner;

    for (i = 0; i < CALL_COUNT; i++)
        identities[i] = (struct identity){
            (uint16_t)i, BLOCKING,
            call_table[i].classes & CLASS_IO ? FLOW_UNSURE : FLOW_NONE,
            EXCHANGE_NONE};
    for (i = 0; i < COLLECTIVE_COUNT; i++)
        for (manner = BLOCKING; manner <= PERSISTENT; manner++) {
            uint16_t id = collectives[i].calls[manner];

            if (id != 0 || manner == BLOCKING)
                identities[id] = (struct identity){
                    collectives[i].calls[BLOCKING], (enum manner)manner,
                    collectives[i].flow, collectives[i].pattern};
        }
}

static const struct identity *identity_of(const struct call_info *info)
{
    static struct identity identities[CALL_COUNT];
    static bool filled;

    if (!filled) {
        fill_identities(identities);
        filled = true;
    }
    return &identities[info->base];
}

enum exchange_pattern collective_pattern(const struct call_info *info)
{
    return identity_of(info)->pattern;
}

/* Two operations are the same if both are predefined and equal; of two that
 * the application made, nothing can be said. */
/* What is no op is told as a wrong argument, and may stand for any. */
static bool ops_differ(uint64_t left, uint64_t right)
{
    bool left_own = left >= NEUTRAL_HANDLE_PREDEFINED_END;
    bool right_own = right >= NEUTRAL_HANDLE_PREDEFINED_END;

    return left != NEUTRAL_OP_NULL && right != NEUTRAL_OP_NULL &&
           (left_own != right_own || (!left_own && left != right));
}

static bool plain_rank(int64_t rank)
{
    return rank >= 0 && rank < NEUTRAL_SPECIAL;
}

static int64_t root_of(const struct part *part)
{
    int word = part->call->info->root_word;

    return word < 0 ? NEUTRAL_UNDEFINED : (int64_t)call_word(part->call, word);
}

/* One group has the root, which gives MPI_ROOT, the others there
 * MPI_PROC_NULL; the other group gives its rank (6.2.3, 6.4). */
static bool sides_differ(const struct meeting *meeting, const struct part *left,
                         const struct part *right)
{
    int64_t one = root_of(left), other = root_of(right);

    if (left->second_side == right->second_side) {
        if (plain_rank(one) || plain_rank(other))
            return one != other;
        return one == NEUTRAL_ROOT && other == NEUTRAL_ROOT;
    }
    if (one != NEUTRAL_ROOT && other != NEUTRAL_ROOT)
        return plain_rank(one) == plain_rank(other) ? plain_rank(one)
                                                    : meeting->rootless;
    if (one == NEUTRAL_ROOT)
        return other != (int64_t)left->place;
    return one != (int64_t)right->place;
}

/* What nobody can have is told as a wrong argument, and may stand for any. */
static bool is_nobody(const struct meeting *meeting, int64_t rank)
{
    return plain_rank(rank) && rank >= (int64_t)meeting->size;
}

static bool roots_differ(const struct meeting *meeting, const struct part *left,
                         const struct part *right)
{
    int64_t one = root_of(left), other = root_of(right);

    if (one == NEUTRAL_UNDEFINED || other == NEUTRAL_UNDEFINED ||
        is_nobody(meeting, one) || is_nobody(meeting, other))
        return false;
    if (meeting->inter)
        return sides_differ(meeting, left, right);
    return plain_rank(one) && plain_rank(other) && one != other;
}

enum meeting_difference part_difference(const struct meeting *meeting,
                                        const struct part *left,
                                        const struct part *right)
{
    const struct call *mine = left->call, *other = right->call;
    const struct identity *a = identity_of(mine->info);
    const struct identity *b = identity_of(other->info);
    int op = mine->info->op_word, other_op = other->info->op_word;

    if (a->function != b->function)
        return MEETING_FUNCTION;
    if (a->manner != b->manner)
        return MEETING_BLOCKING;
    if (roots_differ(meeting, left, right))
        return MEETING_ROOT;
    if (op >= 0 && other_op >= 0 &&
        ops_differ(call_word(mine, op), call_word(other, other_op)))
        return MEETING_OP;
    return same_difference(meeting, left, right) != NULL ? MEETING_ARGUMENT
                                                         : MEETING_SAME;
}

bool parts_differ(const struct meeting *meeting)
{
    uint32_t i, k;

    for (i = 0; i < meeting->part_count; i++)
        for (k = i + 1; k < meeting->part_count; k++)
            if (part_difference(meeting, &meeting->parts[i],
                                &meeting->parts[k]) != MEETING_SAME)
                return true;
    return false;
}

static bool same_group(const struct group *left, const struct group *right)
{
    return left == right ||
           (left != NULL && right != NULL && group_equal(left, right));
}

static bool has_op(const struct part *part)
{
    int word = part->call->info->op_word;

    return word >= 0 && call_word(part->call, word) != NEUTRAL_OP_NULL;
}

/* Whether nothing could differ from the one and not from the other. */
static bool alike(const struct meeting *meeting, const struct part *left,
                  const struct part *right)
{
    return same_group(left->group, right->group) &&
           left->second_side == right->second_side &&
           left->extent == right->extent &&
           info_equal(left->info, right->info) &&
           part_difference(meeting, left, right) == MEETING_SAME &&
           root_of(left) == root_of(right) && has_op(left) == has_op(right);
}

/* Whether those who are not the root name one, and nobody is it. */
static bool is_rootless(const struct meeting *meeting)
{
    bool named = false;
    uint32_t i;

    for (i = 0; i < meeting->part_count; i++) {
        if (root_of(&meeting->parts[i]) == NEUTRAL_ROOT)
            return false;
        named = named || plain_rank(root_of(&meeting->parts[i]));
    }
    return meeting->inter && named && meeting->arrived == meeting->size;
}

/* The part of those who are like that one; made where there is none. */
static uint32_t part_index(struct channel *channel, struct meeting *meeting,
                           uint32_t member, const struct part *like)
{
    uint32_t i;

    for (i = 0; i < meeting->part_count; i++)
        if (alike(meeting, &meeting->parts[i], like))
            return i;
    meeting->parts = xrealloc(meeting->parts, meeting->part_count + 1,
                              sizeof meeting->parts[0]);
    meeting->parts[meeting->part_count++] = *like;
    call_hold(like->call);
    group_hold(like->group);
    info_hold(like->info);
    if (meeting->part_count != 2)
        return meeting->part_count - 1;
    meeting->part_of = xcalloc(meeting->size, sizeof meeting->part_of[0]);
    for (i = 0; i < meeting->size; i++)
        if (i != member && channel_came(channel, meeting, i))
            meeting->part_of[i] = 1;
    return 1;
}

static void add_difference(enum meeting_difference *gravest,
                           enum meeting_difference differs)
{
    if (differs != MEETING_SAME &&
        (*gravest == MEETING_SAME || differs < *gravest))
        *gravest = differs;
}

/* The member joins those who came as it does.  Returns in what it differs from
 * others. */
static enum meeting_difference join(struct channel *channel,
                                    struct meeting *meeting,
                                    const struct comm *comm, uint32_t member,
                                    const struct contribution *one)
{
    struct call *call = one->call;
    struct part like = {.call = call,
                        .group = one->group,
                        .extent = one->extent,
                        .info = one->info};
    uint32_t count = meeting->part_count, index, i;
    enum meeting_difference differs = MEETING_SAME;
    struct part *part;

    like.second_side = comm != NULL && comm->groups[1] != NULL &&
                       member >= (uint32_t)comm->groups[0]->size;
    like.place =
        like.second_side ? member - (uint32_t)comm->groups[0]->size : member;
    if (call->info->base == CALL_MPI_Comm_create) {
        if (meeting->members == NULL)
            meeting->members = group_hold(comm->groups[0]);
        meeting_arrival(meeting, member, call);
    }
    index = part_index(channel, meeting, member, &like);
    part = &meeting->parts[index];
    if (meeting->part_of != NULL)
        meeting->part_of[member] = index + 1;
    if (process_rank(call->process) < process_rank(part->call->process)) {
        call_drop(part->call);
        part->call = call_hold(call);
    }
    for (i = 0; i < count; i++)
        if (index == count)
            add_difference(&differs,
                           part_difference(meeting, &meeting->parts[i], part));
        else if (i != index && same_binds(meeting, &meeting->parts[i], member))
            add_difference(&differs, MEETING_ARGUMENT);
    return differs;
}

/* The member has come to the meeting with what it brings, which is taken over;
 * returns in what it differs from others. */
static enum meeting_difference judge(struct model *model, struct channel *main,
                                     struct channel *channel,
                                     struct meeting *meeting, uint32_t member,
                                     struct contribution *one,
                                     struct comm *comm, struct window *window)
{
    enum meeting_difference differs = join(channel, meeting, comm, member, one);

    if (!channel->judged && main->refused == NULL && is_rootless(meeting)) {
        meeting->rootless = true;
        add_difference(&differs, MEETING_ROOT);
    }
    if (!channel->judged && differs != MEETING_SAME)
        dispute_begin(model, main, channel, meeting, comm, window);
    if (channel->judged && channel->dispute == NULL) {
        contribution_drop(one);
        return differs;
    }
    contribution_keep(meeting, member, one);
    if (meeting->arrived >= meeting->size &&
        !dispute_before(channel, meeting)) {
        if (comm != NULL && exchange_judge(model, comm, channel, meeting) &&
            main->refused == NULL)
            dispute_data(model, main, channel, meeting, comm);
        else
            contributions_drop(meeting);
    }
    return differs;
}

enum meeting_difference
channel_arrive_aligned(struct model *model, struct channel *main,
                       uint32_t member, struct contribution *one,
                       struct comm *comm, struct window *window)
{
    struct channel *channel = main->aligned;
    struct meeting *meeting = channel_at(channel, member, FLOW_NONE);
    enum meeting_difference differs;

    meeting->inter = main->inter;
    meeting->arrived++;
    differs = judge(model, main, channel, meeting, member, one, comm, window);
    channel_clean(channel);
    meeting_drop(meeting);
    return differs;
}

struct meeting *channel_arrive(struct channel *channel, struct agent *agent,
                               uint32_t member, struct call *call,
                               struct comm *comm, struct window *window)
{
    struct meeting *meeting =
        channel_at(channel, member, identity_of(call->info)->flow);
    enum meeting_difference differs;
    struct contribution one;

    if (channel->broken)
        clock_lose(&agent->clock);
    meeting_arrive(meeting, agent, member, call);
    if ((comm != NULL || window != NULL) && channel_knows(channel, member)) {
        one = contribution_new(agent, call);
        if (channel->aligned != NULL) {
            differs = join(channel, meeting, comm, member, &one);
            add_difference(&differs,
                           channel_arrive_aligned(agent->model, channel, member,
                                                  &one, comm, window));
        } else {
            differs = judge(agent->model, channel, channel, meeting, member,
                            &one, comm, window);
        }
        /* Other operations are the same in all but what they compute. */
        if (differs != MEETING_SAME && differs != MEETING_OP)
            channel_break(agent->model, channel,
                          comm != NULL ? comm : window->comm,
                          meeting->position);
    }
    channel_clean(channel);
    if (channel_judging(channel)->dispute != NULL)
        disputes_look(agent->model);
    return meeting;
}

/* -------------------------------------------------------------- the calls */

struct comm *collective_comm(const struct agent *agent, const struct call *call)
{
    if (call->info->comm_word >= 0)
        return agent_comm(agent, call_word(call, call->info->comm_word));
    return binding_find(agent, BINDING_FILE, call->words[0]);
}

enum model_step collective_enter(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    struct comm *comm = collective_comm(agent, call);

    if (comm == NULL || !comm_member(comm, agent, &open->member))
        return MODEL_DONE;
    open->comm = comm_hold(comm);
    open->meeting =
        channel_arrive(comm->channel, agent, open->member, call, comm, NULL);
    if (identity_of(call->info)->manner == BLOCKING)
        return MODEL_DONE;
    open->operation = operation_new(OPERATION_COLLECTIVE, call);
    open->operation->comm = comm_hold(comm);
    open->operation->member = open->member;
    if (identity_of(call->info)->manner == PERSISTENT) {
        open->operation->persistent = true;
        open->operation->initial = meeting_hold(open->meeting);
    } else {
        open->operation->active = true;
        open->operation->meeting = meeting_hold(open->meeting);
    }
    return MODEL_DONE;
}

enum model_step collective_exit(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    bool judge = open->meeting != NULL && open->operation == NULL &&
                 !open->comm->channel->broken &&
                 succeeded(call, call_result(call));

    if (open->operation != NULL || open->comm == NULL)
        return request_made_exit(agent, open);
    if (judge &&
        must_wait(agent, meeting_ready(agent, open->meeting, open->member, call,
                                       call->exit_time)))
        return MODEL_WAIT;
    if (open->meeting != NULL) {
        meeting_leave(agent, open->meeting, open->member, call);
        channel_passed(open->comm->channel, open->meeting, open->member, call);
    }
    return MODEL_DONE;
}

void collective_start(struct agent *agent, struct operation *operation)
{
    struct meeting *initial = operation->initial;

    if (initial == NULL)
        return;
    if (initial->rounds == NULL) {
        initial->rounds = channel_new(initial->size);
        initial->rounds->inter = initial->inter;
    }
    meeting_drop(operation->meeting);
    operation->meeting =
        channel_arrive(initial->rounds, agent, operation->member,
                       operation->made_by, NULL, NULL);
}
