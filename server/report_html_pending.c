/*
 * report_html_pending.c - requests and epochs that processes had begun and not
 * ended, in report.html: those of one place are one row.
 */
#include "report_html.h"
#include "report_string.h"

#include "model_pending.h"
#include "rank_list.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 200

struct row {
    const struct pending *first;
    char *place;
    bool alike; /* all calls have the text of the first */
    int *ranks;
    size_t count;
    uint64_t since; /* the oldest's begin */
};

static bool fits(const struct row *row, const struct pending *pending,
                 const char *place)
{
    return row->first->epoch == pending->epoch &&
           row->first->call->info == pending->call->info &&
           strcmp(row->place, place) == 0;
}

static void add(struct row *row, const struct pending *pending)
{
    uint64_t since = pending->call->enter_time;

    row->ranks = xrealloc(row->ranks, row->count + 1, sizeof *row->ranks);
    row->ranks[row->count++] = pending->process->rank;
    row->alike = row->alike && strcmp(row->first->text, pending->text) == 0;
    if (since < row->since)
        row->since = since;
}

/* Returns how many rows there are; *left_out: for how many there was no room.
 */
static size_t make_rows(const struct report_job *job, struct row *rows,
                        size_t *left_out)
{
    size_t count = 0;

    *left_out = 0;
    for (size_t i = 0; i < job->pending_count; i++) {
        const struct pending *pending = &job->pending[i];
        char *place =
            report_stack_place(pending->call->stack, pending->process);
        size_t at = 0;

        while (at < count && !fits(&rows[at], pending, place))
            at++;
        if (at == MOST_ROWS) {
            ++*left_out;
            free(place);
            continue;
        }
        if (at < count)
            free(place);
        else
            rows[count++] =
                (struct row){pending, place, true, NULL, 0, UINT64_MAX};
        add(&rows[at], pending);
    }
    return count;
}

static void put_row(struct page *page, struct row *row)
{
    const struct report_job *job = page->report->job;
    char *ranks = rank_list_text(row->ranks, row->count);
    char took[24];

    report_duration_text(
        took, sizeof took,
        job->state_time > row->since ? job->state_time - row->since : 0);
    PUT(page, page_pending_row, "ranks", ranks, "count", NUMBER(row->count),
        "kind", row->first->epoch ? "epoch" : "request", "call",
        row->alike ? row->first->text : row->first->call->info->name, "place",
        row->place, "since", took);
    free(ranks);
}

void html_pending(struct page *page)
{
    const struct report_job *job = page->report->job;
    struct row rows[MOST_ROWS];
    size_t left_out, count;

    if (job->pending_count == 0)
        return;
    count = make_rows(job, rows, &left_out);
    PUT(page, page_pending_open, "count", NUMBER(job->pending_count), "things",
        job->pending_count == 1 ? "request or epoch" : "requests and epochs",
        "places", NUMBER(count), "plural", PLURAL(count));
    for (size_t i = 0; i < count; i++) {
        put_row(page, &rows[i]);
        free(rows[i].place);
        free(rows[i].ranks);
    }
    PUT_PLAIN(page, page_pending_table_close);
    if (left_out > 0)
        PUT(page, page_pending_more, "count", NUMBER(left_out));
    PUT_PLAIN(page, page_pending_close);
}
