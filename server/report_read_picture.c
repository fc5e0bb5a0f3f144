/* report_read_picture.c - what report_json_picture.c has written. */
#include "report_read_picture.h"

#include "json_field.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

static bool is_true(const json_t *of, const char *name)
{
    return json_is_true(json_object_get(of, name));
}

/* ------------------------------------------------------------------- graph */

static void read_need(struct report_read_processes *processes,
                      struct wait_need *need, const json_t *json)
{
    const json_t *object = json_object_get(json, "object");

    need->text = xstrdup(json_field_text(json, "text"));
    need->kind = "";
    need->object = json_field_copy(object, "name");
    need->object_made_by =
        need->object != NULL ? report_read_call(processes, object) : NULL;
}

static void read_class(struct report_read_processes *processes,
                       struct wait_class *class, const json_t *json)
{
    static const char *const states[] = {
        [WAIT_STATE_WAITS] = "waits",     [WAIT_STATE_FINALIZED] = "finalized",
        [WAIT_STATE_OUTSIDE] = "outside", [WAIT_STATE_POLLS] = "polls",
        [WAIT_STATE_INSIDE] = "inside",   NULL};
    const json_t *call = json_object_get(json, "call");
    const json_t *needs = json_object_get(json, "needs");
    json_t *need;
    size_t i;

    class->state = (enum wait_state)json_field_word(json, "state", states);
    class->in_knot = is_true(json, "in_knot");
    class->any = strcmp(json_field_text(json, "waits_for"), "any") == 0;
    class->name = xstrdup(json_field_text(json, "name"));
    class->count = (uint32_t)json_field_number(json, "processes");
    class->call = report_read_call(processes, call);
    if (class->call != NULL) {
        class->process = class->call->process;
        class->call_text = xstrdup(json_field_text(call, "text"));
    }
    class->needs = xcalloc(json_array_size(needs) + 1, sizeof *class->needs);
    json_array_foreach(needs, i, need)
        read_need(processes, &class->needs[class->need_count++], need);
}

static void read_edge(struct wait_graph *graph, const json_t *json)
{
    json_int_t from = json_field_number(json, "from");
    json_int_t to = json_field_number(json, "to");
    json_int_t number = json_field_number(json, "need");
    struct wait_need *need;

    if (from < 0 || from >= graph->class_count || to < 0 ||
        to >= graph->class_count || number < 0 ||
        number >= graph->classes[from].need_count)
        return;
    need = &graph->classes[from].needs[number];
    need->any = need->any || strcmp(json_field_text(json, "kind"), "or") == 0;
    need->targets =
        xrealloc(need->targets, need->target_count + 1, sizeof *need->targets);
    need->targets[need->target_count++] =
        (struct wait_target){(uint32_t)to, is_true(json, "in_knot")};
}

struct wait_graph *report_read_graph(struct report_read_processes *processes,
                                     const json_t *json)
{
    const json_t *nodes = json_object_get(json, "nodes");
    struct wait_graph *graph;
    json_t *item;
    size_t i;

    if (json_array_size(nodes) == 0)
        return NULL;
    graph = xcalloc(1, sizeof *graph);
    graph->references = 1;
    graph->folded = is_true(json, "folded");
    graph->ring = is_true(json, "ring");
    graph->classes = xcalloc(json_array_size(nodes), sizeof *graph->classes);
    json_array_foreach(nodes, i, item)
        read_class(processes, &graph->classes[graph->class_count++], item);
    json_array_foreach(json_object_get(json, "edges"), i, item)
        read_edge(graph, item);
    return graph;
}

/* ---------------------------------------------------------------- timeline */

/* The calls of a timeline, each of which may stand there several times. */
struct moments {
    struct report_read_processes *processes;
    struct call *calls[6 * TIMELINE_MOST];
    size_t count;
};

/* NULL: none, or none that is known.  Stays the moments'. */
static struct call *read_moment(struct moments *moments,
                                struct process *process, const json_t *json)
{
    struct call *call;

    if (!json_is_object(json) ||
        moments->count == sizeof moments->calls / sizeof moments->calls[0])
        return NULL;
    call = report_read_moment(moments->processes, process, json);
    for (size_t i = 0; i < moments->count && call != NULL; i++) {
        struct call *other = moments->calls[i];

        if (other->process == process && other->number == call->number &&
            other->info == call->info) {
            call_drop(call);
            return other;
        }
    }
    if (call != NULL)
        moments->calls[moments->count++] = call;
    return call;
}

static void read_bar(struct timeline *timeline, struct moments *moments,
                     const json_t *json)
{
    static const char *const kinds[] = {
        [TIMELINE_ACCESS_EPOCH] = "access epoch",
        [TIMELINE_EXPOSURE_EPOCH] = "exposure epoch",
        [TIMELINE_OPERATION] = "operation",
        NULL};
    struct process *process = report_read_at(moments->processes, json);
    struct call *opened =
        read_moment(moments, process, json_object_get(json, "from"));

    timeline_bar(
        timeline, (enum timeline_bar_kind)json_field_word(json, "kind", kinds),
        opened, read_moment(moments, process, json_object_get(json, "to")),
        NULL);
}

/* First and last byte. */
static void read_bytes(struct timeline_mark *mark, const json_t *json)
{
    const json_t *first = json_array_get(json, 0);
    const json_t *last = json_array_get(json, 1);

    if (!json_is_integer(first) || !json_is_integer(last) ||
        json_integer_value(first) > json_integer_value(last) ||
        json_integer_value(first) < INT64_MIN / 4 ||
        json_integer_value(last) > INT64_MAX / 4)
        return;
    mark->low = json_integer_value(first);
    mark->high = json_integer_value(last) + 1;
}

static void read_mark(struct timeline *timeline, struct moments *moments,
                      const json_t *json)
{
    struct process *process = report_read_at(moments->processes, json);
    struct timeline_mark mark = {
        .process = process,
        .call = read_moment(moments, process, json_object_get(json, "call")),
        .after = read_moment(moments, process, json_object_get(json, "after")),
        .before =
            read_moment(moments, process, json_object_get(json, "before")),
        .complete =
            read_moment(moments, process, json_object_get(json, "complete")),
        .what = json_field_string(json, "what"),
        .wrong = is_true(json, "wrong")};

    read_bytes(&mark, json_object_get(json, "bytes"));
    if (process != NULL)
        timeline_mark(timeline, &mark);
}

struct timeline *report_read_timeline(struct report_read_processes *processes,
                                      const json_t *json)
{
    struct moments moments = {.processes = processes};
    struct timeline *timeline;
    json_t *item;
    size_t i;

    if (!json_is_object(json))
        return NULL;
    timeline = timeline_new(json_field_text(json, "relation"));
    timeline->memory = xstrdup(json_field_text(json, "memory"));
    timeline->mend = json_field_copy(json, "mend");
    json_array_foreach(json_object_get(json, "bars"), i, item)
        read_bar(timeline, &moments, item);
    json_array_foreach(json_object_get(json, "marks"), i, item)
        read_mark(timeline, &moments, item);
    for (i = 0; i < moments.count; i++)
        call_drop(moments.calls[i]);
    return timeline;
}

/* ----------------------------------------------------------------- history */

static struct call *read_past_call(struct report_read_processes *processes,
                                   struct process *process, const json_t *json)
{
    const json_t *received = json_object_get(json, "received");
    const json_t *took = json_object_get(json, "took");
    const struct process *sender = report_read_at(processes, received);
    struct call *call = report_read_moment(processes, process, json);

    if (call == NULL)
        return NULL;
    call->returned = is_true(json, "returned");
    /* 0 is no time. */
    call->enter_time = (uint64_t)json_field_number(json, "at") + 1;
    if (json_is_integer(took))
        call->exit_time = call->enter_time + (uint64_t)json_integer_value(took);
    call->met = (uint64_t)json_field_number(json, "collective");
    if (sender != NULL) {
        call->took_from = sender->index;
        call->took = (uint64_t)json_field_number(received, "number");
    }
    return call;
}

static void read_lane(struct report_read_processes *processes,
                      struct history *history, const json_t *json)
{
    struct process *process = report_read_at(processes, json);
    struct history_lane *lane = &history->lanes[history->lane_count];
    json_t *item;
    size_t i;

    if (process == NULL || history->lane_count == HISTORY_LANES)
        return;
    history->lane_count++;
    lane->process = process;
    json_array_foreach(json_object_get(json, "calls"), i, item)
    {
        struct call *call = read_past_call(processes, process, item);

        if (call != NULL && lane->count < PROCESS_LAST_CALLS) {
            lane->wrong[lane->count] = is_true(item, "wrong");
            lane->calls[lane->count++] = call_hold(call);
        }
        call_drop(call);
    }
}

struct history *report_read_history(struct report_read_processes *processes,
                                    const json_t *json)
{
    struct history *history;
    json_t *item;
    size_t i;

    if (json_array_size(json) == 0)
        return NULL;
    history = xcalloc(1, sizeof *history);
    json_array_foreach(json, i, item) read_lane(processes, history, item);
    return history;
}
