/*
 * timeline.c - what processes did around a finding.
 */
#include "timeline.h"

#include "finding.h"
#include "memory.h"
#include "model_order.h"
#include "neutral.h"
#include "observed.h"

#include <stdlib.h>

struct timeline *timeline_new(const char *relation)
{
    struct timeline *timeline = xcalloc(1, sizeof *timeline);

    timeline->references = 1;
    timeline->relation = relation;
    return timeline;
}

struct timeline *timeline_hold(struct timeline *timeline)
{
    timeline->references++;
    return timeline;
}

void timeline_drop(struct timeline *timeline)
{
    uint32_t i;

    if (timeline == NULL || --timeline->references > 0)
        return;
    for (i = 0; i < timeline->bar_count; i++) {
        call_drop(timeline->bars[i].opened);
        call_drop(timeline->bars[i].closed);
        period_drop(timeline->bars[i].until);
    }
    for (i = 0; i < timeline->mark_count; i++) {
        call_drop(timeline->marks[i].call);
        call_drop(timeline->marks[i].after);
        call_drop(timeline->marks[i].before);
        call_drop(timeline->marks[i].complete);
        period_drop(timeline->marks[i].until);
    }
    free(timeline->memory);
    free(timeline->mend);
    free(timeline);
}

/* Rules see periods as const; a reference changes nothing of them. */
static struct period *hold_period(const struct period *period)
{
    struct period *mine = (struct period *)(uintptr_t)period;

    if (mine != NULL)
        mine->references++;
    return mine;
}

static struct call *hold_call(struct call *call)
{
    return call == NULL ? NULL : call_hold(call);
}

void timeline_bar(struct timeline *timeline, enum timeline_bar_kind kind,
                  struct call *opened, struct call *closed,
                  const struct period *until)
{
    uint32_t i;

    for (i = 0; i < timeline->bar_count; i++)
        if (timeline->bars[i].opened == opened &&
            timeline->bars[i].kind == kind)
            return;
    if (opened == NULL || timeline->bar_count == TIMELINE_MOST)
        return;
    timeline->bars[timeline->bar_count++] = (struct timeline_bar){
        kind, call_hold(opened), hold_call(closed), hold_period(until)};
}

void timeline_mark(struct timeline *timeline, const struct timeline_mark *mark)
{
    struct timeline_mark *mine;
    uint32_t i;

    for (i = 0; i < timeline->mark_count; i++)
        if (mark->call != NULL && timeline->marks[i].call == mark->call &&
            !mark->wrong)
            return;
    if (timeline->mark_count == TIMELINE_MOST)
        return;
    mine = &timeline->marks[timeline->mark_count++];
    *mine = *mark;
    hold_call(mine->call);
    hold_call(mine->after);
    hold_call(mine->before);
    hold_call(mine->complete);
    hold_period(mine->until);
}

void timeline_memory(struct timeline *timeline, const char *format, ...)
{
    va_list arguments;

    free(timeline->memory);
    va_start(arguments, format);
    timeline->memory = xvasprintf(format, arguments);
    va_end(arguments);
}

void timeline_mend(struct timeline *timeline, const char *mend)
{
    free(timeline->mend);
    timeline->mend = xstrdup(mend);
}

static enum timeline_bar_kind kind_of(const struct call *opened)
{
    return opened->info->base == CALL_MPI_Win_post ? TIMELINE_EXPOSURE_EPOCH
                                                   : TIMELINE_ACCESS_EPOCH;
}

static const char *lock_of(const struct call *opened)
{
    if (opened->info->base != CALL_MPI_Win_lock)
        return NULL;
    return CALL_VIEW(opened, MPI_Win_lock)->lock_type == NEUTRAL_LOCK_SHARED
               ? "shared"
               : "exclusive";
}

void timeline_epoch(struct timeline *timeline, const struct period *epoch,
                    bool exposes)
{
    struct call *opened = epoch == NULL ? NULL : epoch->opened;

    if (opened == NULL)
        return;
    timeline_bar(timeline, exposes ? TIMELINE_EXPOSURE_EPOCH : kind_of(opened),
                 opened, NULL, epoch);
    if (lock_of(opened) != NULL)
        timeline_mark(timeline,
                      &(struct timeline_mark){.process = opened->process,
                                              .call = opened,
                                              .what = lock_of(opened)});
}

/* Gives it to the finding. */
static void hand_over(struct timeline *timeline, struct finding *finding)
{
    finding_timeline(finding, timeline);
    timeline_drop(timeline);
}

void timeline_of_step(struct finding *finding, struct call *const *opened,
                      size_t count, struct call *call, const char *relation)
{
    struct timeline *timeline = timeline_new(relation);
    size_t i;

    for (i = 0; i < count; i++)
        if (opened[i] != NULL)
            timeline_bar(timeline, kind_of(opened[i]), opened[i], NULL, NULL);
    if (timeline->bar_count == 0) {
        timeline_drop(timeline);
        return;
    }
    timeline_mark(timeline, &(struct timeline_mark){.process = call->process,
                                                    .call = call,
                                                    .wrong = true});
    hand_over(timeline, finding);
}

void timeline_of_epochs(struct finding *finding, struct call *const *opened,
                        const struct period *const *periods, const char *mend)
{
    struct timeline *timeline = timeline_new("nothing keeps these two apart");
    int i;

    for (i = 0; i < 2; i++) {
        timeline_bar(timeline, kind_of(opened[i]), opened[i], NULL, periods[i]);
        timeline_mark(timeline,
                      &(struct timeline_mark){.process = opened[i]->process,
                                              .call = opened[i],
                                              .what = lock_of(opened[i]),
                                              .wrong = true});
    }
    timeline_mend(timeline, mend);
    hand_over(timeline, finding);
}

static struct call *end_of(struct call *call, const struct period *until)
{
    return call != NULL || until == NULL ? call : until->closed;
}

struct call *timeline_end(const struct timeline_bar *bar)
{
    return end_of(bar->closed, bar->until);
}

struct call *timeline_mark_end(const struct timeline_mark *mark)
{
    struct call *end = end_of(mark->complete, mark->until);

    /* What is put may be over by the target's call. */
    return end != NULL && end->process != mark->process ? NULL : end;
}

bool timeline_overlap(const struct timeline *timeline, int64_t *low,
                      int64_t *high)
{
    uint32_t i, count = 0;

    *low = INT64_MIN;
    *high = INT64_MAX;
    for (i = 0; i < timeline->mark_count; i++) {
        const struct timeline_mark *mark = &timeline->marks[i];

        if (!mark->wrong || mark->low == mark->high)
            continue;
        count++;
        *low = mark->low > *low ? mark->low : *low;
        *high = mark->high < *high ? mark->high : *high;
    }
    return count > 1 && *low < *high;
}
