/*
 * report_read_picture.h - the pictures of a report.json, for report_html to
 * draw again.  Each is NULL where there is none; the JSON must live as long.
 */
#ifndef MURMEL_REPORT_READ_PICTURE_H
#define MURMEL_REPORT_READ_PICTURE_H

#include "history.h"
#include "report_read_process.h"
#include "timeline.h"
#include "wait_graph.h"

/* One reference, the caller's; without ->ranks of its classes, which pictures
 * do not need. */
struct wait_graph *report_read_graph(struct report_read_processes *processes,
                                     const json_t *json);
/* Likewise. */
struct timeline *report_read_timeline(struct report_read_processes *processes,
                                      const json_t *json);
/* The caller's. */
struct history *report_read_history(struct report_read_processes *processes,
                                    const json_t *json);

#endif
