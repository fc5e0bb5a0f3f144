/* When a job is over, and what is done and said then. */
#include "server_private.h"

#include "connection.h"
#include "hang.h"
#include "interruption.h"
#include "launcher.h"
#include "memory.h"
#include "nodes.h"
#include "outlive.h"
#include "recorder.h"
#include "recording_job.h"
#include "status_line.h"
#include "terminal.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>

/* A job without a connection is over after: */
#define LONELY (2000 * MILLISECOND)
/* or, where nobody has come yet, not even who started us, after: */
#define LONELY_AT_FIRST (10000 * MILLISECOND)
/* What is in the rings of those that live on is taken in for: */
#define DRAIN (1000 * MILLISECOND)

size_t server_open_processes(const struct server *server)
{
    return connections_open(server->connections) +
           nodes_open(server->checker.nodes);
}

/* Processes that have to do with MPI still. */
static size_t busy_processes(const struct server *server)
{
    size_t count, i, busy = 0;
    struct process *const *processes =
        roster_processes(server->checker.roster, &count);

    for (i = 0; i < count; i++)
        busy += processes[i]->end_time == 0 && !process_finished(processes[i]);
    return busy;
}

/* Whether all that the job's other nodes have has come, as there is no process
 * any more. */
static bool nodes_are_done(struct server *server)
{
    struct nodes *nodes = server->checker.nodes;
    size_t joined;

    if (nodes == NULL)
        return true;
    if (server->last_question == 0)
        server->last_question = nodes_ask(nodes, false);
    if (!nodes_answered(nodes, server->last_question))
        return false;
    /* One that never came to its first call of MPI is not waited for for
     * long. */
    (void)roster_processes(server->checker.roster, &joined);
    return roster_complete(server->checker.roster) ||
           server_now() - server->launcher_end >
               (joined > 0 ? outlive_patience(0, 0) : LONELY);
}

/* Nobody is left here, but not all have come.  Where they are on other nodes,
 * the launcher may end us now. */
static void write_before_others(struct server *server)
{
    size_t joined;

    (void)roster_processes(server->checker.roster, &joined);
    if (joined > 0 && server->control_fd < 0 &&
        !roster_complete(server->checker.roster))
        job_report_dump(server->checker.report);
}

bool server_is_over(struct server *server)
{
    size_t open = server_open_processes(server), joined;
    int64_t time = server_now();

    if (server->asked_to_end)
        return true;
    (void)roster_processes(server->checker.roster, &joined);
    if (open > 0) {
        server->lonely_since = 0;
        server->last_question = 0;
    } else if (server->lonely_since == 0 || joined != server->joined_before) {
        server->lonely_since = time;
        server->last_question = 0;
        server->joined_before = joined; /* some come and go between two looks */
        write_before_others(server);
    }
    if (server->control_fd >= 0)
        return false;
    if (server->launcher_end != 0)
        return (open == 0 && nodes_are_done(server)) ||
               time - server->launcher_end >
                   outlive_patience(open, busy_processes(server));
    return open == 0 && nodes_are_done(server) &&
           ((joined > 0 && roster_complete(server->checker.roster)) ||
            time - server->lonely_since >
                (joined > 0 ? LONELY : LONELY_AT_FIRST));
}

void server_tell_interrupted(struct server *server, int signal)
{
    job_report_interrupted(server->checker.report, signal);
    model_interrupted(server->checker.model);
    recorder_interrupted(server->checker.recorder, server->checker.roster,
                         signal);
}

void server_lacks(struct server *server, char *why)
{
    recorder_add_text(server->checker.recorder, EVENT_INCOMPLETE, NULL, why);
    job_report_incomplete(server->checker.report, why);
}

/* Takes in what is there still; processes that live on could go on for
 * ever. */
static void drain(struct server *server)
{
    int64_t end = server_now() + DRAIN;
    unsigned quiet = 0;

    intake_hold_ends(server->checker.intake, false);
    while (server_now() < end) {
        enum intake_state state = intake_run(server->checker.intake);

        if (connections_handle(server->connections) ||
            nodes_handle(server->checker.nodes, server_now()) ||
            state == INTAKE_PROGRESS) {
            quiet = 0;
        } else if (state == INTAKE_WAITS) {
            if (++quiet > 1)
                intake_release(server->checker.intake);
        } else {
            return;
        }
    }
}

static void say_incomplete(struct server *server)
{
    size_t busy = busy_processes(server), joined;

    (void)roster_processes(server->checker.roster, &joined);
    job_report_unseen(server->checker.report);
    if (hang_timed_out(server->hang))
        server_lacks(
            server, xasprintf("the job was ended after %d second%s (--timeout)",
                              server->options->timeout,
                              server->options->timeout == 1 ? "" : "s"));
    if (server->asked_to_end)
        server_lacks(server, xstrdup("the checker was asked to end (SIGTERM) "
                                     "before the job was over"));
    else if (busy > 0)
        server_lacks(
            server,
            xasprintf("%zu of %zu processes went on after their launcher had "
                      "ended",
                      busy, joined));
}

/* Several processes, each in a world of its own: mostly another MPI's mpiexec
 * has started them. */
static void say_alone(const struct server *server)
{
    size_t count, i;
    struct process *const *processes =
        roster_processes(server->checker.roster, &count);

    for (i = 0; i < count; i++)
        if (processes[i]->size != 1 || processes[i]->spawned)
            return;
    if (count > 1)
        terminal_line("%zu processes, but each is alone in its "
                      "MPI_COMM_WORLD; were they meant as one job, then this "
                      "mpiexec is not that of the program's MPI (%s)",
                      count, processes[0]->flavour);
}

/* Nobody says whether the job was interrupted. */
static bool has_no_word(const struct server *server)
{
    const char *launcher = server->options->launcher;

    if (hang_has_ended_job(server->hang))
        return false;
    return server->start->control_fd < 0 || server->launcher_hangs ||
           (launcher != NULL && server->launcher_ended &&
            WIFEXITED(server->launcher_status) &&
            WEXITSTATUS(server->launcher_status) == 128 + SIGTERM &&
            launcher_is_cancelled_elsewhere(launcher));
}

/* All that comes after is made of what was recorded. */
static void end_recording(struct server *server, const struct job_end *end)
{
    const char *const *troubles;
    size_t count, i;

    troubles = roster_troubles(server->checker.roster, &count);
    for (i = 0; i < count; i++)
        recorder_add_text(server->checker.recorder, EVENT_TROUBLE, NULL,
                          troubles[i]);
    recorder_add_json(server->checker.recorder, EVENT_FINISH,
                      recording_job_finish(end));
    intake_record(server->checker.intake, NULL);
}

/* The launcher's own status is of use where the program ended before it had
 * called the MPI: Murmel ends with another one. */
static void say_nothing_seen(const struct server *server)
{
    int status = server->launcher_status;
    char ended[64] = "";

    if (server->launcher_ended && WIFEXITED(status) && WEXITSTATUS(status) != 0)
        snprintf(ended, sizeof ended, "; the launcher ended with status %d",
                 WEXITSTATUS(status));
    else if (server->launcher_ended && WIFSIGNALED(status))
        snprintf(ended, sizeof ended, "; the launcher was ended by signal %d",
                 WTERMSIG(status));
    terminal_line("nothing was checked: no process of the application called "
                  "an MPI function that Murmel saw%s",
                  ended);
}

int server_finish(struct server *server)
{
    struct job_end end = {.launcher_ended = server->launcher_ended,
                          .launcher_status = server->launcher_status};
    size_t joined;
    int status = 0;

    drain(server);
    status_line_end(server->status_line);
    say_incomplete(server);
    say_alone(server);
    if (has_no_word(server) &&
        interruption_by_termination(server->checker.roster))
        server_tell_interrupted(server, SIGTERM);
    clock_gettime(CLOCK_REALTIME, &end.time);
    end_recording(server, &end);
    model_finish(server->checker.model);
    (void)roster_processes(server->checker.roster, &joined);
    if (job_report_finish(server->checker.report, &end) != 0)
        status = 2;
    if (recorder_close(server->checker.recorder) != 0 ||
        server->recording_failed)
        status = 2;
    if (joined == 0 && server->start->control_fd >= 0 && status == 0) {
        say_nothing_seen(server);
        status = 2;
    }
    return status != 0 ? status : checker_status(&server->checker);
}
