/*
 * report_read_process.h - the processes of a report.json, and their calls.
 */
#ifndef MURMEL_REPORT_READ_PROCESS_H
#define MURMEL_REPORT_READ_PROCESS_H

#include "process.h"

#include <stddef.h>

#include <jansson.h>

struct report_read_processes {
    struct process **items; /* as the report has them */
    size_t count;
    const struct process **by_rank; /* those that have one */
    size_t rank_count;
    const json_t *json;
    uint64_t stacks; /* that were read: their numbers */
};

void report_read_processes(struct report_read_processes *processes,
                           const json_t *json);
/* Forgets all stacks, too. */
void report_read_processes_free(struct report_read_processes *processes);

/* A call of them, the caller's reference; NULL: no function is called so. */
struct call *report_read_call(struct report_read_processes *processes,
                              const json_t *json);
/* A call as it stands in a picture: the function and the place. */
struct call *report_read_moment(struct report_read_processes *processes,
                                struct process *process, const json_t *json);
/* The process that it names; NULL: none. */
struct process *report_read_at(const struct report_read_processes *processes,
                               const json_t *json);
/* Places in the order of their ranks: the first of at least that rank, and
 * which process is at one (NULL: behind the last). */
size_t report_read_first(const struct report_read_processes *processes,
                         json_int_t rank);
const struct process *
report_read_rank(const struct report_read_processes *processes, size_t place);
/* Whose crash has that stack; NULL: nobody's. */
const struct process *
report_read_crashed(const struct report_read_processes *processes,
                    const json_t *stack);
/* Of "SIGSEGV"; 0: none (NULL), or not known. */
int report_read_signal(const char *name);

#endif
