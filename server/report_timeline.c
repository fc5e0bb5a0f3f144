/*
 * report_timeline.c - a finding's timeline, drawn for report.html.
 *
 * A column a process and time downwards, as the standard draws it: so that it
 * fits a phone, and the names of the calls have room.  What is out of order
 * stands in one row, on a band; all else of a process keeps its order.  Below,
 * the bytes of each access.
 *
 * Only report_put_html writes strings; all else are numbers and our own.
 */
#include "report.h"
#include "report_string.h"
#include "stack_source.h"
#include "timeline.h"

#include "observed.h"
#include "stack.h"

#include <stdlib.h>
#include <string.h>

/* In pixels, as long as the picture has its full width. */
#define LANE        184
#define LANE_ALONE  340
#define MARGIN      10
#define LINE_HEIGHT 17
#define ROW_GAP     10
#define BAR         10
#define TRACK       16
#define BYTES_BAR   12
#define LEAST_BAR   4

#define CHARACTER       7 /* the width of one, on the safe side */
#define MOST_CHARACTERS 120
#define MOST_LANES      4
#define MOST_POINTS     (6 * TIMELINE_MOST) /* two of a bar, four of a mark */
#define MOST_ROWS       (2 * MOST_POINTS)

/* A moment of a process: a call of it or, between calls, the program. */
struct point {
    uint64_t time; /* twice the call's number; odd: between two calls */
    const struct call *call; /* NULL: between calls */
    const struct timeline_mark *mark;
    bool wrong, closes; /* closes: a bar, and that is all it does */
    int row;
    struct text text;                  /* lines, ended by '\n' */
    int line_count, name_lines, place; /* place: its first line */
};

struct lane {
    const struct process *process;
    struct point points[MOST_POINTS];
    int count;
    int tracks; /* of bars */
    int x;
};

struct drawing {
    FILE *stream;
    const struct timeline *timeline;
    struct lane lanes[MOST_LANES];
    int lane_count, lane_width;
    int row_count, band_first, band_last;
    int row_top[MOST_ROWS + 1];
};

/* ---------------------------------------------------------------- points */

static struct lane *lane_of(struct drawing *drawing,
                            const struct process *process)
{
    int i, place = drawing->lane_count;

    for (i = 0; i < drawing->lane_count; i++)
        if (drawing->lanes[i].process == process)
            return &drawing->lanes[i];
    if (process == NULL || drawing->lane_count == MOST_LANES)
        return NULL;
    while (place > 0 && process_rank(drawing->lanes[place - 1].process) >
                            process_rank(process))
        place--;
    memmove(&drawing->lanes[place + 1], &drawing->lanes[place],
            (size_t)(drawing->lane_count - place) * sizeof drawing->lanes[0]);
    drawing->lane_count++;
    memset(&drawing->lanes[place], 0, sizeof drawing->lanes[0]);
    drawing->lanes[place].process = process;
    return &drawing->lanes[place];
}

static struct point *add_point(struct drawing *drawing,
                               const struct process *process, uint64_t time,
                               const struct call *call)
{
    struct lane *lane = lane_of(drawing, process);
    int place;

    if (lane == NULL || lane->count == MOST_POINTS)
        return NULL;
    for (place = lane->count; place > 0; place--)
        if (lane->points[place - 1].time <= time)
            break;
    if (place > 0 && lane->points[place - 1].time == time &&
        lane->points[place - 1].call == call)
        return &lane->points[place - 1];
    memmove(&lane->points[place + 1], &lane->points[place],
            (size_t)(lane->count - place) * sizeof lane->points[0]);
    lane->count++;
    lane->points[place] = (struct point){.time = time, .call = call};
    return &lane->points[place];
}

static struct point *add_call(struct drawing *drawing, const struct call *call)
{
    return call == NULL
               ? NULL
               : add_point(drawing, call->process,
                           2 * call->number + call_is_access(call), call);
}

static void add_mark(struct drawing *drawing, const struct timeline_mark *mark)
{
    struct point *point;
    uint64_t time = 1;

    if (mark->after != NULL)
        time = 2 * mark->after->number + 1;
    else if (mark->before != NULL)
        time = 2 * mark->before->number - 1;
    point = mark->call != NULL ? add_call(drawing, mark->call)
                               : add_point(drawing, mark->process, time, NULL);
    if (point == NULL)
        return;
    point->mark = mark;
    point->wrong = mark->wrong;
    add_call(drawing, mark->after);
    add_call(drawing, mark->before);
    add_call(drawing, timeline_mark_end(mark));
}

/* Those that are there only because a bar ends with them. */
static void find_ends(struct drawing *drawing)
{
    uint32_t i, k;

    for (i = 0; i < drawing->timeline->bar_count; i++) {
        const struct call *end = timeline_end(&drawing->timeline->bars[i]);
        struct point *point = add_call(drawing, end);
        bool opens = false;

        for (k = 0; k < drawing->timeline->bar_count; k++)
            opens = opens || drawing->timeline->bars[k].opened == end;
        if (point != NULL)
            point->closes = !point->wrong && !opens;
    }
}

static void collect(struct drawing *drawing)
{
    const struct timeline *timeline = drawing->timeline;
    uint32_t i;

    for (i = 0; i < timeline->bar_count; i++) {
        add_call(drawing, timeline->bars[i].opened);
        add_call(drawing, timeline_end(&timeline->bars[i]));
    }
    for (i = 0; i < timeline->mark_count; i++)
        add_mark(drawing, &timeline->marks[i]);
    find_ends(drawing);
}

/* ------------------------------------------------------------------ rows */

/* The first that is wrong or, where none is, the first that only ends
 * something. */
static int middle_of(const struct lane *lane, bool *wrong)
{
    int i;

    for (i = 0; i < lane->count; i++)
        if (lane->points[i].wrong)
            break;
    *wrong = i < lane->count;
    for (i = *wrong ? i : 0; !*wrong && i < lane->count; i++)
        if (lane->points[i].closes)
            break;
    return i;
}

static void choose_rows(struct drawing *drawing)
{
    int i, k, middle, most = 0;
    bool wrong;

    for (i = 0; i < drawing->lane_count; i++) {
        middle = middle_of(&drawing->lanes[i], &wrong);
        most = middle > most ? middle : most;
    }
    drawing->band_first = drawing->band_last = most;
    for (i = 0; i < drawing->lane_count; i++) {
        struct lane *lane = &drawing->lanes[i];

        middle = middle_of(lane, &wrong);
        for (k = 0; k < lane->count; k++) {
            lane->points[k].row = most + k - middle;
            if (lane->points[k].wrong &&
                lane->points[k].row > drawing->band_last)
                drawing->band_last = lane->points[k].row;
        }
    }
    for (i = 0; i < drawing->lane_count; i++) {
        struct lane *lane = &drawing->lanes[i];

        middle = middle_of(lane, &wrong);
        for (k = 0; k < lane->count; k++) {
            struct point *point = &lane->points[k];

            if (!wrong && k >= middle)
                point->row = drawing->band_last + 1 + k - middle;
            if (point->row >= drawing->row_count)
                drawing->row_count = point->row + 1;
        }
    }
}

/* ----------------------------------------------------------------- words */

/* "a.c:41": the folders stand with the calls. */
static char *short_place(const struct call *call)
{
    const struct source_stack *source =
        call->stack == NULL ? NULL : stack_source(call->stack);
    char *place, *name, *copy;

    if (source == NULL || source->frame_count == 0)
        return xstrdup("");
    place = report_frame_place(&source->frames[0], call->process);
    name = strrchr(place, '/');
    copy = xstrdup(name == NULL ? place : name + 1);
    free(place);
    return copy;
}

/* "puts bytes 8 to 15"; malloc'd. */
static char *bytes_text(const char *what, int64_t low, int64_t high)
{
    if (low == high)
        return xstrdup(what);
    if (low + 1 == high)
        return xasprintf("%s byte %lld", what, (long long)low);
    return xasprintf("%s bytes %lld to %lld", what, (long long)low,
                     (long long)high - 1);
}

static void fill_point(const struct drawing *drawing, const struct lane *lane,
                       struct point *point)
{
    size_t width =
        (size_t)(drawing->lane_width - TRACK * (lane->tracks + 1)) / CHARACTER;
    const struct timeline_mark *mark = point->mark;
    char *words;

    point->name_lines = report_append_lines(
        &point->text,
        point->call != NULL ? point->call->info->name : "the program",
        MOST_CHARACTERS, width);
    point->line_count = point->name_lines;
    if (mark != NULL && mark->what != NULL) {
        words = bytes_text(mark->what, mark->low, mark->high);
        point->line_count +=
            report_append_lines(&point->text, words, MOST_CHARACTERS, width);
        free(words);
    }
    point->place = point->line_count;
    if (point->call == NULL)
        return;
    words = short_place(point->call);
    if (strlen(words) > width) {
        char *cut = xasprintf("...%s", words + strlen(words) - width + 3);

        free(words);
        words = cut;
    }
    point->line_count +=
        report_append_lines(&point->text, words, MOST_CHARACTERS, width);
    free(words);
}

/* Bars that meet stand side by side. */
static int track_of(const struct drawing *drawing,
                    const struct timeline_bar *bar)
{
    const struct timeline_bar *other = drawing->timeline->bars;
    int track = 0;

    for (; other < bar; other++)
        track += other->opened->process == bar->opened->process;
    return track;
}

static void fill(struct drawing *drawing)
{
    int heights[MOST_ROWS] = {0}, i, k, y;
    uint32_t b;

    for (b = 0; b < drawing->timeline->bar_count; b++) {
        const struct timeline_bar *bar = &drawing->timeline->bars[b];
        struct lane *lane = lane_of(drawing, bar->opened->process);

        if (lane != NULL)
            lane->tracks = track_of(drawing, bar) + 1;
    }
    for (i = 0; i < drawing->lane_count; i++) {
        struct lane *lane = &drawing->lanes[i];

        lane->x = MARGIN + i * drawing->lane_width;
        lane->tracks = lane->tracks == 0 ? 1 : lane->tracks;
        for (k = 0; k < lane->count; k++) {
            struct point *point = &lane->points[k];

            fill_point(drawing, lane, point);
            if (point->line_count > heights[point->row])
                heights[point->row] = point->line_count;
        }
    }
    y = MARGIN + LINE_HEIGHT + ROW_GAP;
    for (i = 0; i < drawing->row_count; i++) {
        y += i == drawing->band_first ? LINE_HEIGHT + ROW_GAP : 0;
        drawing->row_top[i] = y;
        y += heights[i] * LINE_HEIGHT + ROW_GAP;
        y += i == drawing->band_last ? ROW_GAP : 0;
    }
    drawing->row_top[i] = y;
}

/* --------------------------------------------------------------- drawing */

static void put_text(FILE *stream, const char *class, int x, int y,
                     const char *text)
{
    fprintf(stream, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, x, y);
    report_put_html(stream, text, MOST_CHARACTERS);
    fputs("</text>\n", stream);
}

static void put_rect(FILE *stream, const char *class, int x, int y, int width,
                     int height)
{
    fprintf(stream,
            "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
            "rx=\"4\"/>\n",
            class, x, y, width, height);
}

static int middle_y(const struct drawing *drawing, int row)
{
    return drawing->row_top[row] + LINE_HEIGHT - 5;
}

static void put_point(const struct drawing *drawing, const struct lane *lane,
                      struct point *point)
{
    int y = drawing->row_top[point->row], i;
    int x = lane->x + TRACK * lane->tracks + 4;
    char *line = point->text.bytes, *end;

    fprintf(drawing->stream,
            "<circle class=\"%s\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n",
            point->wrong ? "wrong" : "call", lane->x + BAR / 2,
            middle_y(drawing, point->row), point->wrong ? 6 : 3);
    for (i = 0; i < point->line_count; i++) {
        end = strchr(line, '\n');
        *end = '\0';
        y += LINE_HEIGHT;
        put_text(drawing->stream,
                 i < point->name_lines ? "name"
                 : i < point->place    ? "what"
                                       : "site",
                 x, y, line);
        line = end + 1;
    }
}

static int row_of(const struct lane *lane, const struct call *call)
{
    int i;

    for (i = 0; i < lane->count; i++)
        if (lane->points[i].call == call)
            return lane->points[i].row;
    return -1;
}

static void put_bar(struct drawing *drawing, const struct timeline_bar *bar)
{
    static const char *const classes[] = {[TIMELINE_ACCESS_EPOCH] = "access",
                                          [TIMELINE_EXPOSURE_EPOCH] =
                                              "exposure",
                                          [TIMELINE_OPERATION] = "operation"};
    const struct lane *lane = lane_of(drawing, bar->opened->process);
    const struct call *end = timeline_end(bar);
    int x, top, bottom = drawing->row_top[drawing->row_count], last;

    if (lane == NULL)
        return;
    x = lane->x + TRACK * track_of(drawing, bar);
    top = middle_y(drawing, row_of(lane, bar->opened));
    last = end == NULL ? -1 : row_of(lane, end);
    if (last >= 0)
        bottom = middle_y(drawing, last);
    put_rect(drawing->stream, classes[bar->kind], x, top, BAR,
             bottom > top ? bottom - top : LEAST_BAR);
}

static void put_lanes(struct drawing *drawing)
{
    int bottom = drawing->row_top[drawing->row_count], i, k;
    uint32_t b;

    for (i = 0; i < drawing->lane_count; i++) {
        struct lane *lane = &drawing->lanes[i];
        char *who = report_who(lane->process);

        put_text(drawing->stream, "name", lane->x, MARGIN + LINE_HEIGHT - 4,
                 who);
        fprintf(drawing->stream, "<path class=\"life\" d=\"M%d %dV%d\"/>\n",
                lane->x + BAR / 2, MARGIN + LINE_HEIGHT + 4, bottom);
        free(who);
    }
    for (b = 0; b < drawing->timeline->bar_count; b++)
        put_bar(drawing, &drawing->timeline->bars[b]);
    for (i = 0; i < drawing->lane_count; i++)
        for (k = 0; k < drawing->lanes[i].count; k++)
            put_point(drawing, &drawing->lanes[i],
                      &drawing->lanes[i].points[k]);
}

static void put_band(const struct drawing *drawing, int width)
{
    int top = drawing->row_top[drawing->band_first] - LINE_HEIGHT - ROW_GAP / 2;
    int bottom = drawing->row_top[drawing->band_last + 1] - ROW_GAP;

    put_rect(drawing->stream, "band", 1, top, width - 2, bottom - top);
}

/* Over the bars of the lanes that it reaches into. */
static void put_relation(const struct drawing *drawing, int width)
{
    int x = MARGIN + TRACK * drawing->lanes[0].tracks + 4;
    int y = drawing->row_top[drawing->band_first] - ROW_GAP / 2 - 2;
    int room = CHARACTER * (int)strlen(drawing->timeline->relation);

    put_rect(drawing->stream, "band", x, y - LINE_HEIGHT + 4,
             x + room < width ? room : width - x - 1, LINE_HEIGHT);
    put_text(drawing->stream, "relation", x, y, drawing->timeline->relation);
}

/* ----------------------------------------------------------------- bytes */

/* Where bytes of the window lie in the picture. */
struct scale {
    int64_t low, high;
    int x, width;
};

static int at(const struct scale *scale, int64_t byte)
{
    return scale->x + (int)((double)(byte - scale->low) /
                            (double)(scale->high - scale->low) * scale->width);
}

static void put_range(FILE *stream, const struct scale *scale,
                      const char *class, int64_t low, int64_t high, int y)
{
    int x = at(scale, low), width = at(scale, high) - x;

    if (width < LEAST_BAR) {
        x -= x + LEAST_BAR > scale->x + scale->width ? LEAST_BAR - width : 0;
        width = LEAST_BAR;
    }
    put_rect(stream, class, x, y, width, BYTES_BAR);
}

static bool has_bytes(const struct timeline_mark *mark)
{
    return mark->wrong && mark->low < mark->high;
}

/* How much room the bytes take, if there is something to compare. */
static int bytes_height(const struct timeline *timeline)
{
    int count = 0;
    uint32_t i;

    for (i = 0; i < timeline->mark_count; i++)
        count += has_bytes(&timeline->marks[i]);
    return count < 2 ? 0
                     : (count + 1) * LINE_HEIGHT + count * (BYTES_BAR + 5) +
                           2 * ROW_GAP;
}

static void put_bytes(const struct drawing *drawing, int y, int width)
{
    const struct timeline *timeline = drawing->timeline;
    struct scale scale = {INT64_MAX, INT64_MIN, MARGIN, width - 2 * MARGIN};
    int64_t low, high;
    bool both = timeline_overlap(timeline, &low, &high);
    char *words, *title, *who;
    uint32_t i;

    for (i = 0; i < timeline->mark_count; i++) {
        const struct timeline_mark *mark = &timeline->marks[i];

        if (!has_bytes(mark))
            continue;
        scale.low = mark->low < scale.low ? mark->low : scale.low;
        scale.high = mark->high > scale.high ? mark->high : scale.high;
    }
    words = both ? bytes_text("both:", low, high) : xstrdup("not the same");
    title = xasprintf("%s, %s", timeline->memory, words);
    free(words);
    y += LINE_HEIGHT;
    put_text(drawing->stream, "name", MARGIN, y, title);
    free(title);
    for (i = 0; i < timeline->mark_count; i++) {
        const struct timeline_mark *mark = &timeline->marks[i];

        if (!has_bytes(mark))
            continue;
        words = bytes_text(mark->what, mark->low, mark->high);
        who = report_who(mark->process);
        title = xasprintf("%s %s", who, words);
        free(who);
        free(words);
        y += LINE_HEIGHT;
        put_text(drawing->stream, "site", MARGIN, y, title);
        free(title);
        y += 5;
        put_range(drawing->stream, &scale, "bytes", mark->low, mark->high, y);
        if (both)
            put_range(drawing->stream, &scale, "both", low, high, y);
        y += BYTES_BAR;
    }
}

/* --------------------------------------------------------------- the whole */

void report_timeline_svg(const struct timeline *timeline, FILE *stream)
{
    struct drawing *drawing = xcalloc(1, sizeof *drawing);
    int width, height, i, k;

    drawing->stream = stream;
    drawing->timeline = timeline;
    collect(drawing);
    drawing->lane_width = drawing->lane_count > 1 ? LANE : LANE_ALONE;
    choose_rows(drawing);
    fill(drawing);
    width = drawing->lane_count * drawing->lane_width + 2 * MARGIN;
    height = drawing->row_top[drawing->row_count];
    fprintf(stream,
            "<svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "role=\"img\" aria-label=\"Timeline of the processes; the calls "
            "stand below\">\n",
            width, height + bytes_height(timeline), width,
            height + bytes_height(timeline));
    put_band(drawing, width);
    put_lanes(drawing);
    put_relation(drawing, width);
    if (bytes_height(timeline) > 0)
        put_bytes(drawing, height + ROW_GAP / 2, width);
    fputs("</svg>\n", stream);
    for (i = 0; i < drawing->lane_count; i++)
        for (k = 0; k < drawing->lanes[i].count; k++)
            free(drawing->lanes[i].points[k].text.bytes);
    free(drawing);
}
