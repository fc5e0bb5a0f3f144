/*
 * rma_conflict.c - accesses to the same bytes of a window that nothing puts
 * in order (MPI-4.1 12.3, 12.7).
 */
#include "access_conflict.h"
#include "families.h"
#include "finding.h"
#include "memory.h"
#include "model_event.h"
#include "process.h"
#include "statement.h"
#include "timeline.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static bool detaches(const struct access_side *side)
{
    return side->call->info->base == CALL_MPI_Win_detach;
}

static bool attaches(const struct access_side *side)
{
    return side->call->info->base == CALL_MPI_Win_attach;
}

static const char *verb(const struct access_side *side)
{
    static const char *const verbs[] = {
        [ACCESS_LOAD] = "loads",
        [ACCESS_STORE] = "stores",
        [ACCESS_GET] = "gets",
        [ACCESS_PUT] = "puts",
        [ACCESS_ACCUMULATE] = "accumulates into",
    };

    return detaches(side)   ? "detaches"
           : attaches(side) ? "attaches"
                            : verbs[side->group->kind];
}

static const char *role(const struct access_side *side)
{
    static const char *const roles[] = {
        [ACCESS_LOAD] = "load",
        [ACCESS_STORE] = "store",
        [ACCESS_GET] = "get",
        [ACCESS_PUT] = "put",
        [ACCESS_ACCUMULATE] = "accumulate",
    };

    return detaches(side)   ? "detach"
           : attaches(side) ? "attach"
                            : roles[side->group->kind];
}

static bool is_local(const struct access_group *group)
{
    return group->window == NULL;
}

static bool is_accumulate(const struct access_group *group)
{
    return group->kind == ACCESS_ACCUMULATE;
}

/* What is missing between them. */
static const char *missing(const struct access_conflict *conflict)
{
    const struct access_group *one = conflict->sides[0].group;
    const struct access_group *other = conflict->sides[1].group;
    const struct access_group *rma = is_local(one) ? other : one;
    bool direct = is_local(one) && is_local(other);
    bool passive = rma->lock != ACCESS_NO_LOCK;
    bool same = conflict->sides[0].process == conflict->sides[1].process;

    if (direct && conflict->followed)
        return "a fence must come between them, or a message or barrier with "
               "MPI_Win_sync before and after it, or each needs a lock, one "
               "of them exclusive, or they must be atomic (compiled with "
               "murmel cc, it is seen whether they are)";
    if (direct)
        return "a fence must come between them, or a message or barrier with "
               "MPI_Win_sync before and after it, or each needs a lock, one "
               "of them exclusive, or they must be atomic";
    if (conflict->separate &&
        (is_local(one) || is_local(other) || one->window != other->window))
        return "the RMA call must be complete at the target before a message "
               "or barrier that orders the two, and the target must make the "
               "update visible: what was put, in its memory (MPI_Win_wait, "
               "fence, lock, sync); what was stored, in the window "
               "(MPI_Win_post, fence, unlock, sync)";

    if (!is_local(one) && !is_local(other) && one->window != other->window)
        return "what the one does through its window must be complete at the "
               "target (flush, unlock, fence, wait) before the other is begun "
               "through another window on the same memory";
    if (same && passive)
        return "MPI_Win_flush or MPI_Win_unlock must come between them";
    if (same)
        return "they need to be in different epochs";
    if (is_local(one) || is_local(other))
        return passive ? "the RMA call must be complete at the target (flush, "
                         "unlock) before a message or barrier that orders the "
                         "two, or each needs a lock, one of them exclusive"
                       : "they need a fence, or the end of the exposure epoch, "
                         "between them";
    return passive ? "one must be complete at the target (flush, unlock) "
                     "before a message or barrier that orders the two, or one "
                     "of the locks must be exclusive"
                   : "a fence, or the end of the exposure epoch, must come "
                     "between them";
}

/* The local side is in what it exposes, the RMA call in what it accesses. */
static void add_side(struct timeline *timeline, const struct access_side *side)
{
    const struct access_group *group = side->group;
    int opened = group->epoch == NULL ? -1 : group->epoch->opened->info->base;
    struct timeline_mark mark = {.process = side->process,
                                 .call = side->call,
                                 .what = verb(side),
                                 .wrong = true,
                                 .until = group->period,
                                 .low = side->low,
                                 .high = side->high};

    timeline_epoch(timeline, group->epoch,
                   is_local(group) && opened == CALL_MPI_Win_fence);
    timeline_mark(timeline, &mark);
}

static void picture(struct finding *finding,
                    const struct access_conflict *conflict)
{
    struct timeline *timeline = timeline_new("nothing puts these two in order");

    add_side(timeline, &conflict->sides[0]);
    add_side(timeline, &conflict->sides[1]);
    timeline_memory(timeline, "%s at rank %d", window_name(conflict->window),
                    process_rank(conflict->owner));
    finding_timeline(finding, timeline);
    timeline_drop(timeline);
}

/* "Ranks 0 and 1 both put", "Rank 0 puts, and rank 1 stores,", or "Rank 0 puts,
 * and puts again,"; malloc'd. */
static char *sides_text(const struct access_conflict *conflict)
{
    const struct access_side *one = &conflict->sides[0];
    const struct access_side *other = &conflict->sides[1];

    if (one->process == other->process)
        return xasprintf("%s %s, and %s%s,", process_who(one->process).text,
                         verb(one), verb(other),
                         one->group->kind == other->group->kind ? " again"
                                                                : "");
    if (one->group->kind != other->group->kind)
        return xasprintf("%s %s, and rank %d %s,",
                         process_who(one->process).text, verb(one),
                         process_rank(other->process), verb(other));
    return xasprintf("Ranks %d and %d both %s%s", process_rank(one->process),
                     process_rank(other->process), role(one),
                     one->group->kind == ACCESS_ACCUMULATE ? " into" : "");
}

/* "byte 7", "bytes 8 to 15", "8 bytes at address 0x7f10" of a window that has
 * no offsets. */
static char *bytes_text(const struct access_conflict *conflict)
{
    uint64_t count = conflict->high - conflict->low;
    int64_t first = conflict->offset;

    if (count == 0)
        return xstrdup("different bytes");
    if (conflict->window->flavor == WINDOW_DYNAMIC)
        return xasprintf("%" PRIu64 " byte%s at address 0x%" PRIx64, count,
                         count == 1 ? "" : "s", (uint64_t)first);
    if (count == 1)
        return xasprintf("byte %" PRId64, first);
    return xasprintf("bytes %" PRId64 " to %" PRId64, first,
                     first + (int64_t)count - 1);
}

static void report(const struct rule *rule, const struct model_event *event,
                   struct findings *findings, const char *outcome)
{
    const struct access_conflict *conflict = event->conflict;
    struct finding *finding = finding_new(findings, rule);
    char *bytes = bytes_text(conflict), *who = sides_text(conflict);
    int i;

    finding_message(finding,
                    "%s %s of %s at rank %d, and nothing orders the two: %s; "
                    "%s.",
                    who, bytes, window_name(conflict->window),
                    process_rank(conflict->owner), outcome, missing(conflict));
    free(who);
    free(bytes);
    for (i = 0; i < 2; i++) {
        const struct access_side *side = &conflict->sides[i];

        finding_call(finding, role(side), side->call);
    }
    finding_object(finding, "window", window_name(conflict->window),
                   conflict->window->made_by);
    picture(finding, conflict);
    finding_submit(finding);
}

/* --------------------------------------------------------------- rules */

static bool overlap(const struct model_event *event)
{
    return event->conflict->high > event->conflict->low;
}

static bool is_of_detach(const struct model_event *event)
{
    return detaches(&event->conflict->sides[0]) ||
           detaches(&event->conflict->sides[1]);
}

static bool is_of_attach(const struct model_event *event)
{
    return attaches(&event->conflict->sides[0]) ||
           attaches(&event->conflict->sides[1]);
}

static void check_rma(const struct rule *rule, const struct model_event *event,
                      struct findings *findings)
{
    const struct access_group *one = event->conflict->sides[0].group;
    const struct access_group *other = event->conflict->sides[1].group;

    if (!overlap(event) || is_local(one) || is_local(other) ||
        (is_accumulate(one) && is_accumulate(other)))
        return;
    report(rule, event, findings,
           one->kind == ACCESS_GET || other->kind == ACCESS_GET
               ? "what is got is undefined"
               : "what is there then is undefined");
}

static const char *not_atomic(const struct access_group *one,
                              const struct access_group *other)
{
    if (one->window != other->window)
        return "accumulates are atomic towards each other only through one "
               "window";
    if (!access_same_elements(one, other))
        return "accumulates are atomic towards each other only with one "
               "predefined datatype";
    if (!access_same_places(one, other))
        return "accumulates are atomic towards each other only where they are "
               "of the same elements, and these overlap in part";
    if (one->actor == other->actor)
        return "the window's info accumulate_ordering leaves open in which "
               "order those of one process are done";
    return "accumulates are atomic towards each other only with one op (or "
           "MPI_NO_OP, if accumulate_ops does not say same_op)";
}

static void check_accumulate(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    const struct access_group *one = event->conflict->sides[0].group;
    const struct access_group *other = event->conflict->sides[1].group;

    if (!overlap(event) || !is_accumulate(one) || !is_accumulate(other))
        return;
    report(rule, event, findings, not_atomic(one, other));
}

static void check_local(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    const struct access_group *one = event->conflict->sides[0].group;
    const struct access_group *other = event->conflict->sides[1].group;
    bool store = one->kind == ACCESS_STORE || other->kind == ACCESS_STORE;

    if (!overlap(event) || is_local(one) == is_local(other) ||
        is_of_detach(event) || is_of_attach(event))
        return;
    report(rule, event, findings,
           store && access_updates(one) && access_updates(other)
               ? "no location may be stored to while a put or accumulate "
                 "updates it"
               : "what is read is undefined");
}

static void check_detach(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    if (overlap(event) && is_of_detach(event))
        report(rule, event, findings,
               "memory that is detached may be accessed no more");
}

static void check_attach(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    if (overlap(event) && is_of_attach(event))
        report(rule, event, findings,
               "memory may be accessed only once MPI_Win_attach has returned");
}

/* An atomic access may be a simple instruction: how it is written tells then.
 */
static bool are_atomic(const struct access_conflict *conflict)
{
    return conflict->followed &&
           statement_is_atomic(conflict->sides[0].call->stack) &&
           statement_is_atomic(conflict->sides[1].call->stack);
}

static void check_shared(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    const struct access_conflict *conflict = event->conflict;
    const struct access_group *one = conflict->sides[0].group;
    const struct access_group *other = conflict->sides[1].group;

    if (is_local(one) && is_local(other) && !conflict->elsewhere &&
        !are_atomic(conflict))
        report(rule, event, findings,
               one->kind == other->kind
                   ? "which comes first, and what is there then, is left to "
                     "chance"
                   : "which comes first, and what is loaded, is left to "
                     "chance");
}

static void check_elsewhere(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    if (event->conflict->elsewhere)
        report(rule, event, findings,
               "if the program does not, by means of its own, it is left to "
               "chance which comes first");
}

static void check_separate(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    if (!overlap(event) && !is_of_detach(event) && !is_of_attach(event))
        report(rule, event, findings,
               "in the separate memory model that is forbidden even where the "
               "two do not overlap");
}

static const struct rule rules[] = {
    {"RMA-CONFLICT", SEVERITY_ERROR,
     "Two RMA calls access the same bytes, and nothing puts them in order",
     "MPI-4.1 12.3, 12.7",
     "Once a put or accumulate to a location has begun, no other RMA call may "
     "access it until that is complete at the target; else the outcome is "
     "undefined. Calls of one epoch are not ordered either.",
     "Complete the one before the other begins: by MPI_Win_flush or unlock "
     "and, between processes, a message or barrier; by a fence; by wait and "
     "the next post. Or use exclusive locks, or accumulates of one kind.",
     EVENT_BIT(EVENT_CONFLICT), check_rma},
    {"RMA-LOCAL-CONFLICT", SEVERITY_ERROR,
     "A process loads or stores what an RMA call accesses at the same time",
     "MPI-4.1 12.3, 12.4, 12.7",
     "A location in a window must not be loaded or stored to while a put or "
     "accumulate updates it, nor stored to while a get reads it. A buffer that "
     "an MPI call sends is loaded, one that it receives into is stored to.",
     "Complete the RMA call before the load or store, and tell the process of "
     "it; or let the process lock its own part of the window.",
     EVENT_BIT(EVENT_CONFLICT), check_local},
    {"RMA-DETACH-CONFLICT", SEVERITY_ERROR,
     "Memory is detached while an RMA call accesses it", "MPI-4.1 12.2.4",
     "After memory has been detached no RMA call may access it by that window. "
     "One that has begun accesses it at some time until it is complete at the "
     "target.",
     "Detach the memory after a fence, or after the RMA call is complete (by "
     "MPI_Win_flush or unlock) and a message or barrier tells of it.",
     EVENT_BIT(EVENT_CONFLICT), check_detach},
    {"RMA-ATTACH-CONFLICT", SEVERITY_ERROR,
     "Memory is attached while an RMA call may access it already",
     "MPI-4.1 12.2.4",
     "MPI_Win_attach must have returned at the target before anybody targets "
     "the memory. That its address is known does not say so: it is known "
     "before.",
     "Attach the memory before its address is sent, or let a message or "
     "barrier behind MPI_Win_attach tell that it is there.",
     EVENT_BIT(EVENT_CONFLICT), check_attach},
    {"RMA-ACCUMULATE-CONFLICT", SEVERITY_ERROR,
     "Two accumulates to the same bytes that are not atomic towards each other",
     "MPI-4.1 12.2.1, 12.7, 12.7.1, 12.7.2",
     "Accumulates to one location at the same time are done one after the "
     "other only if they have the same predefined datatype and go through the "
     "same window, and as far as the window's info key accumulate_ops permits: "
     "by default the same op, or MPI_NO_OP. Those of one process are done in "
     "its order, whatever their ops, unless the info key accumulate_ordering "
     "says that they need not.",
     "Use one datatype and one op, or put the two in order.",
     EVENT_BIT(EVENT_CONFLICT), check_accumulate},
    {"RMA-SHARED-CONFLICT", SEVERITY_WARNING,
     "Two processes load and store the same bytes of a shared window at the "
     "same time",
     "MPI-4.1 12.2.3, 12.7",
     "What one process stores in a shared window, another may load or store "
     "only after something has put the two in order: MPI, or atomic "
     "accesses of the language. If it is no RMA synchronization, "
     "MPI_Win_sync is needed, too, before and after it. A word that is "
     "polled must be atomic, or at least volatile: of a plain one the "
     "compiler takes for granted that nobody else changes it. Loads and "
     "stores are seen if the program is compiled with murmel cc, and else "
     "right after MPI calls; then an atomic load, or store, that is a simple "
     "instruction (of up to eight bytes, not sequentially consistent) is "
     "taken for a plain one if the program does not go by its value and its "
     "line in the source does not say that it is atomic. If the program has "
     "other means to put processes in order, the finding is "
     "only a note, RMA-SHARED-ELSEWHERE.",
     "Put a barrier or message between the two, with MPI_Win_sync before "
     "and after it (in an epoch of MPI_Win_lock_all), or a fence; or use "
     "atomic accesses.",
     EVENT_BIT(EVENT_CONFLICT), check_shared},
    {"RMA-SHARED-ELSEWHERE", SEVERITY_NOTE,
     "Two processes load and store the same bytes of a shared window, in order "
     "by the program's own means, if at all",
     "MPI-4.1 12.2.3, 12.7",
     "This is RMA-SHARED-CONFLICT, but Murmel cannot be sure: one of the "
     "two processes, or one that they know of, has means to put processes "
     "in order that are not observed. Its code is linked with functions for "
     "pipes, sockets, file locks, shared memory, System V semaphores, "
     "signals or the like, or has inline assembler, or has made a mutex or "
     "semaphore that processes share. Whether it uses them here is not "
     "known.",
     "If nothing puts the two in order, do as for RMA-SHARED-CONFLICT.",
     EVENT_BIT(EVENT_CONFLICT), check_elsewhere},
    {"RMA-SEPARATE-CONFLICT", SEVERITY_ERROR,
     "A window is stored to, and put into elsewhere, at the same time",
     "MPI-4.1 12.7",
     "In the separate memory model (by MPI_WIN_MODEL, or --separate) no put or "
     "accumulate may go "
     "into a window that its process stores to, or that is updated through an "
     "overlapping window, until that is visible in the window; nor the other "
     "way round. That holds for the whole window, not only for bytes that both "
     "access.",
     "Put a fence, or the exposure epoch's end, between the two, or use two "
     "windows.",
     EVENT_BIT(EVENT_CONFLICT), check_separate},
};

const struct rule_family rma_conflict_family =
    RULE_FAMILY("rma-conflict", rules);
