/*
 * report_json_process.c - what the processes do, and how each ended, for
 * report.json.
 */
#include "report_json.h"
#include "report_string.h"
#include "report_value.h"

#include "call_text.h"
#include "model_pending.h"

#include <stdlib.h>
#include <sys/wait.h>

static json_int_t seconds_since(const struct report_job *job, uint64_t since)
{
    return job->state_time > since
               ? (json_int_t)((job->state_time - since) / UINT64_C(1000000000))
               : 0;
}

static json_t *pending_value(const struct report_job *job)
{
    json_t *value = json_array(), *item;

    for (size_t i = 0; i < job->pending_count; i++) {
        const struct pending *pending = &job->pending[i];

        item = json_object();
        json_object_set_new(item, "kind",
                            json_string(pending->epoch ? "epoch" : "request"));
        json_object_set_new(item, "call",
                            report_json_call(pending->call, pending->text));
        json_object_set_new(
            item, "seconds",
            json_integer(seconds_since(job, pending->call->enter_time)));
        json_array_append_new(value, item);
    }
    return value;
}

json_t *report_json_state(const struct report_job *job)
{
    json_t *value, *seconds;

    if (job->state == NULL)
        return json_null();
    seconds = json_array();
    for (uint32_t i = 0; i < job->state->class_count; i++) {
        const struct call *call = job->state->classes[i].call;
        uint64_t since = call == NULL           ? job->state_time
                         : call->exit_time != 0 ? call->exit_time
                                                : call->enter_time;

        json_array_append_new(seconds, json_integer(seconds_since(job, since)));
    }
    value = json_object();
    json_object_set_new(value, "graph",
                        report_json_graph(job->state, REPORT_STATE_DOT));
    json_object_set_new(value, "seconds", seconds);
    json_object_set_new(value, "pending", pending_value(job));
    return value;
}

static json_t *exit_status_value(const struct process *process)
{
    if (process->end == PROCESS_EXITED)
        return json_integer(process->exit_status);
    if (process->end == PROCESS_LOST && process->wait_status >= 0 &&
        WIFEXITED(process->wait_status))
        return json_integer(WEXITSTATUS(process->wait_status));
    return json_null();
}

static json_t *call_value(const struct report *report, const struct call *call)
{
    char *text = call_text(call, report->model);
    json_t *value = report_json_call(call, text);

    free(text);
    return value;
}

static json_t *end_value(const struct report *report,
                         const struct process *process)
{
    static const char *const ends[] = {
        [PROCESS_RUNNING] = "running",   [PROCESS_EXITED] = "exited",
        [PROCESS_CRASHED] = "crashed",   [PROCESS_LOST] = "lost",
        [PROCESS_REPLACED] = "replaced", [PROCESS_UNSEEN] = "unseen",
    };
    static const char *const states[] = {
        [PROCESS_BEFORE_INIT] = "before init",
        [PROCESS_INITIALIZED] = "initialized",
        [PROCESS_FINALIZED] = "finalized",
        [PROCESS_IN_SESSION] = "in session",
        [PROCESS_SESSIONS_OVER] = "sessions finalized",
        [PROCESS_ABORTED] = "aborted",
    };
    bool crashed = process->end == PROCESS_CRASHED;
    int signal = process_end_signal(process);
    json_t *value = json_object();
    char *words = report_process_end(process);
    char name[32];

    json_object_set_new(value, "how", json_string(ends[process->end]));
    json_object_set_new(value, "mpi", json_string(states[process->mpi]));
    json_object_set_new(value, "text", report_text_value(words));
    free(words);
    json_object_set_new(value, "exit_status", exit_status_value(process));
    report_signal_name(name, sizeof name, signal);
    json_object_set_new(value, "signal",
                        signal != 0 ? json_string(name) : json_null());
    json_object_set_new(value, "address",
                        crashed && process->crash_address != CRASH_NO_ADDRESS
                            ? report_json_address(process->crash_address)
                            : json_null());
    json_object_set_new(
        value, "stack",
        report_json_stack(crashed ? process->crash_stack : NULL));
    json_object_set_new(value, "call",
                        crashed && process->crash_call != NULL
                            ? call_value(report, process->crash_call)
                            : json_null());
    json_object_set_new(value, "order",
                        process->end != PROCESS_RUNNING
                            ? json_integer((json_int_t)process->end_order)
                            : json_null());
    return value;
}

static json_t *last_calls_value(const struct report *report,
                                const struct process *process)
{
    json_t *calls = json_array();
    uint64_t first = process->call_count > PROCESS_LAST_CALLS
                         ? process->call_count - PROCESS_LAST_CALLS
                         : 0;

    if (!report_shows_last_calls(report, process))
        return calls;
    for (uint64_t i = first; i < process->call_count; i++) {
        const struct call *call = process->last_calls[i % PROCESS_LAST_CALLS];

        if (call != NULL)
            json_array_append_new(calls, call_value(report, call));
    }
    return calls;
}

json_t *report_json_process(const struct report *report,
                            const struct process *process)
{
    json_t *value = json_object();

    json_object_set_new(value, "process", json_integer(process->place));
    json_object_set_new(value, "rank", report_json_rank(process->rank));
    json_object_set_new(value, "pid", json_integer(process->pid));
    json_object_set_new(value, "executable",
                        report_text_value(process->executable));
    json_object_set_new(value, "directory",
                        report_text_value(process->directory));
    json_object_set_new(value, "command", report_text_value(process->command));
    json_object_set_new(value, "flavour", report_text_value(process->flavour));
    json_object_set_new(value, "library", report_text_value(process->library));
    json_object_set_new(value, "call_count",
                        json_integer((json_int_t)process->call_count));
    json_object_set_new(
        value, "held_seconds",
        process->held_time != 0 && report->job->state != NULL
            ? json_integer(seconds_since(report->job, process->held_time))
            : json_null());
    json_object_set_new(value, "end", end_value(report, process));
    json_object_set_new(value, "last_calls", last_calls_value(report, process));
    return value;
}
