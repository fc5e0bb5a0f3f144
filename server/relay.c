#include "relay.h"

#include "memory.h"
#include "pause.h"
#include "relay_private.h"
#include "terminal.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)
/* Events go to the root in blocks of so many bytes, */
#define BLOCK (64 * 1024)
/* or when the first of them is so old. */
#define BLOCK_AGE (5 * MILLISECOND)
/* So much may wait for the root: then the processes have to, too. */
#define FULL ((size_t)256 * 1024 * 1024)
/* Without a ring to look at, the sockets wake us. */
#define LONG_SLEEP (100 * MILLISECOND)
/* The node's part is over when it had no process for: */
#define LONELY (2 * SECOND)
/* or, where none has come yet, for: */
#define LONELY_AT_FIRST (10 * SECOND)
/* The root is lost when it was not heard for: */
#define LOST (60 * SECOND)
/* Who did not run for so long has not listened, either. */
#define BREAK SECOND
/* After a SIGTERM its processes have so long to end, too: */
#define GRACE SECOND
/* When all is over it has so long to take the rest: */
#define REST (10 * SECOND)

static void send_block(void *context, const void *block, size_t length)
{
    const struct node_message head = {.kind = NODE_BLOCK};
    struct relay *relay = context;
    char *message = xmalloc(sizeof head + length);

    memcpy(message, &head, sizeof head);
    memcpy(message + sizeof head, block, length);
    relay_send(relay, message, sizeof head + length);
    free(message);
}

static int open_signals(void)
{
    sigset_t set;

    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTTOU, SIG_IGN);
    signal(SIGUSR1, SIG_IGN); /* murmel status asks the root */
    signal(SIGXFSZ, SIG_IGN);
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void handle_events(struct relay *relay, int64_t sleep)
{
    struct pollfd wait[3] = {
        {.fd = connections_fd(relay->connections), .events = POLLIN},
        {.fd = transport_fd(relay->transport), .events = POLLIN},
        {.fd = relay->signal_fd, .events = POLLIN}};
    struct timespec time = {sleep / SECOND, sleep % SECOND};
    struct signalfd_siginfo what;

    if (transport_is_ready(relay->transport))
        time = (struct timespec){0};
    (void)ppoll(wait, 3, &time, NULL);
    if (wait[2].revents != 0 &&
        read(relay->signal_fd, &what, sizeof what) == sizeof what)
        relay->asked_to_end = relay_now();
    relay_take(relay);
}

/* Blocks that have waited for more go. */
static void flush(struct relay *relay, int64_t now)
{
    if (!recorder_has_some(relay->recorder))
        relay->began_block = 0;
    else if (relay->began_block == 0)
        relay->began_block = now;
    else if (now - relay->began_block >= BLOCK_AGE) {
        recorder_flush(relay->recorder);
        relay->began_block = 0;
    }
}

/* Processes at their end go on when what they did has come to the root. */
static void promise(struct relay *relay)
{
    if (connections_wait(relay->connections)) {
        recorder_flush(relay->recorder);
        relay->began_block = 0;
        connections_promise(relay->connections, stream_last(relay->stream));
    }
    connections_kept(relay->connections, stream_acknowledged(relay->stream));
}

/* Whether there was no process for long enough. */
static bool is_lonely(struct relay *relay, int64_t now)
{
    size_t joined;

    if (connections_open(relay->connections) > 0) {
        relay->lonely_since = 0;
        return false;
    }
    if (relay->lonely_since == 0)
        relay->lonely_since = now;
    (void)roster_processes(relay->roster, &joined);
    return now - relay->lonely_since > (joined > 0 ? LONELY : LONELY_AT_FIRST);
}

/* NULL: the root can be reached, or will be. */
static const char *root_trouble(struct relay *relay, int64_t now)
{
    int64_t heard = stream_heard(relay->stream);

    if (relay->broken[0] != '\0')
        return relay->broken;
    if (now - relay->turned > BREAK)
        relay->awake = now;
    relay->turned = now;
    if (heard < relay->awake)
        heard = relay->awake;
    if (now - heard > LOST)
        return "it is not heard";
    return NULL;
}

/* Once. */
static void say_lost(struct relay *relay, const char *why)
{
    if (relay->lost)
        return;
    relay->lost = true;
    terminal_line("the root checker is lost (%s): what the processes of this "
                  "node do is not checked from here on",
                  why);
}

/* What has come, and what is to go; whether a process has done something. */
static bool turn(struct relay *relay, int64_t now)
{
    bool full = stream_bytes(relay->stream) > FULL;
    bool news = connections_handle(relay->connections);
    enum intake_state state = full ? INTAKE_GAP : intake_run(relay->intake);

    connections_drop_damaged(relay->connections);
    flush(relay, now);
    if (!full)
        promise(relay);
    if (relay->ask.number != 0 && state == INTAKE_IDLE && !news)
        relay_answer(relay);
    /* Whoever waits for the end of the processes' output need not wait for
     * ours. */
    if (connections_open(relay->connections) == 0 &&
        !recorder_has_some(relay->recorder) &&
        stream_messages(relay->stream) == 0)
        connections_let_go(relay->connections);
    relay_pump(relay);
    return news || state == INTAKE_PROGRESS;
}

/* Who ends us may end the processes in the same breath: that is to be seen. */
static bool has_to_end(const struct relay *relay, int64_t now)
{
    return relay->asked_to_end != 0 &&
           (connections_open(relay->connections) == 0 ||
            now - relay->asked_to_end > GRACE);
}

static void serve(struct relay *relay)
{
    struct pause pause = {0};
    int64_t sleep = 0;

    for (;;) {
        int64_t now;
        const char *trouble;

        handle_events(relay, sleep);
        now = relay_now();
        if (turn(relay, now))
            sleep = 0;
        else if (connections_open(relay->connections) == 0)
            sleep = recorder_has_some(relay->recorder) ? BLOCK_AGE : LONG_SLEEP;
        else
            sleep = pause_choose(&pause, intake_most_bytes(relay->intake), now);
        trouble = root_trouble(relay, now);
        if (trouble != NULL) {
            say_lost(relay, trouble);
            return;
        }
        if (has_to_end(relay, now) || relay->ended || is_lonely(relay, now))
            return;
    }
}

/* What is left goes, as far as the root takes it in time. */
static void finish(struct relay *relay)
{
    const struct node_message farewell = {.kind = NODE_FAREWELL};
    int64_t now = relay_now(), end = now + REST;
    size_t count, i;
    const char *const *troubles = roster_troubles(relay->roster, &count);

    for (i = 0; i < count; i++)
        recorder_add_text(relay->recorder, EVENT_TROUBLE, NULL, troubles[i]);
    recorder_flush(relay->recorder);
    relay_send(relay, &farewell, sizeof farewell);
    while (!relay->ended && root_trouble(relay, now) == NULL &&
           stream_messages(relay->stream) > 0 && now < end) {
        relay_pump(relay);
        handle_events(relay, 10 * MILLISECOND);
        now = relay_now();
    }
    if (!relay->ended && stream_messages(relay->stream) > 1)
        say_lost(relay, "it did not take what was for it");
}

void relay_refuse(const struct server_start *start, const char *why)
{
    struct roster *roster = roster_new();
    struct intake *intake = intake_new(NULL);
    struct connections *connections =
        connections_new(start->listen_fd, intake, roster, false);
    int64_t end = relay_now() + LONELY;

    connections_refuse(connections, why);
    while (relay_now() < end) {
        struct pollfd wait = {.fd = connections_fd(connections),
                              .events = POLLIN};

        (void)poll(&wait, 1, 100);
        (void)connections_handle(connections);
    }
    connections_free(connections);
    intake_free(intake);
    roster_free(roster);
}

int relay_main(const struct options *options, const struct server_start *start)
{
    struct relay relay = {.options = options, .start = start};
    char *trouble;
    int status = 2;

    terminal_set(-1);
    relay.signal_fd = open_signals();
    if (relay_greet(&relay, &trouble) == 0) {
        relay.roster = roster_new();
        relay.intake = intake_new(NULL);
        relay.recorder = recorder_to(send_block, &relay, BLOCK);
        intake_record(relay.intake, relay.recorder);
        relay.connections =
            connections_new(start->listen_fd, relay.intake, relay.roster, true);
        connections_relay(relay.connections);
        serve(&relay);
        finish(&relay);
        close(start->listen_fd);
        connections_free(relay.connections);
        intake_free(relay.intake);
        (void)recorder_close(relay.recorder);
        roster_free(relay.roster);
        status = 0;
    } else {
        relay_refuse(start, trouble);
        free(trouble);
    }
    if (relay.stream != NULL)
        stream_free(relay.stream);
    if (relay.transport != NULL)
        transport_close(relay.transport);
    free(relay.refused);
    close(relay.signal_fd);
    return status;
}
