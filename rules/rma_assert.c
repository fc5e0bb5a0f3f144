/*
 * rma_assert.c - what programs assert to RMA synchronization calls, against
 * what happens.
 */
#include "families.h"
#include "finding.h"
#include "memory.h"
#include "model_event.h"
#include "neutral.h"
#include "timeline.h"

#include <stdlib.h>

#define NOCHECK   NEUTRAL_MODE_NOCHECK
#define NOSTORE   NEUTRAL_MODE_NOSTORE
#define NOPUT     NEUTRAL_MODE_NOPUT
#define NOPRECEDE NEUTRAL_MODE_NOPRECEDE
#define NOSUCCEED NEUTRAL_MODE_NOSUCCEED

static const struct {
    const char *name;
    int64_t bit;
} assertions[] = {
    {"MPI_MODE_NOCHECK", NOCHECK},     {"MPI_MODE_NOSTORE", NOSTORE},
    {"MPI_MODE_NOPUT", NOPUT},         {"MPI_MODE_NOPRECEDE", NOPRECEDE},
    {"MPI_MODE_NOSUCCEED", NOSUCCEED},
};
#define ASSERTIONS (sizeof assertions / sizeof assertions[0])

static void window_object(struct finding *finding, const struct window *window)
{
    finding_object(finding, "window", window_name(window), window->made_by);
}

static int world_rank(const struct window *window, int rank)
{
    return comm_world_rank(window->comm, (uint32_t)rank);
}

/* What the call asserts, and what it takes; false: it takes none. */
static bool asserted(const struct call *call, int64_t *given, int64_t *taken)
{
    switch (call->info->base) {
    case CALL_MPI_Win_start:
        *given = CALL_VIEW(call, MPI_Win_start)->assert;
        *taken = NOCHECK;
        return true;
    case CALL_MPI_Win_post:
        *given = CALL_VIEW(call, MPI_Win_post)->assert;
        *taken = NOCHECK | NOSTORE | NOPUT;
        return true;
    case CALL_MPI_Win_fence:
        *given = CALL_VIEW(call, MPI_Win_fence)->assert;
        *taken = NOSTORE | NOPUT | NOPRECEDE | NOSUCCEED;
        return true;
    case CALL_MPI_Win_lock:
        *given = CALL_VIEW(call, MPI_Win_lock)->assert;
        *taken = NOCHECK;
        return true;
    case CALL_MPI_Win_lock_all:
        *given = CALL_VIEW(call, MPI_Win_lock_all)->assert;
        *taken = NOCHECK;
        return true;
    default:
        return false;
    }
}

/* "MPI_MODE_NOPUT and bits of no assertion"; malloc'd. */
static char *bits_text(int64_t bits)
{
    char *text = xstrdup(""), *longer;
    size_t i;

    for (i = 0; i <= ASSERTIONS; i++) {
        const char *name =
            i < ASSERTIONS ? assertions[i].name : "bits of no assertion";

        if (bits == 0 || (i < ASSERTIONS && (bits & assertions[i].bit) == 0))
            continue;
        bits &= i < ASSERTIONS ? ~assertions[i].bit : 0;
        longer = xasprintf("%s%s%s", text, text[0] != 0 ? " and " : "", name);
        free(text);
        text = longer;
    }
    return text;
}

static void check_bits(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    struct finding *finding;
    int64_t given, taken;
    char *text;

    if (!asserted(event->call, &given, &taken) || (given & ~taken) == 0)
        return;
    text = bits_text(given & ~taken);
    finding = finding_new(findings, rule);
    finding_message(finding, "%s gives %s %s, which it does not take.",
                    process_who(event->process).text, event->call->info->name,
                    text);
    finding_call(finding, "call", event->call);
    window_object(finding, event->sync.window);
    finding_submit(finding);
    free(text);
}

/* --------------------------------------------------------------- fences */

static void check_noprecede(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    const struct window_rank *member = event->sync.member;
    struct finding *finding;

    if (event->call->info->base != CALL_MPI_Win_fence ||
        member->fence_rma == NULL ||
        (CALL_VIEW(event->call, MPI_Win_fence)->assert &NOPRECEDE) == 0)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s asserts MPI_MODE_NOPRECEDE to a fence on %s, but has "
                    "called %s since the last fence.",
                    process_who(event->process).text,
                    window_name(event->sync.window),
                    member->fence_rma->info->name);
    finding_call(finding, "fence", event->call);
    finding_call(finding, "access", member->fence_rma);
    window_object(finding, event->sync.window);
    finding_submit(finding);
}

static void check_nosucceed(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    const struct window_rank *member = event->rma.member;
    struct finding *finding;

    if (event->rma.target < 0 || member->closed_by == NULL ||
        window_access(member) != NULL || member->wrong_starts > 0 ||
        window_wrongly_locked(member, event->rma.target))
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s calls %s on %s after a fence to which it has asserted "
                    "MPI_MODE_NOSUCCEED.",
                    process_who(event->process).text, event->call->info->name,
                    window_name(event->rma.window));
    finding_call(finding, "access", event->call);
    finding_call(finding, "fence", member->closed_by);
    window_object(finding, event->rma.window);
    finding_submit(finding);
}

static void check_agreement(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    struct finding *finding = finding_new(findings, rule);
    char *text = bits_text(event->fences.assertion);

    finding_message(finding,
                    "%s asserts %s to a fence on %s, but rank %d does not.",
                    process_who(event->process).text, text,
                    window_name(event->fences.window),
                    process_rank(event->fences.without->process));
    finding_call(finding, "with", event->call);
    finding_call(finding, "without", event->fences.without);
    window_object(finding, event->fences.window);
    finding_submit(finding);
    free(text);
}

static void broken_promise(struct finding *finding, struct call *promise,
                           struct call *by)
{
    struct timeline *timeline =
        timeline_new("a promise, and what does not keep it");

    timeline_bar(timeline, TIMELINE_EXPOSURE_EPOCH, promise, NULL, NULL);
    timeline_mark(timeline, &(struct timeline_mark){.process = promise->process,
                                                    .call = promise,
                                                    .what = "MPI_MODE_NOPUT",
                                                    .wrong = true});
    timeline_mark(timeline, &(struct timeline_mark){.process = by->process,
                                                    .call = by,
                                                    .wrong = true});
    finding_timeline(finding, timeline);
    timeline_drop(timeline);
}

static void check_noput(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    const struct window *window = event->noput.window;
    struct call *promise = event->noput.promise;
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding,
                    "%s calls %s on the part of %s that belongs to rank %d, "
                    "which has asserted MPI_MODE_NOPUT to %s.",
                    process_who(event->process).text, event->call->info->name,
                    window_name(window),
                    world_rank(window, event->noput.target),
                    promise->info->name);
    finding_call(finding, "access", event->call);
    finding_call(finding, "promise", promise);
    window_object(finding, window);
    broken_promise(finding, promise, event->call);
    finding_submit(finding);
}

/* ------------------------------------------------------- MPI_MODE_NOCHECK */

static struct finding *begin_pair(const struct rule *rule,
                                  const struct model_event *event,
                                  struct findings *findings)
{
    struct finding *finding = finding_new(findings, rule);

    finding_call(finding, "start", event->call);
    finding_call(finding, "post", event->nocheck.post);
    window_object(finding, event->nocheck.window);
    return finding;
}

static void check_pair(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    struct finding *finding = begin_pair(rule, event, findings);
    bool started =
        (CALL_VIEW(event->call, MPI_Win_start)->assert &NOCHECK) != 0;

    finding_message(
        finding,
        "Rank %d asserts MPI_MODE_NOCHECK to %s on %s, but rank %d does not "
        "to the matching %s.",
        process_rank((started ? event->call : event->nocheck.post)->process),
        started ? "MPI_Win_start" : "MPI_Win_post",
        window_name(event->nocheck.window),
        process_rank((started ? event->nocheck.post : event->call)->process),
        started ? "MPI_Win_post" : "MPI_Win_start");
    finding_submit(finding);
}

static void check_order(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    struct finding *finding = begin_pair(rule, event, findings);

    finding_message(finding,
                    "%s asserts MPI_MODE_NOCHECK to MPI_Win_start on %s, but "
                    "nothing makes sure that rank %d has called the matching "
                    "MPI_Win_post before.",
                    process_who(event->process).text,
                    window_name(event->nocheck.window),
                    process_rank(event->nocheck.post->process));
    finding_submit(finding);
}

static void check_locks(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    const struct window *window = event->locks.window;
    struct call *other = event->locks.other;
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding,
                    "%s asserts MPI_MODE_NOCHECK to a lock of rank %d on %s, "
                    "but rank %d takes a conflicting one, and nothing puts "
                    "the two in order.",
                    process_who(event->process).text,
                    world_rank(window, event->locks.target),
                    window_name(window), process_rank(other->process));
    finding_call(finding, "nocheck", event->call);
    finding_call(finding, "lock", other);
    window_object(finding, window);
    finding_submit(finding);
}

static const struct rule rules[] = {
    {"RMA-ASSERT-BITS", SEVERITY_ERROR,
     "An assertion that the call does not take", "MPI-4.1 12.5.5",
     "MPI_Win_start, MPI_Win_lock and MPI_Win_lock_all take MPI_MODE_NOCHECK; "
     "MPI_Win_post that, MPI_MODE_NOSTORE and MPI_MODE_NOPUT; MPI_Win_fence "
     "MPI_MODE_NOSTORE, NOPUT, NOPRECEDE and NOSUCCEED. 0 is always right.",
     "Give the call only assertions that are meant for it.",
     EVENT_BIT(EVENT_SYNC), check_bits},
    {"RMA-NOPRECEDE", SEVERITY_ERROR,
     "A fence with MPI_MODE_NOPRECEDE that completes RMA calls",
     "MPI-4.1 12.5.5",
     "MPI_MODE_NOPRECEDE asserts that the fence completes no RMA calls of the "
     "calling process. It may then not wait for them.",
     "Leave MPI_MODE_NOPRECEDE to the first fence, before any RMA call.",
     EVENT_BIT(EVENT_SYNC), check_noprecede},
    {"RMA-NOSUCCEED", SEVERITY_ERROR,
     "An RMA call after a fence with MPI_MODE_NOSUCCEED", "MPI-4.1 12.5.5",
     "MPI_MODE_NOSUCCEED asserts that no RMA calls follow that the next fence "
     "would complete: such a fence opens no epoch.",
     "Give MPI_MODE_NOSUCCEED to the last fence only.", EVENT_BIT(EVENT_RMA),
     check_nosucceed},
    {"RMA-ASSERT-DISAGREE", SEVERITY_ERROR,
     "An assertion to a fence that not all processes give", "MPI-4.1 12.5.5",
     "If one process gives MPI_MODE_NOPRECEDE or MPI_MODE_NOSUCCEED to a "
     "fence, all processes of the window must give it. Else some of them "
     "may wait in the fence for others that do not.",
     "Give it on all processes, if it is true on all, or on none.",
     EVENT_BIT(EVENT_FENCES_DIFFER), check_agreement},
    {"RMA-NOPUT", SEVERITY_ERROR,
     "An RMA call changes memory for which MPI_MODE_NOPUT was asserted",
     "MPI-4.1 12.5.5",
     "MPI_MODE_NOPUT asserts that no put or accumulate updates the local "
     "window from the post or fence on until the ensuing wait or fence. What "
     "does may not be seen there.",
     "Assert MPI_MODE_NOPUT only where nobody, the own process included, "
     "writes to the window by RMA calls in that epoch.",
     EVENT_BIT(EVENT_NOPUT), check_noput},
    {"RMA-NOCHECK-PAIR", SEVERITY_ERROR,
     "Only one of a post and its start has MPI_MODE_NOCHECK", "MPI-4.1 12.5.5",
     "MPI_MODE_NOCHECK can be given to MPI_Win_start if and only if it is "
     "given to each matching MPI_Win_post. A post with it sends no notice, "
     "so that a start without it may wait for ever; a start with it takes "
     "no notice, so that the one of a post without it is left over.",
     "Give it on both sides, or on none.", EVENT_BIT(EVENT_NOCHECK_DIFFERS),
     check_pair},
    {"RMA-NOCHECK-ORDER", SEVERITY_ERROR,
     "A start with MPI_MODE_NOCHECK that may come before its post",
     "MPI-4.1 12.5.5",
     "MPI_MODE_NOCHECK asserts to MPI_Win_start that the matching posts are "
     "complete on all targets already, and to MPI_Win_post that no matching "
     "start has begun. MPI does not see to it, the program has to.",
     "Put a barrier or messages between the posts and the start, or leave out "
     "MPI_MODE_NOCHECK.",
     EVENT_BIT(EVENT_NOCHECK_UNORDERED), check_order},
    {"RMA-LOCK-NOCHECK", SEVERITY_ERROR,
     "A lock with MPI_MODE_NOCHECK that may meet a conflicting one",
     "MPI-4.1 12.5.5",
     "MPI_MODE_NOCHECK asserts that no other process holds, or tries to get, a "
     "conflicting lock while the caller holds this one. MPI then may not take "
     "a lock at all.",
     "Keep the others away by other means, such as a barrier or messages, or "
     "leave out MPI_MODE_NOCHECK.",
     EVENT_BIT(EVENT_LOCKS_MEET), check_locks},
};

const struct rule_family rma_assert_family = RULE_FAMILY("rma-assert", rules);
