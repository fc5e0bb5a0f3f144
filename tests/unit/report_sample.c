/*
 * report_sample.c - a job made up for the tests of findings and reports.
 */
#include "report_sample.h"

#include "call_text.h"
#include "inventory.h"
#include "memory.h"
#include "model_order.h"
#include "stack_source.h"
#include "timeline.h"
#include "traffic.h"
#include "wait_graph.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

const char sample_hostile[] =
    "<script>alert(1)</script><img src=x onerror=alert(2)>'\"&amp;&{{rule}}"
    "</style></title>--><!-- ]]> \x1b[31mred\x1b]0;title\a\b\r\n\t\x7f"
    "\xff\xfe\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80\xe2\x82 \xc2\x9b"
    "31m \xe2\x80\xae"
    "evil \xef\xbf\xbe \xf0\x9f\x90\xbe %s%n \\u0041 end";

/* Stand-ins for the rules. */

static const struct rule rules[] = {
    {"RMA-LOCK-WHILE-EXPOSED", SEVERITY_ERROR,
     "A window is locked and exposed at the same time", "MPI-4.1 12.5.3",
     "A window may not be locked and exposed concurrently: the origin would "
     "access memory that the target has given to others.",
     "Order the two periods, for example with MPI_Barrier between "
     "MPI_Win_unlock and MPI_Win_post.",
     0, NULL},
    {"COLL-POTENTIAL", SEVERITY_POTENTIAL,
     "Relies on a collective that synchronizes", "MPI-0.0 1.2.3",
     "The standard does not promise that a broadcast synchronizes.",
     "Use MPI_Barrier where all have to wait for all.", 0, NULL},
    {"LEAK-COMM", SEVERITY_WARNING, "A communicator is never freed",
     "MPI-0.0 1.2.3", "It keeps memory until the program ends.",
     "Call MPI_Comm_free.", 0, NULL},
    {"LEAK-COMMITTED", SEVERITY_WARNING, "A committed datatype is never freed",
     "MPI-0.0 1.2.3", "It keeps memory.", "Call MPI_Type_free.", 0, NULL},
    {"COLL-BLOCK", SEVERITY_ERROR, "Something else", "MPI-0.0 1.2.3",
     "It is wrong.", "Do not do it.", 0, NULL},
    {"NOTE-GRANULARITY", SEVERITY_NOTE, "Worth knowing", "MPI-0.0 1.2.3",
     "It is allowed.", "Nothing.", 0, NULL},
};
static const struct rule_family rma = {"rma", rules, 1};
static const struct rule_family collectives = {"collectives", rules + 1, 1};
static const struct rule_family leaks = {"leaks", rules + 2, 4};
const struct rule_family *const rule_families[] = {&rma, &collectives, &leaks,
                                                   NULL};

const char *rule_example(const struct rule *rule)
{
    return rule == rma.rules ? "- MPI_Win_lock(...);\n+ MPI_Barrier(...);\n"
                               "  MPI_Win_lock(...);\n"
                             : "";
}

const struct rule *rule_find(const char *id)
{
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if (strcmp(rules[i].id, id) == 0)
            return &rules[i];
    }
    return NULL;
}

const char *severity_name(enum severity severity)
{
    static const char *const names[] = {"note", "warning", "potential",
                                        "error"};

    return names[severity];
}

bool rule_of_portability(const struct rule *rule)
{
    (void)rule;
    return false;
}

const struct rule *sample_rule(const char *id)
{
    const struct rule *rule = rule_find(id);

    assert_non_null(rule);
    return rule;
}

/* Stand-ins for calls and stacks: a call brings its text along. */

struct piece {
    struct call call; /* first: a call is a piece */
    struct call_info info;
    char *text;
    struct piece *next;
};

static struct piece *pieces;
static uint64_t sample_time; /* a call is made each 1.5 us, and takes 0.7 */
static struct process *processes[4096];
static uint32_t process_count;
static struct stack *stacks[16384];
static size_t stack_count;

/* Those here are no allocated ones. */
void period_drop(struct period *period)
{
    if (period != NULL)
        period->references--;
}

struct call *call_hold(struct call *call)
{
    call->references++;
    return call;
}

void call_drop(struct call *call)
{
    if (call != NULL)
        call->references--;
}

const char *comm_name(const struct comm *comm)
{
    return comm->name;
}

const char *window_name(const struct window *window)
{
    return window->name;
}

char *call_text(const struct call *call, const struct model *model)
{
    (void)model;
    return xstrdup(((const struct piece *)(const void *)call)->text);
}

const struct source_stack *stack_source(const struct stack *stack)
{
    return stack->source;
}

struct process *sample_process(int rank)
{
    struct process *process = xcalloc(1, sizeof *process);

    process->index = process->place = process_count;
    process->rank = rank;
    process->size = 4;
    process->pid = 4700 + (int)process_count;
    process->flavour = "mpich";
    process->library = "MPICH Version: 4.0.2";
    process->executable = "/home/heidi/lock/lock";
    process->directory = "tests/unit/golden";
    process->command = "./lock";
    process->end = PROCESS_EXITED;
    process->mpi = PROCESS_FINALIZED;
    process->end_order = process_count + 1;
    process->wait_status = -1;
    processes[process_count++] = process;
    return process;
}

/* Interned by its first frame; main, line 28, is below. */
static const struct stack *sample_stack(const char *file, int line)
{
    struct stack *stack;
    struct source_frame *frames;

    for (size_t i = 0; i < stack_count; i++) {
        if (stacks[i]->source->frames[0].line == line &&
            strcmp(stacks[i]->source->frames[0].file, file) == 0)
            return stacks[i];
    }
    stack = xcalloc(1, sizeof *stack);
    stack->number = (uint32_t)stack_count + 1;
    stack->source = xcalloc(1, sizeof *stack->source);
    frames = xcalloc(3, sizeof *frames);
    stack->source->frames = frames;
    stack->source->frame_count = line < 10 ? 2 : 1;
    frames[0] =
        (struct source_frame){.function = line < 10 ? "exchange" : "main",
                              .file = xstrdup(file),
                              .line = line,
                              .inlined = line < 10,
                              .module = "/home/heidi/lock/lock",
                              .address = 0x1200 + (uint64_t)line};
    frames[1] = (struct source_frame){.function = "main",
                                      .file = "lock.c",
                                      .line = 27,
                                      .module = "/home/heidi/lock/lock",
                                      .address = 0x1400};
    stacks[stack_count++] = stack;
    return stack;
}

struct call *sample_call(struct process *process, const char *function,
                         const char *text, const char *file, int line)
{
    struct piece *piece = xcalloc(1, sizeof *piece);
    uint16_t id = 0;

    for (const char *s = function; *s != '\0'; s++)
        id = (uint16_t)(id * 31 + *s);
    piece->info.name = function;
    piece->info.id = id;
    piece->text = xstrdup(text);
    piece->call.info = &piece->info;
    piece->call.process = process;
    piece->call.stack = file != NULL ? sample_stack(file, line) : NULL;
    piece->call.number = ++process->call_count;
    piece->call.returned = true;
    piece->call.enter_time = sample_time += 1500;
    piece->call.exit_time = sample_time + 700;
    piece->next = pieces;
    pieces = piece;
    process->last_calls[(process->call_count - 1) % PROCESS_LAST_CALLS] =
        &piece->call;
    return &piece->call;
}

size_t sample_clear(void)
{
    size_t held = 0;
    struct piece *next;

    sample_time = 0;

    for (; pieces != NULL; pieces = next) {
        next = pieces->next;
        held += pieces->call.references > 0;
        free(pieces->text);
        free(pieces);
    }
    while (process_count > 0)
        free(processes[--process_count]);
    while (stack_count > 0) {
        struct stack *stack = stacks[--stack_count];

        free(stack->source->frames[0].file);
        free(stack->source->frames);
        free(stack->source);
        free(stack);
    }
    return held;
}

/* The job. */

/* Rank 0 puts under its lock, rank 1 has stored since its post; what ends
 * rank 0's lock is known only afterwards. */
static void add_timeline(struct finding *finding, struct call *lock,
                         struct call *post, const char *evil)
{
    static struct period until;
    struct timeline *timeline = timeline_new("nothing puts these two in order");
    struct call *put = sample_call(processes[0], "MPI_Put", "MPI_Put(...)",
                                   evil != NULL ? evil : "lock.c", 21);
    struct call *wait = sample_call(processes[1], "MPI_Win_wait",
                                    "MPI_Win_wait(...)", "lock.c", 9);

    until = (struct period){.references = 1};
    timeline_bar(timeline, TIMELINE_ACCESS_EPOCH, lock, NULL, &until);
    timeline_bar(timeline, TIMELINE_EXPOSURE_EPOCH, post, wait, NULL);
    timeline_bar(timeline, TIMELINE_EXPOSURE_EPOCH, post, wait, NULL);
    timeline_mark(timeline, &(struct timeline_mark){.process = processes[0],
                                                    .call = put,
                                                    .what = "puts",
                                                    .wrong = true,
                                                    .until = &until,
                                                    .low = 8,
                                                    .high = 64});
    timeline_mark(timeline, &(struct timeline_mark){.process = processes[1],
                                                    .after = post,
                                                    .before = wait,
                                                    .what = "stores",
                                                    .wrong = true,
                                                    .low = 0,
                                                    .high = 16});
    timeline_memory(timeline, "%s at rank 1", evil != NULL ? evil : "window 1");
    timeline_mend(timeline, evil != NULL ? evil : "a lock of rank 1");
    finding_timeline(finding, timeline);
    timeline_drop(timeline);
    until.closed = sample_call(processes[0], "MPI_Win_unlock",
                               "MPI_Win_unlock(...)", "lock.c", 22);
}

static void add_lock(struct sample *sample, const char *evil)
{
    struct finding *finding =
        finding_new(sample->findings, sample_rule("RMA-LOCK-WHILE-EXPOSED"));
    struct call *lock = sample_call(
        processes[0], "MPI_Win_lock",
        evil != NULL ? evil
                     : "MPI_Win_lock(lock_type=MPI_LOCK_EXCLUSIVE, rank=1, "
                       "assert=0, win=window 1)",
        "lock.c", 20);
    struct call *post = sample_call(
        processes[1], "MPI_Win_post",
        "MPI_Win_post(group=group 2, assert=0, win=window 1)", "lock.c", 6);
    struct call *made = sample_call(processes[0], "MPI_Win_create",
                                    "MPI_Win_create(...)", "lock.c", 17);

    post->took = lock->number; /* as if it could: for the pictures */
    post->took_from = 0;
    made->met = post->met = 7;
    finding_message(finding,
                    "Rank 0 locks the window of rank 1 while rank 1 exposes "
                    "it to others.%s%s",
                    evil != NULL ? " " : "", evil != NULL ? evil : "");
    finding_call(finding, "lock", lock);
    finding_call(finding, "post", post);
    finding_object(finding, "window", evil != NULL ? evil : "window 1", made);
    finding_members(finding, evil);
    add_timeline(finding, lock, post, evil);
    finding_submit(finding);
}

static void add_leaks(struct sample *sample)
{
    for (uint32_t i = 0; i < 4; i++) {
        struct finding *finding =
            finding_new(sample->findings, sample_rule("LEAK-COMM"));
        struct call *dup = sample_call(
            processes[i], "MPI_Comm_dup",
            "MPI_Comm_dup(comm=MPI_COMM_WORLD, newcomm=communicator 3)",
            "elsewhere.c", 33);

        finding_message(finding, "Rank %u never frees communicator 3.", i);
        finding_call(finding, "made", dup);
        finding_object(finding, "communicator", "communicator 3", dup);
        finding_members(finding, "ranks 2, 0, 1 in this order");
        finding_submit(finding);
    }
}

/* Ranks 2 and 3 wait for each other, rank 2 in a call of an evil name. */
static struct wait_graph *make_graph(struct call *bcast, const char *evil)
{
    struct wait_graph *graph = wait_graph_new();
    struct comm comm = {
        .name = (char *)(uintptr_t)(evil != NULL ? evil : "communicator 3")};
    struct call *recv =
        sample_call(processes[3], "MPI_Recv",
                    evil != NULL ? evil : "MPI_Recv(source=2, tag=7)",
                    evil != NULL ? evil : "lock.c", 24);
    struct wait_reason reason = {
        .kind = WAIT_MEMBERS, .call = bcast, .comm = &comm};

    recv->returned = false;
    recv->exit_time = 0;
    comm.number = 3;
    comm.made_by = sample_call(processes[0], "MPI_Comm_dup",
                               "MPI_Comm_dup(...)", "elsewhere.c", 33);
    wait_graph_node(graph,
                    &(struct wait_node){processes[2], bcast, WAIT_STATE_WAITS},
                    true);
    wait_graph_need(graph, false, &reason);
    wait_graph_edge(graph, 1, true);
    wait_graph_node(
        graph, &(struct wait_node){processes[3], recv, WAIT_STATE_WAITS}, true);
    wait_graph_any(graph);
    reason = (struct wait_reason){.kind = WAIT_MESSAGE, .call = recv, .tag = 7};
    wait_graph_need(graph, true, &reason);
    wait_graph_edge(graph, 0, true);
    wait_graph_edge(graph, 2, false);
    wait_graph_node(
        graph, &(struct wait_node){processes[1], NULL, WAIT_STATE_FINALIZED},
        false);
    wait_graph_fold(graph, WAIT_GRAPH_UNFOLDED);
    wait_graph_words(graph);
    return graph;
}

static void add_potential(struct sample *sample, const char *evil)
{
    struct wait_graph *graph;
    struct finding *finding =
        finding_new(sample->findings, sample_rule("COLL-POTENTIAL"));
    struct call *bcast = sample_call(processes[2], "MPI_Bcast",
                                     "MPI_Bcast(count=1, root=0)", NULL, 0);

    bcast->returned = false;
    bcast->exit_time = 0;
    bcast->thread = 2;
    bcast->enter_time -= 3300; /* told late: before that rank's first call */
    finding_message(finding, "Rank 2 waits in MPI_Bcast.");
    finding_call(finding, "waits", bcast);
    finding_object(finding, "communicator", "MPI_COMM_WORLD", NULL);
    graph = make_graph(bcast, evil);
    finding_graph(finding, graph);
    wait_graph_drop(graph);
    finding_submit(finding);
}

static void add_crash(struct sample *sample, const struct process *process)
{
    struct finding *finding =
        finding_new(sample->findings, sample_rule("COLL-BLOCK"));

    finding_message(finding, "Rank 2 was ended.");
    finding_crash(finding, process);
    finding_submit(finding);
}

static void crash(struct process *process, const char *evil)
{
    struct call *call = sample_call(
        process, "MPI_Recv", "MPI_Recv(source=0, tag=7, comm=MPI_COMM_WORLD)",
        evil != NULL ? evil : "lock.c", 29);

    call->returned = false;
    call->exit_time = 0;
    process->end = PROCESS_CRASHED;
    process->mpi = PROCESS_INITIALIZED;
    process->signal = SIGSEGV;
    process->crash_address = 0x10;
    process->crash_stack = call->stack;
    process->crash_call = call;
    if (evil != NULL) {
        process->executable = (char *)(uintptr_t)evil;
        process->command = process->executable;
        process->library = process->executable;
    }
}

/* 100 rules would be needed for 10,000 findings with the usual limit. */
static void add_many(struct sample *sample)
{
    const struct rule *rule = sample_rule("RMA-LOCK-WHILE-EXPOSED");

    for (int i = 0; i < 10000; i++) {
        struct finding *finding = finding_new(sample->findings, rule);

        finding_message(finding,
                        "Rank %d locks the window of rank %d while that "
                        "exposes it to others.",
                        i % 1024, (i + 1) % 1024);
        finding_call(finding, "lock",
                     sample_call(processes[i % 1024], "MPI_Win_lock",
                                 "MPI_Win_lock(lock_type=MPI_LOCK_EXCLUSIVE, "
                                 "rank=1, assert=0, win=window 1)",
                                 "lock.c", 10 + i));
        finding_call(finding, "post",
                     sample_call(processes[(i + 1) % 1024], "MPI_Win_post",
                                 "MPI_Win_post(group=group 2, assert=0, "
                                 "win=window 1)",
                                 "lock.c", 6));
        finding_object(finding, "window", "window 1",
                       sample_call(processes[0], "MPI_Win_create",
                                   "MPI_Win_create(...)", "lock.c", 17));
        for (int rank = 0; rank < 1024; rank++)
            finding_process(finding, processes[rank]);
        finding_submit(finding);
    }
}

static void add_wide(struct sample *sample)
{
    add_lock(sample, NULL);
    for (uint32_t i = 0; i < process_count; i++) {
        crash(processes[i], NULL);
        processes[i]->crash_address = 0x1000 + i;
    }
}

struct sample *sample_new(enum sample_kind kind)
{
    static const char *const reasons[] = {
        "The checker was asked to end (SIGTERM)"};
    static const char *const unseen[] = {
        "Rank 3 runs a statically linked program; its calls are not seen"};
    static char evil[10240 + sizeof sample_hostile];
    static const char *const evil_reasons[] = {evil};
    static const struct report_function functions[] = {{"MPI_Init", 4},
                                                       {"MPI_Send", 12345}};
    static const struct traffic_pair pair_table[] = {
        {.from = 0,
         .to = 1,
         .messages = 2,
         .message_bytes = 4096,
         .accesses = 1,
         .access_bytes = 64},
        {.from = 3, .to = 0, .messages = 7, .message_bytes = 28},
    };
    static const struct traffic_pair *const pairs[] = {&pair_table[0],
                                                       &pair_table[1]};
    struct findings_options options = {.notes = true};
    static struct inventory_row object = {
        .made = 12, .left = 3, .smallest = 2, .largest = 4};
    struct sample *sample = xcalloc(1, sizeof *sample);
    bool hostile = kind == SAMPLE_HOSTILE;
    uint32_t ranks = kind == SAMPLE_MANY   ? 1024
                     : kind == SAMPLE_WIDE ? 4096
                                           : 4;

    memcpy(evil, sample_hostile, sizeof sample_hostile);
    memset(evil + sizeof sample_hostile - 1, 'x', 10240);
    if (kind == SAMPLE_MANY)
        options.limit_per_rule = 10000;
    sample->findings = findings_new(&options);
    for (uint32_t i = 0; i < ranks; i++)
        sample_process((int)i);
    if (kind == SAMPLE_PLAIN || hostile) {
        add_lock(sample, hostile ? evil : NULL);
        add_leaks(sample);
        add_potential(sample, hostile ? evil : NULL);
        crash(processes[2], hostile ? evil : NULL);
    } else if (kind == SAMPLE_MANY) {
        add_many(sample);
    } else if (kind == SAMPLE_WIDE) {
        add_wide(sample);
    } else if (kind == SAMPLE_CRASH) {
        crash(processes[2], NULL);
        add_crash(sample, processes[2]);
    }
    sample->job = (struct report_job){
        .version = "0.1.0",
        .key = "4711",
        .command = hostile ? evil : "mpiexec -n 4 ./lock",
        .directory = hostile ? evil : "/home/heidi/lock",
        .start = {1795253000, 123456789},
        .end = {1795253001, 373456789},
        .processes = (const struct process *const *)processes,
        .process_count = process_count,
        .launcher_ended = true,
        .launcher_status = 0,
        .incomplete = hostile ? evil_reasons : reasons,
        .incomplete_count = kind == SAMPLE_INCOMPLETE || hostile,
        .not_observed = unseen,
        .fail_on = SEVERITY_POTENTIAL,
        .functions = functions,
        .function_count = kind == SAMPLE_EMPTY ? 0 : 2,
        .objects = &object,
        .object_count = kind == SAMPLE_PLAIN || hostile,
        .pairs = pairs,
        .pair_count = kind == SAMPLE_EMPTY ? 0 : 2,
        .windows = kind == SAMPLE_PLAIN,
        .not_observed_count = kind == SAMPLE_INCOMPLETE,
    };
    object.made_by =
        sample_call(processes[0], "MPI_Comm_split", "MPI_Comm_split(...)",
                    hostile ? evil : "split.c", 9);
    if (kind == SAMPLE_INCOMPLETE)
        sample->job.end = (struct timespec){0, 0};
    if (kind == SAMPLE_PLAIN) {
        processes[0]->watched = (struct record_watched){7, 2, 1, 0, 1, 5, 2};
        processes[0]->elements = (struct process_elements){9, 4};
    }
    for (size_t i = 0; hostile && i < findings_total(sample->findings); i++)
        if (findings_at(sample->findings, i)->graph != NULL)
            sample->job.state = findings_at(sample->findings, i)->graph;
    sample->job.checker = hostile ? 4699 : 0;
    sample->report.job = &sample->job;
    sample->report.findings = sample->findings;
    sample->report.complete = kind != SAMPLE_INCOMPLETE;
    return sample;
}

void sample_free(struct sample *sample)
{
    findings_free(sample->findings);
    free(sample);
    sample_clear();
}

void sample_enter_sources(void)
{
    const char *top = getenv("top_srcdir");

    if (top != NULL)
        assert_int_equal(chdir(top), 0);
}

static char *read_golden(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = xcalloc(1, 1 << 20);

    if (file != NULL) {
        text[fread(text, 1, (1 << 20) - 1, file)] = '\0';
        fclose(file);
    }
    return text;
}

void assert_golden(const char *name, const char *text)
{
    char *path = xasprintf("tests/unit/golden/%s", name);
    const char *mode = getenv("MURMEL_GOLDEN");
    char *expected;

    if (mode != NULL && strcmp(mode, "write") == 0) {
        FILE *file = fopen(path, "w");

        assert_non_null(file);
        fputs(text, file);
        assert_int_equal(fclose(file), 0);
    }
    expected = read_golden(path);
    assert_string_equal(text, expected);
    free(expected);
    free(path);
}
