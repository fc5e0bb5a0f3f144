/*
 * model_job.c - see model_job.h.  Stands in for server/finding.c, too.
 */
#include "model_job.h"

#include "findings.h"
#include "judge.h"
#include "memory.h"
#include "timeline.h"
#include "wait_graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ORDERS     60
#define ALL_ORDERS 100000 /* there must not be more: tests are short */
#define STEPS      200    /* of one order that is part of all */

struct step {
    const struct call_info *info; /* NULL: made */
    uint64_t words[CALL_VIEW_WORDS];
    uint64_t enter, exit;
    int line;
    bool returns, late;
    size_t ends_after; /* that many calls of thread 0 have begun */
    enum {
        STEP_CALL,
        STEP_MADE,
        STEP_JOIN,
        STEP_STAY,
        STEP_ACCESS,
        STEP_CHANGED
    } kind;
    struct new_comm made;
    uint64_t request; /* that made it */
    struct model_access access;
    uint32_t value; /* that is there, or is put */
    bool puts;
};

struct program {
    struct step *steps;
    size_t count;
    uint64_t enter, exit; /* of the next call; 0: as it comes */
    bool late;            /* is it */
    size_t ends_after;    /* does it */
    enum process_end end;
    int signal;
    size_t begins;   /* a thread: when the first one of its rank is so far */
    size_t from, to; /* job_all_orders */
};

/* A program for each thread: of thread 0 of all ranks first. */
#define LINES (JOB_MAX_RANKS * JOB_MAX_THREADS)
static struct program programs[LINES];
static int thread_now[JOB_MAX_RANKS];
static int64_t job_level;
static int job_size;
static uint64_t job_now;
static enum strict job_strictness;
static bool job_is_separate, job_is_native, job_in_all_orders;
static const char *left_out; /* id of a rule, or NULL */
static bool watched, stands; /* calls that do not return stand */
static void (*look_at_stand)(struct model *model);
static bool held, quiet; /* late calls are; until the model was told */
static void *kept[4096];
static size_t kept_count;
unsigned job_releases;

/* ------------------------------------------------------------- findings */

/* The finding that is being made, as it will be compared. */
static struct finding current;
static char current_text[512];
static char *found[256];
static size_t found_count;
/* Its message, and all: they must not depend on the order either. */
static char current_message[4096];
static char *said[256];
static size_t said_count;

struct finding *finding_new(struct findings *findings, const struct rule *rule)
{
    (void)findings;
    current.rule = rule;
    snprintf(current_text, sizeof current_text, "%s", rule->id);
    return &current;
}

void finding_message(struct finding *finding, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    assert_in_range(
        vsnprintf(current_message, sizeof current_message, format, arguments),
        20, sizeof current_message - 1);
    va_end(arguments);
    assert_null(strstr(current_message, "-1"));
    if (getenv("MODEL_JOB_SHOW") != NULL)
        print_message("%s: %s\n", finding->rule->id, current_message);
}

void finding_standard(struct finding *finding, const char *standard)
{
    (void)finding;
    assert_memory_equal(standard, "MPI-4.1 ", 8);
    assert_true(standard[8] >= '1' && standard[8] <= '9');
}

void finding_call(struct finding *finding, const char *role, struct call *call)
{
    size_t length = strlen(current_text);

    (void)finding;
    if (call != NULL)
        snprintf(current_text + length, sizeof current_text - length, " %s@%d",
                 role, process_rank(call->process));
}

void finding_call_aside(struct finding *finding, const char *role,
                        struct call *call)
{
    finding_call(finding, role, call);
}

void finding_call_of(struct finding *finding, const char *ranks,
                     struct call *call)
{
    char role[200];

    snprintf(role, sizeof role, "%s of %s", call->info->name, ranks);
    finding_call(finding, role, call);
}

void finding_combines(struct finding *finding)
{
    (void)finding;
}

void finding_process(struct finding *finding, const struct process *process)
{
    size_t length = strlen(current_text);

    (void)finding;
    snprintf(current_text + length, sizeof current_text - length, " (%d)",
             process_rank(process));
}

void finding_crash(struct finding *finding, const struct process *process)
{
    (void)finding;
    (void)process;
}

void finding_members(struct finding *finding, const char *members)
{
    (void)finding, (void)members;
}

void finding_object(struct finding *finding, const char *kind, const char *name,
                    struct call *made_by)
{
    (void)finding;
    (void)made_by;
    assert_non_null(kind);
    assert_non_null(name);
}

size_t findings_count(const struct findings *findings, enum severity severity)
{
    (void)findings;
    (void)severity;
    return found_count;
}

bool findings_explain(const struct findings *findings,
                      const struct process *process, const struct call *call,
                      enum severity least, const struct rule *but)
{
    (void)least;
    (void)findings;
    (void)process;
    (void)call;
    (void)but;
    return found_count > 0;
}

static void add_text(char **texts, size_t *count, size_t room, const char *text)
{
    size_t i;

    for (i = 0; i < *count; i++)
        if (strcmp(texts[i], text) == 0)
            return;
    assert_true(*count < room);
    texts[(*count)++] = xstrdup(text);
}

/* Likewise. */
void finding_timeline(struct finding *finding, struct timeline *timeline)
{
    size_t length = strlen(current_message);
    uint32_t i;

    (void)finding;
    for (i = 0; i < timeline->bar_count; i++)
        length += (size_t)snprintf(
            current_message + length, sizeof current_message - length,
            "\n  %s@%d", timeline->bars[i].opened->info->name,
            process_rank(timeline->bars[i].opened->process));
    for (i = 0; i < timeline->mark_count; i++)
        length += (size_t)snprintf(current_message + length,
                                   sizeof current_message - length, "\n  %s@%d",
                                   timeline->marks[i].what,
                                   process_rank(timeline->marks[i].process));
}

/* The graph is part of what must not depend on the order. */
void finding_graph(struct finding *finding, struct wait_graph *graph)
{
    size_t length = strlen(current_message);
    uint32_t i, k, e;

    (void)finding;
    assert_non_null(graph);
    wait_graph_words(graph);
    for (i = 0; i < graph->class_count; i++) {
        const struct wait_class *class = &graph->classes[i];

        length += (size_t)snprintf(current_message + length,
                                   sizeof current_message - length, "\n  %s%s",
                                   class->name, class->in_knot ? "!" : "");
        for (k = 0; k < class->need_count; k++) {
            length += (size_t)snprintf(
                current_message + length, sizeof current_message - length,
                " %s %s ->", class->any || class->needs[k].any ? "or" : "and",
                class->needs[k].text);
            for (e = 0; e < class->needs[k].target_count; e++)
                length += (size_t)snprintf(
                    current_message + length, sizeof current_message - length,
                    " %u%s", class->needs[k].targets[e].class,
                    class->needs[k].targets[e].in_knot ? "!" : "");
            assert_in_range(length, 1, sizeof current_message - 1);
        }
    }
    if (getenv("MODEL_JOB_SHOW") != NULL)
        print_message("%s\n", current_message);
}

void finding_submit(struct finding *finding)
{
    /* Nobody attaches a buffer for MPI_Bsend here. */
    if (strcmp(finding->rule->id, "BSEND-NO-BUFFER") == 0)
        return;
    if (left_out != NULL && strcmp(finding->rule->id, left_out) == 0)
        return;
    /* The tests are about other things, and their programs are kept short. */
    if (strcmp(finding->rule->id, "LEAK-GROUP") == 0 ||
        strcmp(finding->rule->id, "LEAK-INFO") == 0 ||
        strcmp(finding->rule->id, "CALL-FAILED") == 0)
        return;
    add_text(found, &found_count, sizeof found / sizeof found[0], current_text);
    add_text(said, &said_count, sizeof said / sizeof said[0], current_message);
}

/* Nothing is kept back here. */
void findings_keep_back(struct findings *findings, const struct call *call)
{
    (void)findings, (void)call;
}

bool findings_kept_back(const struct findings *findings,
                        const struct call *call)
{
    (void)findings, (void)call;
    return false;
}

void findings_turn(struct findings *findings, const struct call *call,
                   const struct rule *rule, const char *more)
{
    (void)findings, (void)call, (void)rule, (void)more;
}

void findings_release(struct findings *findings, const struct call *call)
{
    (void)findings, (void)call;
}

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* All texts, a line each; malloc'd.  There are none then. */
static char *all_texts(char **texts, size_t *count)
{
    struct text text = {NULL, 0, 0};
    size_t i;

    qsort(texts, *count, sizeof texts[0], compare_texts);
    text_append(&text, "", 0);
    for (i = 0; i < *count; i++) {
        text_printf(&text, "%s\n", texts[i]);
        free(texts[i]);
    }
    *count = 0;
    return text.bytes != NULL ? text.bytes : xstrdup("");
}

/* ------------------------------------------------------------- programs */

void job_begin(int size)
{
    int rank;

    memset(thread_now, 0, sizeof thread_now);
    job_level = NEUTRAL_THREAD_SINGLE;
    for (rank = 0; rank < LINES; rank++) {
        free(programs[rank].steps);
        memset(&programs[rank], 0, sizeof programs[rank]);
        programs[rank].end = PROCESS_EXITED;
    }
    while (kept_count > 0)
        free(kept[--kept_count]);
    job_size = size;
    watched = false;
    look_at_stand = NULL;
    job_strictness = STRICT_STANDARD;
    job_is_separate = job_is_native = job_in_all_orders = false;
    left_out = NULL;
    job_now = 1000;
    for (rank = 0; rank < size; rank++)
        CALL(rank, MPI_Init, .result = 0);
}

void job_leave_out(const char *id)
{
    left_out = id;
}

void job_strict(enum strict strict)
{
    job_strictness = strict;
}

void job_watch(void)
{
    watched = true;
}

void job_watch_with(void (*look)(struct model *model))
{
    watched = true;
    look_at_stand = look;
}

size_t job_found(void)
{
    return found_count;
}

void job_threads(int64_t level)
{
    job_level = level;
}

void job_thread(int rank, int thread)
{
    struct program *program = &programs[rank + JOB_MAX_RANKS * thread];

    thread_now[rank] = thread;
    if (program->count == 0)
        program->begins = programs[rank].count;
}

static int line_now(int rank)
{
    return rank + JOB_MAX_RANKS * thread_now[rank];
}

static struct step *new_step(int rank)
{
    struct program *program = &programs[line_now(rank)];
    struct step *step;

    program->steps =
        xrealloc(program->steps, program->count + 1, sizeof program->steps[0]);
    step = &program->steps[program->count++];
    memset(step, 0, sizeof *step);
    step->enter = program->enter != 0 ? program->enter : job_now + 10;
    step->exit = program->exit != 0 ? program->exit : job_now + 20;
    job_now = step->exit > job_now ? step->exit : job_now;
    program->enter = program->exit = 0;
    step->late = program->late;
    program->late = false;
    step->ends_after = program->ends_after;
    program->ends_after = 0;
    return step;
}

/* Arrays of a view live as long as the job. */
static void keep_arrays(struct step *step)
{
    unsigned i;

    for (i = 0; i < step->info->parameter_count; i++) {
        const struct call_parameter *parameter = &step->info->parameters[i];
        struct array_number *array;
        size_t size;
        void *copy;

        if (parameter->word < 0 || (parameter->wire != WIRE_NUMBERS &&
                                    parameter->wire != WIRE_HANDLES &&
                                    parameter->wire != WIRE_STATUSES &&
                                    parameter->wire != WIRE_STRING))
            continue;
        array = (void *)&step->words[parameter->word];
        size = array->count *
               (parameter->wire == WIRE_STATUSES ? sizeof(struct status_value)
                : parameter->wire == WIRE_STRING ? 1
                                                 : sizeof(int64_t));
        if (size == 0)
            continue;
        assert_true(kept_count < sizeof kept / sizeof kept[0]);
        copy = kept[kept_count++] = xmalloc(size);
        memcpy(copy, array->items, size);
        array->items = copy;
    }
}

/* A handle that is good wherever the test does not care for it; 0: none. */
static uint64_t any_handle(const struct call_parameter *parameter)
{
    switch (parameter->kind) {
    case KIND_INFO:
        return NEUTRAL_INFO_NULL;
    case KIND_ERRHANDLER:
        return NEUTRAL_ERRORS_ARE_FATAL;
    case KIND_OP:
        return UINT64_C(0x7000); /* of the program */
    case KIND_DATATYPE:
        return BYTE;
    default:
        return 0;
    }
}

/* A buffer that the test does not care for is somewhere, by itself. */
static void fill_in(struct step *step)
{
    static uint64_t places;
    unsigned i;

    for (i = 0; i < step->info->parameter_count; i++) {
        const struct call_parameter *parameter = &step->info->parameters[i];
        uint64_t *word;

        if (parameter->word < 0 || parameter->word >= step->info->in_words)
            continue;
        word = &step->words[parameter->word];
        if (*word != 0)
            continue;
        if (parameter->kind == KIND_BUFFER)
            *word = UINT64_C(0x100000) * ++places;
        else if (parameter->wire == WIRE_HANDLE)
            *word = any_handle(parameter);
    }
}

void job_call(int rank, int id, const void *view, size_t size, int line,
              bool returns)
{
    struct step *step = new_step(rank);

    step->info = &call_table[id];
    memcpy(step->words, view, size);
    step->line = line;
    step->returns = returns;
    fill_in(step);
    keep_arrays(step);
}

void job_time(int rank, uint64_t enter, uint64_t exit)
{
    programs[line_now(rank)].enter = enter;
    programs[line_now(rank)].exit = exit;
}

void job_late(int rank)
{
    programs[rank].late = true;
}

void job_end_after(int rank)
{
    programs[line_now(rank)].ends_after = programs[rank].count;
}

void job_before_init(int rank)
{
    programs[rank].count = 0;
}

void job_end(int rank, enum process_end end, int signal)
{
    programs[rank].end = end;
    programs[rank].signal = signal;
}

void job_new_comm(int rank, uint64_t request, uint64_t comm, int new_rank,
                  int size)
{
    struct step *step = new_step(rank);

    step->kind = STEP_MADE;
    step->made.comm = comm;
    step->made.rank = new_rank;
    step->made.size = size;
    step->request = request;
}

void job_access(int rank, uint32_t kind, uint64_t low, uint64_t high, int line)
{
    struct step *step = new_step(rank);

    step->kind = STEP_ACCESS;
    step->access =
        (struct model_access){.low = low, .high = high, .kind = kind};
    step->line = line;
}

void job_changed(int rank, uint64_t address, uint32_t value, int line)
{
    struct step *step = new_step(rank);

    step->kind = STEP_CHANGED;
    step->access.low = address;
    step->value = value;
    step->line = line;
}

void job_puts(int rank, uint32_t value)
{
    struct step *step = &programs[rank].steps[programs[rank].count - 1];

    step->puts = true;
    step->value = value;
}

void job_separate(void)
{
    job_is_separate = true;
}

void job_native(void)
{
    job_is_native = true;
}

void job_all_orders(void)
{
    int line;

    job_in_all_orders = true;
    for (line = 0; line < LINES; line++)
        programs[line].from = programs[line].count;
}

void job_all_orders_end(void)
{
    int line;

    for (line = 0; line < LINES; line++)
        programs[line].to = programs[line].count;
}

void job_join(int rank)
{
    new_step(rank)->kind = STEP_JOIN;
}

void job_stay(int rank)
{
    new_step(rank)->kind = STEP_STAY;
}

/* --------------------------------------------------------------- replay */

static struct process processes[JOB_MAX_RANKS];
static uint64_t sites[2000]; /* stand for stacks, one a line */

struct place {
    size_t step;
    bool entered, waits, ended;
    struct call *call;
};

static struct place places[LINES];

static void tell_world(struct model *model, int rank)
{
    static const struct {
        uint64_t datatype;
        int64_t size;
    } types[] = {{INT, 4},    {BYTE, 1},   {FLOAT, 4},
                 {DOUBLE, 8}, {PACKED, 1}, {DOUBLE_INT, 12}};
    const uint32_t count = sizeof types / sizeof types[0];
    struct record_world *world =
        xcalloc(1, sizeof *world + count * sizeof world->types[0]);
    uint32_t i;

    world->rank = rank;
    world->size = job_size;
    world->thread_level = (int32_t)job_level;
    world->native = job_is_native;
    world->type_count = count;
    for (i = 0; i < count; i++) {
        world->types[i].datatype = types[i].datatype;
        world->types[i].size = types[i].size;
        world->types[i].extent = (types[i].size + 3) / 4 * 4;
        if (types[i].size == 1)
            world->types[i].extent = 1;
    }
    model_world(model, &processes[rank], world);
    free(world);
}

static struct call *new_call(int line, const struct step *step)
{
    /* as call_view.c takes them, who gets them back */
    static struct pool calls = POOL_OF(struct call);
    struct process *process = &processes[line % JOB_MAX_RANKS];
    struct call *call = pool_take(&calls);

    call->info = step->info;
    call->process = process;
    call->thread = (uint32_t)(line / JOB_MAX_RANKS);
    call->stack = (const struct stack *)(const void *)&sites[step->line];
    call->number = ++process->call_count;
    call->enter_time = step->enter;
    call->references = 1;
    memcpy(call->words, step->words, sizeof call->words);
    if (step->puts) {
        call->put_size = sizeof step->value;
        memcpy(call->put, &step->value, sizeof step->value);
    }
    if (step->info->classes & CLASS_QUERY)
        return call;
    /* What the call returns is not there yet. */
    memset(call->words + step->info->in_words, 0xee,
           step->info->out_words * sizeof call->words[0]);
    return call;
}

static void remember(struct process *process, struct call *call)
{
    size_t slot = (process->call_count - 1) % PROCESS_LAST_CALLS;

    call_drop(process->last_calls[slot]);
    process->last_calls[slot] = call_hold(call);
}

static void next_step(struct place *place)
{
    call_drop(place->call);
    place->call = NULL;
    place->entered = false;
    place->step++;
}

/* All that come one after another, as in one record. */
static void access_step(struct model *model, int line)
{
    const struct program *program = &programs[line];
    struct process *process = &processes[line % JOB_MAX_RANKS];
    struct model_access accesses[8];
    size_t count = 0;

    while (places[line].step < program->count &&
           program->steps[places[line].step].kind == STEP_ACCESS) {
        const struct step *step = &program->steps[places[line].step];

        assert_true(count < sizeof accesses / sizeof accesses[0]);
        accesses[count] = step->access;
        accesses[count++].stack =
            (const struct stack *)(const void *)&sites[step->line];
        next_step(&places[line]);
    }
    model_accessed(
        model, process, accesses, count,
        process->last_calls[(process->call_count - 1) % PROCESS_LAST_CALLS]);
}

static void changed_step(int line, const struct step *step)
{
    struct process *process = &processes[line % JOB_MAX_RANKS];
    const uint8_t lowest = 1;
    struct model_change change = {
        .low = step->access.low,
        .size = sizeof step->value,
        .changed = &lowest,
        .now = (const uint8_t *)&step->value,
        .stack = (const struct stack *)(const void *)&sites[step->line],
        .call = CALL_MPI_Win_fence};

    model_changed(
        process, &change,
        process->last_calls[(process->call_count - 1) % PROCESS_LAST_CALLS]);
    next_step(&places[line]);
}

static enum model_step enter_step(struct model *model, int line,
                                  const struct step *step)
{
    struct place *place = &places[line];

    if (step->kind == STEP_MADE) {
        model_new_comm(model, &processes[line % JOB_MAX_RANKS],
                       (uint32_t)(line / JOB_MAX_RANKS), &step->made,
                       step->request);
        next_step(place);
        return MODEL_DONE;
    }
    if (step->kind == STEP_ACCESS) {
        access_step(model, line);
        return MODEL_DONE;
    }
    if (step->kind == STEP_CHANGED) {
        changed_step(line, step);
        return MODEL_DONE;
    }
    place->call = new_call(line, step);
    remember(&processes[line % JOB_MAX_RANKS], place->call);
    model_enter(model, place->call);
    place->entered = true;
    if (step->info->classes & CLASS_QUERY)
        next_step(place);
    return MODEL_DONE;
}

static enum model_step exit_step(struct model *model, int line,
                                 const struct step *step)
{
    struct place *place = &places[line];
    struct call *call = place->call;

    memcpy(call->words, step->words, sizeof call->words);
    call->exit_time = step->exit;
    call->returned = true;
    if (model_exit(model, call) == MODEL_WAIT)
        return MODEL_WAIT;
    if (step->info->id == CALL_MPI_Init && place->step == 0)
        tell_world(model, line);
    next_step(place);
    return MODEL_DONE;
}

static void end_process(struct model *model, int rank)
{
    places[rank].ended = true;
    processes[rank].end = programs[rank].end;
    processes[rank].signal = programs[rank].signal;
    if (processes[rank].end == PROCESS_CRASHED)
        processes[rank].crash_call =
            processes[rank].last_calls[(processes[rank].call_count - 1) %
                                       PROCESS_LAST_CALLS];
    processes[rank].end_order = (uint64_t)rank + 1;
    model_process_ended(model, &processes[rank]);
}

static bool others_ended(int rank)
{
    int line;

    for (line = rank + JOB_MAX_RANKS; line < LINES; line += JOB_MAX_RANKS)
        if (programs[line].count > 0 && !places[line].ended)
            return false;
    return true;
}

static bool has_begun(int line)
{
    return line < JOB_MAX_RANKS ||
           places[line % JOB_MAX_RANKS].step >= programs[line].begins;
}

/* The thread's last step was made, or it is in one that has no end. */
static bool end_line(struct model *model, int line, bool hangs)
{
    int rank = line % JOB_MAX_RANKS;

    if (line == rank && !hangs && !others_ended(rank))
        return false;
    if (line == rank)
        end_process(model, rank);
    else if (!hangs && !places[rank].ended)
        model_thread_ended(model, &processes[rank],
                           (uint32_t)(line / JOB_MAX_RANKS));
    places[line].ended = true;
    return true;
}

/* Whether so many calls of the rank's thread 0 have begun. */
static bool have_begun(int rank, size_t calls)
{
    return places[rank].step + places[rank].entered >= calls;
}

/* One record of the thread; false: it waits, or has none. */
static bool advance(struct model *model, int line)
{
    const struct program *program = &programs[line];
    struct place *place = &places[line];
    const struct step *step = &program->steps[place->step];
    bool hangs;

    if (place->ended || places[line % JOB_MAX_RANKS].ended || !has_begun(line))
        return false;
    if (place->step == program->count)
        return end_line(model, line, false);
    hangs = step->kind == STEP_STAY || (place->entered && !step->returns);
    if (hangs)
        return !stands && end_line(model, line, true);
    if (step->kind == STEP_JOIN) {
        if (!others_ended(line % JOB_MAX_RANKS))
            return false;
        next_step(place);
        return true;
    }
    if (step->late && !quiet) {
        held = true;
        return false;
    }
    if (place->entered && !have_begun(line % JOB_MAX_RANKS, step->ends_after))
        return false;
    return (place->entered ? exit_step(model, line, step)
                           : enter_step(model, line, step)) == MODEL_DONE;
}

/* model_may_go_on: the threads have come as far as they can. */
static bool may_go_on(void *context, const struct process *process)
{
    int line;

    (void)context;
    for (line = (int)process->index; line < LINES; line += JOB_MAX_RANKS) {
        const struct program *program = &programs[line];
        const struct place *place = &places[line];

        if (!place->ended && has_begun(line) && place->step < program->count &&
            program->steps[place->step].kind == STEP_STAY)
            return true;
    }
    return false;
}

static unsigned random_below(unsigned *seed, unsigned limit)
{
    *seed = *seed * 1103515245 + 12345;
    return (*seed >> 16) % limit;
}

/* Who advances at each step between job_all_orders and its end. */
static int turns[STEPS];
static size_t turn_count;

static bool is_before(int line, bool begin)
{
    const struct program *program = &programs[line];

    return places[line].step < (begin ? program->from : program->to);
}

/* The order of `turns`, of which the last may be a later line than it says, and
 * behind that the first there is; or up to where there is no such order. */
static void run_as_turned(struct model *model)
{
    bool more = true;
    size_t step;
    int line;

    while (more)
        for (more = false, line = 0; line < LINES; line++)
            while (is_before(line, true) && advance(model, line))
                more = true;
    for (step = 0;; step++) {
        assert_true(step < STEPS);
        line = step < turn_count ? turns[step] : 0;
        while (line < LINES &&
               (!is_before(line, false) || !advance(model, line)))
            line++;
        if (line == LINES)
            break;
        turns[step] = line;
    }
    turn_count = step;
}

static bool next_turns(void)
{
    if (turn_count == 0)
        return false;
    turns[turn_count - 1]++;
    return true;
}

/* In all orders but the first, one rank runs ahead for a while. */
static void run(struct model *model, unsigned seed)
{
    unsigned still = 0, lines = (unsigned)job_size * JOB_MAX_THREADS;
    unsigned line = 0;
    int rank;

    job_releases = 0;
    stands = watched;
    held = quiet = false;
    while (still < lines * 40) {
        if (seed == 0)
            line = (line + 1) % lines;
        else if (random_below(&seed, 4) != 0)
            line = random_below(&seed, lines);
        if (advance(model, (int)(line % (unsigned)job_size +
                                 line / (unsigned)job_size * JOB_MAX_RANKS)))
            still = 0;
        else
            still++;
        if (still == lines * 20 && model_release(model)) {
            job_releases++;
            still = 0;
        } else if (still == lines * 20 && stands && look_at_stand != NULL) {
            look_at_stand(model);
            stands = false;
            quiet = true;
            still = 0;
        } else if (still == lines * 20 && held && !quiet) {
            for (uint64_t second = 2; second < 4; second++)
                model_settle(model, second * 1000000000, 1000000000);
            quiet = true;
            still = 0;
        } else if (still == lines * 20 && stands) {
            const struct process **stuck;

            if (model_deadlock(model, false, &stuck) > 0)
                model_end_job(model);
            else
                (void)model_standstill(model, 9, STANDSTILL_GOES_ON);
            free(stuck);
            stands = false;
            still = 0;
        }
    }
    for (rank = 0; rank < job_size; rank++)
        assert_true(places[rank].ended);
}

static void clear(void)
{
    int rank, i;

    for (rank = 0; rank < LINES; rank++)
        call_drop(places[rank].call);
    memset(places, 0, sizeof places);
    for (rank = 0; rank < JOB_MAX_RANKS; rank++) {
        for (i = 0; i < PROCESS_LAST_CALLS; i++)
            call_drop(processes[rank].last_calls[i]);
        memset(&processes[rank], 0, sizeof processes[rank]);
        processes[rank].index = (uint32_t)rank;
        processes[rank].rank = processes[rank].size = -1;
    }
}

static void tell_order(unsigned order)
{
    size_t step;

    print_error("order %u", order);
    for (step = 0; step < turn_count; step++)
        print_error(" %d", turns[step]);
    print_error("\n");
}

/* What is found; NULL is expected: whatever it is. */
static char *replay(const char *expected,
                    void (*look)(struct model *model,
                                 struct process *processes))
{
    char *messages = NULL, *first = NULL;
    unsigned order;
    int rank;

    bool more = true;

    turn_count = 0;
    for (order = 0; more; order++) {
        struct judge *judge = judge_new(NULL);
        struct model *model = model_new(judge_listener(judge), job_strictness);
        char *text, *again;

        clear();
        model_ask_threads(model, may_go_on, NULL);
        if (job_is_separate)
            model_separate(model);
        for (rank = 0; rank < job_size; rank++)
            model_process_joined(model, &processes[rank]);
        if (job_in_all_orders)
            run_as_turned(model);
        run(model, job_in_all_orders ? 0 : order);
        model_finish(model);
        if (look != NULL)
            look(model, processes);
        model_free(model);
        judge_free(judge);
        text = all_texts(found, &found_count);
        again = all_texts(said, &said_count);
        if (messages == NULL) {
            messages = xstrdup(again);
            first = xstrdup(text);
        }
        if (expected == NULL)
            expected = first;
        if (strcmp(text, expected) != 0)
            tell_order(order);
        assert_string_equal(text, expected);
        assert_string_equal(again, messages);
        free(text);
        free(again);
        more = job_in_all_orders ? next_turns() : order + 1 < ORDERS;
        assert_true(order < ALL_ORDERS);
    }
    if (getenv("MODEL_JOB_SHOW") != NULL)
        print_message("%u orders\n", order);
    free(messages);
    clear();
    return first;
}

void job_expect_with(const char *expected,
                     void (*look)(struct model *model,
                                  struct process *processes))
{
    free(replay(expected, look));
}

char *job_findings(void)
{
    return replay(NULL, NULL);
}

void job_expect(const char *expected)
{
    job_expect_with(expected, NULL);
}
