/*
 * report_dot.c - a graph of who waits for whom for Graphviz: dot -Tsvg.
 */
#include "report.h"
#include "report_string.h"

#include "wait_graph.h"

#include <stdlib.h>
#include <string.h>

#define MOST_CHARACTERS 400

/* A line of a label: as DOT wants it, and harmless to a terminal. */
static void put_line(FILE *stream, const char *string)
{
    struct text plain = {0};
    const char *s;

    report_append_plain(&plain, string, MOST_CHARACTERS);
    for (s = plain.bytes; s != NULL && *s != '\0'; s++) {
        if (*s == '"' || *s == '\\')
            fputc('\\', stream);
        fputc(*s, stream);
    }
    fputs("\\n", stream);
    free(plain.bytes);
}

static void put_class(FILE *stream, const struct wait_graph *graph,
                      uint32_t number)
{
    const struct wait_class *class = &graph->classes[number];
    char *state = wait_class_state(class);

    fprintf(stream, "  n%u [label=\"", number);
    put_line(stream, class->name);
    put_line(stream, state);
    if (class->call != NULL) {
        char *place = report_stack_place(class->call->stack, class->process);

        put_line(stream, place);
        free(place);
    }
    fprintf(stream, "\"%s];\n",
            class->in_knot ? ", penwidth=2, color=red" : "");
    free(state);
}

static void put_edges(FILE *stream, const struct wait_graph *graph,
                      uint32_t number)
{
    const struct wait_class *class = &graph->classes[number];
    uint32_t i, k;

    for (i = 0; i < class->need_count; i++) {
        const struct wait_need *need = &class->needs[i];

        for (k = 0; k < need->target_count; k++) {
            fprintf(stream, "  n%u -> n%u [label=\"", number,
                    need->targets[k].class);
            put_line(stream, need->text);
            fprintf(stream, "\"%s%s];\n",
                    need->any || class->any ? ", style=dashed" : "",
                    need->targets[k].in_knot ? ", penwidth=2, color=red" : "");
        }
    }
}

void report_dot(const struct report *report, FILE *stream)
{
    uint32_t i;

    fprintf(stream, "digraph waits {\n  label=\"");
    put_line(stream, report->graph_title);
    if (report->graph_rule != NULL)
        put_line(stream, report->graph_rule);
    fputs("\";\n  node [shape=box, style=rounded];\n", stream);
    for (i = 0; i < report->graph->class_count; i++)
        put_class(stream, report->graph, i);
    for (i = 0; i < report->graph->class_count; i++)
        put_edges(stream, report->graph, i);
    fputs("}\n", stream);
}
