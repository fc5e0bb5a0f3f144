#include "trace.h"

#include "call_text.h"
#include "calls.h"
#include "help.h"
#include "memory.h"
#include "neutral.h"
#include "replay.h"
#include "report_string.h"
#include "report_value.h"
#include "stack.h"
#include "stack_source.h"
#include "terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#define SECOND 1e9

enum form { FORM_TEXT, FORM_JSON, FORM_CHROME };

/* A call that has begun and was not printed. */
struct open_call {
    struct call *call; /* held */
    char *words;       /* as it was before it gave something up; or NULL */
    struct open_call *prev, *next;
};

struct trace {
    enum form form;
    struct checker *checker;
    struct open_call **open; /* lists, by process */
    size_t open_count;
    uint64_t began;   /* the job, CLOCK_MONOTONIC, ns */
    uint64_t newest;  /* time that was seen */
    uint64_t until;   /* a call that is printed, and does not return, lasts */
    uint64_t printed; /* calls */
};

/* The innermost line of the program itself, or NULL. */
static const struct source_frame *line_of(const struct call *call)
{
    const struct source_stack *source =
        call->stack != NULL ? stack_source(call->stack) : NULL;

    return source != NULL && source->frame_count > 0 ? &source->frames[0]
                                                     : NULL;
}

static void append_place(struct text *text, const struct call *call)
{
    const struct source_frame *frame = line_of(call);
    const char *slash;

    if (frame == NULL)
        return;
    if (frame->file != NULL) {
        slash = strrchr(frame->file, '/');
        text_printf(text, "%s:%d", slash != NULL ? slash + 1 : frame->file,
                    frame->line);
    } else if (frame->function != NULL) {
        text_printf(text, "%s", frame->function);
    }
}

static double since(const struct trace *trace, uint64_t time)
{
    return (double)(time - trace->began) / SECOND;
}

static void print_text(const struct trace *trace, const struct call *call,
                       const char *words)
{
    struct text line = {0}, place = {0};
    bool query = (call->info->classes & CLASS_QUERY) != 0;

    text_printf(&line, "%12.6f  %s", since(trace, call->enter_time),
                process_who(call->process).text);
    if (call->thread > 0)
        text_printf(&line, ".%" PRIu32, call->thread);
    text_printf(&line, "  %*s", 2 * call->depth, "");
    report_append_plain(&line, words, 2000);
    if (call->exit_time != 0)
        text_printf(&line, " <%.6f>",
                    (double)(call->exit_time - call->enter_time) / SECOND);
    else if (!query)
        text_printf(&line, " <does not return>");
    append_place(&place, call);
    if (place.bytes != NULL) {
        text_printf(&line, "  ");
        report_append_plain(&line, place.bytes, 400);
    }
    puts(line.bytes);
    free(place.bytes);
    free(line.bytes);
}

/* The arguments by name, as text. */
static json_t *arguments(const struct trace *trace, const struct call *call)
{
    json_t *object = json_object();

    for (int i = 0; i < call->info->parameter_count; i++) {
        const struct call_parameter *parameter = &call->info->parameters[i];
        char *value;

        if (parameter->wire == WIRE_NONE || parameter->word < 0 ||
            (parameter->word >= call->info->in_words && call->exit_time == 0))
            continue;
        value = call_argument_text(call, trace->checker->model, parameter);
        json_object_set_new(object, parameter->name, report_text_value(value));
        free(value);
    }
    return object;
}

static void print_json(const struct trace *trace, const struct call *call,
                       const char *words)
{
    const struct source_frame *frame = line_of(call);
    json_t *line = json_pack(
        "{s:i, s:i, s:i, s:I, s:i, s:s, s:o, s:o, s:I}", "process",
        (int)call->process->index, "rank", call->process->rank, "thread",
        (int)call->thread, "number", (json_int_t)call->number, "depth",
        (int)call->depth, "function", call->info->name, "text",
        report_text_value(words), "arguments", arguments(trace, call), "begin",
        (json_int_t)(call->enter_time - trace->began));

    json_object_set_new(
        line, "end",
        call->exit_time != 0
            ? json_integer((json_int_t)(call->exit_time - trace->began))
            : json_null());
    json_object_set_new(
        line, "in", report_text_value(frame != NULL ? frame->function : NULL));
    json_object_set_new(line, "file",
                        report_text_value(frame != NULL ? frame->file : NULL));
    json_object_set_new(line, "line",
                        frame != NULL && frame->file != NULL
                            ? json_integer(frame->line)
                            : json_null());
    json_dumpf(line, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(line);
}

/* One event of the format that chrome://tracing and Perfetto read. */
static void put_event(struct trace *trace, json_t *event)
{
    fputs(trace->printed++ > 0 ? ",\n" : "", stdout);
    /* microseconds: to the nanosecond, of runs of up to ten days */
    json_dumpf(event, stdout, JSON_COMPACT | JSON_REAL_PRECISION(15));
    json_decref(event);
}

/* One end of the arrow from a send to its receive. */
static void put_flow(struct trace *trace, const char *phase, uint64_t process,
                     uint64_t number, const struct call *call, uint64_t time)
{
    char *id = xasprintf("%" PRIu64 ".%" PRIu64, process, number);

    put_event(trace,
              json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:f}", "name",
                        "message", "cat", "message", "ph", phase, "bp", "e",
                        "id", id, "pid", (int)call->process->index, "tid",
                        (int)call->thread, "ts", since(trace, time) * 1e6));
    free(id);
}

static void print_chrome(struct trace *trace, const struct call *call,
                         const char *words)
{
    struct text place = {0};
    json_t *detail = json_pack("{s:o}", "call", report_text_value(words));
    bool query = (call->info->classes & CLASS_QUERY) != 0;
    uint64_t end = call->exit_time != 0 ? call->exit_time : call->enter_time;

    append_place(&place, call);
    if (place.bytes != NULL)
        json_object_set_new(detail, "at", report_text_value(place.bytes));
    if (call->exit_time == 0 && !query) {
        json_object_set_new(detail, "returns", json_false());
        if (trace->until > end)
            end = trace->until;
    }
    put_event(
        trace,
        json_pack("{s:s, s:s, s:s, s:i, s:i, s:f, s:f, s:o}", "name",
                  call->info->name, "cat", call->info->chapter, "ph", "X",
                  "pid", (int)call->process->index, "tid", (int)call->thread,
                  "ts", since(trace, call->enter_time) * 1e6, "dur",
                  (double)(end - call->enter_time) / 1e3, "args", detail));
    if (call->took != 0)
        put_flow(trace, "f", call->took_from, call->took, call, end);
    free(place.bytes);
}

static void print(struct trace *trace, const struct call *call,
                  const char *words)
{
    if (trace->form == FORM_TEXT)
        print_text(trace, call, words);
    else if (trace->form == FORM_JSON)
        print_json(trace, call, words);
    else
        print_chrome(trace, call, words);
}

/* A call as it is known now. */
static void print_now(struct trace *trace, const struct call *call)
{
    char *words = call_text(call, trace->checker->model);

    print(trace, call, words);
    free(words);
}

static struct open_call **open_of(struct trace *trace, const struct call *call)
{
    size_t index = call->process->index;

    if (index >= trace->open_count) {
        trace->open =
            xrealloc(trace->open, index + 1, sizeof(struct open_call *));
        while (trace->open_count <= index)
            trace->open[trace->open_count++] = NULL;
    }
    return &trace->open[index];
}

static void forget(struct open_call **list, struct open_call *open)
{
    DL_DELETE(*list, open);
    call_drop(open->call);
    free(open->words);
    free(open);
}

static struct open_call *find_open(struct open_call *list,
                                   const struct call *call)
{
    struct open_call *open;

    DL_FOREACH(list, open)
        if (open->call == call)
            return open;
    return NULL;
}

/*
 * A call has begun: those of its thread that are as deep are over.  Queries
 * tell of their end only when they fail; a jump has left the others.
 */
static void begun(struct trace *trace, struct call *call)
{
    struct open_call **list = open_of(trace, call);
    struct open_call *open, *next;

    trace->until = call->enter_time;
    DL_FOREACH_SAFE(*list, open, next) {
        if (open->call->thread != call->thread ||
            open->call->depth < call->depth)
            continue;
        print_now(trace, open->call);
        forget(list, open);
    }
    open = xcalloc(1, sizeof *open);
    open->call = call_hold(call);
    DL_APPEND(*list, open);
    /* Where the arrow of a message begins, should there be one. */
    if (trace->form == FORM_CHROME && call->info->in_buffers > 0 &&
        strcmp(call->info->chapter, "p2p") == 0)
        put_flow(trace, "s", call->process->index, call->number, call,
                 call->enter_time);
}

/* An object that the call frees has its name before, one that it makes only
 * afterwards. */
static bool gives_up(const struct call *call)
{
    for (int i = 0; i < call->info->parameter_count; i++)
        if (call->info->parameters[i].wire == WIRE_HANDLE &&
            call->info->parameters[i].direction == DIRECTION_INOUT)
            return true;
    return false;
}

static void ended(struct trace *trace, const struct call *call)
{
    struct open_call **list = open_of(trace, call);
    struct open_call *open = find_open(*list, call);

    if (open != NULL && open->words != NULL)
        print(trace, call, open->words);
    else
        print_now(trace, call);
    if (open != NULL)
        forget(list, open);
}

/* It may end only after calls of others. */
static void ending(struct trace *trace, const struct call *call)
{
    struct open_call *open = find_open(*open_of(trace, call), call);

    if (open == NULL || !gives_up(call))
        return;
    free(open->words);
    open->words = call_text(call, trace->checker->model);
}

static void seen(void *context, struct call *call, enum intake_moment moment)
{
    struct trace *trace = context;
    uint64_t time = moment == MOMENT_ENDED ? call->exit_time : call->enter_time;

    if (time > trace->newest)
        trace->newest = time;
    if (moment == MOMENT_BEGUN)
        begun(trace, call);
    else if (moment == MOMENT_ENDED)
        ended(trace, call);
    else
        ending(trace, call);
}

/* Calls that never returned, and queries at the end. */
static void print_rest(struct trace *trace)
{
    for (size_t i = 0; i < trace->open_count; i++)
        while (trace->open[i] != NULL) {
            const struct process *process = trace->open[i]->call->process;

            trace->until =
                process->end_time != 0 ? process->end_time : trace->newest;
            print_now(trace, trace->open[i]->call);
            forget(&trace->open[i], trace->open[i]);
        }
}

static void name_processes(struct trace *trace)
{
    size_t count, i;
    struct process *const *processes =
        roster_processes(trace->checker->roster, &count);

    for (i = 0; i < count; i++) {
        put_event(trace,
                  json_pack("{s:s, s:s, s:i, s:{s:s}}", "name", "process_name",
                            "ph", "M", "pid", (int)processes[i]->index, "args",
                            "name", process_who(processes[i]).text));
        put_event(trace, json_pack("{s:s, s:s, s:i, s:{s:i}}", "name",
                                   "process_sort_index", "ph", "M", "pid",
                                   (int)processes[i]->index, "args",
                                   "sort_index", processes[i]->rank));
    }
}

static int run(struct trace *trace, struct replay *replay,
               const struct options *options)
{
    const char *trouble;
    int status;

    trace->began = replay_origin(replay)->clock;
    trace->checker = replay_begin(replay, options);
    intake_watch(trace->checker->intake, seen, trace);
    if (trace->form == FORM_CHROME)
        fputs("{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n", stdout);
    trouble = replay_play(replay);
    print_rest(trace);
    if (trace->form == FORM_CHROME) {
        name_processes(trace);
        fputs("\n]}\n", stdout);
    }
    status = help_flush();
    if (trouble != NULL) {
        terminal_line("the recording is not whole: %s", trouble);
        status = 2;
    }
    free(trace->open);
    return status;
}

/* --json and --chrome; the path, or NULL. */
static const char *read_words(char **words, enum form *form)
{
    const char *path = NULL;

    for (; *words != NULL; words++) {
        if (strcmp(*words, "--json") == 0)
            *form = FORM_JSON;
        else if (strcmp(*words, "--chrome") == 0)
            *form = FORM_CHROME;
        else if (path == NULL && (*words)[0] != '-')
            path = *words;
        else
            return NULL;
    }
    return path;
}

int trace_command(int argc, char **argv)
{
    char **words = argv + 1;
    struct trace trace = {.form = FORM_TEXT};
    const char *path = read_words(words, &trace.form);
    struct options options;
    struct replay *replay;
    char *trouble;
    int status = 2;

    (void)argc;
    if (path == NULL) {
        terminal_line("murmel trace takes a recording (murmel run "
                      "--record=FILE), and --json or --chrome");
        return 2;
    }
    options_init(&options);
    replay = replay_open(path, &options, &trouble);
    options.quiet = true;
    if (replay == NULL) {
        terminal_line("%s", trouble);
        free(trouble);
    } else {
        status = run(&trace, replay, &options);
        replay_close(replay);
    }
    options_free(&options);
    return status;
}
