/*
 * model_dispute.c - collective operations to which members came with calls
 * that differ.
 *
 * Judged at once, a difference would be told of the two that happened to come
 * first.  So it waits until all have come, or no more will: members have
 * ended, or wait for ever.  Then it is told, and waits for their next calls, to
 * find where they agree again (model_align.c): from there on another channel
 * judges.
 */
#include "model_contribution.h"
#include "model_info.h"
#include "model_window_promise.h"

#include <stdlib.h>
#include <string.h>

/* Nothing came from anybody for so long: who is inside a call stays there,
 * unless he waits for somebody who is not. */
#define STILL UINT64_C(150000000)
/* Then members that are outside MPI count no more. */
#define LONGEST UINT64_C(10000000000)

struct dispute {
    struct channel *main;            /* of comm or window */
    struct channel *channel;         /* that or main->aligned */
    struct meeting *meeting;         /* held: the first on the channel */
    struct comm *comm;               /* held, or */
    struct window *window;           /* held */
    bool told;                       /* it waits for what comes behind it */
    enum meeting_difference differs; /* told: in what; SAME: in data */
    struct dispute *next, *prev;
};

void channel_break(struct model *model, struct channel *channel,
                   const struct comm *members, uint64_t from)
{
    uint32_t i;

    channel->sound = UINT64_MAX;
    if (channel->broken)
        return;
    channel->broken = true;
    model->order_unsure |= !model->clocks_run;
    for (i = 0; i < channel->size; i++) {
        const struct seat *seat = comm_seat(members, i);

        if (channel->next[i] > from && seat != NULL && seat->process != NULL)
            clock_lose(&agent_of(seat->process)->clock);
    }
}

static struct dispute *dispute_new(struct model *model, struct channel *main,
                                   struct channel *channel, struct comm *comm,
                                   struct window *window)
{
    struct dispute *dispute = xcalloc(1, sizeof *dispute);

    dispute->main = main;
    dispute->channel = channel;
    dispute->comm = comm_hold(comm);
    dispute->window = window == NULL ? NULL : window_hold(window);
    channel->dispute = dispute;
    DL_APPEND(model->disputes, dispute);
    return dispute;
}

void dispute_begin(struct model *model, struct channel *main,
                   struct channel *channel, struct meeting *meeting,
                   struct comm *comm, struct window *window)
{
    struct dispute *dispute = channel->dispute;

    if (dispute == NULL)
        dispute = dispute_new(model, main, channel, comm, window);
    else if (dispute->meeting->position <= meeting->position)
        return;
    meeting_drop(dispute->meeting);
    dispute->meeting = meeting_hold(meeting);
}

void dispute_data(struct model *model, struct channel *main,
                  struct channel *channel, struct meeting *meeting,
                  struct comm *comm)
{
    dispute_begin(model, main, channel, meeting, comm, NULL);
    channel->dispute->told = true;
    channel->judged = true;
}

bool dispute_before(const struct channel *channel,
                    const struct meeting *meeting)
{
    return channel->dispute != NULL &&
           channel->dispute->meeting->position <= meeting->position;
}

static const struct comm *members_of(const struct dispute *dispute)
{
    return dispute->comm != NULL ? dispute->comm : dispute->window->comm;
}

static const struct part *part_at(const struct dispute *dispute, uint32_t index)
{
    return &dispute->meeting->parts[index];
}

static void dispute_free(struct model *model, struct dispute *dispute)
{
    DL_DELETE(model->disputes, dispute);
    meeting_drop(dispute->meeting);
    window_drop(dispute->window);
    comm_drop(dispute->comm);
    free(dispute);
}

static void tell(struct model *model, struct dispute *dispute)
{
    dispute->differs = difference_gravest(dispute->meeting);
    dispute->told = true;
    dispute->channel->judged = true;
    difference_tell(model, dispute->meeting, dispute->comm, dispute->window,
                    dispute->differs);
}

/* ------------------------------------------------------ agreeing again */

static void raise_unaligned(struct model *model, const struct dispute *dispute)
{
    struct call *call = part_at(dispute, 0)->call;
    struct model_event event;
    uint32_t i;

    for (i = 1; i < dispute->meeting->part_count; i++)
        if (process_rank(part_at(dispute, i)->call->process) <
            process_rank(call->process))
            call = part_at(dispute, i)->call;
    event = model_event_new(agent_of(call->process), EVENT_UNALIGNED, call);
    event.meeting.comm = dispute->comm;
    event.meeting.window = dispute->window;
    event.meeting.position = dispute->meeting->position;
    model_raise(model, &event);
}

/* What the member has brought from that position on is judged on
 * main->aligned. */
static void move_member(struct model *model, const struct dispute *dispute,
                        uint64_t position, uint32_t member)
{
    const struct channel *from = dispute->channel;

    for (; position < from->next[member]; position++) {
        struct meeting *meeting =
            from->open[from->gone + (position - from->first)];
        struct contribution one = meeting->contributions[member];

        meeting->contributions[member] = (struct contribution){.call = NULL};
        (void)channel_arrive_aligned(model, dispute->main, member, &one,
                                     dispute->comm, dispute->window);
    }
}

/* The calls behind the dispute are judged on a channel of their own; skips: by
 * member, how many are left behind. */
static void realign(struct model *model, const struct dispute *dispute,
                    const uint32_t *skips)
{
    struct channel *main = dispute->main, *from = dispute->channel;
    uint64_t position = dispute->meeting->position;
    bool straight = true;
    uint32_t i, most = 0;

    for (i = 0; i < from->size; i++) {
        straight = straight && skips[i] == skips[0];
        if (skips[i] > most)
            most = skips[i];
    }
    main->aligned = channel_new_at(from->size, position + most);
    main->aligned->inter = main->inter;
    main->aligned->told_count = from->told_count;
    memcpy(main->aligned->told, from->told, sizeof from->told);
    main->aligned->shifted = from->shifted || !straight;
    if (!main->aligned->shifted &&
        (dispute->differs != MEETING_SAME || most > 1))
        main->sound = position + most;
    for (i = 0; i < from->size; i++)
        move_member(model, dispute, position + skips[i], i);
}

/* What came behind the dispute is needed no more. */
static void leave_behind(struct dispute *dispute)
{
    struct channel *channel = dispute->channel;
    size_t i;

    channel->dispute = NULL;
    if (channel != dispute->main) {
        channel_free(channel);
        return;
    }
    for (i = 0; i < channel->open_count; i++)
        contributions_drop(channel->open[channel->gone + i]);
    channel_clean(channel);
}

static void align(struct model *model, struct dispute *dispute)
{
    struct channel *main = dispute->main;
    const struct comm *comm = members_of(dispute);
    bool data = dispute->differs == MEETING_SAME;
    uint32_t *skips = xcalloc(dispute->channel->size, sizeof skips[0]), i;
    bool found = main->refused == NULL &&
                 channel_align(dispute->channel, dispute->meeting->position,
                               (uint32_t)comm->groups[0]->size,
                               data || dispute->differs >= MEETING_ROOT, skips);

    /* What is behind other data may be right. */
    for (i = 0; !found && data && i < dispute->channel->size; i++)
        skips[i] = 1;
    main->aligned = NULL;
    if (found || (data && main->refused == NULL))
        realign(model, dispute, skips);
    else
        raise_unaligned(model, dispute);
    free(skips);
    leave_behind(dispute);
    dispute_free(model, dispute);
}

/* ------------------------------------------------------- who never came */

/* A class of those who have come to the meeting, or have not; by rank. */
static void fill_class(struct meeting_class *class,
                       const struct channel *channel,
                       const struct meeting *meeting, const struct comm *comm,
                       bool came)
{
    uint32_t i;

    class->members = xcalloc(meeting->size, sizeof class->members[0]);
    for (i = 0; i < meeting->size; i++)
        if (channel_came(channel, meeting, i) == came)
            class->members[class->member_count++] = comm_seat(comm, i)->process;
    qsort(class->members, class->member_count, sizeof class->members[0],
          process_compare);
}

/* Whether all were seen to their end. */
static bool have_ended(const struct comm *group, uint32_t size)
{
    uint32_t i;

    for (i = 0; i < size; i++)
        if (comm_seat(group, i) == NULL ||
            comm_seat(group, i)->process == NULL ||
            agent_of(comm_seat(group, i)->process)->finalize == NULL)
            return false;
    return true;
}

static void raise_absent(struct model *model, const struct channel *channel,
                         const struct meeting *meeting, const struct comm *comm,
                         const struct window *window, struct call *call,
                         const struct call *init)
{
    const struct comm *group = comm != NULL ? comm : window->comm;
    struct meeting_class classes[2] = {{.call = call}};
    struct model_event event =
        model_event_new(agent_of(call->process), EVENT_ABSENT, call);

    fill_class(&classes[0], channel, meeting, group, true);
    fill_class(&classes[1], channel, meeting, group, false);
    classes[1].call = agent_of(classes[1].members[0])->finalize;
    event.meeting.comm = comm;
    event.meeting.window = window;
    event.meeting.position = meeting->position;
    event.meeting.classes = classes;
    event.meeting.class_count = 2;
    event.meeting.init = init;
    model_raise(model, &event);
    free(classes[0].members);
    free(classes[1].members);
}

void channel_round_left(struct model *model, const struct meeting *initial,
                        const struct comm *comm, struct call *started)
{
    const struct channel *channel = initial->rounds;
    const struct meeting *meeting = channel->open[channel->gone];

    if (!channel->broken && !comm->channel->broken && !comm->channel->judged &&
        comm->channel->refused == NULL && initial->part_count > 0 &&
        meeting->arrived < meeting->size && have_ended(comm, meeting->size))
        raise_absent(model, channel, meeting, comm, NULL, started,
                     initial->parts[0].call);
}

void channel_left(struct model *model, struct channel *on,
                  const struct comm *comm, const struct window *window)
{
    const struct channel *channel = channel_judging(on);
    const struct comm *group = comm != NULL ? comm : window->comm;
    const struct meeting *meeting;

    /* a communicator that not all free is a leak */
    if (channel->open_count == 0 || channel->broken || channel->judged ||
        (channel != on && on->refused != NULL))
        return;
    meeting = channel->open[channel->gone];
    if (meeting->part_count > 0 && meeting->arrived < meeting->size &&
        meeting->parts[0].call->info->base != CALL_MPI_Comm_free &&
        meeting->parts[0].call->info->base != CALL_MPI_Comm_disconnect &&
        have_ended(group, meeting->size))
        raise_absent(model, channel, meeting, comm, window,
                     meeting->parts[0].call, NULL);
}

void channel_give_up(struct model *model, struct channel *channel,
                     const struct comm *members)
{
    struct channel *judging = channel_judging(channel);
    struct dispute *dispute = judging->dispute;

    channel_break(model, channel, members, 0);
    channel->judged = true;
    channel->aligned = NULL;
    judging->dispute = NULL;
    if (dispute != NULL)
        dispute_free(model, dispute);
    if (judging != channel)
        channel_free(judging);
}

/* ------------------------------------------------------------- waiting */

/* Whether the member may call something on the channel yet. */
static bool may_come(const struct dispute *dispute, uint32_t member,
                     const bool *held)
{
    const struct seat *seat = comm_seat(members_of(dispute), member);
    const struct agent *agent;

    if (seat == NULL || seat->process == NULL)
        return true;
    agent = agent_of(seat->process);
    return !agent->gone && seat->process->mpi != PROCESS_FINALIZED &&
           (held == NULL || !held[agent->node]);
}

/* Whether members that have not come may come, or, once it is told, call more
 * that is looked at; `held`, by node, are those who do not go on any more, and
 * NULL where that is not known. */
static bool is_open(const struct dispute *dispute, const bool *held)
{
    const struct meeting *meeting = dispute->meeting;
    uint64_t behind = meeting->position + (dispute->told ? ALIGN_WINDOW : 1);
    uint32_t i;

    if (!dispute->told && meeting->arrived >= meeting->size)
        return false;
    for (i = 0; i < meeting->size; i++)
        if (dispute->channel->next[i] < behind && may_come(dispute, i, held))
            return true;
    return false;
}

/* Tells those of which it is time, and goes on behind them.  late: who is
 * outside MPI comes no more; end: nobody does. */
static void look(struct model *model, const bool *held, bool late, bool end)
{
    struct dispute *dispute = model->disputes, *next;

    for (; dispute != NULL; dispute = next) {
        if (!dispute->told && (late || end || !is_open(dispute, held)))
            tell(model, dispute);
        if (dispute->told && (end || !is_open(dispute, held))) {
            align(model, dispute);
            next = model->disputes;
        } else {
            next = dispute->next;
        }
    }
}

void disputes_look(struct model *model)
{
    look(model, NULL, false, false);
}

void disputes_end(struct model *model, bool silent)
{
    if (!silent)
        look(model, NULL, false, true);
    while (model->disputes != NULL) {
        model->disputes->channel->dispute = NULL;
        dispute_free(model, model->disputes);
    }
}

/* Of comm's operations those to which not all have come. */
static void end_on(struct model *model, const struct comm *comm)
{
    struct channel *channel = channel_judging(comm->channel);
    size_t i;

    for (i = 0; i < channel->open_count; i++) {
        struct meeting *meeting = channel->open[channel->gone + i];

        if (meeting->contributions == NULL || channel->judged ||
            dispute_before(channel, meeting))
            continue;
        exchange_judge(model, comm, channel, meeting);
        contributions_drop(meeting);
    }
}

void exchanges_end(struct model *model)
{
    struct binding *binding, *next;
    struct agent *agent;

    DL_FOREACH(model->agents, agent)
        DL_FOREACH_SAFE(agent->bindings, binding, next)
            if (binding->key.kind == BINDING_COMM &&
                ((struct comm *)binding->object)->channel != NULL)
                end_on(model, binding->object);
}

bool model_unsettled(const struct model *model)
{
    return model->disputes != NULL || model->open_starts > 0;
}

void model_settle(struct model *model, uint64_t now, uint64_t quiet_since)
{
    uint64_t quiet = now - quiet_since;
    bool *held;

    if (quiet >= STILL && model->open_starts > 0)
        promises_end(model);
    if (model->disputes == NULL || quiet < STILL)
        return;
    held = agents_held(model);
    look(model, held, quiet >= LONGEST, false);
    free(held);
}
