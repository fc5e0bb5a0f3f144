#include "nodes.h"

#include "calls.h"
#include "memory.h"
#include "node_message.h"
#include "nodes_private.h"
#include "recorder.h"
#include "remote.h"
#include "report.h"
#include "root_file.h"
#include "terminal.h"
#include "transport.h"
#include "wire.h"

#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

/* What waits for a node in memory; more is in a file. */
#define MEMORY (4 * 1024 * 1024)
/* So many messages may wait to be unpacked and taken. */
#define MESSAGES 64
/* A node that is not heard for so long is lost: a link that breaks comes back
 * before. */
#define LOST (30 * INT64_C(1000000000))
/* ... or, where the launcher has ended and no connection to it is left, for so
 * long (one that is there hands on large messages, perhaps, in its time), */
#define LOST_AT_END (8 * INT64_C(1000000000))
/* or, where no connection to it is left and its processes have finalized, or
 * said goodbye, for so long: its launcher has ended it with them. */
#define GONE (1 * INT64_C(1000000000))
/* Whoever did not run for so long (it was stopped, or the machine slept) has
 * not listened, either. */
#define BREAK INT64_C(1000000000)

static void watch(const struct nodes *nodes, int fd)
{
    struct epoll_event event = {.events = EPOLLIN};

    (void)epoll_ctl(nodes->fd, EPOLL_CTL_ADD, fd, &event);
}

struct nodes *nodes_new(const struct checker *checker, char **trouble)
{
    struct root_file file = {0};
    struct nodes *nodes;
    struct transport *transport;
    int keys_fd;

    if (report_folder(checker->options->report, trouble) != 0)
        return NULL;
    transport = transport_listen(checker->options->root, &file, trouble);
    if (transport == NULL)
        return NULL;
    file.boot = root_boot();
    file.job = root_job();
    keys_fd = root_file_write(checker->options->root_file, &file, trouble);
    root_file_free(&file);
    if (keys_fd < 0) {
        transport_close(transport);
        return NULL;
    }
    nodes = xcalloc(1, sizeof *nodes);
    nodes->checker = checker;
    nodes->transport = transport;
    nodes->keys_fd = keys_fd;
    nodes->unpacker = unpacker_new();
    nodes->fd = epoll_create1(EPOLL_CLOEXEC);
    watch(nodes, transport_fd(transport));
    watch(nodes, unpacker_fd(nodes->unpacker));
    return nodes;
}

static void node_free(struct node *node)
{
    size_t i;

    for (i = 0; i < node->process_count; i++) {
        free(node->processes[i]->remote->tasks);
        free(node->processes[i]->remote);
        node->processes[i]->remote = NULL;
    }
    free(node->processes);
    free(node->hung_up);
    stream_free(node->stream);
    free(node);
}

void nodes_free(struct nodes *nodes)
{
    const struct node_message end = {.kind = ROOT_END};
    size_t i;

    if (nodes == NULL)
        return;
    (void)unlink(nodes->checker->options->root_file);
    close(nodes->keys_fd);
    for (i = 0; i < nodes->count; i++) {
        node_send(nodes->list[i], &end, sizeof end);
        node_pump(nodes->list[i], nodes->now);
    }
    transport_close(nodes->transport);
    unpacker_free(nodes->unpacker);
    close(nodes->fd);
    for (i = 0; i < nodes->count; i++)
        node_free(nodes->list[i]);
    free(nodes->list);
    free(nodes);
}

/* ------------------------------------------------------------------ links */

static bool transmit(void *context, const struct stream_frame *frame,
                     const void *bytes, size_t length)
{
    struct node *node = context;
    bool sent = transport_send(node->nodes->transport, node->number, frame,
                               bytes, length);

    if (sent)
        node->unreached = 0;
    else if (node->unreached == 0)
        node->unreached = node->nodes->now;
    return sent;
}

static struct node *node_of(struct nodes *nodes, uint64_t number)
{
    const char *folder = getenv("TMPDIR");
    struct node *node;
    size_t i;

    for (i = 0; i < nodes->count; i++)
        if (nodes->list[i]->number == number)
            return nodes->list[i];
    node = xcalloc(1, sizeof *node);
    node->nodes = nodes;
    node->number = number;
    node->stream =
        stream_new(MEMORY, folder != NULL ? folder : "/tmp", transmit, node);
    nodes->list =
        xrealloc(nodes->list, nodes->count + 1, sizeof(struct node *));
    nodes->list[nodes->count++] = node;
    return node;
}

void node_send(struct node *node, const void *message, size_t length)
{
    if (!node->lost && stream_send(node->stream, message, length) != 0)
        node_lose(node, "what is for it cannot be kept");
}

void node_pump(struct node *node, int64_t now)
{
    if (!node->lost && stream_pump(node->stream, now) != 0)
        node_lose(node, "what is for it cannot be read");
}

/* Whether nothing is missing of the process if its node is lost: it was over,
 * or nearly so, and has ended with its launcher, or with the job that we end.
 */
static bool is_through(const struct process *process)
{
    const struct remote *remote = process->remote;

    return !remote->open || remote->left || remote->crashed ||
           remote->nodes->job_ended ||
           (remote->nodes->hurry && intake_said_goodbye(process));
}

/* It did something that is not known. */
static void miss(const struct node *node, struct process *process)
{
    char *text =
        xasprintf("the checker of its node, %s, was lost: what it did after "
                  "its call %llu is not known",
                  node->name,
                  (unsigned long long)(process->call_count +
                                       intake_remote_calls(process)));

    intake_missing(process, text);
    free(text);
}

/* Nothing more comes of it: how far its processes came is said of each. */
void node_lose(struct node *node, const char *why)
{
    size_t i, running = 0;

    if (node->lost)
        return;
    node->lost = true;
    for (i = 0; i < node->process_count; i++) {
        struct process *process = node->processes[i];

        if (!process->remote->open)
            continue;
        process->unseen =
            !intake_said_goodbye(process) && !process->remote->crashed;
        if (!is_through(process)) {
            miss(node, process);
            process->unseen = true;
            running++;
        }
        node_hung_up(process, (uint64_t)node->nodes->now);
    }
    if (running > 0)
        terminal_line("the checker of node %s is lost (%s); from here on %zu "
                      "of its processes %s not observed",
                      node->name, why, running, running == 1 ? "is" : "are");
}

void node_hung_up(struct process *process, uint64_t time)
{
    struct remote *remote = process->remote;

    remote->open = false;
    remote->nodes->open--;
    intake_hung_up(remote->nodes->checker->intake, process, time);
}

/* ----------------------------------------------------------- its processes */

/* So many bytes of a process may wait to be judged before it has to. */
#define HOLD_AT (1024 * 1024)
#define LET_GO  (HOLD_AT / 4)

static void hold(struct process *process, bool held)
{
    struct remote *remote = process->remote;
    struct root_hold message = {{.kind = ROOT_HOLD}, remote->number, held};

    remote->held = held;
    remote->nodes->held += held ? 1 : -1;
    node_send(remote->node, &message, sizeof message);
}

/* Those whose records wait no more are let go. */
static void let_go(struct nodes *nodes)
{
    size_t i, k;

    for (i = 0; nodes->held > 0 && i < nodes->count; i++)
        for (k = 0; k < nodes->list[i]->process_count; k++) {
            struct process *process = nodes->list[i]->processes[k];

            if (process->remote->held &&
                (!process->remote->open ||
                 intake_remote_bytes(process) < LET_GO))
                hold(process, false);
        }
}

void node_took(struct process *process)
{
    process->remote->newer = true;
    if (!process->remote->held && intake_remote_bytes(process) > HOLD_AT)
        hold(process, true);
}

/* ----------------------------------------------------------------- running */

int nodes_fd(const struct nodes *nodes)
{
    return nodes != NULL ? nodes->fd : -1;
}

static bool all_through(const struct node *node)
{
    size_t i;

    for (i = 0; i < node->process_count; i++)
        if (!is_through(node->processes[i]))
            return false;
    return true;
}

/* Whether it has been silent for so long that it is lost. */
static bool is_lost(const struct node *node)
{
    const struct nodes *nodes = node->nodes;
    int64_t heard = stream_heard(node->stream), unreached = node->unreached;

    if (heard < nodes->awake)
        heard = nodes->awake;
    if (unreached != 0 && unreached < heard)
        unreached = heard;
    if (node->farewell)
        return false;
    if (nodes->now - heard > LOST)
        return true;
    return nodes->hurry && unreached != 0 &&
           nodes->now - unreached > (all_through(node) ? GONE : LOST_AT_END);
}

/* `all`: what they have sent was taken. */
static void look_after(struct nodes *nodes, bool all)
{
    size_t i;

    for (i = 0; i < nodes->count; i++) {
        struct node *node = nodes->list[i];

        if (all && is_lost(node))
            node_lose(node, "nothing is heard from it");
        node_pump(node, nodes->now);
    }
}

/* Whether there is more than may wait. */
static bool hear(struct nodes *nodes)
{
    const void *frame, *message;
    size_t size, length;
    uint64_t number;

    while (unpacker_waiting(nodes->unpacker) < MESSAGES) {
        struct node *node;

        frame = transport_receive(nodes->transport, &number, &size);
        if (frame == NULL)
            return false;
        node = node_of(nodes, number);
        if (!node->lost && stream_take(node->stream, frame, size, nodes->now,
                                       &message, &length))
            node_hear(node, message, length);
    }
    return true;
}

bool nodes_handle(struct nodes *nodes, int64_t now)
{
    struct unpacked *message;
    bool news = false, more;

    if (nodes == NULL)
        return false;
    if (now - nodes->now > BREAK)
        nodes->awake = now;
    nodes->now = now;
    more = hear(nodes);
    while ((message = unpacker_take(nodes->unpacker)) != NULL)
        news |= node_take(message->owner, message);
    let_go(nodes);
    look_after(nodes, !more && unpacker_waiting(nodes->unpacker) == 0);
    return news;
}

bool nodes_have_more(const struct nodes *nodes)
{
    return nodes != NULL && unpacker_waiting(nodes->unpacker) < MESSAGES &&
           transport_is_ready(nodes->transport);
}

size_t nodes_open(const struct nodes *nodes)
{
    return nodes != NULL ? nodes->open : 0;
}

bool nodes_interrupted(const struct nodes *nodes)
{
    return nodes != NULL && nodes->interrupted;
}

void nodes_job_ended(struct nodes *nodes)
{
    if (nodes != NULL)
        nodes->job_ended = true;
}

void nodes_hurry(struct nodes *nodes)
{
    if (nodes != NULL)
        nodes->hurry = true;
}

/* --------------------------------------------------------------- questions */

uint64_t nodes_ask(struct nodes *nodes, bool look)
{
    struct root_ask message = {.message.kind = ROOT_ASK};
    size_t i;

    if (nodes == NULL)
        return 0;
    message.number = ++nodes->asked;
    message.look = look;
    if (look)
        nodes->asked_look = message.number;
    for (i = 0; i < nodes->count; i++) {
        if (!nodes->list[i]->welcome)
            continue;
        node_send(nodes->list[i], &message, sizeof message);
        node_pump(nodes->list[i], nodes->now);
    }
    return message.number;
}

bool nodes_answered(const struct nodes *nodes, uint64_t number)
{
    size_t i;

    for (i = 0; nodes != NULL && i < nodes->count; i++) {
        const struct node *node = nodes->list[i];

        /* One that was not welcome yet had no processes. */
        if (node->welcome && !node->lost && !node->farewell &&
            node->answered < number && node->asked_first <= number)
            return false;
    }
    return true;
}

bool nodes_have_seen(const struct process *process)
{
    const struct remote *remote = process->remote;

    if (remote->looked != 0 && !remote->newer)
        return true;
    if (nodes_answered(remote->nodes, remote->nodes->asked_look))
        (void)nodes_ask(remote->nodes, true);
    return false;
}

/* ------------------------------------------------------------------ orders */

void nodes_signal(struct nodes *nodes, int signal)
{
    const struct root_signal message = {{.kind = ROOT_SIGNAL}, signal, 0};
    size_t i;

    for (i = 0; nodes != NULL && i < nodes->count; i++)
        node_send(nodes->list[i], &message, sizeof message);
}

void nodes_abort(struct nodes *nodes)
{
    const struct node_message abort = {.kind = ROOT_ABORT};
    size_t i, k;

    for (i = 0; nodes != NULL && i < nodes->count; i++)
        for (k = 0; k < nodes->list[i]->process_count; k++)
            if (nodes->list[i]->processes[k]->remote->open) {
                node_send(nodes->list[i], &abort, sizeof abort);
                return;
            }
}
