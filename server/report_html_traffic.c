/* report_html_traffic.c - who sent how much to whom, in report.html. */
#include "report_html.h"
#include "report_string.h"

#include "traffic.h"

#include <stdlib.h>

#define MOST_CELLS 32 /* a row: of more ranks several are one */
#define MOST_PAIRS 16 /* that are listed */

#define CELL   16 /* pixels */
#define MARGIN 56
#define SHADES 8

/* Ranks from `from` to `to`, folded. */
struct matrix {
    int ranks, fold, size; /* fold: ranks of a cell; size: cells of a row */
    uint64_t bytes[MOST_CELLS][MOST_CELLS], calls[MOST_CELLS][MOST_CELLS];
    uint64_t most; /* bytes of a cell */
};

static void fill(struct matrix *matrix, const struct report_job *job)
{
    size_t i;

    for (i = 0; i < job->pair_count; i++) {
        const struct traffic_pair *pair = job->pairs[i];

        matrix->ranks =
            pair->from >= matrix->ranks ? pair->from + 1 : matrix->ranks;
        matrix->ranks =
            pair->to >= matrix->ranks ? pair->to + 1 : matrix->ranks;
    }
    matrix->fold = (matrix->ranks + MOST_CELLS - 1) / MOST_CELLS;
    matrix->size = (matrix->ranks + matrix->fold - 1) / matrix->fold;
    for (i = 0; i < job->pair_count; i++) {
        const struct traffic_pair *pair = job->pairs[i];
        int from = pair->from / matrix->fold, to = pair->to / matrix->fold;

        matrix->bytes[from][to] += traffic_bytes(pair);
        matrix->calls[from][to] += pair->messages + pair->accesses;
        if (matrix->bytes[from][to] > matrix->most)
            matrix->most = matrix->bytes[from][to];
    }
}

/* 1 to SHADES, a shade for each power of `base`: so that little is seen beside
 * much; 0: nothing was sent. */
static int shade_of(const struct matrix *matrix, int from, int to)
{
    uint64_t bytes = matrix->bytes[from][to], limit = matrix->most;
    int shade = SHADES;

    if (matrix->calls[from][to] == 0)
        return 0;
    while (shade > 1 && bytes <= limit / 4) {
        limit /= 4;
        shade--;
    }
    return shade;
}

/* "rank 3", "ranks 4-7": those of a cell. */
static char *cell_ranks(const struct matrix *matrix, int cell)
{
    int first = cell * matrix->fold, last = first + matrix->fold - 1;

    last = last >= matrix->ranks ? matrix->ranks - 1 : last;
    return first == last ? xasprintf("rank %d", first)
                         : xasprintf("ranks %d-%d", first, last);
}

static void put_cell(const struct matrix *matrix, int from, int to,
                     FILE *stream)
{
    char *sender = cell_ranks(matrix, from), *receiver = cell_ranks(matrix, to);
    char *bytes = report_bytes_text(matrix->bytes[from][to]);

    fprintf(stream,
            "<rect class=\"shade-%d\" x=\"%d\" y=\"%d\" width=\"%d\" "
            "height=\"%d\"><title>%s to %s: %llu messages and RMA calls, "
            "%s</title></rect>\n",
            shade_of(matrix, from, to), MARGIN + to * CELL,
            MARGIN + from * CELL, CELL - 1, CELL - 1, sender, receiver,
            (unsigned long long)matrix->calls[from][to], bytes);
    free(bytes);
    free(receiver);
    free(sender);
}

/* The first rank of each row and column, as far as there is room. */
static void put_numbers(const struct matrix *matrix, FILE *stream)
{
    int step = matrix->ranks > 99 ? 4 : matrix->ranks > 9 ? 2 : 1, i;

    for (i = 0; i < matrix->size; i += step) {
        int at = MARGIN + i * CELL + CELL / 2;

        fprintf(stream,
                "<text class=\"row\" x=\"%d\" y=\"%d\">%d</text>\n"
                "<text class=\"column\" x=\"%d\" y=\"%d\">%d</text>\n",
                MARGIN - 6, at + 4, i * matrix->fold, at, MARGIN - 6,
                i * matrix->fold);
    }
    fprintf(stream,
            "<text class=\"axis\" x=\"%d\" y=\"14\">to rank</text>\n"
            "<text class=\"axis\" x=\"4\" y=\"%d\">from</text>\n",
            MARGIN, MARGIN - 6);
}

static void put_matrix(const struct matrix *matrix, FILE *stream)
{
    int side = MARGIN + matrix->size * CELL + 8, width = side, from, to;

    width = width < 2 * MARGIN ? 2 * MARGIN : width;
    fprintf(stream,
            "<svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "role=\"img\" aria-label=\"Bytes by sender and receiver; the "
            "largest are listed below\">\n",
            width, side, width, side);
    put_numbers(matrix, stream);
    for (from = 0; from < matrix->size; from++)
        for (to = 0; to < matrix->size; to++)
            put_cell(matrix, from, to, stream);
    fputs("</svg>\n", stream);
}

static void put_pair(struct page *page, const struct traffic_pair *pair)
{
    char *sent = report_bytes_text(pair->message_bytes);
    char *accessed = report_bytes_text(pair->access_bytes);

    PUT(page, page_traffic_row, "from", NUMBER(pair->from), "to",
        NUMBER(pair->to), "messages", NUMBER(pair->messages), "sent", sent,
        "accesses", NUMBER(pair->accesses), "accessed", accessed);
    free(accessed);
    free(sent);
}

void html_traffic(struct page *page)
{
    const struct report_job *job = page->report->job;
    struct matrix *matrix;
    uint64_t bytes = 0;
    char *words;
    size_t i;

    if (job->pair_count == 0)
        return;
    matrix = xcalloc(1, sizeof *matrix);
    fill(matrix, job);
    for (i = 0; i < job->pair_count; i++)
        bytes += traffic_bytes(job->pairs[i]);
    words = report_bytes_text(bytes);
    PUT(page, page_traffic_open, "pairs", NUMBER(job->pair_count), "plural",
        PLURAL(job->pair_count), "bytes", words);
    put_matrix(matrix, page->stream);
    PUT_PLAIN(page, page_traffic_table);
    for (i = 0; i < job->pair_count && i < MOST_PAIRS; i++)
        put_pair(page, job->pairs[i]);
    PUT_PLAIN(page, page_traffic_rows_close);
    if (job->pair_count > MOST_PAIRS)
        PUT(page, page_traffic_more, "count",
            NUMBER(job->pair_count - MOST_PAIRS));
    if (job->pairs_left_out > 0)
        PUT(page, page_traffic_left_out, "count", NUMBER(job->pairs_left_out));
    PUT_PLAIN(page, page_traffic_close);
    free(words);
    free(matrix);
}
