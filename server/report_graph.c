/*
 * report_graph.c - who waits for whom, drawn for report.html.
 *
 * One box a class, one below the other, in the order of the knot: so that it
 * fits a phone, and what each waits for has room in its box.  Arrows to a
 * neighbour go straight, others down on the right and up on the left.  The
 * same stands below in words, for those who do not see it.
 *
 * Only report_put_html writes strings; all else are numbers and our own.
 */
#include "report.h"
#include "report_string.h"

#include "wait_graph.h"

#include <stdlib.h>
#include <string.h>

/* In pixels, as long as the picture has its full width. */
#define BOX_WIDTH   360
#define BOX_GAP     40
#define LINE_HEIGHT 18
#define PADDING     11
#define MARGIN      8
#define LANE        14
#define ARROW       5
#define MOST_LANES  8

#define LINE_CHARACTERS 48
#define MOST_CHARACTERS 200 /* of what one class waits for */
#define MOST_NEEDS      4

/* An arrow between two boxes. */
struct arrow {
    uint32_t from, to;
    bool in_knot, any;
    int lane; /* 0: the innermost */
};

struct box {
    struct text text; /* lines, ended by '\n' */
    int line_count, top, height;
    int place; /* the first line of its site; 0: there is none */
};

struct drawing {
    FILE *stream;
    const struct wait_graph *graph;
    struct box *boxes;
    struct arrow *arrows;
    size_t arrow_count;
    int left_lanes, right_lanes;
};

/* ----------------------------------------------------------------- boxes */

static void add_text(struct box *box, const char *string)
{
    box->line_count += report_append_lines(&box->text, string, MOST_CHARACTERS,
                                           LINE_CHARACTERS);
}

/* Of a long path the file alone; the words below have it all. */
static void add_place(struct box *box, const struct wait_class *class)
{
    char *place = report_stack_place(class->call->stack, class->process);
    const char *file = strrchr(place, '/');

    box->place = box->line_count;
    add_text(box, strlen(place) > LINE_CHARACTERS && file != NULL ? file + 1
                                                                  : place);
    free(place);
}

static void fill_box(struct box *box, const struct wait_class *class)
{
    char *state = wait_class_state(class);
    uint32_t i;

    if (class->count > 1) {
        char *name = xasprintf("%s (%u)", class->name, class->count);

        add_text(box, name);
        free(name);
    } else {
        add_text(box, class->name);
    }
    add_text(box, state);
    free(state);
    if (class->any && class->need_count > 1)
        add_text(box, "for any of these:");
    for (i = 0; i < class->need_count && i < MOST_NEEDS; i++)
        add_text(box, class->needs[i].text);
    if (class->need_count > MOST_NEEDS) {
        char *more = xasprintf("and %u more", class->need_count - MOST_NEEDS);

        add_text(box, more);
        free(more);
    }
    if (class->call != NULL)
        add_place(box, class);
}

static int place_boxes(struct drawing *drawing)
{
    int y = MARGIN;
    uint32_t i;

    for (i = 0; i < drawing->graph->class_count; i++) {
        struct box *box = &drawing->boxes[i];

        fill_box(box, &drawing->graph->classes[i]);
        box->top = y;
        box->height = box->line_count * LINE_HEIGHT + 2 * PADDING;
        y += box->height + BOX_GAP;
    }
    return y - BOX_GAP + MARGIN;
}

/* ---------------------------------------------------------------- arrows */

static void add_arrow(struct drawing *drawing, uint32_t from,
                      const struct wait_target *target, bool any)
{
    struct arrow *arrow;
    size_t i;

    for (i = 0; i < drawing->arrow_count; i++) {
        arrow = &drawing->arrows[i];
        if (arrow->from != from || arrow->to != target->class)
            continue;
        arrow->in_knot = arrow->in_knot || target->in_knot;
        arrow->any = arrow->any && any;
        return;
    }
    drawing->arrows = xrealloc(drawing->arrows, drawing->arrow_count + 1,
                               sizeof drawing->arrows[0]);
    drawing->arrows[drawing->arrow_count++] =
        (struct arrow){from, target->class, target->in_knot, any, 0};
}

static void add_arrows(struct drawing *drawing)
{
    uint32_t i, k, e;

    for (i = 0; i < drawing->graph->class_count; i++) {
        const struct wait_class *class = &drawing->graph->classes[i];

        for (k = 0; k < class->need_count; k++)
            for (e = 0; e < class->needs[k].target_count; e++)
                add_arrow(drawing, i, &class->needs[k].targets[e],
                          class->any || class->needs[k].any);
    }
}

/* Straight from a box to the next one, or to the one before. */
static bool is_straight(const struct arrow *arrow)
{
    return arrow->to == arrow->from + 1 || arrow->from == arrow->to + 1;
}

static bool goes_up(const struct arrow *arrow)
{
    return arrow->to < arrow->from;
}

static uint32_t span(const struct arrow *arrow)
{
    return goes_up(arrow) ? arrow->from - arrow->to : arrow->to - arrow->from;
}

/* Short ones inside; the order of equal ones is that of their boxes. */
static int compare_arrows(const void *left, const void *right)
{
    const struct arrow *a = left, *b = right;

    if (span(a) != span(b))
        return span(a) < span(b) ? -1 : 1;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return (a->to > b->to) - (a->to < b->to);
}

static bool overlap(const struct arrow *left, const struct arrow *right)
{
    uint32_t left_first = goes_up(left) ? left->to : left->from;
    uint32_t right_first = goes_up(right) ? right->to : right->from;

    return left_first <= right_first + span(right) &&
           right_first <= left_first + span(left);
}

static void choose_lane(struct drawing *drawing, struct arrow *arrow)
{
    int *lanes = goes_up(arrow) ? &drawing->left_lanes : &drawing->right_lanes;
    const struct arrow *other;

    for (other = drawing->arrows; other < arrow; other++)
        if (!is_straight(other) && goes_up(other) == goes_up(arrow) &&
            other->lane >= arrow->lane && overlap(other, arrow))
            arrow->lane = other->lane + 1;
    if (arrow->lane >= MOST_LANES)
        arrow->lane = MOST_LANES - 1;
    if (arrow->lane >= *lanes)
        *lanes = arrow->lane + 1;
}

static void choose_lanes(struct drawing *drawing)
{
    size_t i;

    if (drawing->arrow_count > 1)
        qsort(drawing->arrows, drawing->arrow_count, sizeof drawing->arrows[0],
              compare_arrows);
    for (i = 0; i < drawing->arrow_count; i++)
        if (!is_straight(&drawing->arrows[i]))
            choose_lane(drawing, &drawing->arrows[i]);
}

/* --------------------------------------------------------------- drawing */

static int lanes_width(int lanes)
{
    return lanes == 0 ? MARGIN : MARGIN + LANE * (lanes + 1);
}

static void put_straight(const struct drawing *drawing,
                         const struct arrow *arrow)
{
    const struct box *from = &drawing->boxes[arrow->from];
    const struct box *to = &drawing->boxes[arrow->to];
    bool up = goes_up(arrow);
    int x = lanes_width(drawing->left_lanes) + BOX_WIDTH * (up ? 6 : 4) / 10;
    int start = up ? from->top : from->top + from->height;
    int end = up ? to->top + to->height : to->top;
    int back = up ? 2 * ARROW : -2 * ARROW;

    fprintf(drawing->stream,
            "<path class=\"line\" d=\"M%d %dV%d\"/>"
            "<path class=\"head\" d=\"M%d %dl%d %dh%dz\"/>",
            x, start, end + back, x, end, -ARROW, back, 2 * ARROW);
}

static void put_bent(const struct drawing *drawing, const struct arrow *arrow)
{
    const struct box *from = &drawing->boxes[arrow->from];
    const struct box *to = &drawing->boxes[arrow->to];
    bool up = goes_up(arrow);
    int left = lanes_width(drawing->left_lanes);
    int edge = up ? left : left + BOX_WIDTH, way = up ? -1 : 1;
    int x = edge + way * LANE * (arrow->lane + 2);
    int start = from->top + from->height * (up ? 1 : 2) / 3;
    int end = to->top + to->height * (up ? 2 : 1) / 3;

    if (up)
        x = edge - LANE * (arrow->lane + 2) + LANE / 2;
    else
        x -= LANE / 2;
    fprintf(drawing->stream,
            "<path class=\"line\" d=\"M%d %dH%dV%dH%d\"/>"
            "<path class=\"head\" d=\"M%d %dl%d %dv%dz\"/>",
            edge, start, x, end, edge + way * 2 * ARROW, edge, end,
            way * 2 * ARROW, -ARROW, 2 * ARROW);
}

static void put_arrow(const struct drawing *drawing, const struct arrow *arrow)
{
    fprintf(drawing->stream, "<g class=\"edge%s%s\">",
            arrow->in_knot ? " knot" : "", arrow->any ? " any" : "");
    if (is_straight(arrow))
        put_straight(drawing, arrow);
    else
        put_bent(drawing, arrow);
    fputs("</g>\n", drawing->stream);
}

static void put_box(const struct drawing *drawing, uint32_t number)
{
    const struct box *box = &drawing->boxes[number];
    int x = lanes_width(drawing->left_lanes), y = box->top + PADDING - 4;
    char *line = box->text.bytes, *end;
    int i;

    fprintf(drawing->stream,
            "<g class=\"box%s\"><rect x=\"%d\" y=\"%d\" width=\"%d\" "
            "height=\"%d\" rx=\"8\"/>",
            drawing->graph->classes[number].in_knot ? " knot" : "", x, box->top,
            BOX_WIDTH, box->height);
    for (i = 0; i < box->line_count; i++) {
        end = strchr(line, '\n');
        *end = '\0';
        y += LINE_HEIGHT;
        fprintf(drawing->stream, "<text%s x=\"%d\" y=\"%d\">",
                i == 0                              ? " class=\"name\""
                : box->place > 0 && i >= box->place ? " class=\"site\""
                                                    : "",
                x + PADDING, y);
        report_put_html(drawing->stream, line, MOST_CHARACTERS);
        fputs("</text>", drawing->stream);
        line = end + 1;
    }
    fputs("</g>\n", drawing->stream);
}

static void put_svg(struct drawing *drawing, int height)
{
    int width = lanes_width(drawing->left_lanes) + BOX_WIDTH +
                lanes_width(drawing->right_lanes);
    size_t i;

    fprintf(drawing->stream,
            "<svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "role=\"img\" aria-label=\"Who waits for whom; the same stands "
            "below in words\">\n",
            width, height, width, height);
    for (i = 0; i < drawing->graph->class_count; i++)
        put_box(drawing, (uint32_t)i);
    for (i = 0; i < drawing->arrow_count; i++)
        put_arrow(drawing, &drawing->arrows[i]);
    fputs("</svg>\n", drawing->stream);
}

void report_graph_svg(const struct wait_graph *graph, FILE *stream)
{
    struct drawing drawing = {.stream = stream, .graph = graph};
    int height;
    uint32_t i;

    drawing.boxes =
        xcalloc((size_t)graph->class_count + 1, sizeof drawing.boxes[0]);
    height = place_boxes(&drawing);
    add_arrows(&drawing);
    choose_lanes(&drawing);
    put_svg(&drawing, height);
    for (i = 0; i < graph->class_count; i++)
        free(drawing.boxes[i].text.bytes);
    free(drawing.boxes);
    free(drawing.arrows);
}
