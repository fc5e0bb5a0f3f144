/* report_read_list.c - what report_json.c has written of the job. */
#include "report_read_list.h"

#include "inventory.h"
#include "json_field.h"
#include "memory.h"
#include "model_pending.h"
#include "report_read_picture.h"
#include "traffic.h"

#include <stdlib.h>
#include <string.h>

#define MOST_RANKS (1 << 24) /* a job with more is none */

static uint64_t number_of(const json_t *of, const char *name)
{
    return (uint64_t)json_field_number(of, name);
}

static void read_functions(struct report_read_lists *lists,
                           struct report_job *job, const json_t *json)
{
    json_t *item;
    size_t i;

    lists->functions =
        xcalloc(json_array_size(json) + 1, sizeof *lists->functions);
    json_array_foreach(json, i, item) lists->functions[i] =
        (struct report_function){json_field_text(item, "name"),
                                 number_of(item, "calls")};
    job->functions = lists->functions;
    job->function_count = json_array_size(json);
}

static void read_objects(struct report_read_lists *lists,
                         struct report_read_processes *processes,
                         const json_t *json)
{
    json_t *item;
    size_t i;

    lists->objects = xcalloc(json_array_size(json) + 1, sizeof *lists->objects);
    json_array_foreach(json, i, item)
    {
        struct call *call = report_read_moment(processes, NULL, item);

        if (call != NULL)
            lists->objects[lists->object_count++] = (struct inventory_row){
                call, number_of(item, "made"), number_of(item, "left"),
                (uint32_t)number_of(item, "smallest"),
                (uint32_t)number_of(item, "largest")};
    }
}

static bool is_rank(json_int_t rank)
{
    return rank >= 0 && rank < MOST_RANKS;
}

static void read_traffic(struct report_read_lists *lists,
                         struct report_job *job, const json_t *json)
{
    const json_t *list = json_object_get(json, "pairs");
    size_t most = json_array_size(list) + 1, count = 0, i;
    json_t *item;

    lists->pairs = xcalloc(most, sizeof *lists->pairs);
    lists->pair_places = xcalloc(most, sizeof lists->pair_places[0]);
    json_array_foreach(list, i, item)
    {
        json_int_t from = json_field_number(item, "from");
        json_int_t to = json_field_number(item, "to");

        if (!is_rank(from) || !is_rank(to))
            continue;
        lists->pairs[count] = (struct traffic_pair){
            .from = (int)from,
            .to = (int)to,
            .messages = number_of(item, "messages"),
            .message_bytes = number_of(item, "message_bytes"),
            .accesses = number_of(item, "rma_calls"),
            .access_bytes = number_of(item, "rma_bytes")};
        lists->pair_places[count] = &lists->pairs[count];
        count++;
    }
    job->pairs = lists->pair_places;
    job->pair_count = count;
    job->pairs_left_out = number_of(json, "pairs_left_out");
}

/* When that was is not told; all else is told from there. */
#define STATE_TIME (UINT64_MAX / 2)

static void read_pending(struct report_read_lists *lists,
                         struct report_read_processes *processes,
                         const json_t *json)
{
    json_t *item;
    size_t i;

    lists->pending = xcalloc(json_array_size(json) + 1, sizeof *lists->pending);
    json_array_foreach(json, i, item)
    {
        const json_t *begun = json_object_get(item, "call");
        struct call *call = report_read_call(processes, begun);

        if (call == NULL || call->process == NULL) {
            call_drop(call);
            continue;
        }
        call->enter_time =
            STATE_TIME - number_of(item, "seconds") * UINT64_C(1000000000);
        lists->pending[lists->pending_count++] = (struct pending){
            call->process, call, xstrdup(json_field_text(begun, "text")),
            strcmp(json_field_text(item, "kind"), "epoch") == 0};
    }
}

void report_read_lists(struct report_read_lists *lists, struct report_job *job,
                       struct report_read_processes *processes,
                       const json_t *json)
{
    const json_t *state = json_object_get(json, "state");

    memset(lists, 0, sizeof *lists);
    read_functions(lists, job, json_object_get(json, "functions"));
    read_objects(lists, processes, json_object_get(json, "objects"));
    read_traffic(lists, job, json_object_get(json, "traffic"));
    lists->state =
        report_read_graph(processes, json_object_get(state, "graph"));
    read_pending(lists, processes, json_object_get(state, "pending"));
    job->objects = lists->objects;
    job->object_count = lists->object_count;
    job->state = lists->state;
    job->state_time = STATE_TIME;
    job->pending = lists->pending;
    job->pending_count = lists->pending_count;
}

void report_read_lists_free(struct report_read_lists *lists)
{
    free(lists->functions);
    inventory_rows_free(lists->objects, lists->object_count);
    free(lists->pairs);
    free(lists->pair_places);
    wait_graph_drop(lists->state);
    pending_free(lists->pending, lists->pending_count);
}
