#include "report_read_process.h"

#include "call_view.h"
#include "json_field.h"
#include "memory.h"
#include "program.h"
#include "report_string.h"
#include "stack.h"
#include "stack_source.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static bool begins(const char *string, const char *with)
{
    return string != NULL && strncmp(string, with, strlen(with)) == 0;
}

/* ------------------------------------------------------------------ stacks */

static uint64_t address_of(const json_t *of)
{
    const char *address = json_field_string(of, "address");

    return address != NULL ? strtoull(address, NULL, 16) : 0;
}

static struct source_stack *read_source(const json_t *frames)
{
    struct source_stack *source = xcalloc(1, sizeof *source);
    json_t *json;
    size_t i;

    source->frames =
        xcalloc(json_array_size(frames) + 1, sizeof *source->frames);
    json_array_foreach(frames, i, json)
    {
        struct source_frame *frame = &source->frames[source->frame_count++];
        const char *module = json_field_string(json, "module");

        frame->function = json_field_copy(json, "function");
        frame->file = json_field_copy(json, "file");
        frame->line = (int)json_field_number(json, "line");
        frame->inlined = json_is_true(json_object_get(json, "inlined"));
        frame->address = address_of(json);
        if (module != NULL)
            frame->module =
                stack_module_path(stack_module(module, strlen(module)));
    }
    return source;
}

/* The frame of which report_stack_place has said "a.c:41 in main", "main in
 * libm.so.6" or less, so that it says so again. */
static void read_frame(struct source_frame *frame, const char *place)
{
    const char *in = strstr(place, " in ");
    size_t length = in != NULL ? (size_t)(in - place) : strlen(place);
    char *head = xasprintf("%.*s", (int)length, place);
    char *colon = strrchr(head, ':');
    const char *module = in != NULL ? in + strlen(" in ") : "";

    if (colon != NULL && colon[1] != '\0' &&
        strspn(colon + 1, "0123456789") == strlen(colon + 1)) {
        frame->line = atoi(colon + 1);
        *colon = '\0';
        frame->file = head;
        frame->function = in != NULL ? xstrdup(module) : NULL;
        return;
    }
    if (begins(place, "in ")) {
        free(head);
        module = place + strlen("in ");
    } else {
        frame->function = head;
    }
    frame->module = stack_module_path(stack_module(module, strlen(module)));
}

/* Each is one of its own: what makes two one is not in the report.  Takes the
 * source. */
static const struct stack *stack_of(struct report_read_processes *processes,
                                    struct source_stack *source)
{
    struct stack_frame frame;
    const struct stack *stack;

    memset(&frame, 0, sizeof frame);
    frame.module = stack_module("", 0);
    frame.address = ++processes->stacks;
    stack = stack_intern(&frame, 1, 0);
    stack_set_source(stack, source);
    return stack;
}

/* NULL: it has no frames. */
static const struct stack *read_stack(struct report_read_processes *processes,
                                      const json_t *frames)
{
    return json_array_size(frames) > 0
               ? stack_of(processes, read_source(frames))
               : NULL;
}

/* ------------------------------------------------------------------- calls */

struct process *report_read_at(const struct report_read_processes *processes,
                               const json_t *json)
{
    const json_t *place = json_object_get(json, "process");
    json_int_t at = json_integer_value(place);

    return json_is_integer(place) && at >= 0 && (size_t)at < processes->count
               ? processes->items[at]
               : NULL;
}

static struct call *call_of(const json_t *json, struct process *process)
{
    const char *function = json_field_string(json, "function");

    return function != NULL ? call_view_named(function, process) : NULL;
}

struct call *report_read_call(struct report_read_processes *processes,
                              const json_t *json)
{
    struct call *call = call_of(json, report_read_at(processes, json));

    if (call == NULL)
        return NULL;
    call->thread = (uint32_t)json_field_number(json, "thread");
    call->number = (uint64_t)json_field_number(json, "number");
    call->returned = json_is_true(json_object_get(json, "returned"));
    call->stack = read_stack(processes, json_object_get(json, "stack"));
    return call;
}

struct call *report_read_moment(struct report_read_processes *processes,
                                struct process *process, const json_t *json)
{
    const char *place = json_field_string(json, "place");
    struct call *call = call_of(json, process);
    struct source_stack *source;

    if (call == NULL)
        return NULL;
    call->number = (uint64_t)json_field_number(json, "number");
    if (place == NULL || strcmp(place, REPORT_PLACE_UNKNOWN) == 0)
        return call;
    source = xcalloc(1, sizeof *source);
    source->frames = xcalloc(1, sizeof *source->frames);
    source->frame_count = 1;
    read_frame(&source->frames[0], place);
    call->stack = stack_of(processes, source);
    return call;
}

/* The newest is the last. */
static void read_last_calls(struct report_read_processes *processes,
                            struct process *process, const json_t *calls)
{
    size_t count = json_array_size(calls);

    process->last_texts =
        xcalloc(PROCESS_LAST_CALLS, sizeof process->last_texts[0]);
    for (size_t i = 1;
         i <= count && i <= PROCESS_LAST_CALLS && i <= process->call_count;
         i++) {
        const json_t *call = json_array_get(calls, count - i);
        size_t place = (process->call_count - i) % PROCESS_LAST_CALLS;

        process->last_calls[place] = report_read_call(processes, call);
        process->last_texts[place] = xstrdup(json_field_text(call, "text"));
    }
}

/* --------------------------------------------------------------- processes */

int report_read_signal(const char *name)
{
    char known[32];
    int signal = 0;

    if (name == NULL)
        return 0;
    do
        report_signal_name(known, sizeof known, ++signal);
    while (strcmp(known, name) != 0 && signal < NSIG);
    return signal < NSIG ? signal : 0;
}

/* As report_json.c has it. */
static void read_end(struct report_read_processes *processes,
                     struct process *process, const json_t *json)
{
    static const char *const ends[] = {"running",  "exited", "crashed", "lost",
                                       "replaced", "unseen", NULL};
    static const char *const states[] = {
        "before init",        "initialized", "finalized", "in session",
        "sessions finalized", "aborted",     NULL};
    const json_t *status = json_object_get(json, "exit_status");
    const char *text = json_field_string(json, "text");
    int number = report_read_signal(json_field_string(json, "signal"));

    process->end = (enum process_end)json_field_word(json, "how", ends);
    process->mpi = (enum process_mpi)json_field_word(json, "mpi", states);
    process->exit_status = (int)json_integer_value(status);
    process->signal = number;
    if (process->end == PROCESS_LOST &&
        (json_is_integer(status) || number != 0))
        process->wait_status =
            W_EXITCODE(process->exit_status & 0xff, number & 0x7f);
    process->crash_address = json_is_string(json_object_get(json, "address"))
                                 ? address_of(json)
                                 : CRASH_NO_ADDRESS;
    process->crash_stack =
        read_stack(processes, json_object_get(json, "stack"));
    process->crash_call =
        report_read_call(processes, json_object_get(json, "call"));
    process->end_order = (uint64_t)json_field_number(json, "order");
    process->ended_here = begins(text, "was ended by Murmel");
    process->interrupted = begins(text, "was ended with the interrupted job");
}

static struct process *read_process(const json_t *json, size_t place)
{
    const json_t *rank = json_object_get(json, "rank");
    struct process *process = xcalloc(1, sizeof *process);

    process->index = process->place = (uint32_t)place;
    process->rank = json_is_integer(rank) ? (int)json_integer_value(rank) : -1;
    process->size = -1;
    process->wait_status = -1;
    process->pid = (int)json_field_number(json, "pid");
    process->call_count = (uint64_t)json_field_number(json, "call_count");
    process->flavour = json_field_copy(json, "flavour");
    process->library = json_field_copy(json, "library");
    process->executable = json_field_copy(json, "executable");
    process->directory = json_field_copy(json, "directory");
    process->command = json_field_copy(json, "command");
    return process;
}

void report_read_processes(struct report_read_processes *processes,
                           const json_t *json)
{
    size_t count = json_array_size(json), i;
    json_t *item;

    memset(processes, 0, sizeof *processes);
    processes->json = json;
    processes->items = xcalloc(count + 1, sizeof processes->items[0]);
    processes->by_rank = xcalloc(count + 1, sizeof processes->by_rank[0]);
    json_array_foreach(json, i, item)
    {
        struct process *process = read_process(item, i);

        processes->items[processes->count++] = process;
        if (process->rank >= 0)
            processes->by_rank[processes->rank_count++] = process;
    }
    json_array_foreach(json, i, item)
    {
        read_end(processes, processes->items[i], json_object_get(item, "end"));
        read_last_calls(processes, processes->items[i],
                        json_object_get(item, "last_calls"));
    }
    if (processes->rank_count > 1)
        qsort(processes->by_rank, processes->rank_count,
              sizeof processes->by_rank[0], process_compare);
}

void report_read_processes_free(struct report_read_processes *processes)
{
    for (size_t i = 0; i < processes->count; i++)
        process_free(processes->items[i]);
    free(processes->items);
    free(processes->by_rank);
    program_end();
}

size_t report_read_first(const struct report_read_processes *processes,
                         json_int_t rank)
{
    size_t low = 0, high = processes->rank_count;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (processes->by_rank[middle]->rank < rank)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct process *
report_read_rank(const struct report_read_processes *processes, size_t place)
{
    return place < processes->rank_count ? processes->by_rank[place] : NULL;
}

const struct process *
report_read_crashed(const struct report_read_processes *processes,
                    const json_t *stack)
{
    for (size_t i = 0; i < processes->count; i++) {
        const json_t *end =
            json_object_get(json_array_get(processes->json, i), "end");

        if (processes->items[i]->crash_stack != NULL &&
            json_equal(json_object_get(end, "stack"), stack))
            return processes->items[i];
    }
    return NULL;
}
