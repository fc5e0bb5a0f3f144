/* report_html_process.c - the processes of the job in report.html. */
#include "report_html.h"
#include "report_string.h"

#include "call_text.h"
#include "inventory.h"
#include "rank_list.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PROCESSES 64   /* that are shown one by one */
#define CROWD          8    /* more stay folded on paper */
#define MOST_GROUPS    500  /* of processes that ended alike */
#define MOST_OBJECTS   1000 /* places that make some */

/* Processes that ended alike are one row of the table. */
struct process_group {
    char *program, *end;
    int *ranks;
    size_t rank_count;
    const struct process *single; /* rank not known */
};

static size_t group_processes(const struct report_job *job,
                              struct process_group **result)
{
    struct process_group *groups = NULL;
    size_t count = 0;

    for (size_t i = 0; i < job->process_count; i++) {
        const struct process *process = job->processes[i];
        const char *program =
            process->executable != NULL ? process->executable : "unknown";
        char *end = report_process_end(process);
        size_t at = 0;

        while (at < count && (process->rank < 0 || groups[at].single != NULL ||
                              strcmp(groups[at].program, program) != 0 ||
                              strcmp(groups[at].end, end) != 0))
            at++;
        if (at == count) {
            groups = xrealloc(groups, count + 1, sizeof *groups);
            memset(&groups[count], 0, sizeof *groups);
            groups[count].program = xstrdup(program);
            groups[count].end = xstrdup(end);
            groups[count].single = process->rank < 0 ? process : NULL;
            count++;
        }
        if (process->rank >= 0) {
            struct process_group *group = &groups[at];

            group->ranks = xrealloc(group->ranks, group->rank_count + 1,
                                    sizeof *group->ranks);
            group->ranks[group->rank_count++] = process->rank;
        }
        free(end);
    }
    *result = groups;
    return count;
}

static void put_process_table(struct page *page)
{
    struct process_group *groups;
    size_t count = group_processes(page->report->job, &groups), left_out = 0;

    for (size_t i = 0; i < count; i++) {
        struct process_group *group = &groups[i];
        char *which = group->single != NULL
                          ? xasprintf("process %d", group->single->pid)
                          : rank_list_text(group->ranks, group->rank_count);

        if (i < MOST_GROUPS)
            PUT(page, page_process_row, "which", which, "program",
                *group->program != '\0' ? group->program : "not known", "end",
                group->end);
        else
            left_out += group->single != NULL ? 1 : group->rank_count;
        free(which);
        free(group->ranks);
        free(group->program);
        free(group->end);
    }
    free(groups);
    PUT_PLAIN(page, page_processes_table_close);
    if (left_out > 0)
        PUT(page, page_processes_more, "count", NUMBER(left_out));
}

static void put_last_calls(struct page *page, const struct process *process)
{
    uint64_t shown = process->call_count < PROCESS_LAST_CALLS
                         ? process->call_count
                         : PROCESS_LAST_CALLS;

    PUT_PLAIN(page, page_last_calls_open);
    for (uint64_t i = 1; i <= shown; i++) {
        size_t at = (process->call_count - i) % PROCESS_LAST_CALLS;
        const struct call *call = process->last_calls[at];
        char *text, *place;

        if (call == NULL)
            continue;
        text = process->last_texts != NULL
                   ? xstrdup(process->last_texts[at])
                   : call_text(call, page->report->model);
        place = report_stack_place(call->stack, process);
        PUT(page, page_last_call, "text", text, "place", place);
        if (!call->returned)
            PUT_PLAIN(page, page_last_call_blocked);
        if (i == 1)
            html_callers(page, call->stack, process);
        PUT_PLAIN(page, page_last_call_close);
        free(place);
        free(text);
    }
    PUT_PLAIN(page, page_last_calls_close);
}

static void put_process(struct page *page, const struct process *process)
{
    char *which = report_who(process), *end = report_process_end(process);

    PUT(page, page_process_open, "which", which, "pid", NUMBER(process->pid),
        "end", end);
    free(which);
    free(end);
    if (process->end == PROCESS_CRASHED && process->crash_stack != NULL) {
        PUT_PLAIN(page, page_crash_open);
        html_stack(page, process->crash_stack, process);
    }
    put_last_calls(page, process);
    PUT_PLAIN(page, page_process_close);
}

void html_processes(struct page *page)
{
    const struct report_job *job = page->report->job;
    size_t count = 0, shown = 0;

    if (job->process_count == 0)
        return;
    PUT_PLAIN(page, page_processes_open);
    put_process_table(page);
    for (size_t i = 0; i < job->process_count; i++)
        count += report_shows_last_calls(page->report, job->processes[i]);
    if (count > CROWD)
        PUT_PLAIN(page, page_crowd_open);
    for (size_t i = 0; i < job->process_count; i++) {
        if (report_shows_last_calls(page->report, job->processes[i]) &&
            shown++ < MOST_PROCESSES)
            put_process(page, job->processes[i]);
    }
    if (count > CROWD)
        PUT_PLAIN(page, page_crowd_close);
    if (count > MOST_PROCESSES)
        PUT(page, page_processes_more, "count", NUMBER(count - MOST_PROCESSES));
    PUT_PLAIN(page, page_processes_close);
}

static const char *kind_of(const struct call *made_by)
{
    const char *name = made_by->info->name;

    return strncmp(name, "MPI_Win", 7) == 0    ? "window"
           : strncmp(name, "MPI_File", 8) == 0 ? "file"
                                               : "communicator";
}

static void put_objects(struct page *page, const struct inventory_row *row)
{
    const struct call *call = row->made_by;
    char *place = report_stack_place(call->stack, call->process);
    char ranks[32];

    snprintf(ranks, sizeof ranks,
             row->smallest == row->largest ? "%u" : "%u to %u", row->smallest,
             row->largest);
    PUT(page, page_objects_row, "kind", kind_of(call), "plural",
        PLURAL(row->made), "function", call->info->name, "place", place, "made",
        NUMBER(row->made), "left", NUMBER(row->left), "ranks", ranks);
    free(place);
}

void html_objects(struct page *page)
{
    const struct report_job *job = page->report->job;
    uint64_t made = 0;

    if (job->object_count == 0)
        return;
    for (size_t i = 0; i < job->object_count; i++)
        made += job->objects[i].made;
    PUT(page, page_made_open, "count", NUMBER(made), "places",
        NUMBER(job->object_count), "plural", PLURAL(job->object_count));
    for (size_t i = 0; i < job->object_count && i < MOST_OBJECTS; i++)
        put_objects(page, &job->objects[i]);
    PUT_PLAIN(page, page_made_table_close);
    if (job->object_count > MOST_OBJECTS)
        PUT(page, page_made_more, "count",
            NUMBER(job->object_count - MOST_OBJECTS));
    PUT_PLAIN(page, page_made_close);
}

void html_functions(struct page *page)
{
    const struct report_job *job = page->report->job;
    uint64_t calls = 0;

    if (job->function_count == 0)
        return;
    for (size_t i = 0; i < job->function_count; i++)
        calls += job->functions[i].calls;
    PUT(page, page_functions_open, "count", NUMBER(job->function_count),
        "plural", PLURAL(job->function_count), "calls", NUMBER(calls),
        "calls-plural", PLURAL(calls));
    for (size_t i = 0; i < job->function_count; i++)
        PUT(page, page_function_row, "name", job->functions[i].name, "calls",
            NUMBER(job->functions[i].calls));
    PUT_PLAIN(page, page_functions_close);
}
