/* history.c - see history.h. */
#include "history.h"

#include "finding_kept.h"
#include "memory.h"

#include <stdlib.h>

static struct history_lane *lane_of(struct history *history,
                                    const struct process *process)
{
    uint32_t i;

    for (i = 0; i < history->lane_count; i++)
        if (history->lanes[i].process == process)
            return &history->lanes[i];
    return NULL;
}

static void add_lane(struct history *history, const struct process *process)
{
    uint32_t place = history->lane_count;

    if (process == NULL || place == HISTORY_LANES ||
        lane_of(history, process) != NULL)
        return;
    for (; place > 0; place--) {
        if (process_rank(history->lanes[place - 1].process) <=
            process_rank(process))
            break;
        history->lanes[place] = history->lanes[place - 1];
    }
    history->lanes[place] = (struct history_lane){.process = process};
    history->lane_count++;
}

/* Those whose calls the finding shows, and those that wait for each other. */
static void choose_lanes(struct history *history, const struct finding *finding)
{
    size_t i;

    for (i = 0; i < finding->call_count; i++)
        add_lane(history, finding->calls[i].call->process);
    add_lane(history, finding->crashed);
}

static bool is_wrong(const struct finding *finding, const struct call *call)
{
    size_t i;

    for (i = 0; i < finding->call_count; i++)
        if (finding->calls[i].call == call)
            return true;
    return false;
}

/* The newest `most` of the lane and, before them, what the finding is about
 * with the call before that; whether there is any. */
static bool fill(struct history_lane *lane, const struct finding *finding,
                 uint32_t most)
{
    const struct process *process = lane->process;
    uint64_t newest = process->call_count, number, oldest, first;
    struct call *call;
    bool any = false;

    oldest = newest < PROCESS_LAST_CALLS ? 1 : newest - PROCESS_LAST_CALLS + 1;
    first = newest < most ? 1 : newest - most + 1;
    first = first < oldest ? oldest : first;
    for (number = newest; number >= oldest; number--) {
        call = process->last_calls[(number - 1) % PROCESS_LAST_CALLS];
        if (!is_wrong(finding, call))
            continue;
        any = true;
        if (number <= first)
            first = number > oldest ? number - 1 : number;
    }
    for (number = first; number <= newest; number++) {
        call = process->last_calls[(number - 1) % PROCESS_LAST_CALLS];
        lane->wrong[lane->count] = is_wrong(finding, call);
        lane->calls[lane->count++] = call_hold(call);
    }
    return any;
}

struct history *history_new(const struct finding *finding)
{
    struct history *history = xcalloc(1, sizeof *history);
    bool any = finding->crashed != NULL;
    uint32_t i;

    choose_lanes(history, finding);
    for (i = 0; i < history->lane_count; i++)
        any = fill(&history->lanes[i], finding,
                   HISTORY_CALLS / history->lane_count) ||
              any;
    if (any)
        return history;
    history_free(history);
    return NULL;
}

void history_free(struct history *history)
{
    uint32_t i, k;

    if (history == NULL)
        return;
    for (i = 0; i < history->lane_count; i++)
        for (k = 0; k < history->lanes[i].count; k++)
            call_drop(history->lanes[i].calls[k]);
    free(history);
}

const struct call *history_sender(const struct history *history,
                                  const struct call *call)
{
    uint32_t i, k;

    if (call->took == 0)
        return NULL;
    for (i = 0; i < history->lane_count; i++) {
        const struct history_lane *lane = &history->lanes[i];

        if (lane->process->index != call->took_from)
            continue;
        for (k = 0; k < lane->count; k++)
            if (lane->calls[k]->number == call->took)
                return lane->calls[k];
    }
    return NULL;
}
