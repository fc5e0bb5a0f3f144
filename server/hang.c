#include "hang.h"

#include "memory.h"
#include "process.h"
#include "task.h"
#include "terminal.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MILLISECOND INT64_C(1000000)

/* Nothing has come for so long before anybody is suspected, */
#define QUIET (100 * MILLISECOND)
/* then all are watched for so long at least, */
#define WATCH (100 * MILLISECOND)
/* or, where nothing is proved, for so long. */
#define WATCH_LONG (900 * MILLISECOND)
/* at intervals of */
#define INTERVAL (20 * MILLISECOND)
/* or, while only threads outside of MPI keep processes from being stuck, */
#define INTERVAL_OUTSIDE (200 * MILLISECOND)
/* A thread that polls has had its chance after so much processor time. */
#define CHANCE (10 * MILLISECOND)
/* A job that is to end has so long before its processes are told, */
#define UNTIL_TERMINATE (1000 * MILLISECOND)
/* before they are ended, */
#define UNTIL_KILL (3000 * MILLISECOND)
/* and before its launcher is, which has nothing left to do then: mpirun of
 * Open MPI 4.1 may hang itself. */
#define UNTIL_KILL_LAUNCHER (10000 * MILLISECOND)
/* Processes to look at with a debugger that are told one by one. */
#define MOST_SHOWN 32

/* A thread of a process that is watched. */
struct task {
    int process, id;
    int64_t time; /* on a processor, when it was seen first */
    bool had_chance;
    bool seen;
};

enum state {
    STATE_MOVING,
    STATE_WATCHING, /* some seem to wait for ever */
    STATE_FREE,     /* nobody does: until something moves */
    STATE_ENDING,   /* the job is to end */
    STATE_TERMINATED,
    STATE_ENDED,
    STATE_LAUNCHER_ENDED,
    STATE_LEFT /* it hangs, as its user wishes */
};

struct hang {
    const struct options *options;
    struct model *model;
    struct connections *connections;
    int run_pid;
    enum state state;
    int64_t since; /* when the state, or the quiet, began */
    int64_t looked;
    struct task *tasks;
    size_t task_count, next_task;
    uint64_t progress; /* model_progress, when it was another one last */
    int64_t still_since, still_looked;
    bool still_told;
    bool outside; /* a thread outside of MPI was all that kept somebody */
};

static bool may_go_on(void *context, const struct process *process)
{
    struct hang *hang = context;
    bool answer = task_may_go_on(process);

    hang->outside = hang->outside || answer;
    return answer;
}

struct hang *hang_new(const struct options *options, struct model *model,
                      struct connections *connections, int run_pid)
{
    struct hang *hang = xcalloc(1, sizeof *hang);

    hang->options = options;
    hang->model = model;
    hang->connections = connections;
    hang->run_pid = run_pid;
    model_ask_threads(model, may_go_on, hang);
    return hang;
}

void hang_free(struct hang *hang)
{
    free(hang->tasks);
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

/* ---------------------------------------------------------------- watch */

/* How long the thread was on a processor, and whether it sleeps now. */
static int look_at(int process, int id, int64_t *time, bool *sleeps)
{
    char text[512];

    if (task_read(process, id, "schedstat", text, sizeof text) != 0)
        return -1;
    *time = strtoll(text, NULL, 10);
    *sleeps = task_state(process, id) == 'S';
    return 0;
}

/* They are looked at in one order each time: from where the last was found. */
static struct task *task_of(struct hang *hang, int process, int id)
{
    size_t i;

    for (i = 0; i < hang->task_count; i++) {
        struct task *task = &hang->tasks[hang->next_task++ % hang->task_count];

        if (task->process == process && task->id == id)
            return task;
    }
    return NULL;
}

/* A thread has had its chance when it was seen asleep, or polling. */
static void watch_task(struct hang *hang, int process, int id)
{
    struct task *task = task_of(hang, process, id);
    int64_t time;
    bool sleeps;

    if (look_at(process, id, &time, &sleeps) != 0)
        return;
    if (task == NULL) {
        hang->tasks =
            xrealloc(hang->tasks, hang->task_count + 1, sizeof hang->tasks[0]);
        task = &hang->tasks[hang->task_count++];
        *task = (struct task){.process = process, .id = id, .time = time};
    }
    task->seen = true;
    task->had_chance = sleeps || time - task->time >= CHANCE;
}

/* Where /proc tells nothing, nothing is proved. */
static bool watch_process(struct hang *hang, int process)
{
    const struct dirent *entry;
    char path[64];
    DIR *tasks;
    int count = 0;

    snprintf(path, sizeof path, "/proc/%d/task", process);
    tasks = opendir(path);
    if (tasks == NULL)
        return false;
    while ((entry = readdir(tasks)) != NULL) {
        int id = atoi(entry->d_name);

        if (id > 0) {
            watch_task(hang, process, id);
            count++;
        }
    }
    closedir(tasks);
    return count > 0;
}

/* Whether all threads of all that seem to wait had their chance. */
static bool all_had_chance(struct hang *hang, const struct process **processes,
                           size_t count)
{
    bool all = true;
    size_t i;

    for (i = 0; i < hang->task_count; i++)
        hang->tasks[i].seen = false;
    for (i = 0; i < count; i++)
        all = watch_process(hang, processes[i]->pid) && all;
    for (i = 0; i < hang->task_count; i++)
        all = all && (!hang->tasks[i].seen || hang->tasks[i].had_chance);
    return all;
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
    if (hang->options->on_deadlock != ON_DEADLOCK_ABORT) {
        hang->state = STATE_LEFT;
        return;
    }
    hang->state = STATE_ENDING;
    model_end_job(hang->model);
    if (!end_launcher(hang)) {
        say_abort(hang->options);
        connections_abort(hang->connections);
    }
}

static void go_on_ending(struct hang *hang, int64_t now)
{
    if (hang->state == STATE_ENDING && now - hang->since > UNTIL_TERMINATE) {
        connections_signal(hang->connections, SIGTERM);
        hang->state = STATE_TERMINATED;
    } else if (hang->state == STATE_TERMINATED &&
               now - hang->since > UNTIL_KILL) {
        connections_signal(hang->connections, SIGKILL);
        hang->state = STATE_ENDED;
    } else if (hang->state == STATE_ENDED &&
               now - hang->since > UNTIL_KILL_LAUNCHER) {
        (void)end_launcher(hang);
        hang->state = STATE_LAUNCHER_ENDED;
    }
}

/* How to look at those that wait for each other. */
static void say_attach(const struct process **processes, size_t count)
{
    char host[256] = "this host";
    size_t i;

    (void)gethostname(host, sizeof host - 1);
    terminal_line("the job is left as it is; to look at it, on %s:", host);
    for (i = 0; i < count && i < MOST_SHOWN; i++)
        terminal_line("  gdb -p %d   # rank %d", processes[i]->pid,
                      process_rank(processes[i]));
    if (count > MOST_SHOWN)
        terminal_line("  and %zu more; report.json has their pids",
                      count - MOST_SHOWN);
    terminal_line("end it with Ctrl-C (SIGINT)");
}

static void deadlock(struct hang *hang, int64_t now)
{
    const struct process **processes;
    size_t count = model_deadlock(hang->model, &processes);

    if (count > 0 && hang->options->on_deadlock == ON_DEADLOCK_ATTACH)
        say_attach(processes, count);
    free(processes);
    if (count > 0)
        end_job(hang, now);
}

static void begin_watch(struct hang *hang, int64_t now)
{
    hang->state = STATE_WATCHING;
    hang->since = now;
    hang->task_count = 0;
}

static void watch(struct hang *hang, int64_t now)
{
    const struct process **processes;
    bool was_outside = hang->outside, proved, all;
    size_t count;

    hang->outside = false;
    count = model_stuck(hang->model, &processes);
    proved = count > 0;
    if (was_outside && !hang->outside)
        begin_watch(hang, now); /* what kept them has ended just now */
    if (!proved) {
        free(processes);
        count = model_hangs(hang->model, &processes);
    }
    all = count > 0 && all_had_chance(hang, processes, count);
    free(processes);
    if (count == 0) {
        /* A thread outside of MPI ends without a record. */
        if (!hang->outside)
            hang->state = STATE_FREE;
    } else if (all && proved && now - hang->since >= WATCH) {
        deadlock(hang, now);
    } else if (all && now - hang->since >= WATCH_LONG) {
        if (hang->options->on_deadlock == ON_DEADLOCK_ABORT)
            terminal_line("the job hangs after what was found; it is ended");
        end_job(hang, now);
    }
}

void hang_quiet(struct hang *hang, int64_t now)
{
    if (is_ending(hang)) {
        go_on_ending(hang, now);
        return;
    }
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

/* Whether all that run had the time to go on. */
static bool everybody_had_chance(struct hang *hang)
{
    size_t count, running = 0, i;
    struct process *const *all =
        connections_processes(hang->connections, &count);
    const struct process **processes = xcalloc(count + 1, sizeof *processes);
    bool had;

    for (i = 0; i < count; i++)
        if (all[i]->end == PROCESS_RUNNING)
            processes[running++] = all[i];
    had = running > 0 && all_had_chance(hang, processes, running);
    free(processes);
    return had;
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
    if (hang->still_told || now - hang->still_since < limit ||
        now - hang->still_looked < INTERVAL)
        return;
    hang->still_looked = now;
    if (everybody_had_chance(hang) && now - hang->still_since >= limit + WATCH)
        hang->still_told =
            model_standstill(hang->model, hang->options->no_progress);
}
