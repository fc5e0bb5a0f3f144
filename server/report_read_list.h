/*
 * report_read_list.h - the lists of a report.json that only its page shows:
 * functions, objects, traffic, and what the processes were doing.
 */
#ifndef MURMEL_REPORT_READ_LIST_H
#define MURMEL_REPORT_READ_LIST_H

#include "report.h"
#include "report_read_process.h"

struct report_read_lists {
    struct report_function *functions;
    struct inventory_row *objects;
    size_t object_count;
    struct traffic_pair *pairs;
    const struct traffic_pair **pair_places;
    struct wait_graph *state;
    struct pending *pending;
    size_t pending_count;
};

/* Reads them and sets them in the job.  The JSON must live as long. */
void report_read_lists(struct report_read_lists *lists, struct report_job *job,
                       struct report_read_processes *processes,
                       const json_t *json);
void report_read_lists_free(struct report_read_lists *lists);

#endif
