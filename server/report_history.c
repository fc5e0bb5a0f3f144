/*
 * report_history.c - what processes did before a finding, drawn for
 * report.html.
 *
 * A column a process and time downwards, a line for each call that begins; a
 * bar lasts as long as its call.  Time is told at the margin, not by the
 * distances: between a wait of seconds and calls of nanoseconds nothing else
 * could be read.  Arrows are messages, level lines collective operations.
 *
 * Only report_put_html writes strings; all else are numbers and our own.
 */
#include "report.h"
#include "report_string.h"

#include "history.h"
#include "stack.h"

#include <stdlib.h>
#include <string.h>

/* In pixels, as long as the picture has its full width. */
#define TIME_WIDTH  84
#define LANE        210
#define MARGIN      10
#define LINE_HEIGHT 18
#define END_HEIGHT  8 /* of a row in which calls only end */
#define BAR         8
#define HEAD        (MARGIN + LINE_HEIGHT + 8)

#define MOST_CHARACTERS 26 /* beside a bar */
#define MOST_TEXT       400

/* A call begins, or ends. */
struct moment {
    uint64_t time;
    const struct call *call;
    bool ends;
    int y; /* of its row */
};

struct drawing {
    FILE *stream;
    const struct history *history;
    struct moment moments[2 * HISTORY_LANES * PROCESS_LAST_CALLS];
    int count;
    int bottom;
};

/* --------------------------------------------------------------- moments */

static void add(struct drawing *drawing, const struct call *call, bool ends)
{
    struct moment *moment = &drawing->moments[drawing->count++];

    moment->call = call;
    moment->ends = ends;
    moment->time = ends ? call->exit_time : call->enter_time;
}

/* By time and, where that is equal, as the process made them. */
static int compare(const void *left, const void *right)
{
    const struct moment *a = left, *b = right;

    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    if (a->call->process != b->call->process)
        return a->call->process->place < b->call->process->place ? -1 : 1;
    if (a->call == b->call)
        return a->ends - b->ends;
    return a->call->number < b->call->number ? -1 : 1;
}

static void collect(struct drawing *drawing)
{
    uint32_t i, k;
    int y = HEAD, row;

    for (i = 0; i < drawing->history->lane_count; i++) {
        const struct history_lane *lane = &drawing->history->lanes[i];

        for (k = 0; k < lane->count; k++) {
            add(drawing, lane->calls[k], false);
            if (lane->calls[k]->exit_time != 0)
                add(drawing, lane->calls[k], true);
        }
    }
    qsort(drawing->moments, (size_t)drawing->count, sizeof drawing->moments[0],
          compare);
    for (row = 0; row < drawing->count; row++) {
        struct moment *moment = &drawing->moments[row];

        /* What ends before anything else happens has a line already. */
        if (moment->ends && row > 0 && moment[-1].call == moment->call) {
            moment->y = moment[-1].y + END_HEIGHT;
            continue;
        }
        moment->y = y;
        y += moment->ends ? END_HEIGHT : LINE_HEIGHT;
    }
    drawing->bottom = y;
}

/* Where the call begins, or ends; -1: it does not. */
static int y_of(const struct drawing *drawing, const struct call *call,
                bool ends)
{
    int i;

    for (i = 0; i < drawing->count; i++)
        if (drawing->moments[i].call == call &&
            drawing->moments[i].ends == ends)
            return drawing->moments[i].y;
    return -1;
}

static int x_of(const struct drawing *drawing, const struct process *process)
{
    uint32_t i;

    for (i = 0; i < drawing->history->lane_count; i++)
        if (drawing->history->lanes[i].process == process)
            break;
    return TIME_WIDTH + (int)i * LANE;
}

/* ----------------------------------------------------------------- words */

static void put_text(FILE *stream, const char *class, int x, int y,
                     const char *text)
{
    fprintf(stream, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, x, y);
    report_put_html(stream, text, MOST_TEXT);
    fputs("</text>\n", stream);
}

/* "MPI_Recv halo.c:41", as far as there is room. */
static void put_name(FILE *stream, const struct call *call, bool wrong, int x,
                     int y)
{
    char *place = report_stack_place(call->stack, call->process);
    const char *file = strrchr(place, '/');
    size_t length = strlen(call->info->name), room, used;

    file = file == NULL ? place : file + 1;
    used = strcspn(file, " ");
    room = length < MOST_CHARACTERS ? MOST_CHARACTERS - length : 0;
    fprintf(stream, "<text class=\"%s\" x=\"%d\" y=\"%d\">",
            wrong ? "name wrong" : "name", x, y);
    report_put_html(stream, call->info->name, MOST_CHARACTERS);
    if (used > 0 && used < room) {
        char *where = xasprintf(" %.*s", (int)used, file);

        fputs("<tspan class=\"site\">", stream);
        report_put_html(stream, where, MOST_CHARACTERS);
        fputs("</tspan>", stream);
        free(where);
    }
    fputs("</text>\n", stream);
    free(place);
}

/* --------------------------------------------------------------- drawing */

static void put_call(const struct drawing *drawing, const struct call *call,
                     bool wrong)
{
    int x = x_of(drawing, call->process);
    int top = y_of(drawing, call, false), end = y_of(drawing, call, true);
    bool query = (call->info->classes & CLASS_QUERY) != 0;
    char *place = report_stack_place(call->stack, call->process);
    char *who = report_who(call->process), took[24];

    report_duration_text(took, sizeof took, call->exit_time - call->enter_time);
    if (end < 0)
        end = query || call->returned ? top + END_HEIGHT : drawing->bottom;
    fprintf(drawing->stream, "<g><title>");
    report_put_html(drawing->stream, who, MOST_TEXT);
    fprintf(drawing->stream, ", call %llu: %s ",
            (unsigned long long)call->number, call->info->name);
    report_put_html(drawing->stream, place, MOST_TEXT);
    fprintf(drawing->stream, "%s%s</title>\n",
            call->exit_time != 0      ? ", took "
            : query || call->returned ? ""
                                      : ", has not returned",
            call->exit_time != 0 ? took : "");
    fprintf(drawing->stream,
            "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
            "rx=\"2\"/>\n",
            wrong                       ? "wrong"
            : !call->returned && !query ? "open"
                                        : "done",
            x, top, BAR, end > top ? end - top : END_HEIGHT);
    put_name(drawing->stream, call, wrong, x + BAR + 6, top + LINE_HEIGHT - 6);
    fputs("</g>\n", drawing->stream);
    free(who);
    free(place);
}

/* From where its data was sent to where it was received. */
static void put_message(const struct drawing *drawing, const struct call *call)
{
    const struct call *sender = history_sender(drawing->history, call);
    int from, to, y, end;

    if (sender == NULL || sender->process == call->process)
        return;
    from = x_of(drawing, sender->process);
    to = x_of(drawing, call->process);
    y = y_of(drawing, sender, false) + END_HEIGHT / 2;
    end = y_of(drawing, call, true);
    end = end < 0 ? y_of(drawing, call, false) + END_HEIGHT : end;
    end = end < y ? y : end;
    from += from < to ? BAR : 0;
    to += from < to ? 0 : BAR;
    fprintf(drawing->stream,
            "<path class=\"message\" d=\"M%d %dL%d %d\"/>\n"
            "<path class=\"head\" d=\"M%d %dl%d -4v8z\"/>\n",
            from, y, to, end, to, end, from < to ? -8 : 8);
}

/* To the next process that takes part in it. */
static void put_meeting(const struct drawing *drawing, const struct call *call,
                        uint32_t lane)
{
    uint32_t i, k;

    for (i = lane + 1; i < drawing->history->lane_count; i++)
        for (k = 0; k < drawing->history->lanes[i].count; k++) {
            const struct call *other = drawing->history->lanes[i].calls[k];

            if (other->met != call->met)
                continue;
            fprintf(drawing->stream,
                    "<path class=\"meeting\" d=\"M%d %dL%d %d\"/>\n",
                    x_of(drawing, call->process) + BAR,
                    y_of(drawing, call, false) + END_HEIGHT / 2,
                    x_of(drawing, other->process),
                    y_of(drawing, other, false) + END_HEIGHT / 2);
            return;
        }
}

/* Since the first moment, beside the calls that begin. */
static void put_times(const struct drawing *drawing)
{
    char last[24] = "", text[24];
    int i;

    for (i = 0; i < drawing->count; i++) {
        const struct moment *moment = &drawing->moments[i];

        if (moment->ends)
            continue;
        report_duration_text(text, sizeof text,
                             moment->time - drawing->moments[0].time);
        if (strcmp(text, last) != 0)
            put_text(drawing->stream, "time", TIME_WIDTH - 12,
                     moment->y + LINE_HEIGHT - 6, text);
        strcpy(last, text);
    }
}

static void put_lanes(const struct drawing *drawing)
{
    const struct history *history = drawing->history;
    uint32_t i, k;

    for (i = 0; i < history->lane_count; i++) {
        const struct history_lane *lane = &history->lanes[i];
        int x = x_of(drawing, lane->process);
        char *who = report_who(lane->process);

        put_text(drawing->stream, "name", x, MARGIN + LINE_HEIGHT - 4, who);
        fprintf(drawing->stream, "<path class=\"life\" d=\"M%d %dV%d\"/>\n",
                x + BAR / 2, HEAD - 4, drawing->bottom);
        free(who);
    }
    for (i = 0; i < history->lane_count; i++)
        for (k = 0; k < history->lanes[i].count; k++)
            if (history->lanes[i].calls[k]->met != 0)
                put_meeting(drawing, history->lanes[i].calls[k], i);
    for (i = 0; i < history->lane_count; i++)
        for (k = 0; k < history->lanes[i].count; k++)
            put_message(drawing, history->lanes[i].calls[k]);
    for (i = 0; i < history->lane_count; i++)
        for (k = 0; k < history->lanes[i].count; k++)
            put_call(drawing, history->lanes[i].calls[k],
                     history->lanes[i].wrong[k]);
}

void report_history_svg(const struct history *history, FILE *stream)
{
    struct drawing *drawing = xcalloc(1, sizeof *drawing);
    int width, height;

    drawing->stream = stream;
    drawing->history = history;
    collect(drawing);
    width = TIME_WIDTH + (int)history->lane_count * LANE + MARGIN;
    height = drawing->bottom + MARGIN;
    fprintf(stream,
            "<svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "role=\"img\" aria-label=\"The last calls of these processes, by "
            "time\">\n",
            width, height, width, height);
    put_times(drawing);
    put_lanes(drawing);
    fputs("</svg>\n", stream);
    free(drawing);
}
