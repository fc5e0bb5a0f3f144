/*
 * rma_step.c - steps of RMA synchronization for which a window must be in
 * another state (locks: rma_epoch.c).
 */
#include "families.h"
#include "finding.h"
#include "model_event.h"
#include "neutral.h"
#include "timeline.h"

static const char inside[] = "not inside the epoch that is open";

static bool is_call(const struct model_event *event, int id)
{
    return event->call->info->base == id;
}

/* The finding with the call and, if there is one, the call that opened what
 * is in its way. */
static struct finding *begin(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings, const char *role,
                             struct call *opened)
{
    struct finding *finding = finding_new(findings, rule);
    const struct window *window =
        event->kind == EVENT_RMA ? event->rma.window : event->sync.window;

    finding_call(finding, role, event->call);
    finding_call(finding, "opened", opened);
    finding_object(finding, "window", window_name(window), window->made_by);
    timeline_of_step(finding, &opened, 1, event->call, inside);
    return finding;
}

/* ------------------------------------------- ends of what has not begun */

static void check_complete(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    const struct window_rank *member = event->sync.member;
    struct finding *finding;

    if (!is_call(event, CALL_MPI_Win_complete) || member->start != NULL ||
        member->wrong_starts > 0)
        return;
    finding = begin(rule, event, findings, "complete", window_access(member));
    finding_message(finding,
                    "%s calls MPI_Win_complete on %s, but no epoch of "
                    "MPI_Win_start is open.",
                    process_who(event->process).text,
                    window_name(event->sync.window));
    finding_submit(finding);
}

static void check_wait(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    const struct window_rank *member = event->sync.member;
    struct finding *finding;

    if ((!is_call(event, CALL_MPI_Win_wait) &&
         !is_call(event, CALL_MPI_Win_test)) ||
        member->post != NULL || member->wrong_posts > 0)
        return;
    finding = begin(rule, event, findings, "wait", NULL);
    finding_message(finding,
                    "%s calls %s on %s, but no epoch of MPI_Win_post is open.",
                    process_who(event->process).text, event->call->info->name,
                    window_name(event->sync.window));
    finding_submit(finding);
}

/* ------------------------------------------------ epochs inside of others */

static void report_start(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings, struct call *start,
                         struct call *opened)
{
    struct finding *finding = finding_new(findings, rule);
    const struct window *window = event->sync.window;

    finding_message(finding,
                    "%s calls MPI_Win_start on %s inside an access epoch that "
                    "%s opened.",
                    process_who(event->process).text, window_name(window),
                    opened->info->name);
    finding_call(finding, "start", start);
    finding_call(finding, "opened", opened);
    finding_object(finding, "window", window_name(window), window->made_by);
    timeline_of_step(finding, &opened, 1, start, inside);
    finding_submit(finding);
}

/* A fence opens an epoch only if RMA calls follow, or another fence that
 * does not promise that nothing precedes it. */
static void check_start(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    const struct window_rank *member = event->sync.member;
    struct call *opened = window_access(member);

    if (is_call(event, CALL_MPI_Win_start)) {
        if (opened == NULL && member->fence_rma != NULL)
            opened = member->fence;
        if (opened != NULL)
            report_start(rule, event, findings, event->call, opened);
    } else if (is_call(event, CALL_MPI_Win_fence) && member->fence_start_used &&
               member->fence_start != NULL &&
               (CALL_VIEW(event->call, MPI_Win_fence)
                    ->assert &NEUTRAL_MODE_NOPRECEDE) == 0) {
        report_start(rule, event, findings, member->fence_start, member->fence);
    }
}

static void check_post(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    struct call *opened = event->sync.member->post;
    struct finding *finding;

    if (!is_call(event, CALL_MPI_Win_post) || opened == NULL)
        return;
    finding = begin(rule, event, findings, "post", opened);
    finding_message(
        finding, "%s calls MPI_Win_post on %s, which it exposes already.",
        process_who(event->process).text, window_name(event->sync.window));
    finding_submit(finding);
}

static void check_fence_used(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    const struct window_rank *member = event->rma.member;
    int target = event->rma.target;
    struct finding *finding;

    if (target < 0 || member->fence_inside == NULL ||
        member->lock_all != NULL || window_held_lock(member, target) != NULL ||
        window_started(member, target) || window_wrongly_locked(member, target))
        return;
    finding = begin(rule, event, findings, "access", member->fence_inside);
    finding_message(finding,
                    "%s calls %s on %s in the epoch of a fence that it called "
                    "inside an epoch which %s opened.",
                    process_who(event->process).text, event->call->info->name,
                    window_name(event->rma.window),
                    member->fence_inside->info->name);
    finding_call(finding, "fence", member->fence);
    finding_submit(finding);
}

static void check_fence_inside(const struct rule *rule,
                               const struct model_event *event,
                               struct findings *findings)
{
    const struct window_rank *member = event->sync.member;
    struct call *opened = window_access(member);
    struct finding *finding;

    /* What has begun since the last fence is told of otherwise. */
    if (!is_call(event, CALL_MPI_Win_fence) || opened == NULL ||
        (member->fence_lock != NULL && member->fence_lock_used) ||
        (member->fence_start != NULL && member->fence_start_used) ||
        member->fence_rma != NULL)
        return;
    finding = begin(rule, event, findings, "fence", opened);
    finding_message(finding,
                    "%s calls MPI_Win_fence on %s inside an access epoch that "
                    "%s opened.",
                    process_who(event->process).text,
                    window_name(event->sync.window), opened->info->name);
    finding_submit(finding);
}

/* ----------------------------------------------------- flush and sync */

static bool flushes_one(const struct model_event *event)
{
    return is_call(event, CALL_MPI_Win_flush) ||
           is_call(event, CALL_MPI_Win_flush_local);
}

static bool is_locked(const struct model_event *event)
{
    const struct window_rank *member = event->sync.member;
    int target = event->sync.target;

    if (member->lock_all != NULL || window_wrongly_locked(member, target))
        return true;
    return flushes_one(event) ? window_held_lock(member, target) != NULL
                              : member->held != NULL;
}

static void check_flush(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    struct finding *finding;

    if ((flushes_one(event)
             ? event->sync.target < 0
             : !is_call(event, CALL_MPI_Win_flush_all) &&
                   !is_call(event, CALL_MPI_Win_flush_local_all)) ||
        is_locked(event))
        return;
    finding = begin(rule, event, findings, "flush",
                    window_access(event->sync.member));
    if (flushes_one(event))
        finding_message(
            finding,
            "%s calls %s on %s for %s, which it has not "
            "locked.",
            process_who(event->process).text, event->call->info->name,
            window_name(event->sync.window),
            window_target(event->sync.window, event->sync.target).text);
    else
        finding_message(finding, "%s calls %s on %s, but holds no lock.",
                        process_who(event->process).text,
                        event->call->info->name,
                        window_name(event->sync.window));
    finding_submit(finding);
}

static void check_sync(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    struct finding *finding;

    if (!is_call(event, CALL_MPI_Win_sync) || is_locked(event))
        return;
    finding = begin(rule, event, findings, "sync", NULL);
    finding_message(finding, "%s calls MPI_Win_sync on %s, but holds no lock.",
                    process_who(event->process).text,
                    window_name(event->sync.window));
    finding_submit(finding);
}

/* ------------------------------------------------------------- no window */

static void check_window(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    const struct call_info *info = event->call->info;
    struct finding *finding;

    /* Other calls: ARG-NULL-HANDLE. */
    if (info->win_word < 0 || (info->classes & CLASS_RMA) == 0 ||
        call_word(event->call, info->win_word) != NEUTRAL_WIN_NULL)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding, "%s calls %s on MPI_WIN_NULL.",
                    process_who(event->process).text, info->name);
    finding_call(finding, "call", event->call);
    finding_submit(finding);
}

static const struct rule rules[] = {
    {"RMA-COMPLETE-WITHOUT-START", SEVERITY_ERROR,
     "MPI_Win_complete without MPI_Win_start", "MPI-4.1 12.5.2",
     "MPI_Win_complete ends the access epoch that MPI_Win_start on the same "
     "window has begun.",
     "Call MPI_Win_complete once for each MPI_Win_start; what MPI_Win_post "
     "has begun ends with MPI_Win_wait, and a lock with its unlock.",
     EVENT_BIT(EVENT_SYNC), check_complete},
    {"RMA-WAIT-WITHOUT-POST", SEVERITY_ERROR,
     "MPI_Win_wait or MPI_Win_test without MPI_Win_post", "MPI-4.1 12.5.2",
     "MPI_Win_wait ends the exposure epoch that MPI_Win_post on the same "
     "window has begun; so does MPI_Win_test when its flag is true, and must "
     "then not be called again before the next post.",
     "Call MPI_Win_wait once for each MPI_Win_post, and not after a test that "
     "was true.",
     EVENT_BIT(EVENT_SYNC), check_wait},
    {"RMA-START-IN-EPOCH", SEVERITY_ERROR,
     "MPI_Win_start inside an access epoch", "MPI-4.1 12.5",
     "Access epochs of a process on one window must not overlap: a start must "
     "wait for the complete of the one before, for the unlock of all locks, "
     "and for the last fence. An epoch of a fence lasts to the next fence.",
     "End the epoch first; one MPI_Win_start can be given all targets. Give "
     "the last fence MPI_MODE_NOSUCCEED.",
     EVENT_BIT(EVENT_SYNC), check_start},
    {"RMA-POST-IN-EPOCH", SEVERITY_ERROR,
     "MPI_Win_post inside an exposure epoch", "MPI-4.1 12.5",
     "Exposure epochs of a process on one window must not overlap: a post must "
     "wait for the MPI_Win_wait of the one before.",
     "End the epoch first; one MPI_Win_post can be given all origins.",
     EVENT_BIT(EVENT_SYNC), check_post},
    {"RMA-FENCE-IN-EPOCH", SEVERITY_ERROR,
     "A fence opens an epoch inside an access epoch", "MPI-4.1 12.5, 12.5.1",
     "Access epochs of a process on one window must not overlap. An RMA call "
     "to a target that only the fence has made accessible is in an epoch of "
     "that fence, which began inside another.",
     "Call MPI_Win_complete or unlock before the fence.", EVENT_BIT(EVENT_RMA),
     check_fence_used},
    {"RMA-FENCE-INSIDE", SEVERITY_WARNING,
     "A fence inside an access epoch of another kind", "MPI-4.1 12.5, 12.5.1",
     "Access epochs of a process on one window must not overlap. A fence that "
     "neither ends nor begins one is not wrong by that, but some MPI libraries "
     "refuse it, and it does not end the epoch that it is in.",
     "Call MPI_Win_complete or unlock before the fence.", EVENT_BIT(EVENT_SYNC),
     check_fence_inside},
    {"RMA-FLUSH-WITHOUT-LOCK", SEVERITY_ERROR,
     "A flush of a target that the caller has not locked", "MPI-4.1 12.5.4",
     "Flushes can be called only within passive target epochs: under a lock of "
     "the target, or of any for MPI_Win_flush_all. Fences and MPI_Win_complete "
     "complete what was begun in their epochs.",
     "Lock the target first, or end the epoch where it must be complete.",
     EVENT_BIT(EVENT_SYNC), check_flush},
    {"RMA-SYNC-WITHOUT-LOCK", SEVERITY_WARNING, "MPI_Win_sync without a lock",
     "MPI-4.1 12.5.4",
     "MPI_Win_sync can be called only within passive target epochs. MPI "
     "libraries let it pass elsewhere, but need not.",
     "Call MPI_Win_lock_all (with MPI_MODE_NOCHECK) when the window is made, "
     "and MPI_Win_unlock_all before it is freed.",
     EVENT_BIT(EVENT_SYNC), check_sync},
    {"RMA-NO-WINDOW", SEVERITY_ERROR,
     "An RMA communication call on MPI_WIN_NULL", "MPI-4.1 12.2.5",
     "MPI_Win_free makes the handle MPI_WIN_NULL: there is no window any "
     "more.",
     "Free the window after the last call on it.", EVENT_BIT(EVENT_CALL),
     check_window},
};

const struct rule_family rma_step_family = RULE_FAMILY("rma-step", rules);
