#include "server_private.h"

#include "checker.h"
#include "connection.h"
#include "hang.h"
#include "hold.h"
#include "interruption.h"
#include "memory.h"
#include "nodes.h"
#include "pause.h"
#include "recorder.h"
#include "recording_job.h"
#include "relay.h"
#include "root_file.h"
#include "status.h"
#include "status_line.h"
#include "terminal.h"
#include "transport.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Without a ring to look at, the sockets wake us. */
#define LONG_SLEEP (100 * MILLISECOND)
/* The end of a call that waits for nobody (model_expects_end) is waited for: */
#define PATIENCE (1000 * MILLISECOND)

int64_t server_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* Those whose calls it is about are held, where the user wants that: each
 * process once for a finding, or others would run into an error that ends the
 * job, and with it those that are held. */
static void found(void *context, const struct finding *finding, bool is_new)
{
    const struct server *server = context;

    if (server->options->on_finding == ON_FINDING_STOP &&
        (int)finding->rule->severity >= server->options->fail_on)
        hold_finding(server->options, server->connections, finding, is_new);
}

static int open_signals(void)
{
    sigset_t set;

    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTTOU, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a report too large for a limit is an error */
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* Each process takes up to three descriptors. */
static void allow_descriptors(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* The job ends from outside. */
static void interrupted(struct server *server, int signal, bool late)
{
    if (hang_has_ended_job(server->hang))
        return;
    interruption_mark(server->checker.roster, (uint64_t)server_now(), late);
    hang_standstill_at_end(server->hang, server_now(), true);
    server_tell_interrupted(server, signal);
}

/* The launcher has ended, or `murmel run` was interrupted or killed. */
static void read_control(struct server *server)
{
    struct server_news news;
    ssize_t length = recv(server->control_fd, &news, sizeof news, MSG_DONTWAIT);

    if (length < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (length == (ssize_t)sizeof news && news.kind == NEWS_INTERRUPTED) {
        interrupted(server, news.value, true);
        return;
    }
    if (length == (ssize_t)sizeof news && news.kind == NEWS_LAUNCHER_HANGS) {
        server->launcher_hangs = true;
        return;
    }
    server->launcher_ended = length == (ssize_t)sizeof news;
    if (server->launcher_ended)
        server->launcher_status = news.value;
    else
        server_lacks(server, xstrdup("murmel run was killed"));
    if (!server->launcher_ended)
        interrupted(server, SIGKILL, false);
    else if (WIFSIGNALED(news.value) && !server->launcher_hangs)
        interrupted(server, WTERMSIG(news.value), false);
    server->launcher_end = server_now();
    close(server->control_fd);
    server->control_fd = -1;
}

/* SIGTERM: it is to end, or the job that is being ended, at once; SIGUSR1:
 * murmel status wants to know. */
static void read_signal(struct server *server)
{
    struct signalfd_siginfo what;

    if (read(server->signal_fd, &what, sizeof what) != sizeof what)
        return;
    if (what.ssi_signo == SIGUSR1)
        server->asked = true;
    else if (!hang_hurry(server->hang))
        server->asked_to_end = true;
}

/* Sleeps for so long at most, and handles what has come. */
static bool handle_events(struct server *server, int64_t sleep)
{
    struct pollfd wait[4] = {
        {.fd = connections_fd(server->connections), .events = POLLIN},
        {.fd = server->control_fd, .events = POLLIN},
        {.fd = server->signal_fd, .events = POLLIN},
        {.fd = nodes_fd(server->checker.nodes), .events = POLLIN}};
    struct timespec time = {sleep / 1000000000, sleep % 1000000000};
    bool news = false;

    if (nodes_have_more(server->checker.nodes))
        time = (struct timespec){0};
    if (ppoll(wait, 4, &time, NULL) > 0) {
        if (wait[1].revents != 0)
            read_control(server);
        if (wait[2].revents != 0)
            read_signal(server);
        news = wait[0].revents != 0 && connections_handle(server->connections);
    }
    news |= nodes_handle(server->checker.nodes, server_now());
    if (news && (connections_interrupted(server->connections) ||
                 nodes_interrupted(server->checker.nodes)))
        interrupted(server, SIGINT, false);
    return news;
}

/* The job is ended from here: what its processes did is kept for the report.
 * That is written before: its launcher may end us with the processes. */
static void look_for_end(struct server *server)
{
    struct recording_state state;

    if (server->ended || !hang_has_ended_job(server->hang))
        return;
    state.time = (uint64_t)server_now();
    job_report_state(server->checker.report, server->checker.model, state.time);
    model_end_job(server->checker.model);
    recorder_add(server->checker.recorder, EVENT_END_JOB, NULL, 0, &state,
                 sizeof state);
    server->ended = true;
    nodes_job_ended(server->checker.nodes);
    if (!hang_timed_out(server->hang))
        job_report_judged(server->checker.report);
    hang_end_job(server->hang);
}

/* Nothing is in the rings.  Who waits for each call to be judged is not to wait
 * longer. */
static int64_t choose_pause(struct server *server)
{
    int64_t pause =
        pause_choose(&server->pause, intake_most_bytes(server->checker.intake),
                     server_now());

    return server->options->on_finding == ON_FINDING_STOP ? PAUSE_SHORTEST
                                                          : pause;
}

/* Whether what the waiting processes wait for is not on its way from another
 * node. */
static bool nodes_have_told(struct server *server)
{
    if (server->question == 0)
        server->question = nodes_ask(server->checker.nodes, false);
    return nodes_answered(server->checker.nodes, server->question);
}

/* Whether what the waiting processes wait for may come by itself.  Not for
 * ever: a process may be held in its call. */
static bool is_expected(struct server *server)
{
    int64_t time;

    if (!model_expects_end(server->checker.model)) {
        server->expects_since = 0;
        return false;
    }
    time = server_now();
    if (server->expects_since == 0)
        server->expects_since = time;
    return time - server->expects_since < PATIENCE;
}

/* What the intake says of a round decides how long we sleep. */
static void after_round(struct server *server, enum intake_state state,
                        bool news)
{
    if (state == INTAKE_PROGRESS || news) {
        server->expects_since = 0;
        server->quiet = 0;
        server->question = 0;
        server->sleep = 0;
        hang_moved(server->hang, server_now());
        return;
    }
    if (state == INTAKE_IDLE) {
        hang_quiet(server->hang, server_now());
        look_for_end(server);
    }
    if (state == INTAKE_WAITS && is_expected(server)) {
        server->sleep = choose_pause(server);
        return;
    }
    if (state == INTAKE_WAITS && ++server->quiet > 1 &&
        !nodes_have_told(server)) {
        server->sleep = PAUSE_LONGEST;
        return;
    }
    if (state == INTAKE_WAITS && server->quiet > 1) {
        /* All rings and sockets were looked at since the last process had
         * to wait: what it waits for does not come. */
        intake_release(server->checker.intake);
        server->quiet = 0;
        server->question = 0;
        server->sleep = 0;
        return;
    }
    if (state == INTAKE_WAITS) {
        server->sleep = 0;
        return;
    }
    server->quiet = 0;
    server->sleep =
        server_open_processes(server) == 0 ? LONG_SLEEP : choose_pause(server);
}

/* The model has put off judgements. */
static void settle(struct server *server, bool moved)
{
    struct recording_settle what;
    int64_t time;

    if (!model_unsettled(server->checker.model)) {
        server->quiet_since = 0;
        return;
    }
    time = server_now();
    if (moved || server->quiet_since == 0)
        server->quiet_since = time;
    if (!hang_is_silent(server->hang, server->quiet_since, time))
        return;
    what = (struct recording_settle){(uint64_t)time,
                                     (uint64_t)server->quiet_since};
    model_settle(server->checker.model, what.now, what.quiet_since);
    recorder_add(server->checker.recorder, EVENT_SETTLE, NULL, 0, &what,
                 sizeof what);
}

/* Where no launcher tells it: nobody is left here. */
static void look_for_hurry(struct server *server)
{
    if (server->launcher_end != 0 ||
        (server->control_fd < 0 && roster_complete(server->checker.roster) &&
         connections_open(server->connections) == 0))
        nodes_hurry(server->checker.nodes);
}

/* A process that has ended is judged when all that ended before it have come to
 * light: they may be what ended it.  Who waits for whom is seen before. */
static void look_for_ends(struct server *server)
{
    struct intake *intake = server->checker.intake;
    struct nodes *nodes = server->checker.nodes;

    if (server->end_signs != intake_end_signs(intake)) {
        server->end_signs = intake_end_signs(intake);
        hang_standstill_at_end(server->hang, server_now(), false);
        if (nodes != NULL)
            server->end_question = nodes_ask(nodes, false);
    }
    if (nodes == NULL)
        return;
    intake_hold_ends(intake, !nodes_answered(nodes, server->end_question));
}

/* Polls that find nothing (*polls) are as if nothing had come: a process that
 * polls for ever does not keep others from being judged. */
static enum intake_state take_in(struct server *server, bool *polls)
{
    struct intake *intake = server->checker.intake;
    const struct model *model = server->checker.model;
    enum intake_state state;

    do {
        state = intake_run(intake);
        *polls = state == INTAKE_PROGRESS &&
                 model_progress(model) == server->progress;
        server->progress = model_progress(model);
        if (*polls)
            state = intake_state_of_rest(intake);
    } while (*polls && state == INTAKE_PROGRESS);
    return state;
}

static void serve(struct server *server)
{
    for (;;) {
        bool news = handle_events(server, server->sleep), polls;
        enum intake_state state;

        look_for_hurry(server);
        look_for_ends(server);
        state = take_in(server, &polls);
        hang_standstill(server->hang, server_now());
        if (hang_time_is_over(server->hang, server_now())) {
            hang_time_out(server->hang, server_now());
            look_for_end(server);
        }
        settle(server, news || state == INTAKE_PROGRESS || state == INTAKE_GAP);
        connections_drop_damaged(server->connections);
        job_report_refresh(server->checker.report);
        status_line_draw(server->status_line, server_now());
        if (state == INTAKE_IDLE && server->sleep >= PAUSE_LONGEST)
            recorder_flush(server->checker.recorder);
        if (server->asked && state != INTAKE_PROGRESS && !server->ended) {
            job_report_state(server->checker.report, server->checker.model,
                             (uint64_t)server_now());
            job_report_dump(server->checker.report);
            server->asked = false;
        }
        if (server->asked_to_end)
            return;
        if ((state == INTAKE_IDLE || state == INTAKE_GAP) && !news &&
            server_is_over(server))
            return;
        after_round(server, state, news);
        if (polls)
            server->sleep = 0;
    }
}

static void begin_recording(struct server *server)
{
    const char *path = server->options->record;
    char *trouble;

    if (path == NULL)
        return;
    server->checker.recorder = recorder_open(path, &trouble);
    server->recording_failed = server->checker.recorder == NULL;
    if (server->recording_failed) {
        terminal_line("%s", trouble);
        free(trouble);
    }
    recorder_add_json(server->checker.recorder, EVENT_START,
                      recording_job_start(server->options, &server->origin));
    intake_record(server->checker.intake, server->checker.recorder);
}

/* The job's other nodes, where it is to have some: 0; -1 after a line. */
static int open_nodes(struct server *server)
{
    const char ready = 1;
    char *trouble;

    if (server->options->root == NULL)
        return 0;
    server->checker.nodes = nodes_new(&server->checker, &trouble);
    if (server->checker.nodes == NULL) {
        if (server->start->control_fd < 0)
            relay_refuse(server->start, trouble);
        else
            terminal_line("%s", trouble);
        free(trouble);
        return -1;
    }
    if (server->control_fd >= 0)
        (void)send(server->control_fd, &ready, sizeof ready, MSG_NOSIGNAL);
    return 0;
}

int server_main(const struct options *options, const struct server_start *start)
{
    bool detached = start->control_fd < 0;
    struct server server = {
        .options = options, .start = start, .control_fd = start->control_fd};
    int run_pid = detached ? 0 : getppid(), status;

    allow_descriptors();
    server.signal_fd = open_signals();
    if (!detached)
        terminal_set(STDERR_FILENO);
    server.checker.found = found;
    server.checker.context = &server;
    server.origin = (struct job_origin){.key = start->job,
                                        .command = start->command,
                                        .directory = getcwd(NULL, 0),
                                        .clock = (uint64_t)server_now()};
    clock_gettime(CLOCK_REALTIME, &server.origin.began);
    checker_open(&server.checker, options, &server.origin);
    if (open_nodes(&server) != 0) {
        checker_close(&server.checker);
        free((char *)(uintptr_t)server.origin.directory);
        return 2;
    }
    status_say_shared(options->report);
    begin_recording(&server);
    server.connections =
        connections_new(start->listen_fd, server.checker.intake,
                        server.checker.roster, detached);
    server.hang = hang_new(&server.checker, server.connections, run_pid);
    server.status_line = status_line_new(
        options, run_pid, server.checker.roster, server.checker.findings);
    serve(&server);
    status = server_finish(&server);
    /* From here on new processes of this job find no checker here. */
    close(start->listen_fd);
    nodes_free(server.checker.nodes);
    hang_free(server.hang);
    status_line_free(server.status_line);
    checker_close(&server.checker);
    connections_free(server.connections);
    free((char *)(uintptr_t)server.origin.directory);
    close(server.signal_fd);
    if (server.control_fd >= 0)
        close(server.control_fd);
    return status;
}

/* The value behind "--name=" among the words; NULL: not there. */
static const char *word_value(char **words, const char *name)
{
    size_t length = strlen(name);

    for (; *words != NULL; words++)
        if (strncmp(*words, name, length) == 0)
            return *words + length;
    return NULL;
}

/* The checker of a node.  `murmel run` gave its processes the file of the root;
 * else the root is that of the node which has the root's address. */
static int serve_node(const struct options *options,
                      const struct server_start *start)
{
    char *job = root_job(), *trouble = options_for_one_node(options);
    int status = 2;

    if (options->root != NULL && trouble == NULL && job[0] == '\0')
        trouble = xasprintf("MURMEL_ROOT: the launcher gives the job no name "
                            "that all its nodes know; set MURMEL_JOB, too");
    if (trouble != NULL)
        relay_refuse(start, trouble);
    else if (options->root == NULL ? options->root_file != NULL
                                   : !transport_is_here(options->root))
        status = relay_main(options, start);
    else
        status = server_main(options, start);
    free(trouble);
    free(job);
    return status;
}

int server_detached(const struct options *options, char **words)
{
    const char *fd = word_value(words, "--listen-fd=");
    struct server_start start = {.control_fd = -1,
                                 .job = word_value(words, "--job=")};
    int flags;

    start.listen_fd = fd != NULL ? atoi(fd) : -1;
    flags = fcntl(start.listen_fd, F_GETFL);
    if (start.job == NULL || flags < 0) {
        terminal_set(STDERR_FILENO);
        terminal_line("murmel server is started by the application itself");
        return 2;
    }
    fcntl(start.listen_fd, F_SETFL, flags | O_NONBLOCK);
    fcntl(start.listen_fd, F_SETFD, FD_CLOEXEC);
    return serve_node(options, &start);
}
