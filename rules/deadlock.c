/*
 * deadlock.c - processes that wait for each other.
 */
#include "families.h"
#include "finding.h"
#include "memory.h"
#include "model_event.h"
#include "neutral.h"

#include <stdio.h>
#include <stdlib.h>

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

/* " with tag 5 on communicator 3" */
static void add_envelope(struct text *text, const struct wait_reason *reason)
{
    if (reason->tag == NEUTRAL_ANY_TAG)
        text_printf(text, " with any tag");
    else
        text_printf(text, " with tag %lld", (long long)reason->tag);
    if (reason->comm != NULL && reason->comm->number > 0)
        text_printf(text, " on %s", comm_name(reason->comm));
}

/* The call that began the operation, where it is not the one that waits. */
static void add_start(struct text *text, const struct deadlock_member *member)
{
    if (member->reason.call != member->call)
        text_printf(text, " (begun by %s)", member->reason.call->info->name);
}

static void add_members(struct text *text, const struct deadlock_member *member,
                        const char *peer)
{
    const struct wait_reason *reason = &member->reason;

    text_printf(text, "for %s to call %s too", peer, reason->call->info->name);
    if (reason->comm != NULL)
        text_printf(text, " on %s", comm_name(reason->comm));
    else if (reason->window != NULL)
        text_printf(text, " on %s", window_name(reason->window));
}

static void add_reason(struct text *text, const struct deadlock_member *member)
{
    const struct wait_reason *reason = &member->reason;
    char room[32];
    const char *peer = peer_name(member, room, sizeof room);

    switch (reason->kind) {
    case WAIT_MESSAGE:
    case WAIT_PROBE:
        text_printf(text, "for a message from %s", peer);
        add_envelope(text, reason);
        break;
    case WAIT_RECEIVE:
        text_printf(text, "for %s to receive its message", peer);
        if (reason->bytes >= 0)
            text_printf(text, " of %lld bytes", (long long)reason->bytes);
        add_envelope(text, reason);
        break;
    case WAIT_BUFFER:
        text_printf(text, "for %s to receive its buffered message", peer);
        add_envelope(text, reason);
        break;
    case WAIT_MEMBERS:
        add_members(text, member, peer);
        break;
    case WAIT_LEADER:
        text_printf(text, "for %s, the other side's leader, to call %s too",
                    peer, reason->call->info->name);
        break;
    case WAIT_POST:
        text_printf(text, "for %s to call MPI_Win_post on %s", peer,
                    window_name(reason->window));
        break;
    case WAIT_COMPLETE:
        text_printf(text, "for %s to complete its access epoch on %s", peer,
                    window_name(reason->window));
        break;
    case WAIT_LOCK:
        text_printf(text, "for %s to release its lock on %s", peer,
                    window_name(reason->window));
        break;
    case WAIT_FINALIZE:
        text_printf(text, "for %s to call MPI_Finalize too", peer);
        break;
    }
    add_start(text, member);
    if (member->any)
        text_printf(text, ", or for another of its requests");
}

static void add_member(struct text *text, const struct deadlock_member *member)
{
    text_printf(text, "rank %d waits in %s ", process_rank(member->process),
                member->call->info->name);
    add_reason(text, member);
}

static void add_ranks(struct text *text, const struct deadlock *deadlock)
{
    uint32_t i;

    for (i = 0; i < deadlock->count && i < TOLD; i++)
        text_printf(text, "%s%d",
                    i == 0                     ? ""
                    : i + 1 == deadlock->count ? " and "
                                               : ", ",
                    process_rank(deadlock->members[i].process));
    if (deadlock->count > TOLD)
        text_printf(text, " and %u more", deadlock->count - TOLD);
}

static void add_cycle(struct text *text, const struct deadlock *deadlock,
                      const char *verb)
{
    uint32_t i;

    text_printf(text, "Ranks ");
    add_ranks(text, deadlock);
    text_printf(text, " %s for each other: ", verb);
    for (i = 0; i < deadlock->count && i < TOLD; i++) {
        if (i > 0)
            text_printf(text, "; ");
        add_member(text, &deadlock->members[i]);
    }
    text_printf(text, deadlock->count > TOLD ? "; and so on." : ".");
}

static void add_one(struct text *text, const struct deadlock_member *member)
{
    text_printf(text, "Rank %d waits for ever in %s ",
                process_rank(member->process), member->call->info->name);
    add_reason(text, member);
    if (member->peer_gone)
        text_printf(text, ", but rank %d has called MPI_Finalize.",
                    process_rank(member->peer));
    else
        text_printf(text, ", that is, for itself.");
}

static void add_calls(struct finding *finding, const struct deadlock *deadlock)
{
    uint32_t i;

    for (i = 0; i < deadlock->count; i++) {
        const struct deadlock_member *member = &deadlock->members[i];

        finding_call(finding, "waits", member->call);
        if (member->reason.kind == WAIT_LOCK)
            finding_call(finding, "lock", member->reason.call);
        else if (member->reason.call != member->call)
            finding_call(finding, "begun", member->reason.call);
        finding_call(finding, "finalize", member->peer_finalize);
    }
    for (i = 0; i < deadlock->behind; i++)
        finding_process(finding, deadlock->behind_processes[i]);
}

static void check_deadlock(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    const struct deadlock *deadlock = &event->deadlock;
    struct finding *finding = finding_new(findings, rule);
    struct text text = {0};

    if (deadlock->count == 1)
        add_one(&text, &deadlock->members[0]);
    else
        add_cycle(&text, deadlock, "wait");
    if (deadlock->behind > 0)
        text_printf(&text,
                    deadlock->behind == 1 ? " One more rank waits behind %s."
                                          : " More ranks wait behind %s.",
                    deadlock->count == 1 ? "it" : "them");
    finding_message(finding, "%s", text.bytes);
    free(text.bytes);
    add_calls(finding, deadlock);
    finding_submit(finding);
}

static void check_potential(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    const struct deadlock *deadlock = &event->deadlock;
    struct finding *finding = finding_new(findings, rule);
    struct text text = {0};

    if (deadlock->count == 1) {
        text_printf(&text, "Rank %d may wait for ever in %s ",
                    process_rank(deadlock->members[0].process),
                    deadlock->members[0].call->info->name);
        add_reason(&text, &deadlock->members[0]);
        text_printf(&text, ", that is, for itself.");
    } else
        add_cycle(&text, deadlock, "may wait");
    text_printf(&text, " They did not in this run.");
    finding_message(finding, "%s", text.bytes);
    free(text.bytes);
    add_calls(finding, deadlock);
    finding_submit(finding);
}

const struct rule deadlock_rules[DEADLOCK_RULE_COUNT] = {
    {"DEADLOCK", SEVERITY_ERROR, "Processes wait for each other for ever",
     "MPI-4.1 3.5, 6.14",
     "Each of these calls can end only after something that another of these "
     "processes would do after its own call. None of them goes on.",
     "Change the order of the calls in one of the processes, or begin the "
     "operation with a nonblocking call and wait for it later.",
     EVENT_BIT(EVENT_DEADLOCK), check_deadlock},
    {"POTENTIAL-DEADLOCK", SEVERITY_POTENTIAL,
     "Processes may wait for each other for ever", "MPI-4.1 3.5, 6.14",
     "The program went on because this MPI library buffered a message or did "
     "not synchronize a collective operation. MPI promises neither: with "
     "longer messages, more processes, another library or another release it "
     "hangs.",
     "Change the order of the calls in one of the processes, use "
     "MPI_Sendrecv, or begin the operation with a nonblocking call and wait "
     "for it later.",
     EVENT_BIT(EVENT_POTENTIAL_DEADLOCK), check_potential},
};
