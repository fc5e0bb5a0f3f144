/* report_json_picture.c - graphs, timelines and histories in report.json. */
#include "report_json.h"
#include "report_string.h"
#include "report_value.h"

#include <stdlib.h>

static json_t *need_value(const struct wait_need *need)
{
    json_t *value = json_object(), *object = json_null();

    if (need->object != NULL) {
        const struct call *made = need->object_made_by;
        char *text = made == NULL ? NULL : report_made_by(made);

        object = json_object();
        json_object_set_new(object, "name", report_text_value(need->object));
        json_object_set_new(object, "made_by", report_text_value(text));
        json_object_set_new(
            object, "process",
            report_json_place(made == NULL ? NULL : made->process));
        json_object_set_new(
            object, "function",
            report_text_value(made == NULL ? NULL : made->info->name));
        json_object_set_new(
            object, "stack",
            report_json_stack(made == NULL ? NULL : made->stack));
        free(text);
    }
    json_object_set_new(value, "text", report_text_value(need->text));
    json_object_set_new(value, "begun_at",
                        report_json_stack(need->begun_by == NULL
                                              ? NULL
                                              : need->begun_by->stack));
    json_object_set_new(value, "object", object);
    return value;
}

static json_t *class_value(const struct wait_class *class)
{
    static const char *const states[] = {[WAIT_STATE_WAITS] = "waits",
                                         [WAIT_STATE_FINALIZED] = "finalized",
                                         [WAIT_STATE_OUTSIDE] = "outside",
                                         [WAIT_STATE_POLLS] = "polls",
                                         [WAIT_STATE_INSIDE] = "inside"};
    json_t *value = json_object(), *needs = json_array();
    struct rank_range *ranges;
    size_t count = rank_list_ranges(class->ranks, class->count, &ranges), i;
    json_t *ranks = json_array();
    char *state = wait_class_state(class);

    for (i = 0; i < count; i++)
        if (ranges[i].first >= 0)
            json_array_append_new(
                ranks, json_pack("[i,i]", ranges[i].first, ranges[i].last));
    free(ranges);
    for (i = 0; i < class->need_count; i++)
        json_array_append_new(needs, need_value(&class->needs[i]));
    json_object_set_new(value, "name", report_text_value(class->name));
    json_object_set_new(value, "ranks", ranks);
    json_object_set_new(value, "processes", json_integer(class->count));
    json_object_set_new(value, "state", json_string(states[class->state]));
    json_object_set_new(value, "text", report_text_value(state));
    json_object_set_new(value, "in_knot", json_boolean(class->in_knot));
    json_object_set_new(value, "call",
                        class->call == NULL
                            ? json_null()
                            : report_json_call(class->call, class->call_text));
    json_object_set_new(value, "waits_for",
                        json_string(class->any ? "any" : "all"));
    json_object_set_new(value, "needs", needs);
    free(state);
    return value;
}

json_t *report_json_graph(const struct wait_graph *graph, const char *dot)
{
    json_t *value, *nodes = json_array(), *edges = json_array();

    for (uint32_t i = 0; i < graph->class_count; i++) {
        const struct wait_class *class = &graph->classes[i];

        json_array_append_new(nodes, class_value(class));
        for (uint32_t k = 0; k < class->need_count; k++)
            for (uint32_t e = 0; e < class->needs[k].target_count; e++) {
                const struct wait_need *need = &class->needs[k];
                bool any = class->any || need->any;

                json_array_append_new(
                    edges,
                    json_pack("{s:i,s:i,s:i,s:s,s:s,s:b}", "from", (int)i,
                              "need", (int)k, "to", (int)need->targets[e].class,
                              "kind", any ? "or" : "and", "label", need->kind,
                              "in_knot", (int)need->targets[e].in_knot));
            }
    }
    value = json_object();
    json_object_set_new(value, "folded", json_boolean(graph->folded));
    json_object_set_new(value, "ring", json_boolean(graph->ring));
    json_object_set_new(value, "dot", report_text_value(dot));
    json_object_set_new(value, "nodes", nodes);
    json_object_set_new(value, "edges", edges);
    return value;
}

/* A call as a point of a timeline. */
static json_t *moment_value(const struct call *call)
{
    json_t *value;
    char *place;

    if (call == NULL)
        return json_null();
    place = report_stack_place(call->stack, call->process);
    value = json_object();
    json_object_set_new(value, "number",
                        json_integer((json_int_t)call->number));
    json_object_set_new(value, "function", report_text_value(call->info->name));
    json_object_set_new(value, "place", report_text_value(place));
    free(place);
    return value;
}

static json_t *bar_value(const struct timeline_bar *bar)
{
    static const char *const kinds[] = {
        [TIMELINE_ACCESS_EPOCH] = "access epoch",
        [TIMELINE_EXPOSURE_EPOCH] = "exposure epoch",
        [TIMELINE_OPERATION] = "operation"};
    json_t *value = json_object();

    json_object_set_new(value, "kind", json_string(kinds[bar->kind]));
    json_object_set_new(value, "rank",
                        report_json_rank(process_rank(bar->opened->process)));
    json_object_set_new(value, "process",
                        report_json_place(bar->opened->process));
    json_object_set_new(value, "from", moment_value(bar->opened));
    json_object_set_new(value, "to", moment_value(timeline_end(bar)));
    return value;
}

static json_t *range_value(int64_t low, int64_t high)
{
    return low == high
               ? json_null()
               : json_pack("[I,I]", (json_int_t)low, (json_int_t)(high - 1));
}

static json_t *mark_value(const struct timeline_mark *mark)
{
    json_t *value = json_object();

    json_object_set_new(value, "what", report_text_value(mark->what));
    json_object_set_new(value, "rank",
                        report_json_rank(process_rank(mark->process)));
    json_object_set_new(value, "process", report_json_place(mark->process));
    json_object_set_new(value, "wrong", json_boolean(mark->wrong));
    json_object_set_new(value, "call", moment_value(mark->call));
    json_object_set_new(value, "after", moment_value(mark->after));
    json_object_set_new(value, "before", moment_value(mark->before));
    json_object_set_new(value, "complete",
                        moment_value(timeline_mark_end(mark)));
    json_object_set_new(value, "bytes", range_value(mark->low, mark->high));
    return value;
}

json_t *report_json_timeline(const struct timeline *timeline)
{
    json_t *value, *bars, *marks;
    int64_t low, high;
    bool both;

    if (timeline == NULL)
        return json_null();
    bars = json_array();
    marks = json_array();
    for (uint32_t i = 0; i < timeline->bar_count; i++)
        json_array_append_new(bars, bar_value(&timeline->bars[i]));
    for (uint32_t i = 0; i < timeline->mark_count; i++)
        json_array_append_new(marks, mark_value(&timeline->marks[i]));
    both = timeline_overlap(timeline, &low, &high);
    value = json_object();
    json_object_set_new(value, "bars", bars);
    json_object_set_new(value, "marks", marks);
    json_object_set_new(value, "relation",
                        report_text_value(timeline->relation));
    json_object_set_new(value, "memory", report_text_value(timeline->memory));
    json_object_set_new(value, "overlap",
                        both ? range_value(low, high) : json_null());
    json_object_set_new(value, "mend", report_text_value(timeline->mend));
    return value;
}

/* Of all that it shows: of several threads, and of polls that are told of when
 * they have found something, the first in a lane need not be the earliest. */
static uint64_t first_time(const struct history *history)
{
    uint64_t first = UINT64_MAX;

    for (uint32_t i = 0; i < history->lane_count; i++)
        for (uint32_t k = 0; k < history->lanes[i].count; k++)
            if (history->lanes[i].calls[k]->enter_time < first)
                first = history->lanes[i].calls[k]->enter_time;
    return first;
}

static json_t *past_call_value(const struct history *history,
                               const struct call *call, bool wrong)
{
    const struct call *sender = history_sender(history, call);
    json_t *value = moment_value(call);

    json_object_set_new(
        value, "at",
        json_integer((json_int_t)(call->enter_time - first_time(history))));
    json_object_set_new(
        value, "took",
        call->exit_time == 0
            ? json_null()
            : json_integer((json_int_t)(call->exit_time - call->enter_time)));
    json_object_set_new(value, "returned", json_boolean(call->returned));
    json_object_set_new(value, "wrong", json_boolean(wrong));
    json_object_set_new(
        value, "received",
        sender == NULL
            ? json_null()
            : json_pack("{s:o,s:o,s:I}", "rank",
                        report_json_rank(process_rank(sender->process)),
                        "process", report_json_place(sender->process), "number",
                        (json_int_t)sender->number));
    json_object_set_new(value, "collective",
                        call->met == 0 ? json_null()
                                       : json_integer((json_int_t)call->met));
    return value;
}

json_t *report_json_history(const struct history *history)
{
    json_t *value = json_array();

    if (history == NULL)
        return value;
    for (uint32_t i = 0; i < history->lane_count; i++) {
        const struct history_lane *lane = &history->lanes[i];
        json_t *calls = json_array();

        for (uint32_t k = 0; k < lane->count; k++)
            json_array_append_new(
                calls,
                past_call_value(history, lane->calls[k], lane->wrong[k]));
        json_array_append_new(
            value,
            json_pack("{s:o,s:o,s:o}", "rank",
                      report_json_rank(process_rank(lane->process)), "process",
                      report_json_place(lane->process), "calls", calls));
    }
    return value;
}
