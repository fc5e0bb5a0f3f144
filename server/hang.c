#include "hang.h"

#include "calls.h"
#include "chance.h"
#include "debugger.h"
#include "memory.h"
#include "nodes.h"
#include "pause.h"
#include "process.h"
#include "recorder.h"
#include "task.h"
#include "terminal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Nothing has come for so long before anybody is suspected, */
#define QUIET (100 * MILLISECOND)
/* then all are watched for so long at least, */
#define WATCH (100 * MILLISECOND)
/* or, where nothing is proved, for so long. */
#define WATCH_LONG (900 * MILLISECOND)
/* Those who do not, too: they may be about to wait for the same, unless they
 * get no chance to for so long. So long, too, where all are starved. */
#define WATCH_OTHERS (10000 * MILLISECOND)
/* or, where they lack nothing, so long: large data may take some time. */
#define WATCH_LONGEST (30000 * MILLISECOND)
/* at intervals of */
#define INTERVAL (20 * MILLISECOND)
/* or, while only threads outside of MPI keep processes from being stuck, */
#define INTERVAL_OUTSIDE (200 * MILLISECOND)
/* What has not gone on for so long is told when the job is ended, too. */
#define STILL_AT_END (2000 * MILLISECOND)
/* A job that is to end has so long before its processes are told, */
#define UNTIL_TERMINATE (1000 * MILLISECOND)
/* before they are ended, */
#define UNTIL_KILL (3000 * MILLISECOND)
/* and before its launcher is, */
#define UNTIL_KILL_LAUNCHER (10000 * MILLISECOND)
/* or, once there are no processes any more, so long: it has nothing left to do
 * then, and mpirun of Open MPI 4.1 may hang itself (PMIx_server_finalize). */
#define UNTIL_END_LAUNCHER (3000 * MILLISECOND)

enum state {
    STATE_MOVING,
    STATE_WATCHING, /* some seem to wait for ever */
    STATE_FREE,     /* nobody does: until something moves, or is found */
    STATE_ENDING,   /* the job is to end */
    STATE_TERMINATED,
    STATE_ENDED,
    STATE_LAUNCHER_ENDED,
    STATE_LEFT /* it hangs, as its user wishes */
};

/* All that run, since then. */
struct everybody {
    struct chance *chance;
    int64_t since, looked;
    bool had;
};

struct hang {
    const struct options *options;
    struct model *model;
    struct connections *connections;
    struct nodes *nodes;
    const struct roster *roster;
    struct recorder *recorder;
    const struct findings *findings;
    size_t found; /* of them */
    int run_pid;
    enum state state;
    int64_t since; /* when the state, or the quiet, began */
    int64_t gone;  /* since then a job that is to end has no processes; or 0 */
    int64_t looked;
    struct chance *watched; /* that seem to wait for ever */
    uint64_t progress;      /* model_progress, when it was another one last */
    int64_t still_since;
    struct everybody others, standing, silent;
    bool still_told;
    int64_t began; /* of --timeout; 0: it has not been asked yet */
    bool timed_out;
    bool outside;  /* a thread outside of MPI was all that kept somebody */
    int64_t *idle; /* by process->index: of task_may_go_on */
    size_t idle_count;
};

static bool may_go_on(void *context, const struct process *process)
{
    struct hang *hang = context;
    bool answer;

    if (process->index >= hang->idle_count) {
        hang->idle = xrealloc(hang->idle, process->index + (size_t)1,
                              sizeof hang->idle[0]);
        memset(hang->idle + hang->idle_count, 0,
               (process->index + (size_t)1 - hang->idle_count) *
                   sizeof hang->idle[0]);
        hang->idle_count = process->index + (size_t)1;
    }
    answer = task_may_go_on(process, &hang->idle[process->index]);

    recorder_answer(hang->recorder, process, answer);
    hang->outside = hang->outside || answer;
    return answer;
}

static bool was_reported(void *context, const struct process *process)
{
    const struct hang *hang = context;

    return findings_explain(hang->findings, process, NULL, SEVERITY_POTENTIAL,
                            NULL);
}

struct hang *hang_new(const struct checker *checker,
                      struct connections *connections, int run_pid)
{
    struct hang *hang = xcalloc(1, sizeof *hang);

    hang->options = checker->options;
    hang->model = checker->model;
    hang->roster = checker->roster;
    hang->recorder = checker->recorder;
    hang->connections = connections;
    hang->nodes = checker->nodes;
    hang->findings = checker->findings;
    hang->run_pid = run_pid;
    hang->watched = chance_new();
    hang->others.chance = chance_new();
    hang->standing.chance = chance_new();
    hang->silent.chance = chance_new();
    model_ask_threads(hang->model, may_go_on, hang);
    model_ask_reported(hang->model, was_reported, hang);
    return hang;
}

void hang_free(struct hang *hang)
{
    chance_free(hang->watched);
    chance_free(hang->others.chance);
    chance_free(hang->standing.chance);
    chance_free(hang->silent.chance);
    free(hang->idle);
    free(hang);
}

static bool is_ending(const struct hang *hang)
{
    return hang->state >= STATE_ENDING;
}

void hang_moved(struct hang *hang, int64_t now)
{
    if (is_ending(hang))
        return;
    hang->state = STATE_MOVING;
    hang->since = now;
}

bool hang_has_ended_job(const struct hang *hang)
{
    return is_ending(hang) && hang->state != STATE_LEFT;
}

/* ------------------------------------------------------------------ end */

/* mpiexec shows nothing of what comes after MPI_Abort, the summary either. */
static void say_abort(const struct options *options)
{
    char *file, *path;

    if (options->quiet)
        return;
    file = xasprintf("%s/report.html", options->report);
    path = realpath(file, NULL);
    terminal_line("the job hangs; Murmel ends it by MPI_Abort%s%s",
                  path != NULL ? " · report: " : "", path != NULL ? path : "");
    free(path);
    free(file);
}

/* Through `murmel run`, of which the checker is a child; false: there is none.
 */
static bool end_launcher(const struct hang *hang)
{
    return hang->run_pid > 0 && getppid() == hang->run_pid &&
           kill(hang->run_pid, SIGTERM) == 0;
}

static void end_job(struct hang *hang, int64_t now)
{
    hang->since = now;
    hang->state = STATE_ENDING;
}

void hang_end_job(struct hang *hang)
{
    if (end_launcher(hang))
        return;
    say_abort(hang->options);
    if (connections_open(hang->connections) > 0)
        connections_abort(hang->connections);
    else
        nodes_abort(hang->nodes);
}

static bool leaves_job(const struct options *options)
{
    return options->on_deadlock != ON_DEADLOCK_ABORT ||
           options->on_finding == ON_FINDING_STOP;
}

/* As the user wishes: one may want to look at it. */
static void end_hanging_job(struct hang *hang, int64_t now)
{
    if (!leaves_job(hang->options)) {
        end_job(hang, now);
        return;
    }
    if (hang->options->on_deadlock != ON_DEADLOCK_ABORT)
        terminal_line("the job is left as it is; end it with Ctrl-C (SIGINT)");
    hang->since = now;
    hang->state = STATE_LEFT;
}

static void signal_all(struct hang *hang, int number)
{
    connections_signal(hang->connections, NULL, number);
    nodes_signal(hang->nodes, number);
}

static bool has_processes(const struct hang *hang)
{
    size_t count, i;
    struct process *const *known = roster_processes(hang->roster, &count);

    for (i = 0; i < count; i++)
        if (known[i]->end == PROCESS_RUNNING)
            return true;
    return false;
}

/* Whether the launcher is still there though its processes have gone. */
static bool is_left_over(struct hang *hang, int64_t now)
{
    if (hang->gone == 0 && !has_processes(hang))
        hang->gone = now;
    return hang->gone != 0 && now - hang->gone > UNTIL_END_LAUNCHER;
}

static void go_on_ending(struct hang *hang, int64_t now)
{
    if (hang->state < STATE_LAUNCHER_ENDED && is_left_over(hang, now)) {
        (void)end_launcher(hang);
        hang->state = STATE_LAUNCHER_ENDED;
        return;
    }
    if (hang->state == STATE_ENDING && now - hang->since > UNTIL_TERMINATE) {
        signal_all(hang, SIGTERM);
        hang->state = STATE_TERMINATED;
    } else if (hang->state == STATE_TERMINATED &&
               now - hang->since > UNTIL_KILL) {
        signal_all(hang, SIGKILL);
        hang->state = STATE_ENDED;
    } else if (hang->state == STATE_ENDED &&
               now - hang->since > UNTIL_KILL_LAUNCHER) {
        (void)end_launcher(hang);
        hang->state = STATE_LAUNCHER_ENDED;
    }
}

bool hang_hurry(struct hang *hang)
{
    if (!hang_has_ended_job(hang) || hang->state >= STATE_ENDED)
        return false;
    signal_all(hang, SIGKILL);
    hang->state = STATE_ENDED;
    return true;
}

static void deadlock(struct hang *hang, bool is_starved, int64_t now)
{
    const struct process **processes;
    size_t count = model_deadlock(hang->model, is_starved, &processes);

    recorder_add(hang->recorder, EVENT_DEADLOCK, NULL, 0,
                 &(struct recording_deadlock){is_starved, 0},
                 sizeof(struct recording_deadlock));
    if (count > 0)
        end_hanging_job(hang, now);
    if (count > 0 && hang->options->on_deadlock == ON_DEADLOCK_ATTACH)
        debugger_show(hang->options, processes, count);
    free(processes);
}

/* -------------------------------------------------------------- everybody */

/* Or has come no further than to begin with it. */
static bool is_in_init(const struct process *process)
{
    const struct call *newest;

    if (process->call_count == 0)
        return true;
    newest =
        process->last_calls[(process->call_count - 1) % PROCESS_LAST_CALLS];
    return !newest->returned && (newest->info->base == CALL_MPI_Init ||
                                 newest->info->base == CALL_MPI_Init_thread);
}

/* Whether all processes of the job are there, and had the time to go on since
 * then. */
static bool had_chance(struct hang *hang, struct everybody *all, int64_t since,
                       int64_t now)
{
    size_t count, running = 0, i;
    bool there = roster_complete(hang->roster);
    struct process *const *known = roster_processes(hang->roster, &count);
    const struct process **processes;

    if (since != all->since) {
        chance_begin(all->chance);
        *all = (struct everybody){all->chance, since, now, false};
    }
    if (now - all->looked < INTERVAL)
        return all->had;
    processes = xcalloc(count + 1, sizeof *processes);
    for (i = 0; i < count; i++)
        if (known[i]->end == PROCESS_RUNNING) {
            there = there && !is_in_init(known[i]);
            processes[running++] = known[i];
        }
    all->had = chance_look(all->chance, processes, running) && there;
    all->looked = now;
    free(processes);
    return all->had;
}

/* ------------------------------------------------------------------ watch */

static void begin_watch(struct hang *hang, int64_t now)
{
    hang->state = STATE_WATCHING;
    hang->since = now;
    chance_begin(hang->watched);
}

/* What is known of a job that does not move: the first of these. */
enum standing {
    STANDING_STUCK,   /* some wait for ever */
    STANDING_WRONG,   /* all, after what was told of a call that they are in, */
    STANDING_STARVED, /* after what receives from any source have taken, */
    STANDING_GIVEN_UP, /* after what was told of them before */
    STANDING_NONE
};

/* *processes, the caller's: those that wait. */
static enum standing ask(const struct hang *hang, size_t *count,
                         const struct process ***processes)
{
    enum standing standing;

    for (standing = 0; standing < STANDING_NONE; standing++) {
        *count = standing == STANDING_STUCK
                     ? model_stuck(hang->model, processes)
                 : standing == STANDING_STARVED
                     ? model_starved(hang->model, processes)
                     : model_hangs(hang->model, standing == STANDING_GIVEN_UP,
                                   processes);
        if (*count > 0)
            return standing;
        free(*processes);
    }
    *processes = NULL;
    return STANDING_NONE;
}

static void end_after_finding(struct hang *hang, int64_t now)
{
    if (!leaves_job(hang->options))
        terminal_line("the job hangs after what was found; it is ended");
    end_hanging_job(hang, now);
}

/* How long they are watched at least. */
static int64_t patience(enum standing standing)
{
    switch (standing) {
    case STANDING_STUCK:
        return WATCH;
    case STANDING_WRONG:
        return WATCH_LONG;
    case STANDING_STARVED:
        return WATCH_OTHERS;
    default:
        return WATCH_LONGEST;
    }
}

static void watch(struct hang *hang, int64_t now)
{
    const struct process **processes;
    bool was_outside = hang->outside, others, all;
    enum standing standing;
    size_t count;

    hang->outside = false;
    standing = ask(hang, &count, &processes);
    if (was_outside && !hang->outside)
        begin_watch(hang, now); /* what kept them has ended just now */
    /* Both are looked at each time: on a busy machine looks are rare. */
    others = count > 0 && had_chance(hang, &hang->others, hang->since, now);
    all = chance_look(hang->watched, processes, count) &&
          (others ||
           (standing != STANDING_STARVED && now - hang->since >= WATCH_OTHERS));
    free(processes);
    if (standing == STANDING_NONE) {
        /* A thread outside of MPI ends without a record. */
        if (!hang->outside)
            hang->state = STATE_FREE;
    } else if (all && now - hang->since >= patience(standing)) {
        if (standing == STANDING_STUCK || standing == STANDING_STARVED)
            deadlock(hang, standing == STANDING_STARVED, now);
        else
            end_after_finding(hang, now);
    }
}

void hang_quiet(struct hang *hang, int64_t now)
{
    if (is_ending(hang)) {
        go_on_ending(hang, now);
        return;
    }
    if (hang->found != findings_total(hang->findings))
        hang_moved(hang, now);
    hang->found = findings_total(hang->findings);
    if (hang->state == STATE_FREE ||
        now - hang->looked < (hang->outside ? INTERVAL_OUTSIDE : INTERVAL))
        return;
    if (hang->state == STATE_MOVING) {
        if (now - hang->since < QUIET)
            return;
        hang->outside = false;
        begin_watch(hang, now);
    }
    hang->looked = now;
    watch(hang, now);
}

bool hang_is_silent(struct hang *hang, int64_t since, int64_t now)
{
    return had_chance(hang, &hang->silent, since, now);
}

static void tell_standstill(struct hang *hang, int seconds,
                            enum standstill_end end)
{
    hang->still_told = model_standstill(hang->model, seconds, end);
    recorder_add(hang->recorder, EVENT_STANDSTILL, NULL, 0,
                 &(struct recording_standstill){seconds, (int32_t)end},
                 sizeof(struct recording_standstill));
}

void hang_standstill(struct hang *hang, int64_t now)
{
    int64_t limit = hang->options->no_progress * (1000 * MILLISECOND);
    uint64_t progress = model_progress(hang->model);

    if (limit == 0 || is_ending(hang))
        return;
    if (progress != hang->progress || hang->still_since == 0) {
        hang->progress = progress;
        hang->still_since = now;
        hang->still_told = false;
        return;
    }
    if (hang->still_told || now - hang->still_since < limit)
        return;
    if (had_chance(hang, &hang->standing, hang->still_since, now) &&
        now - hang->still_since >= limit + WATCH)
        tell_standstill(hang, hang->options->no_progress, STANDSTILL_GOES_ON);
}

/* Whether that nothing goes on is due to what was told before, as far as is
 * known: left to itself, the job would be ended for that. */
static bool is_explained(const struct hang *hang)
{
    const struct process **processes;
    size_t count;
    enum standing standing = ask(hang, &count, &processes);

    free(processes);
    return standing == STANDING_WRONG || standing == STANDING_GIVEN_UP;
}

void hang_standstill_at_end(struct hang *hang, int64_t now, bool surely)
{
    int64_t still = now - hang->still_since;

    if (hang->options->no_progress == 0 || is_ending(hang) ||
        hang->still_told || hang->still_since == 0 ||
        model_progress(hang->model) != hang->progress || still < STILL_AT_END ||
        is_explained(hang))
        return;
    tell_standstill(hang, (int)(still / (1000 * MILLISECOND)),
                    surely ? STANDSTILL_ENDS : STANDSTILL_MAY_END);
}

bool hang_time_is_over(struct hang *hang, int64_t now)
{
    int64_t limit = hang->options->timeout * (1000 * MILLISECOND);

    if (hang->timed_out)
        go_on_ending(hang, now); /* it may not be quiet */
    if (limit == 0 || hang_has_ended_job(hang))
        return false;
    if (hang->began == 0)
        hang->began = now;
    return now - hang->began >= limit;
}

void hang_time_out(struct hang *hang, int64_t now)
{
    terminal_line("the time limit of %d second%s is over (--timeout); the job "
                  "is ended",
                  hang->options->timeout,
                  hang->options->timeout == 1 ? "" : "s");
    hang_standstill_at_end(hang, now, true);
    hang->timed_out = true;
    end_job(hang, now);
}

bool hang_timed_out(const struct hang *hang)
{
    return hang->timed_out;
}
