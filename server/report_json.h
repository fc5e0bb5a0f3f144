/*
 * report_json.h - what the parts of report_json*.c share.  All values are new.
 */
#ifndef MURMEL_REPORT_JSON_H
#define MURMEL_REPORT_JSON_H

#include "history.h"
#include "report.h"
#include "timeline.h"
#include "wait_graph.h"

#include <jansson.h>

/* null where it has none. */
json_t *report_json_rank(int rank);
/* Which of the report's processes; NULL: null. */
json_t *report_json_place(const struct process *process);
/* NULL: no frames. */
json_t *report_json_stack(const struct stack *stack);
/* text: call_text of the call, which stays the caller's. */
json_t *report_json_call(const struct call *call, const char *text);

json_t *report_json_address(uint64_t address);

/* report_json_process.c */

/* What all did when somebody asked: their graph, for each node for how long it
 * has been so, and what is pending; null: nobody did. */
json_t *report_json_state(const struct report_job *job);
json_t *report_json_process(const struct report *report,
                            const struct process *process);

/* report_json_picture.c */

/* dot: the graph's file. */
json_t *report_json_graph(const struct wait_graph *graph, const char *dot);
/* NULL: null. */
json_t *report_json_timeline(const struct timeline *timeline);
json_t *report_json_history(const struct history *history);

#endif
