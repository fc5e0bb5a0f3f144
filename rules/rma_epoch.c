/*
 * rma_epoch.c - RMA calls and the epochs they need.
 */
#include "families.h"
#include "finding.h"
#include "memory.h"
#include "model_event.h"
#include "neutral.h"
#include "timeline.h"

#include <stdlib.h>

static int world_rank(const struct window *window, uint32_t rank)
{
    return comm_world_rank(window->comm, rank);
}

static void window_object(struct finding *finding, const struct window *window)
{
    finding_object(finding, "window", window_name(window), window->made_by);
}

static const char inside[] = "not inside the epoch that is open";

/* ------------------------------------------------ calls without an epoch */

static void check_no_epoch(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    const struct window_rank *member = event->rma.member;
    int target = event->rma.target;
    const char *state = "outside of any access epoch";
    struct finding *finding;
    struct call *opened;

    if (target < 0 || window_fenced(member) || member->lock_all != NULL ||
        window_held_lock(member, target) != NULL ||
        window_started(member, target) ||
        window_wrongly_locked(member, target) || member->wrong_starts > 0)
        return;
    if (member->start != NULL)
        state = "which is not in the group that it gave MPI_Win_start";
    else if (member->held != NULL)
        state = "which it has not locked (it holds a lock of another rank)";
    else if (member->closed_by != NULL)
        return; /* RMA-NOSUCCEED */
    finding = finding_new(findings, rule);
    finding_message(finding, "%s calls %s on %s to %s%s %s.",
                    process_who(event->process).text, event->call->info->name,
                    window_name(event->rma.window),
                    window_target(event->rma.window, target).text,
                    member->start != NULL || member->held != NULL ? "," : "",
                    state);
    finding_call(finding, "access", event->call);
    window_object(finding, event->rma.window);
    opened = window_access(member);
    timeline_of_step(finding, &opened, 1, event->call,
                     "the epoch is not one for this target");
    finding_submit(finding);
}

static bool is_call(const struct model_event *event, int id)
{
    return event->call->info->base == id;
}

static void check_unlock(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    const struct window_rank *member = event->sync.member;
    bool all = is_call(event, CALL_MPI_Win_unlock_all);
    struct finding *finding;

    if (!all && !is_call(event, CALL_MPI_Win_unlock))
        return;
    if (!all && event->sync.target < 0)
        return;
    if (all ? member->lock_all != NULL
            : window_held_lock(member, event->sync.target) != NULL)
        return;
    /* It belongs to a lock that was told of. */
    if (window_wrongly_locked(member, all ? -1 : event->sync.target))
        return;
    finding = finding_new(findings, rule);
    if (all)
        finding_message(finding,
                        "%s calls MPI_Win_unlock_all on %s, but has not "
                        "called MPI_Win_lock_all.",
                        process_who(event->process).text,
                        window_name(event->sync.window));
    else
        finding_message(
            finding, "%s unlocks %s on %s, but holds %s.",
            process_who(event->process).text,
            window_target(event->sync.window, event->sync.target).text,
            window_name(event->sync.window),
            member->lock_all == NULL ? "no lock of it"
                                     : "the lock of MPI_Win_lock_all");
    finding_call(finding, "unlock", event->call);
    if (all && member->held != NULL)
        finding_call(finding, "lock", member->held->lock);
    finding_call(finding, "lock", all ? NULL : member->lock_all);
    window_object(finding, event->sync.window);
    finding_submit(finding);
}

/* ---------------------------------------------- locks in other epochs */

static bool is_lock(const struct model_event *event)
{
    return is_call(event, CALL_MPI_Win_lock) ||
           is_call(event, CALL_MPI_Win_lock_all);
}

/* The lock that stands in the way of this one, or NULL. */
static struct call *earlier_lock(const struct model_event *event)
{
    const struct window_rank *member = event->sync.member;
    const struct held_lock *held =
        is_call(event, CALL_MPI_Win_lock)
            ? window_held_lock(member, event->sync.target)
            : member->held;

    if (member->lock_all != NULL)
        return member->lock_all;
    return held == NULL ? NULL : held->lock;
}

static void check_double_lock(const struct rule *rule,
                              const struct model_event *event,
                              struct findings *findings)
{
    struct call *earlier;
    struct finding *finding;

    if (!is_lock(event))
        return;
    earlier = earlier_lock(event);
    if (earlier == NULL)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s calls %s on %s while it holds a lock of the "
                    "same target already.",
                    process_who(event->process).text, event->call->info->name,
                    window_name(event->sync.window));
    finding_call(finding, "again", event->call);
    finding_call(finding, "lock", earlier);
    window_object(finding, event->sync.window);
    timeline_of_step(finding, &earlier, 1, event->call, inside);
    finding_submit(finding);
}

static void report_lock_in_epoch(const struct rule *rule,
                                 const struct model_event *event,
                                 struct findings *findings, struct call *lock,
                                 struct call *opened)
{
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding,
                    "%s calls %s on %s inside an access epoch that %s "
                    "opened.",
                    process_who(event->process).text, lock->info->name,
                    window_name(event->sync.window), opened->info->name);
    finding_call(finding, "lock", lock);
    finding_call(finding, "opened", opened);
    window_object(finding, event->sync.window);
    timeline_of_step(finding, &opened, 1, lock, inside);
    finding_submit(finding);
}

/* A fence opens an epoch only if RMA calls follow, or another fence that
 * does not promise that nothing precedes it. */
static void check_lock_in_epoch(const struct rule *rule,
                                const struct model_event *event,
                                struct findings *findings)
{
    const struct window_rank *member = event->sync.member;

    if (is_lock(event) && member->start != NULL)
        report_lock_in_epoch(rule, event, findings, event->call, member->start);
    else if (is_lock(event) && member->fence_rma != NULL)
        report_lock_in_epoch(rule, event, findings, event->call, member->fence);
    else if (is_call(event, CALL_MPI_Win_fence) && member->fence_lock != NULL &&
             member->fence_lock_used &&
             (CALL_VIEW(event->call, MPI_Win_fence)
                  ->assert &NEUTRAL_MODE_NOPRECEDE) == 0)
        report_lock_in_epoch(rule, event, findings, member->fence_lock,
                             member->fence);
}

static void check_lock_after_fence(const struct rule *rule,
                                   const struct model_event *event,
                                   struct findings *findings)
{
    const struct window_rank *member = event->sync.member;
    struct finding *finding;

    if (!is_call(event, CALL_MPI_Win_free) || member->fence_lock == NULL)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s locks on %s after a fence without "
                    "MPI_MODE_NOSUCCEED that turned out to be the last.",
                    process_who(event->process).text,
                    window_name(event->sync.window));
    finding_call(finding, "lock", member->fence_lock);
    finding_call(finding, "fence", member->fence);
    window_object(finding, event->sync.window);
    finding_submit(finding);
}

/* --------------------------------------------------- epochs left open */

/* Adds the calls that opened what is open; returns how many there are. */
static int open_calls(struct finding *finding, const struct window_rank *member)
{
    const struct held_lock *held;
    int count = 0;

    for (held = member->held; held != NULL; held = held->hh.next) {
        count++;
        if (finding != NULL)
            finding_call(finding, "lock", held->lock);
    }
    count += (member->lock_all != NULL) + (member->start != NULL) +
             (member->post != NULL);
    if (finding != NULL) {
        finding_call(finding, "lock", member->lock_all);
        finding_call(finding, "start", member->start);
        finding_call(finding, "post", member->post);
    }
    return count;
}

/* What began the open epoch, or the first of them; malloc'd.  "": none. */
static char *open_text(const struct window_rank *member)
{
    int count = open_calls(NULL, member);
    const struct call *first = member->held != NULL       ? member->held->lock
                               : member->lock_all != NULL ? member->lock_all
                               : member->start != NULL    ? member->start
                                                          : member->post;

    if (count == 0)
        return xstrdup("");
    return count == 1
               ? xasprintf(": %s has begun it, and nothing has ended it",
                           first->info->name)
               : xasprintf(": %s has begun the first of %d, and nothing has "
                           "ended them",
                           first->info->name, count);
}

static void open_epochs(struct finding *finding, struct call *call,
                        const struct window_rank *member)
{
    struct call *opened[] = {window_access(member), member->post,
                             member->fence_rma == NULL ? NULL : member->fence};

    timeline_of_step(finding, opened, sizeof opened / sizeof opened[0], call,
                     "not before the epoch has ended");
}

/* Whether unlocks of other ranks, which were told of, were meant for all that
 * is open. */
static bool unlocked_astray(const struct window_rank *member)
{
    int held = (int)HASH_COUNT(member->held);

    return held > 0 && held == open_calls(NULL, member) &&
           (uint32_t)held <= member->stray_unlocks;
}

static void check_free_in_epoch(const struct rule *rule,
                                const struct model_event *event,
                                struct findings *findings)
{
    const struct window_rank *member = event->sync.member;
    struct finding *finding;
    char *opened;

    if (!is_call(event, CALL_MPI_Win_free) ||
        (open_calls(NULL, member) == 0 && member->fence_rma == NULL) ||
        unlocked_astray(member))
        return;
    finding = finding_new(findings, rule);
    opened = open_text(member);
    finding_message(
        finding, "%s frees %s inside an epoch%s.",
        process_who(event->process).text, window_name(event->sync.window),
        opened[0] == '\0' ? ": no fence completes the RMA calls after the last"
                          : opened);
    free(opened);
    finding_call(finding, "free", event->call);
    if (open_calls(finding, member) == 0) {
        finding_call(finding, "fence", member->fence);
        finding_call(finding, "access", member->fence_rma);
    }
    window_object(finding, event->sync.window);
    open_epochs(finding, event->call, member);
    finding_submit(finding);
}

static void check_finalize_in_epoch(const struct rule *rule,
                                    const struct model_event *event,
                                    struct findings *findings)
{
    struct finding *finding;
    char *opened;

    if (event->left.kind != LEFT_EPOCH || unlocked_astray(event->left.member))
        return;
    finding = finding_new(findings, rule);
    opened = open_text(event->left.member);
    finding_message(finding,
                    "%s calls MPI_Finalize while an epoch on %s is open%s.",
                    process_who(event->process).text, event->left.name, opened);
    free(opened);
    finding_call(finding, "finalize", event->call);
    open_calls(finding, event->left.member);
    window_object(finding, event->left.window);
    open_epochs(finding, event->call, event->left.member);
    finding_submit(finding);
}

/* ------------------------------------------------- lock and exposure */

static void report_overlap(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings, const char *order)
{
    const struct window *window = event->overlap.window;
    const struct period *lock = event->overlap.lock;
    const struct period *exposure = event->overlap.exposure;
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding,
                    "Rank %d locks %s of rank %d, which exposes it by "
                    "MPI_Win_post: %s.",
                    world_rank(window, lock->rank), window_name(window),
                    world_rank(window, exposure->rank), order);
    finding_call(finding, "lock", lock->opened);
    finding_call(finding, "post", exposure->opened);
    window_object(finding, window);
    timeline_of_epochs(
        finding, (struct call *const[]){lock->opened, exposure->opened},
        (const struct period *const[]){lock, exposure},
        "a message or barrier between the end of the one and the begin of the "
        "other");
    finding_submit(finding);
}

/* Where nothing says which came first, it is a lock of a window that may be
 * exposed. */
static void check_lock_exposed(const struct rule *rule,
                               const struct model_event *event,
                               struct findings *findings)
{
    if (event->overlap.lock_first)
        return;
    report_overlap(rule, event, findings,
                   event->overlap.post_first
                       ? "the exposure epoch has begun, and nothing makes "
                         "sure that it has ended"
                       : "nothing in the program puts the two in order, so "
                         "they may meet");
}

static void check_post_locked(const struct rule *rule,
                              const struct model_event *event,
                              struct findings *findings)
{
    if (event->overlap.lock_first)
        report_overlap(rule, event, findings,
                       "the lock was taken before, and nothing makes sure "
                       "that it is released before");
}

static const struct rule rules[] = {
    {"RMA-NO-EPOCH", SEVERITY_ERROR,
     "An RMA call to a target for which no access epoch is open",
     "MPI-4.1 12.5",
     "RMA communication calls on a window may be made only within an access "
     "epoch for it, and only to the targets of that epoch.",
     "Open an epoch that covers the target before the call: MPI_Win_fence, "
     "MPI_Win_start with it in the group, MPI_Win_lock of it, or "
     "MPI_Win_lock_all.",
     EVENT_BIT(EVENT_RMA), check_no_epoch},
    {"RMA-UNLOCK-WITHOUT-LOCK", SEVERITY_ERROR,
     "An unlock of a rank that the caller has not locked", "MPI-4.1 12.5.3",
     "MPI_Win_unlock ends the epoch that MPI_Win_lock of the same rank and "
     "window has begun, MPI_Win_unlock_all that of MPI_Win_lock_all.",
     "Give the unlock the rank and window of the lock, and call it once for "
     "each lock.",
     EVENT_BIT(EVENT_SYNC), check_unlock},
    {"RMA-DOUBLE-LOCK", SEVERITY_ERROR,
     "A lock of a rank that the caller has locked already", "MPI-4.1 12.5.3",
     "A process may hold locks of several ranks of a window at a time, but "
     "each of these access epochs must have another target; it would "
     "otherwise wait for itself.",
     "Unlock first, or lock only once.", EVENT_BIT(EVENT_SYNC),
     check_double_lock},
    {"RMA-LOCK-IN-EPOCH", SEVERITY_ERROR,
     "A lock inside an access epoch of another kind", "MPI-4.1 12.5",
     "Access epochs of a process on one window must not overlap. An epoch of "
     "a fence lasts to the next fence.",
     "End the epoch first: MPI_Win_complete, or a last MPI_Win_fence with "
     "MPI_MODE_NOSUCCEED.",
     EVENT_BIT(EVENT_SYNC), check_lock_in_epoch},
    {"RMA-LOCK-AFTER-FENCE", SEVERITY_NOTE,
     "A lock after a last fence that does not say it is the last",
     "MPI-4.1 12.5.1",
     "A fence opens an epoch only if another fence follows, so this is "
     "allowed; but the MPI library cannot know it, and some refuse the lock.",
     "Give the last fence MPI_MODE_NOSUCCEED.", EVENT_BIT(EVENT_SYNC),
     check_lock_after_fence},
    {"RMA-FREE-IN-EPOCH", SEVERITY_ERROR,
     "A window is freed while an epoch on it is open", "MPI-4.1 12.2.5",
     "A process may free a window only after it has completed its part in "
     "all RMA communication on it: each lock needs its unlock, each start "
     "its complete, each post its wait, before the window is freed.",
     "End all epochs on the window before MPI_Win_free.", EVENT_BIT(EVENT_SYNC),
     check_free_in_epoch},
    {"RMA-FINALIZE-IN-EPOCH", SEVERITY_ERROR,
     "MPI is finalized while an epoch on a window is open", "MPI-4.1 11.2.2",
     "All communication a process takes part in must be complete before it "
     "calls MPI_Finalize.",
     "End all epochs and free the window before MPI_Finalize.",
     EVENT_BIT(EVENT_LEFT), check_finalize_in_epoch},
    {"RMA-LOCK-WHILE-EXPOSED", SEVERITY_ERROR,
     "A window is locked that its process exposes, or may expose",
     "MPI-4.1 12.5.3",
     "A window must not be locked and exposed at the same time: no process "
     "may lock it from MPI_Win_post to MPI_Win_wait of its owner. MPI does "
     "not keep the two apart, the program has to.",
     "Put a barrier or a message between the exposure epoch and the lock, or "
     "use one kind of synchronization only for a window.",
     EVENT_BIT(EVENT_OVERLAP), check_lock_exposed},
    {"RMA-POST-WHILE-LOCKED", SEVERITY_ERROR,
     "A process exposes its window while it is locked", "MPI-4.1 12.5.3",
     "A window must not be locked and exposed at the same time: MPI_Win_post "
     "may be called only when no process holds a lock of the window, the own "
     "process included. MPI does not keep the two apart, the program has to.",
     "Put a barrier or a message between the unlock and the post, or use one "
     "kind of synchronization only for a window.",
     EVENT_BIT(EVENT_OVERLAP), check_post_locked},
};

const struct rule_family rma_epoch_family = RULE_FAMILY("rma-epoch", rules);
