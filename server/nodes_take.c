/*
 * nodes_take.c - what the checkers of other nodes say (node_message.h).
 */
#include "nodes_private.h"

#include "calls.h"
#include "memory.h"
#include "neutral.h"
#include "remote.h"
#include "terminal.h"
#include "wire.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t clock_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void answer_clock(struct node *node, const void *bytes, size_t length)
{
    struct node_clock clock;

    if (length != sizeof clock)
        return;
    memcpy(&clock, bytes, sizeof clock);
    clock.message.kind = ROOT_CLOCK;
    clock.root = clock_now();
    node_send(node, &clock, sizeof clock);
}

static void refuse(struct node *node, const char *why)
{
    const struct node_message head = {.kind = ROOT_REFUSED};
    char message[256];

    memcpy(message, &head, sizeof head);
    strcpy(message + sizeof head, why);
    node_send(node, message, sizeof head + strlen(why));
    node->farewell = true;
}

static void take_hello(struct node *node, const void *bytes, size_t length)
{
    const struct node_message welcome = {.kind = ROOT_WELCOME};
    struct node_hello hello = {0};

    if (length == sizeof hello)
        memcpy(&hello, bytes, sizeof hello);
    hello.name[sizeof hello.name - 1] = '\0';
    memcpy(node->name, hello.name, sizeof node->name);
    if (hello.version == NODE_VERSION && hello.wire == WIRE_VERSION &&
        hello.schema == CALLS_SCHEMA_HASH) {
        node->offset = hello.offset;
        node->welcome = true;
        node->asked_first = node->nodes->asked + 1;
        node_send(node, &welcome, sizeof welcome);
        return;
    }
    refuse(node, "its murmel and that of the root are not of one installation");
    roster_trouble(node->nodes->checker->roster,
                   xasprintf("the checker of node %s is not of the "
                             "installation that the root's is of",
                             node->name));
}

/* ------------------------------------------------------------------ events */

static void join(struct node *node, const struct wire_hello *hello)
{
    const struct checker *checker = node->nodes->checker;
    struct process *process = roster_add(checker->roster, hello);
    struct remote *remote = xcalloc(1, sizeof *remote);
    size_t count = node->process_count;

    remote->nodes = node->nodes;
    remote->node = node;
    remote->number = (uint32_t)count;
    remote->open = true;
    process->remote = remote;
    node->processes =
        xrealloc(node->processes, count + 1, sizeof(struct process *));
    node->hung_up = xrealloc(node->hung_up, count + 1, sizeof node->hung_up[0]);
    node->processes[count] = process;
    node->hung_up[count] = (struct recording_hung_up){0};
    node->process_count++;
    node->nodes->open++;
    intake_join(checker->intake, process, hello);
}

/* All that it did has come, and was said before: it hung up so. */
static void ended(struct node *node, struct process *process)
{
    const struct recording_hung_up *how =
        &node->hung_up[process->remote->number];

    process->wait_status = how->wait_status;
    process->replaced = how->departure == HUNG_UP_REPLACED;
    process->unseen = how->departure == HUNG_UP_UNSEEN;
    process->ended_inside = how->inside != 0;
    process->hang_up = how->hang_up;
    if (how->departure == HUNG_UP_GONE && how->wait_status >= 0 &&
        WIFSIGNALED(how->wait_status) && WTERMSIG(how->wait_status) == SIGINT)
        node->nodes->interrupted = true;
    node_hung_up(process, how->end_time + (uint64_t)node->offset);
}

/* What is known of its end without more of it. */
static void look_for_end(struct remote *remote, const struct record *record)
{
    if (record->kind == RECORD_EXIT && record->call == CALL_MPI_Finalize &&
        record->size > sizeof *record &&
        record->words[0] == (uint64_t)NEUTRAL_SUCCESS)
        remote->left = true;
    if (record->kind != RECORD_ENTER && record->kind != RECORD_CRASH)
        return;
    /* The program may have a handler of its own that goes on. */
    remote->crashed = record->kind == RECORD_CRASH;
    if (record->kind == RECORD_ENTER && record->call == CALL_MPI_Abort)
        remote->left = true;
}

static void take_record(struct node *node, struct process *process,
                        uint32_t thread, const struct record *record)
{
    intake_remote_record(process, thread, record, node->offset);
    look_for_end(process->remote, record);
    node_took(process);
}

/* Of one process that has not ended; false: it makes no sense. */
static bool take_process(struct node *node, struct process *process,
                         const struct recording_event *event)
{
    const struct recording_ring *ring = (const void *)event->words;
    const struct recording_goodbye *goodbye = (const void *)event->words;
    char *text;

    switch ((enum recording_kind)event->kind) {
    case EVENT_RING:
        intake_remote_ring(process, ring->tid, ring->number);
        return true;
    case EVENT_RECORD:
        take_record(node, process, event->thread, (const void *)event->words);
        return true;
    case EVENT_GOODBYE:
        intake_goodbye(node->nodes->checker->intake, process,
                       goodbye->exit_status);
        return true;
    case EVENT_HUNG_UP:
        memcpy(&node->hung_up[process->remote->number], event->words,
               sizeof node->hung_up[0]);
        return true;
    case EVENT_DAMAGED:
        text = recording_text(event);
        intake_missing(process, text);
        free(text);
        return true;
    case EVENT_ENDED:
        ended(node, process);
        return true;
    default:
        return false;
    }
}

static bool take_event(struct node *node, const struct recording_event *event)
{
    struct process *process;

    if (event->kind == EVENT_HELLO) {
        join(node, (const void *)event->words);
        return true;
    }
    if (event->kind == EVENT_TROUBLE) {
        roster_trouble(node->nodes->checker->roster, recording_text(event));
        return true;
    }
    if (event->process >= node->process_count)
        return false;
    process = node->processes[event->process];
    return process->remote->open && take_process(node, process, event);
}

/* Whether there was more than records, which wait to be taken in. */
static bool take_block(struct node *node, struct recording_events *events)
{
    const struct recording_event *event;
    bool news = false;

    if (events->bytes == NULL) {
        node_lose(node, "a block of it is damaged");
        return true;
    }
    while ((event = recording_events_next(events)) != NULL) {
        news |= event->kind != EVENT_RECORD;
        if (!take_event(node, event)) {
            node_lose(node, "an event of it makes no sense");
            return true;
        }
    }
    if (events->trouble != NULL)
        node_lose(node, events->trouble);
    return news;
}

/* ----------------------------------------------------------------- answers */

/* Takes what stands there; false: so much does not. */
static bool cut(const char **at, size_t *left, void *to, size_t size)
{
    if (*left < size)
        return false;
    if (size > 0)
        memcpy(to, *at, size);
    *at += size;
    *left -= size;
    return true;
}

/* The threads of one process; false: they are not there. */
static bool take_seen(struct node *node, uint64_t number, const char **at,
                      size_t *left)
{
    struct node_seen seen;
    struct remote_task *tasks;
    struct remote *remote;

    if (!cut(at, left, &seen, sizeof seen) ||
        seen.process >= node->process_count ||
        seen.task_count > *left / sizeof *tasks)
        return false;
    tasks = xcalloc((size_t)seen.task_count + 1, sizeof *tasks);
    (void)cut(at, left, tasks, seen.task_count * sizeof *tasks);
    remote = node->processes[seen.process]->remote;
    free(remote->tasks);
    remote->tasks = tasks;
    remote->task_count = seen.task_count;
    remote->looked = number;
    remote->newer = false;
    return true;
}

static void take_answer(struct node *node, const void *bytes, size_t length)
{
    struct node_answer answer;
    const char *at = bytes;
    bool good = cut(&at, &length, &answer, sizeof answer);
    uint32_t i;

    for (i = 0; good && answer.look && i < answer.process_count; i++)
        good = take_seen(node, answer.number, &at, &length);
    if (good)
        node->answered = answer.number;
    else
        node_lose(node, "an answer of it makes no sense");
}

/* A clock is asked for the time: that question does not wait. */
void node_hear(struct node *node, const void *message, size_t length)
{
    struct node_message head;

    if (length < sizeof head)
        return;
    memcpy(&head, message, sizeof head);
    if (head.kind == NODE_CLOCK)
        answer_clock(node, message, length);
    else
        unpacker_add(node->nodes->unpacker, node, message, length,
                     head.kind == NODE_BLOCK ? sizeof head : length);
}

/* Nothing comes any more: of processes that run, neither. */
static void take_farewell(struct node *node)
{
    size_t i = 0;

    node->farewell = true;
    while (i < node->process_count && !node->processes[i]->remote->open)
        i++;
    if (i == node->process_count)
        return;
    node_pump(node, node->nodes->now); /* it waits to hear that this has come */
    node_lose(node, "it was ended");
}

bool node_take(struct node *node, struct unpacked *message)
{
    struct node_message head;
    bool news = false;

    if (node->lost)
        return false;
    memcpy(&head, message->bytes, sizeof head);
    if (head.kind == NODE_HELLO && !node->welcome)
        take_hello(node, message->bytes, message->length);
    else if (head.kind == NODE_BLOCK && node->welcome)
        news = take_block(node, &message->events);
    else if (head.kind == NODE_ANSWER && node->welcome)
        take_answer(node, message->bytes, message->length);
    else if (head.kind == NODE_FAREWELL)
        take_farewell(node);
    else
        node_lose(node, "it says what makes no sense");
    return news;
}
