#include "server.h"

#include "baseline.h"
#include "connection.h"
#include "findings.h"
#include "hang.h"
#include "hold.h"
#include "intake.h"
#include "job.h"
#include "job_report.h"
#include "memory.h"
#include "model.h"
#include "place.h"
#include "report.h"
#include "report_source.h"
#include "stack.h"
#include "status_line.h"
#include "suppression.h"
#include "terminal.h"

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

#define MILLISECOND INT64_C(1000000)

/* Rings are looked at so often: soon after something came, then less. */
#define SHORTEST_SLEEP (MILLISECOND / 5)
#define LONGEST_SLEEP  (2 * MILLISECOND)
/* Without a ring to look at, the sockets wake us. */
#define LONG_SLEEP (100 * MILLISECOND)
/* A job without a connection is over after: */
#define LONELY (2000 * MILLISECOND)
/* or, where nobody has come yet, not even who started us, after: */
#define LONELY_AT_FIRST (10000 * MILLISECOND)
/* What has ended so shortly before we hear of it has been interrupted, too. */
#define INTERRUPTION (500 * MILLISECOND)
/* On a busy machine murmel run hears of it late: the launcher has ended
 * processes by then, by a signal that asks them to end. */
#define INTERRUPTION_LATE (30000 * MILLISECOND)
/* Processes that outlive their launcher are not waited for longer than (to
 * die takes long where they get no processor): */
#define OUTLIVE (10000 * MILLISECOND)
/* What is in the rings of those that live on is taken in for: */
#define DRAIN (1000 * MILLISECOND)

struct server {
    const struct options *options;
    const struct server_start *start;
    struct findings *findings;
    struct report_source *source; /* for the terminal; NULL: none */
    struct model *model;
    struct intake *intake;
    struct connections *connections;
    struct job_report *report;
    struct hang *hang;
    struct status_line *status_line;
    int control_fd, signal_fd; /* -1: closed */
    bool asked_to_end;
    bool asked; /* what the processes do */
    bool ended; /* the job, from here */
    bool launcher_ended;
    int launcher_status;
    int64_t launcher_end; /* when */
    int64_t lonely_since; /* 0: there is a connection */
    unsigned quiet;       /* rounds in which all that is there waited */
    int64_t quiet_since;  /* while the model is unsettled; 0: it is not */
    int64_t sleep;
};

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* Says a line that was made for the user, and frees it. */
static void say(char *trouble)
{
    terminal_line("%s", trouble);
    free(trouble);
}

/* Writes text, and frees it. */
static void put(char *text)
{
    terminal_write(text, strlen(text));
    free(text);
}

/* A finding goes to the terminal at once. */
static void show(const struct server *server, const struct finding *finding)
{
    if (server->options->format == FORMAT_JSON)
        put(report_json_finding(server->findings, finding));
    else
        put(report_text_finding(
            finding,
            &(struct report_style){server->source, terminal_has_colour()}));
    if (server->options->format == FORMAT_GITHUB)
        put(report_github_finding(finding));
}

/* A finding is new. */
static void found(void *context, const struct finding *finding)
{
    const struct server *server = context;

    if (finding->known)
        return;
    if (!server->options->quiet)
        show(server, finding);
    if (server->options->on_finding == ON_FINDING_STOP &&
        (int)finding->rule->severity >= server->options->fail_on)
        hold_finding(server->options, server->connections, finding);
}

static int open_signals(void)
{
    sigset_t set;

    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
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

/* Whether the process was ended with the job, as somebody did at that time;
 * late: it may have been before. */
static bool was_interrupted(const struct process *process, uint64_t time,
                            bool late)
{
    int signal = process_end_signal(process);

    if (process->end_time == 0 ||
        time - process->end_time < (uint64_t)INTERRUPTION)
        return true;
    return late &&
           (signal == SIGINT || signal == SIGTERM || signal == SIGHUP) &&
           time - process->end_time < (uint64_t)INTERRUPTION_LATE;
}

/* The job ends from outside: that its processes do is no fault of theirs. */
static void interrupted(struct server *server, int signal, bool late)
{
    size_t count, i;
    struct process *const *processes =
        connections_processes(server->connections, &count);
    uint64_t time = (uint64_t)now();

    if (hang_has_ended_job(server->hang))
        return;
    for (i = 0; i < count; i++)
        if (was_interrupted(processes[i], time, late))
            processes[i]->interrupted = true;
    job_report_interrupted(server->report, signal);
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
    server->launcher_ended = length == (ssize_t)sizeof news;
    if (server->launcher_ended)
        server->launcher_status = news.value;
    else
        job_report_incomplete(server->report, xstrdup("murmel run was killed"));
    if (!server->launcher_ended)
        interrupted(server, SIGKILL, false);
    else if (WIFSIGNALED(news.value))
        interrupted(server, WTERMSIG(news.value), false);
    server->launcher_end = now();
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
    struct pollfd wait[3] = {
        {.fd = connections_fd(server->connections), .events = POLLIN},
        {.fd = server->control_fd, .events = POLLIN},
        {.fd = server->signal_fd, .events = POLLIN}};
    struct timespec time = {sleep / 1000000000, sleep % 1000000000};

    if (ppoll(wait, 3, &time, NULL) <= 0)
        return false;
    if (wait[1].revents != 0)
        read_control(server);
    if (wait[2].revents != 0)
        read_signal(server);
    if (wait[0].revents == 0 || !connections_handle(server->connections))
        return false;
    if (connections_interrupted(server->connections))
        interrupted(server, SIGINT, false);
    return true;
}

/* Is the job over?  Nothing is in the rings now. */
static bool is_over(struct server *server)
{
    size_t open = connections_open(server->connections), joined;
    int64_t time = now();

    if (server->asked_to_end)
        return true;
    (void)connections_processes(server->connections, &joined);
    if (open > 0)
        server->lonely_since = 0;
    else if (server->lonely_since == 0)
        server->lonely_since = time;
    if (server->control_fd >= 0)
        return false;
    if (server->launcher_end != 0)
        return open == 0 || time - server->launcher_end > OUTLIVE;
    return open == 0 &&
           ((joined > 0 && connections_complete(server->connections)) ||
            time - server->lonely_since >
                (joined > 0 ? LONELY : LONELY_AT_FIRST));
}

/* The job is ended from here: what its processes did is kept for the report. */
static void look_for_end(struct server *server)
{
    if (server->ended || !hang_has_ended_job(server->hang))
        return;
    job_report_state(server->report, server->model, (uint64_t)now());
    model_end_job(server->model);
    server->ended = true;
}

/* What the intake says of a round decides how long we sleep. */
static void after_round(struct server *server, enum intake_state state,
                        bool news)
{
    if (state == INTAKE_PROGRESS || news) {
        server->quiet = 0;
        server->sleep = 0;
        hang_moved(server->hang, now());
        return;
    }
    if (state == INTAKE_IDLE) {
        hang_quiet(server->hang, now());
        look_for_end(server);
    }
    if (state == INTAKE_WAITS && ++server->quiet > 1) {
        /* All rings and sockets were looked at since the last process had
         * to wait: what it waits for does not come. */
        intake_release(server->intake);
        server->quiet = 0;
        server->sleep = 0;
        return;
    }
    if (state == INTAKE_WAITS) {
        server->sleep = 0;
        return;
    }
    server->quiet = 0;
    if (connections_open(server->connections) == 0)
        server->sleep = LONG_SLEEP;
    else if (server->sleep < SHORTEST_SLEEP)
        server->sleep = SHORTEST_SLEEP;
    else if (server->sleep < LONGEST_SLEEP)
        server->sleep *= 2;
    else
        server->sleep = LONGEST_SLEEP;
}

/* The model has put off judgements. */
static void settle(struct server *server, bool moved)
{
    int64_t time;

    if (!model_unsettled(server->model)) {
        server->quiet_since = 0;
        return;
    }
    time = now();
    if (moved || server->quiet_since == 0)
        server->quiet_since = time;
    if (hang_is_silent(server->hang, server->quiet_since, time))
        model_settle(server->model, (uint64_t)time,
                     (uint64_t)server->quiet_since);
}

static void serve(struct server *server)
{
    for (;;) {
        bool news = handle_events(server, server->sleep);
        enum intake_state state = intake_run(server->intake);

        hang_standstill(server->hang, now());
        if (hang_time_is_over(server->hang, now())) {
            hang_time_out(server->hang, now());
            look_for_end(server);
        }
        settle(server, news || state == INTAKE_PROGRESS || state == INTAKE_GAP);
        connections_drop_damaged(server->connections);
        job_report_refresh(server->report);
        status_line_draw(server->status_line, now());
        if (server->asked && state != INTAKE_PROGRESS && !server->ended) {
            job_report_state(server->report, server->model, (uint64_t)now());
            job_report_dump(server->report);
            server->asked = false;
        }
        if (server->asked_to_end)
            return;
        if ((state == INTAKE_IDLE || state == INTAKE_GAP) && !news &&
            is_over(server))
            return;
        after_round(server, state, news);
    }
}

/* Takes in what is there still; processes that live on could go on for
 * ever. */
static void drain(struct server *server)
{
    int64_t end = now() + DRAIN;
    unsigned quiet = 0;

    while (now() < end) {
        enum intake_state state = intake_run(server->intake);

        if (connections_handle(server->connections) ||
            state == INTAKE_PROGRESS) {
            quiet = 0;
        } else if (state == INTAKE_WAITS) {
            if (++quiet > 1)
                intake_release(server->intake);
        } else {
            return;
        }
    }
}

/*
 * Processes that never came, of a world of which one was finalized: all others
 * have been initialized then.  They are on another node, where another checker
 * sees them, or were started without Murmel.  Worlds of one launcher and one
 * size are counted together: what one lacks may be taken for the other's.
 */
static void say_unseen(struct server *server)
{
    size_t count, i, k;
    struct process *const *processes =
        connections_processes(server->connections, &count);

    for (i = 0; i < count; i++) {
        const struct process *first = processes[i];
        bool finalized = false;
        int seen = 0;

        for (k = 0; k < count; k++) {
            if (processes[k]->size != first->size ||
                strcmp(processes[k]->launch, first->launch) != 0)
                continue;
            if (k < i)
                break; /* these were looked at */
            seen++;
            finalized |= process_finished(processes[k]);
        }
        if (finalized && seen < first->size)
            job_report_incomplete(
                server->report,
                xasprintf("%d of %d processes were not observed: they ran on "
                          "another node, or without Murmel",
                          first->size - seen, first->size));
    }
}

static void say_incomplete(struct server *server)
{
    size_t open = connections_open(server->connections), joined;

    (void)connections_processes(server->connections, &joined);
    say_unseen(server);
    if (hang_timed_out(server->hang))
        job_report_incomplete(
            server->report,
            xasprintf("the job was ended after %d seconds (--timeout)",
                      server->options->timeout));
    if (server->asked_to_end)
        job_report_incomplete(server->report,
                              xstrdup("the checker was asked to end (SIGTERM) "
                                      "before the job was over"));
    else if (open > 0)
        job_report_incomplete(
            server->report,
            xasprintf("%zu of %zu processes went on after their launcher had "
                      "ended",
                      open, joined));
}

static bool was_terminated(const struct process *process)
{
    return process_end_signal(process) == SIGTERM;
}

/*
 * All that did not come to their own end were ended by SIGTERM.  So launchers
 * end a job that was interrupted; some also one of which a process was ended
 * by SIGTERM alone.  Without the launcher's word it is taken for the first.
 */
static void look_for_termination(struct server *server)
{
    size_t count, terminated = 0, i;
    struct process *const *processes =
        connections_processes(server->connections, &count);

    for (i = 0; i < count; i++) {
        if (was_terminated(processes[i]))
            terminated++;
        else if (processes[i]->end != PROCESS_EXITED ||
                 !process_finished(processes[i]))
            return;
    }
    if (terminated < 2)
        return;
    for (i = 0; i < count; i++)
        processes[i]->interrupted = was_terminated(processes[i]);
    job_report_interrupted(server->report, SIGTERM);
}

/* Several processes, each in a world of its own: mostly another MPI's mpiexec
 * has started them. */
static void say_alone(const struct server *server)
{
    size_t count, i;
    struct process *const *processes =
        connections_processes(server->connections, &count);

    for (i = 0; i < count; i++)
        if (processes[i]->size != 1)
            return;
    if (count > 1)
        terminal_line("%zu processes, but each is alone in its "
                      "MPI_COMM_WORLD; were they meant as one job, then this "
                      "mpiexec is not that of the program's MPI (%s)",
                      count, processes[0]->flavour);
}

/* Writes the last report and says what there is to say; the exit status. */
static int finish(struct server *server)
{
    const struct options *options = server->options;
    size_t joined;
    int status = 0;

    drain(server);
    status_line_end(server->status_line);
    say_incomplete(server);
    say_alone(server);
    if (server->start->control_fd < 0 && !hang_has_ended_job(server->hang))
        look_for_termination(server);
    model_finish(server->model);
    (void)connections_processes(server->connections, &joined);
    if (job_report_finish(server->report, server->launcher_ended,
                          server->launcher_status) != 0)
        status = 2;
    if (joined == 0 && server->start->control_fd >= 0 && status == 0) {
        terminal_line("nothing was checked: no process of the application "
                      "called an MPI function that Murmel saw");
        status = 2;
    }
    if (status == 0 &&
        findings_count_from(server->findings, options->fail_on) > 0)
        status = 1;
    return status;
}

/* The user's own come first: they have the better reasons. */
static void load_known(struct findings_options *keep,
                       const struct options *options)
{
    char *shipped = place_data("suppressions.json"), *trouble;

    keep->suppressions = suppressions_new();
    if (options->suppressions != NULL &&
        suppressions_add(keep->suppressions, options->suppressions, false,
                         &trouble) != 0)
        say(trouble);
    if (shipped != NULL &&
        suppressions_add(keep->suppressions, shipped, true, &trouble) != 0)
        say(trouble);
    if (options->baseline != NULL) {
        keep->baseline = baseline_load(options->baseline, &trouble);
        if (keep->baseline == NULL)
            say(trouble);
    }
    free(shipped);
}

int server_main(const struct options *options, const struct server_start *start)
{
    bool detached = start->control_fd < 0;
    struct server server = {
        .options = options, .start = start, .control_fd = start->control_fd};
    struct findings_options keep = {.notes = options->notes,
                                    .portability = options->portability,
                                    .found = found,
                                    .context = &server};
    int status;

    allow_descriptors();
    server.signal_fd = open_signals();
    terminal_set(detached ? -1 : STDERR_FILENO);
    load_known(&keep, options);
    server.findings = findings_new(&keep);
    server.source = options->no_source ? NULL : report_source_new();
    server.model = model_new(server.findings, options->strict);
    if (options->separate)
        model_separate(server.model);
    findings_set_model(server.findings, server.model);
    server.intake = intake_new(server.model);
    server.connections =
        connections_new(start->listen_fd, server.intake, detached);
    server.hang = hang_new(options, server.model, server.connections,
                           detached ? 0 : getppid());
    server.report =
        job_report_new(options, start, server.findings, server.model,
                       server.intake, server.connections);
    server.status_line = status_line_new(options, detached ? 0 : getppid(),
                                         server.connections, server.findings);
    serve(&server);
    status = finish(&server);
    /* From here on new processes of this job find no checker here. */
    close(start->listen_fd);
    hang_free(server.hang);
    status_line_free(server.status_line);
    intake_free(server.intake);
    model_free(server.model);
    findings_free(server.findings);
    report_source_free(server.source);
    suppressions_free(keep.suppressions);
    baseline_free(keep.baseline);
    job_report_free(server.report);
    connections_free(server.connections);
    stack_end();
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

int server_detached(const struct options *options, char **words)
{
    const char *fd = word_value(words, "--listen-fd=");
    struct server_start start = {.control_fd = -1,
                                 .job = word_value(words, "--job=")};
    int flags;

    start.listen_fd = fd != NULL ? atoi(fd) : -1;
    flags = fcntl(start.listen_fd, F_GETFL);
    if (start.job == NULL || flags < 0) {
        terminal_line("murmel server is started by the application itself");
        return 2;
    }
    fcntl(start.listen_fd, F_SETFL, flags | O_NONBLOCK);
    fcntl(start.listen_fd, F_SETFD, FD_CLOEXEC);
    return server_main(options, &start);
}
