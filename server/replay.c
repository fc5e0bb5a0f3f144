#include "replay.h"

#include "checker.h"
#include "help.h"
#include "memory.h"
#include "option_file.h"
#include "recording.h"
#include "recording_job.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

struct replay {
    struct checker checker;
    struct recording *recording;
    json_t *start; /* has the strings of origin */
    struct job_origin origin;
    struct job_end end;
    const char *trouble; /* what keeps it from going on; NULL: nothing */
    bool *idle;          /* by process: it has no thread that may call MPI */
    size_t idle_count;
};

/* Whom the model asks: as it was answered last. */
static bool may_go_on(void *context, const struct process *process)
{
    const struct replay *replay = context;

    return process->index >= replay->idle_count ||
           !replay->idle[process->index];
}

static void join(struct replay *replay, const struct wire_hello *hello)
{
    struct process *process = roster_add(replay->checker.roster, hello);

    replay->idle = xrealloc(replay->idle, replay->idle_count + 1, sizeof(bool));
    replay->idle[replay->idle_count++] = false;
    intake_join(replay->checker.intake, process, hello);
}

static void interrupted(struct replay *replay,
                        const struct recording_interrupted *what)
{
    size_t count, i;
    struct process *const *processes =
        roster_processes(replay->checker.roster, &count);

    for (i = 0; i < count; i++)
        processes[i]->interrupted = false;
    for (i = 0; i < what->count; i++)
        if (what->processes[i] < count)
            processes[what->processes[i]]->interrupted = true;
    job_report_interrupted(replay->checker.report, what->signal);
    model_interrupted(replay->checker.model);
}

/* Events of one process.  -1: they make no sense. */
static int play_process(struct replay *replay,
                        const struct recording_event *event,
                        struct process *process)
{
    struct intake *intake = replay->checker.intake;
    const void *payload = event->words;
    const struct recording_hung_up *hung_up = payload;
    char *text;

    switch ((enum recording_kind)event->kind) {
    case EVENT_RING:
        intake_replay_ring(process,
                           ((const struct recording_ring *)payload)->tid,
                           ((const struct recording_ring *)payload)->number);
        return 0;
    case EVENT_RECORD:
        return intake_replay_record(intake, process, event->thread, payload);
    case EVENT_TAKEN:
        intake_replay_taken(intake, process);
        return 0;
    case EVENT_GOODBYE:
        intake_goodbye(
            intake, process,
            ((const struct recording_goodbye *)payload)->exit_status);
        return 0;
    case EVENT_HUNG_UP:
        process->wait_status = hung_up->wait_status;
        process->replaced = hung_up->departure == HUNG_UP_REPLACED;
        process->unseen = hung_up->departure == HUNG_UP_UNSEEN;
        process->ended_inside = hung_up->inside != 0;
        intake_hung_up(intake, process, hung_up->end_time);
        return 0;
    case EVENT_DAMAGED:
        text = recording_text(event);
        intake_missing(process, text);
        free(text);
        return 0;
    case EVENT_ENDED:
        intake_replay_ended(intake, process);
        return 0;
    case EVENT_ANSWER:
        replay->idle[process->index] =
            ((const struct recording_answer *)payload)->may_go_on == 0;
        return 0;
    default:
        return -1;
    }
}

/* What the checker did on its own: until then all was offered that waited. */
static void play_decision(struct replay *replay,
                          const struct recording_event *event)
{
    struct checker *checker = &replay->checker;
    const void *payload = event->words;
    const struct recording_settle *settle = payload;
    const struct recording_standstill *standstill = payload;
    const struct process **processes = NULL;

    (void)intake_replay_run(checker->intake);
    if (event->kind == EVENT_RELEASE) {
        intake_release(checker->intake);
    } else if (event->kind == EVENT_SETTLE) {
        model_settle(checker->model, settle->now, settle->quiet_since);
    } else if (event->kind == EVENT_DEADLOCK) {
        (void)model_deadlock(
            checker->model,
            ((const struct recording_deadlock *)payload)->is_starved != 0,
            &processes);
        free(processes);
    } else if (event->kind == EVENT_STANDSTILL) {
        (void)model_standstill(checker->model, standstill->seconds,
                               (enum standstill_end)standstill->end);
    } else {
        job_report_state(checker->report, checker->model,
                         ((const struct recording_state *)payload)->time);
        model_end_job(checker->model);
    }
}

static void finish(struct replay *replay, const struct recording_event *event)
{
    json_t *json = recording_json(event);

    recording_job_read_finish(json, &replay->end);
    json_decref(json);
}

static int play(struct replay *replay, const struct recording_event *event)
{
    size_t count;
    struct process *const *processes =
        roster_processes(replay->checker.roster, &count);

    switch ((enum recording_kind)event->kind) {
    case EVENT_HELLO:
        join(replay, (const void *)event->words);
        return 0;
    case EVENT_RELEASE:
    case EVENT_SETTLE:
    case EVENT_DEADLOCK:
    case EVENT_STANDSTILL:
    case EVENT_END_JOB:
        play_decision(replay, event);
        return 0;
    case EVENT_INTERRUPTED:
        interrupted(replay, (const void *)event->words);
        return 0;
    case EVENT_INCOMPLETE:
        job_report_incomplete(replay->checker.report, recording_text(event));
        return 0;
    case EVENT_TROUBLE:
        roster_trouble(replay->checker.roster, recording_text(event));
        return 0;
    case EVENT_FINISH:
        finish(replay, event);
        return 0;
    default:
        return event->process < count
                   ? play_process(replay, event, processes[event->process])
                   : -1;
    }
}

/* What is left waits for what is not in the recording. */
static void drain(struct replay *replay)
{
    struct intake *intake = replay->checker.intake;

    while (intake_replay_run(intake) != INTAKE_IDLE)
        intake_release(intake);
}

struct replay *replay_open(const char *path, struct options *options,
                           char **trouble)
{
    struct recording *recording = recording_open(path, trouble);
    const struct recording_event *event;
    struct replay *replay;

    if (recording == NULL)
        return NULL;
    replay = xcalloc(1, sizeof *replay);
    replay->recording = recording;
    replay->origin.key = "";
    event = recording_next(recording);
    if (event != NULL && event->kind == EVENT_START)
        replay->start = recording_json(event);
    recording_job_read_start(replay->start, options, &replay->origin);
    return replay;
}

const struct job_origin *replay_origin(const struct replay *replay)
{
    return &replay->origin;
}

struct checker *replay_begin(struct replay *replay,
                             const struct options *options)
{
    checker_open(&replay->checker, options, &replay->origin);
    model_ask_threads(replay->checker.model, may_go_on, replay);
    return &replay->checker;
}

const char *replay_play(struct replay *replay)
{
    const struct recording_event *event;

    while (replay->trouble == NULL &&
           (event = recording_next(replay->recording)) != NULL)
        if (play(replay, event) != 0)
            replay->trouble = "an event in it makes no sense";
    if (replay->trouble == NULL)
        replay->trouble = recording_trouble(replay->recording);
    drain(replay);
    return replay->trouble;
}

int replay_finish(struct replay *replay, report_writer *print)
{
    struct checker *checker = &replay->checker;
    size_t joined;
    int status = 0;

    if (replay->trouble != NULL)
        job_report_incomplete(
            checker->report,
            xasprintf("the recording is not whole: %s", replay->trouble));
    job_report_unseen(checker->report);
    model_finish(checker->model);
    if ((print != NULL ? job_report_print(checker->report, &replay->end, print)
                       : job_report_finish(checker->report, &replay->end)) != 0)
        status = 2;
    (void)roster_processes(checker->roster, &joined);
    if (joined == 0) {
        terminal_line("nothing was judged: no process is in the recording%s%s",
                      replay->trouble != NULL ? ": " : "",
                      replay->trouble != NULL ? replay->trouble : "");
        status = 2;
    }
    return status != 0 ? status : checker_status(checker);
}

void replay_close(struct replay *replay)
{
    if (replay->checker.options != NULL)
        checker_close(&replay->checker);
    recording_close(replay->recording);
    json_decref(replay->start);
    free(replay->idle);
    free(replay);
}

int replay_words(struct options *options, enum option_use use, char **words,
                 const char **path, char **trouble)
{
    *path = NULL;
    for (;;) {
        int used = options_from_words(options, use, words, trouble);

        if (used < 0)
            return -1;
        words += used;
        if (*words == NULL)
            break;
        if (*path != NULL) {
            *trouble = xasprintf("%s: it takes one file", *words);
            return -1;
        }
        *path = *words++;
    }
    if (*path != NULL || options->help || options->version)
        return 0;
    *trouble = xasprintf("a recording%s is wanted: murmel run --record=FILE "
                         "makes one",
                         use < USE_JUDGE ? "" : ", or a report.json,");
    return -1;
}

struct replay *replay_open_with(const char *path, struct options *options,
                                enum option_use use, char **words,
                                char **trouble)
{
    struct options recorded;
    struct replay *replay;

    options_init(&recorded);
    replay = replay_open(path, &recorded, trouble);
    options_free(options);
    *options = recorded;
    if (replay == NULL)
        return NULL;
    if (options_from_file(options, trouble) != 0 ||
        options_from_environment(options, trouble) != 0 ||
        replay_words(options, use, words, &path, trouble) != 0) {
        replay_close(replay);
        return NULL;
    }
    return replay;
}

int replay_command(int argc, char **argv)
{
    char **words = argv + 1;
    struct options options;
    struct replay *replay = NULL;
    const char *path;
    int status = 2;
    char *trouble = NULL;

    (void)argc;
    options_init(&options);
    if (replay_words(&options, USE_REPLAY, words, &path, &trouble) == 0) {
        if (options.help || options.version)
            status = help_about(&options, "record");
        else
            replay =
                replay_open_with(path, &options, USE_REPLAY, words, &trouble);
    }
    if (trouble != NULL) {
        terminal_line("%s", trouble);
        free(trouble);
    } else if (replay != NULL) {
        (void)replay_begin(replay, &options);
        (void)replay_play(replay);
        status = replay_finish(replay, NULL);
        replay_close(replay);
    }
    options_free(&options);
    return status;
}
