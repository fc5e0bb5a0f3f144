/*
 * deadlock.c - processes that wait for each other.
 */
#include "calls.h"
#include "comm_object.h"
#include "families.h"
#include "finding.h"
#include "model_event.h"
#include "rank_list.h"
#include "wait_graph.h"
#include "wait_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many are told in words; all are shown with their calls. */
#define TOLD 6

static const char *peer_name(const struct deadlock_member *member, char *room,
                             size_t size)
{
    if (member->peer != NULL)
        snprintf(room, size, "rank %d", process_rank(member->peer));
    else
        snprintf(room, size, "%s",
                 member->reason.any_source ? "any rank" : "other ranks");
    return room;
}

/* The call that began the operation, where it is not the one that waits. */
static void add_start(struct text *text, const struct deadlock_member *member)
{
    if (member->reason.call != member->call && member->reason.kind != WAIT_LOCK)
        text_printf(text, " (begun by %s)", member->reason.call->info->name);
}

/* All that it waits for, where any would do and the graph has the member by
 * itself; or NULL. */
static const struct wait_class *choices_of(const struct deadlock *deadlock,
                                           const struct deadlock_member *member)
{
    const struct wait_graph *graph = deadlock->graph;
    uint32_t i;

    for (i = 0; member->any && i < graph->class_count; i++)
        if (graph->classes[i].call == member->call &&
            graph->classes[i].count == 1)
            return &graph->classes[i];
    return NULL;
}

static void add_choices(struct text *text, const struct wait_class *class)
{
    uint32_t i;

    for (i = 0; i < class->need_count && i < TOLD; i++)
        text_printf(text, "%s%s", i > 0 ? ", or " : "", class->needs[i].text);
    if (i < class->need_count)
        text_printf(text, ", or for another of its requests");
}

static void add_reason(struct text *text, const struct deadlock *deadlock,
                       const struct deadlock_member *member)
{
    const struct wait_class *class = choices_of(deadlock, member);
    char room[32];

    if (class != NULL) {
        add_choices(text, class);
        return;
    }
    wait_text(text, &member->reason, peer_name(member, room, sizeof room));
    add_start(text, member);
    if (member->any)
        text_printf(text, ", or for another of its requests");
}

/* A member before it is another thread of its process. */
static bool is_again(const struct deadlock *deadlock, uint32_t index)
{
    uint32_t i;

    for (i = 0; i < index; i++)
        if (deadlock->members[i].process == deadlock->members[index].process)
            return true;
    return false;
}

static void add_member(struct text *text, const struct deadlock *deadlock,
                       const struct deadlock_member *member)
{
    text_printf(text, "rank %d", process_rank(member->process));
    if (member->call->thread > 0)
        text_printf(text, ", thread %u,", member->call->thread);
    text_printf(text, " waits in %s ", member->call->info->name);
    /* It may return before the lock is there (12.5.3). */
    if (member->reason.kind == WAIT_LOCK && member->call->returned)
        text_printf(text, "(or in the first call that needs the lock) ");
    add_reason(text, deadlock, member);
}

/* "Ranks 0, 1 and 2", "Threads of rank 0" */
static void add_ranks(struct text *text, const struct deadlock *deadlock)
{
    uint32_t count = 0, told = 0, i;

    for (i = 0; i < deadlock->count && count <= TOLD; i++)
        count += !is_again(deadlock, i);
    text_printf(text, count == 1 ? "Threads of rank "
                      : count < deadlock->count && count <= TOLD
                          ? "Threads of ranks "
                          : "Ranks ");
    for (i = 0; i < deadlock->count && told < TOLD; i++) {
        if (is_again(deadlock, i))
            continue;
        told++;
        text_printf(text, "%s%d",
                    told == 1       ? ""
                    : told == count ? " and "
                                    : ", ",
                    process_rank(deadlock->members[i].process));
    }
    if (count > TOLD)
        text_printf(text, " and %u more", deadlock->count - TOLD);
}

/* Many are told by classes in the same state. */
static void add_classes(struct text *text, const struct deadlock *deadlock,
                        const char *verb)
{
    struct wait_graph *graph = deadlock->graph;
    uint32_t i, ranks = 0, told = 0;
    bool threads = false;

    for (i = 0; i < graph->class_count; i++)
        if (graph->classes[i].in_knot) {
            ranks += graph->classes[i].count;
            threads = threads || (graph->classes[i].call != NULL &&
                                  graph->classes[i].call->thread > 0);
        }
    for (i = 0; threads && i < deadlock->count; i++)
        ranks -= is_again(deadlock, i);
    text_printf(text,
                "%s%u ranks %s for each other: ", threads ? "Threads of " : "",
                ranks, verb);
    for (i = 0; i < graph->class_count && told < TOLD; i++) {
        char *class = wait_class_text(&graph->classes[i]);

        if (graph->classes[i].in_knot)
            text_printf(text, "%s%s", told++ > 0 ? "; " : "", class);
        free(class);
    }
    text_printf(text, told < graph->class_count && graph->classes[told].in_knot
                          ? "; and so on."
                          : ".");
}

static void add_cycle(struct text *text, const struct deadlock *deadlock,
                      const char *verb)
{
    uint32_t i;

    if (deadlock->graph->folded && deadlock->count > TOLD) {
        add_classes(text, deadlock, verb);
        return;
    }
    add_ranks(text, deadlock);
    text_printf(text, " %s for each other: ", verb);
    for (i = 0; i < deadlock->count && i < TOLD; i++) {
        if (i > 0)
            text_printf(text, "; ");
        add_member(text, deadlock, &deadlock->members[i]);
    }
    text_printf(text, deadlock->count > TOLD ? "; and so on." : ".");
}

static void add_one(struct text *text, const struct deadlock *deadlock)
{
    const struct deadlock_member *member = &deadlock->members[0];

    text_printf(text, "Rank %d waits for ever in %s ",
                process_rank(member->process), member->call->info->name);
    add_reason(text, deadlock, member);
    if (member->peer_gone)
        text_printf(text, ", but rank %d has called %s.",
                    process_rank(member->peer),
                    member->peer->mpi == PROCESS_IN_SESSION ||
                            member->peer->mpi == PROCESS_SESSIONS_OVER
                        ? "MPI_Session_finalize"
                        : "MPI_Finalize");
    else
        text_printf(text, ", that is, for itself.");
}

/* Who waits for a process that is through; NULL: not of one alone. */
static const struct deadlock_member *
waits_for_finished(const struct deadlock *deadlock)
{
    const struct deadlock_member *one = &deadlock->members[0];
    const struct deadlock_member *other = &deadlock->members[1];

    if (deadlock->count != 2)
        return NULL;
    if (one->reason.kind == WAIT_FINALIZE) {
        one = &deadlock->members[1];
        other = &deadlock->members[0];
    }
    return other->reason.kind == WAIT_FINALIZE &&
                   one->reason.kind != WAIT_FINALIZE && !one->any &&
                   one->peer == other->process
               ? one
               : NULL;
}

static void add_finished(struct text *text, const struct deadlock *deadlock,
                         const struct deadlock_member *member)
{
    text_printf(text, "Rank %d waits for ever in %s ",
                process_rank(member->process), member->call->info->name);
    add_reason(text, deadlock, member);
    text_printf(text, ", but rank %d has called MPI_Finalize, and waits there.",
                process_rank(member->peer));
}

/* What was sent and is not what is waited for; its call is NULL, too, if its
 * sender waits for it, which is told anyway. */
static struct missed missed_by(const struct deadlock *deadlock,
                               const struct deadlock_member *member)
{
    struct missed missed = member->missed;
    uint32_t i;

    for (i = 0; missed.call != NULL && i < deadlock->count; i++)
        if (deadlock->members[i].call == missed.call ||
            deadlock->members[i].reason.call == missed.call)
            missed.call = NULL;
    return missed;
}

/* What was sent, and went to a receive that was posted first. */
static void add_taken(struct text *text, const struct deadlock *deadlock)
{
    uint32_t i;

    for (i = 0; i < deadlock->count && i < TOLD; i++) {
        const struct deadlock_member *member = &deadlock->members[i];

        if (member->reason.taken_by != NULL)
            text_printf(text,
                        " What was sent to rank %d has been taken by a receive "
                        "from any source, which was posted first.",
                        process_rank(member->process));
    }
}

static void add_missed(struct text *text, const struct missed *missed)
{
    bool partitioned;

    if (missed->call == NULL)
        return;
    partitioned = missed->call->info->base == CALL_MPI_Psend_init;
    text_printf(text,
                partitioned ? " Rank %d has started a partitioned send to "
                              "rank %d with tag %lld"
                            : " Rank %d has sent rank %d a message with "
                              "tag %lld",
                process_rank(missed->call->process),
                process_rank(missed->receiver), (long long)missed->tag);
    if (missed->comm != NULL)
        text_printf(text, " on %s", comm_name(missed->comm));
    text_printf(text, partitioned ? ", which only MPI_Precv_init matches."
                                  : ", which no receive takes.");
}

static void add_all_missed(struct text *text, const struct deadlock *deadlock)
{
    uint32_t i;

    for (i = 0; i < deadlock->count && i < TOLD; i++) {
        struct missed missed = missed_by(deadlock, &deadlock->members[i]);

        add_missed(text, &missed);
    }
}

static void add_unstarted(struct text *text, const struct deadlock *deadlock)
{
    uint32_t i;

    for (i = 0; i < deadlock->count && i < TOLD; i++) {
        const struct call *unstarted = deadlock->members[i].unstarted;

        if (unstarted != NULL)
            text_printf(text,
                        " Rank %d has made a request for that by %s, and has "
                        "not started it.",
                        process_rank(unstarted->process),
                        unstarted->info->name);
    }
}

static void add_unmet(struct text *text, const struct deadlock *deadlock)
{
    uint32_t i;

    for (i = 0; i < deadlock->count && i < TOLD; i++) {
        const struct deadlock_member *member = &deadlock->members[i];

        if (member->unmet != NULL)
            text_printf(
                text,
                " Rank %d has called %s, collective operation %llu on "
                "%s, which rank %d has not.",
                process_rank(member->unmet->process), member->unmet->info->name,
                (unsigned long long)member->unmet_position + 1,
                comm_name(member->reason.comm), process_rank(member->process));
    }
}

static void add_cancelled(struct text *text, const struct deadlock *deadlock)
{
    uint32_t i;

    for (i = 0; i < deadlock->count && i < TOLD; i++)
        if (deadlock->members[i].cancelled)
            text_printf(text,
                        " Rank %d has called MPI_Cancel for the send, which "
                        "this MPI library does not cancel.",
                        process_rank(deadlock->members[i].process));
}

/* Who waits behind these, or as these do, too. */
static void add_behind(struct text *text, const struct deadlock *deadlock)
{
    const char *other = deadlock->alike ? "in the same way, or " : "";
    int *ranks = xcalloc((size_t)deadlock->behind + 1, sizeof ranks[0]);
    struct rank_range *ranges;
    uint32_t i;
    size_t count;
    char *list;

    for (i = 0; i < deadlock->behind; i++)
        ranks[i] = process_rank(deadlock->behind_processes[i]);
    count = rank_list_ranges(ranks, deadlock->behind, &ranges);
    list = rank_list_text(ranks, deadlock->behind);
    if (count > TOLD)
        text_printf(text, " %u more ranks hang, too: they wait %sfor these.",
                    deadlock->behind, other);
    else if (count > 0)
        text_printf(text,
                    deadlock->behind == 1
                        ? " R%s hangs, too."
                        : " R%s hang, too: they wait %sfor these.",
                    list + 1, other);
    free(list);
    free(ranges);
    free(ranks);
}

/* The sections that say so of what they wait for. */
static void add_standard(struct finding *finding,
                         const struct deadlock *deadlock)
{
    struct text text = {0};
    uint32_t i;

    text_printf(&text, "MPI-4.1 ");
    for (i = 0; i < deadlock->count; i++) {
        const char *section = wait_section(&deadlock->members[i].reason);

        if (strstr(text.bytes, section) == NULL)
            text_printf(&text, "%s%s", i > 0 ? ", " : "", section);
    }
    finding_standard(finding, text.bytes);
    free(text.bytes);
}

static void add_begun(struct finding *finding, const struct wait_class *class)
{
    uint32_t i;

    for (i = 0; i < class->need_count; i++)
        finding_call(finding, "begun", class->needs[i].begun_by);
}

static void add_class(struct finding *finding, const struct wait_class *class)
{
    finding_call_of(finding, class->name, class->call);
    add_begun(finding, class);
}

static void add_calls(struct finding *finding, const struct deadlock *deadlock)
{
    const struct wait_graph *graph = deadlock->graph;
    bool folded = graph->folded && deadlock->count > TOLD;
    uint32_t i;

    for (i = 0; folded && i < graph->class_count; i++)
        if (graph->classes[i].in_knot)
            add_class(finding, &graph->classes[i]);
    for (i = 0; folded && i < deadlock->count; i++)
        finding_process(finding, deadlock->members[i].process);
    for (i = 0; !folded && i < deadlock->count; i++) {
        const struct deadlock_member *member = &deadlock->members[i];

        finding_call(finding, "waits", member->call);
        if (member->reason.kind == WAIT_LOCK)
            finding_call(finding, "lock", member->reason.call);
        else if (choices_of(deadlock, member) != NULL)
            add_begun(finding, choices_of(deadlock, member));
        else if (member->reason.call != member->call)
            finding_call(finding, "begun", member->reason.call);
        finding_call(finding, "finalize", member->peer_finalize);
        finding_call(finding, "missed", missed_by(deadlock, member).call);
        finding_call(finding, "took", member->reason.taken_by);
        finding_call(finding, "unstarted", member->unstarted);
        finding_call(finding, "unmet", member->unmet);
    }
    for (i = 0; i < deadlock->behind; i++)
        finding_process(finding, deadlock->behind_processes[i]);
    finding_graph(finding, deadlock->graph);
}

/* The communicators that the sentence names: of what the members wait for, and
 * of what was sent on another one. */
static void add_comms(struct finding *finding, const struct deadlock *deadlock)
{
    const struct comm *comms[2 * TOLD];
    uint32_t count = 0, i, k;

    for (i = 0; i < deadlock->count && i < TOLD; i++) {
        comms[count++] = deadlock->members[i].reason.comm;
        if (missed_by(deadlock, &deadlock->members[i]).call != NULL)
            comms[count++] = deadlock->members[i].missed.comm;
    }
    for (i = 0; i < count; i++) {
        for (k = 0; k < i && comms[k] != comms[i];)
            k++;
        if (k == i && comms[i] != NULL && comms[i]->made_by != NULL)
            comm_object(finding, comms[i]);
    }
}

static void check_deadlock(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    const struct deadlock *deadlock = &event->deadlock;
    struct finding *finding = finding_new(findings, rule);
    struct text text = {0};

    wait_graph_words(deadlock->graph);
    if (deadlock->count == 1)
        add_one(&text, deadlock);
    else if (waits_for_finished(deadlock) != NULL)
        add_finished(&text, deadlock, waits_for_finished(deadlock));
    else
        add_cycle(&text, deadlock, "wait");
    add_all_missed(&text, deadlock);
    add_taken(&text, deadlock);
    add_unstarted(&text, deadlock);
    add_unmet(&text, deadlock);
    add_cancelled(&text, deadlock);
    add_behind(&text, deadlock);
    finding_message(finding, "%s", text.bytes);
    free(text.bytes);
    add_standard(finding, deadlock);
    add_calls(finding, deadlock);
    add_comms(finding, deadlock);
    finding_submit(finding);
}

static void check_potential(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    const struct deadlock *deadlock = &event->deadlock;
    struct finding *finding = finding_new(findings, rule);
    struct text text = {0};

    wait_graph_words(deadlock->graph);
    if (deadlock->count == 1) {
        text_printf(&text, "Rank %d may wait for ever in %s ",
                    process_rank(deadlock->members[0].process),
                    deadlock->members[0].call->info->name);
        add_reason(&text, deadlock, &deadlock->members[0]);
        text_printf(&text, ", that is, for itself.");
    } else
        add_cycle(&text, deadlock, "may wait");
    text_printf(&text, deadlock->count == 1 ? " It did not in this run."
                                            : " They did not in this run.");
    finding_message(finding, "%s", text.bytes);
    free(text.bytes);
    add_standard(finding, deadlock);
    add_calls(finding, deadlock);
    add_comms(finding, deadlock);
    /* Of five places in which all send first there are fifteen pairs. */
    finding_combines(finding);
    finding_submit(finding);
}

static const char *standing_role(const struct wait_class *class)
{
    static const char *const roles[] = {[WAIT_STATE_WAITS] = "waits",
                                        [WAIT_STATE_FINALIZED] = "finalize",
                                        [WAIT_STATE_OUTSIDE] = "outside",
                                        [WAIT_STATE_POLLS] = "polls",
                                        [WAIT_STATE_INSIDE] = "inside"};

    return roles[class->state];
}

static void check_standstill(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    struct wait_graph *graph = event->standstill.graph;
    struct finding *finding = finding_new(findings, rule);
    struct text text = {0};
    uint32_t i;

    wait_graph_words(graph);
    text_printf(&text, "No progress for %d s: ", event->standstill.seconds);
    for (i = 0; i < graph->class_count && i < TOLD; i++) {
        char *class = wait_class_text(&graph->classes[i]);

        text_printf(&text, "%s%s", i > 0 ? "; " : "", class);
        free(class);
    }
    text_printf(&text, i < graph->class_count ? "; and so on." : ".");
    for (i = 0; i < event->standstill.missed_count; i++)
        add_missed(&text, &event->standstill.missed[i]);
    finding_message(finding, "%s", text.bytes);
    free(text.bytes);
    for (i = 0; i < graph->class_count; i++)
        finding_call(finding, standing_role(&graph->classes[i]),
                     graph->classes[i].call);
    for (i = 0; i < event->standstill.missed_count; i++) {
        const struct missed *missed = &event->standstill.missed[i];

        finding_call(finding, "missed", missed->call);
        if (missed->comm != NULL && missed->comm->made_by != NULL)
            comm_object(finding, missed->comm);
    }
    for (i = 0; i < event->standstill.count; i++)
        finding_process(finding, event->standstill.processes[i]);
    finding_graph(finding, graph);
    finding_submit(finding);
}

static const struct rule rules[] = {
    {"DEADLOCK", SEVERITY_ERROR, "Processes wait for each other for ever",
     "MPI-4.1 3.5, 6.14, 12.5.2, 12.5.3",
     "Each of these calls can end only after something that another of these "
     "processes would do after its own call. None of them goes on.",
     "Change the order of the calls in one of the processes, or begin the "
     "operation with a nonblocking call and wait for it later. Where a receive "
     "waits for a message that was sent, give it the tag, source and "
     "communicator of that message. A collective operation must be called by "
     "all processes of the communicator: take it out of the branch, or the "
     "loop, that only some come to. Who leaves early, as something has "
     "failed, must tell the others before (by a value that all look at, or "
     "MPI_Abort), and who gives out work tells all when there is no more.",
     EVENT_BIT(EVENT_DEADLOCK), check_deadlock},
    {"POTENTIAL-DEADLOCK", SEVERITY_POTENTIAL,
     "Processes may wait for each other for ever",
     "MPI-4.1 3.5, 6.14, 12.5.2, 12.5.3",
     "The program went on because this MPI library buffered a message or did "
     "not synchronize a collective operation, or because locks happened to be "
     "given one after another. MPI promises none of these: with longer "
     "messages, more processes, another timing, library or release it hangs.",
     "Change the order of the calls in one of the processes, use "
     "MPI_Sendrecv, or begin the operation with a nonblocking call and wait "
     "for it later. Lock in the same order everywhere, and wait for nobody "
     "with a lock that he needs first.",
     EVENT_BIT(EVENT_POTENTIAL_DEADLOCK), check_potential},
    {"NO-PROGRESS", SEVERITY_WARNING,
     "Nothing goes on, for long, or until the job was ended", "MPI-4.1 2.9",
     "Some processes wait for others, which work outside of MPI or poll for "
     "what does not come. That may end well; whether it does cannot be seen "
     "from the calls.",
     "See what the processes that are outside MPI or poll are waiting for; "
     "where they only take long, give more time: --no-progress=SECONDS.",
     EVENT_BIT(EVENT_STANDSTILL), check_standstill},
};

const struct rule_family deadlock_family = RULE_FAMILY("deadlock", rules);
