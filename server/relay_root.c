/*
 * relay_root.c - what a node's checker and the root say to each other
 * (node_message.h).
 */
#include "relay_private.h"

#include "calls.h"
#include "memory.h"
#include "pause.h"
#include "task.h"
#include "wire.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/* What is not acknowledged and has no room in memory is in a file. */
#define MEMORY (4 * 1024 * 1024)
/* The root has so long to answer: less than a process waits for its WELCOME. */
#define PATIENCE INT64_C(8000000000)
/* So often clocks are compared, where they are not the same. */
#define CLOCKS 5

int64_t relay_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static bool transmit(void *context, const struct stream_frame *frame,
                     const void *bytes, size_t length)
{
    const struct relay *relay = context;

    return transport_send(relay->transport, 0, frame, bytes, length);
}

/* Where is kept what is not acknowledged. */
static const char *spill_folder(void)
{
    const char *folder = getenv("TMPDIR");

    return folder != NULL ? folder : "/tmp";
}

/* The first reason counts. */
static void break_off(struct relay *relay, const char *what)
{
    if (relay->broken[0] == '\0')
        snprintf(relay->broken, sizeof relay->broken, "%s %s: %s", what,
                 spill_folder(), strerror(errno));
}

void relay_send(struct relay *relay, const void *message, size_t length)
{
    if (stream_send(relay->stream, message, length) != 0)
        break_off(relay, "what is for it cannot be kept in");
}

void relay_pump(struct relay *relay)
{
    if (stream_pump(relay->stream, relay_now()) != 0)
        break_off(relay, "what is for it cannot be read from");
}

/* ------------------------------------------------------------------ hello */

static void ask_clock(struct relay *relay)
{
    struct node_clock clock = {{.kind = NODE_CLOCK}, (uint64_t)relay_now(), 0};

    relay_send(relay, &clock, sizeof clock);
}

static void say_hello(struct relay *relay)
{
    struct node_hello hello = {.message.kind = NODE_HELLO,
                               .version = NODE_VERSION,
                               .wire = WIRE_VERSION,
                               .schema = CALLS_SCHEMA_HASH,
                               .offset = relay->offset};

    if (gethostname(hello.name, sizeof hello.name - 1) != 0)
        strcpy(hello.name, "?");
    relay_send(relay, &hello, sizeof hello);
}

/* The root's clock is what it was half way: that is the less wrong, the less
 * time the way took. */
static void take_clock(struct relay *relay, const void *bytes, size_t length)
{
    struct node_clock clock;
    int64_t now = relay_now(), took;

    if (length != sizeof clock)
        return;
    memcpy(&clock, bytes, sizeof clock);
    took = now - (int64_t)clock.node;
    if (relay->clocks == 0 || took < relay->best) {
        relay->best = took;
        relay->offset = (int64_t)clock.root - ((int64_t)clock.node + took / 2);
    }
    if (++relay->clocks < CLOCKS)
        ask_clock(relay);
    else
        say_hello(relay);
}

/* The root's file.  Where the root is a process's checker, as this one is, it
 * may not be there yet, or one of an earlier job is.  0; -1 and *trouble. */
static int find_root(const struct relay *relay, int64_t end,
                     struct root_file *file, char **trouble)
{
    static const struct timespec pause = {0, 20 * MILLISECOND};
    const char *path = relay->options->root_file;
    char *job;
    int result;

    if (relay->options->root == NULL)
        return root_file_read(path, file, trouble);
    job = root_job();
    for (;;) {
        result = root_file_read(path, file, trouble);
        if (result == 0 && strcmp(file->job, job) == 0)
            break;
        if (result == 0) {
            root_file_free(file);
            *trouble = xasprintf("%s: it is of another job", path);
            result = -1;
        }
        if (relay_now() >= end)
            break;
        free(*trouble);
        nanosleep(&pause, NULL);
    }
    free(job);
    return result;
}

/* malloc'd */
static char *say_silent(const char *endpoint)
{
    static const char scheme[] = "tcp://";
    const char *address = endpoint;

    if (strncmp(address, scheme, strlen(scheme)) == 0)
        address += strlen(scheme);
    if (strncmp(address, "127.", 4) == 0 || strncmp(address, "[::1]", 5) == 0)
        return xasprintf("the root checker does not answer at %s, which is the "
                         "node itself: --root takes an address by which the "
                         "nodes know the root's machine",
                         address);
    return xasprintf("the root checker does not answer at %s (is there a "
                     "firewall?)",
                     address);
}

/* Until the root has answered, or the time is over; whether it has let us in.
 */
static bool await_root(struct relay *relay, int64_t end)
{
    if (relay->same_clock)
        say_hello(relay);
    else
        ask_clock(relay);
    while (!relay->welcome && relay->refused == NULL && relay_now() < end) {
        struct pollfd wait = {.fd = transport_fd(relay->transport),
                              .events = POLLIN};

        relay_pump(relay);
        if (!transport_is_ready(relay->transport))
            (void)poll(&wait, 1, 10);
        relay_take(relay);
    }
    return relay->welcome;
}

static int greet(struct relay *relay, const struct root_file *file, int64_t end,
                 char **trouble)
{
    uint64_t number;
    char *boot;

    if (getrandom(&number, sizeof number, 0) != sizeof number)
        number = (uint64_t)relay_now() ^ (uint64_t)getpid() << 48;
    relay->transport = transport_connect(file, number, trouble);
    if (relay->transport == NULL)
        return -1;
    boot = root_boot();
    relay->same_clock = boot[0] != '\0' && strcmp(boot, file->boot) == 0;
    free(boot);
    relay->stream = stream_new(MEMORY, spill_folder(), transmit, relay);
    if (await_root(relay, end))
        return 0;
    *trouble = relay->refused != NULL
                   ? xasprintf("the root checker refused this node: %s",
                               relay->refused)
                   : say_silent(file->endpoint);
    return -1;
}

int relay_greet(struct relay *relay, char **trouble)
{
    struct root_file file;
    int64_t end = relay_now() + PATIENCE;
    int result;

    if (find_root(relay, end, &file, trouble) != 0)
        return -1;
    result = greet(relay, &file, end, trouble);
    root_file_free(&file);
    return result;
}

/* ----------------------------------------------------------------- orders */

static struct process *process_at(const struct relay *relay, uint32_t number)
{
    size_t count;
    struct process *const *processes = roster_processes(relay->roster, &count);

    return number < count ? processes[number] : NULL;
}

static void take_ask(struct relay *relay, const void *bytes, size_t length)
{
    struct root_ask ask;

    if (length != sizeof ask)
        return;
    memcpy(&ask, bytes, sizeof ask);
    /* One answer is enough for several. */
    ask.look |= relay->ask.look;
    relay->ask = ask;
}

static void take_hold(struct relay *relay, const void *bytes, size_t length)
{
    struct root_hold hold;
    struct process *process;

    if (length != sizeof hold)
        return;
    memcpy(&hold, bytes, sizeof hold);
    process = process_at(relay, hold.process);
    if (process != NULL)
        intake_hold(process, hold.held != 0);
}

static void take_signal(struct relay *relay, const void *bytes, size_t length)
{
    struct root_signal order;

    if (length != sizeof order)
        return;
    memcpy(&order, bytes, sizeof order);
    connections_signal(relay->connections, NULL, order.signal);
}

/* Of a root that has welcomed us. */
static void take_order(struct relay *relay, uint32_t kind, const void *bytes,
                       size_t length)
{
    switch ((enum node_message_kind)kind) {
    case ROOT_ASK:
        take_ask(relay, bytes, length);
        break;
    case ROOT_HOLD:
        take_hold(relay, bytes, length);
        break;
    case ROOT_SIGNAL:
        take_signal(relay, bytes, length);
        break;
    case ROOT_ABORT:
        connections_abort(relay->connections);
        break;
    case ROOT_END:
        relay->ended = true;
        break;
    default:
        break;
    }
}

static void take_message(struct relay *relay, const void *bytes, size_t length)
{
    struct node_message head;

    if (length < sizeof head)
        return;
    memcpy(&head, bytes, sizeof head);
    if (head.kind == ROOT_CLOCK)
        take_clock(relay, bytes, length);
    else if (head.kind == ROOT_WELCOME)
        relay->welcome = true;
    else if (head.kind == ROOT_REFUSED && relay->refused == NULL)
        relay->refused =
            xstrndup((const char *)bytes + sizeof head, length - sizeof head);
    else if (relay->connections != NULL)
        take_order(relay, head.kind, bytes, length);
}

void relay_take(struct relay *relay)
{
    const void *frame, *message;
    size_t size, length;
    uint64_t from;

    while ((frame = transport_receive(relay->transport, &from, &size)) != NULL)
        if (stream_take(relay->stream, frame, size, relay_now(), &message,
                        &length))
            take_message(relay, message, length);
}

/* ----------------------------------------------------------------- answer */

void relay_answer(struct relay *relay)
{
    struct node_answer answer = {.message.kind = NODE_ANSWER,
                                 .number = relay->ask.number,
                                 .look = relay->ask.look};
    struct text text = {0};
    size_t count, i;
    struct process *const *processes = roster_processes(relay->roster, &count);

    recorder_flush(relay->recorder);
    relay->began_block = 0;
    text_append(&text, (const char *)&answer, sizeof answer);
    for (i = 0; answer.look && i < count; i++) {
        struct remote_task *tasks;
        struct node_seen seen = {.process = processes[i]->index};

        if (processes[i]->end != PROCESS_RUNNING)
            continue;
        seen.task_count = (uint32_t)task_look_all(processes[i]->looked_at, &tasks);
        text_append(&text, (const char *)&seen, sizeof seen);
        text_append(&text, (const char *)tasks,
                    seen.task_count * sizeof tasks[0]);
        free(tasks);
        answer.process_count++;
    }
    memcpy(text.bytes, &answer, sizeof answer);
    relay_send(relay, text.bytes, text.length);
    free(text.bytes);
    relay->ask = (struct root_ask){.number = 0};
}
