/*
 * finding.c - a finding, as a rule makes it.
 */
#include "findings_private.h"

#include "history.h"
#include "memory.h"
#include "process.h"
#include "timeline.h"
#include "wait_graph.h"

#include <stdlib.h>
#include <string.h>

static void evidence_free(struct finding_evidence *evidence)
{
    free(evidence->role);
    free(evidence->text);
    call_drop(evidence->call);
}

void finding_free(struct finding *finding)
{
    for (size_t i = 0; i < finding->call_count; i++)
        evidence_free(&finding->calls[i]);
    for (size_t i = 0; i < finding->subject_count; i++) {
        free(finding->subjects[i].kind);
        free(finding->subjects[i].name);
        free(finding->subjects[i].members);
        evidence_free(&finding->subjects[i].made);
    }
    free(finding->subjects);
    wait_graph_drop(finding->graph);
    timeline_drop(finding->timeline);
    history_free(finding->history);
    free(finding->processes.words);
    free(finding->message);
    free(finding->standard);
    free(finding->runs);
    free(finding);
}

struct finding *finding_new(struct findings *findings, const struct rule *rule)
{
    struct finding *finding = xcalloc(1, sizeof *finding);

    finding->findings = findings;
    finding->rule = rule;
    finding->standard = xstrdup(rule->standard);
    finding->count = 1;
    return finding;
}

void finding_message(struct finding *finding, const char *format, ...)
{
    va_list arguments;

    free(finding->message);
    va_start(arguments, format);
    finding->message = xvasprintf(format, arguments);
    va_end(arguments);
}

void finding_standard(struct finding *finding, const char *standard)
{
    free(finding->standard);
    finding->standard = xstrdup(standard);
}

void finding_call(struct finding *finding, const char *role, struct call *call)
{
    struct finding_evidence *evidence;

    if (call == NULL)
        return;
    if (call->process != NULL)
        finding_process(finding, call->process);
    if (finding->call_count == FINDING_MAX_CALLS) {
        finding->calls_left_out++;
        return;
    }
    evidence = &finding->calls[finding->call_count++];
    evidence->role = xstrdup(role);
    evidence->call = call_hold(call);
}

void finding_call_of(struct finding *finding, const char *ranks,
                     struct call *call)
{
    size_t count = finding->call_count;

    finding_call(finding, ranks, call);
    if (finding->call_count > count)
        finding->calls[count].role_is_ranks = true;
}

void finding_call_aside(struct finding *finding, const char *role,
                        struct call *call)
{
    size_t count = finding->call_count;

    finding_call(finding, role, call);
    if (finding->call_count > count)
        finding->calls[count].aside = true;
}

void finding_combines(struct finding *finding)
{
    finding->combines = true;
}

void finding_process(struct finding *finding, const struct process *process)
{
    process_set_add(findings_processes(finding->findings), &finding->processes,
                    process);
}

void finding_crash(struct finding *finding, const struct process *process)
{
    finding_process(finding, process);
    finding->crashed = process->crash_stack != NULL ? process : NULL;
}

void finding_object(struct finding *finding, const char *kind, const char *name,
                    struct call *made_by)
{
    struct finding_subject *subject;

    finding->subjects = xrealloc(finding->subjects, finding->subject_count + 1,
                                 sizeof *finding->subjects);
    subject = &finding->subjects[finding->subject_count++];
    memset(subject, 0, sizeof *subject);
    subject->kind = xstrdup(kind);
    subject->name = xstrdup(name != NULL ? name : kind);
    if (made_by != NULL)
        subject->made.call = call_hold(made_by);
}

void finding_members(struct finding *finding, const char *members)
{
    struct finding_subject *subject =
        &finding->subjects[finding->subject_count - 1];

    free(subject->members);
    subject->members = members == NULL ? NULL : xstrdup(members);
}

void finding_graph(struct finding *finding, struct wait_graph *graph)
{
    wait_graph_drop(finding->graph);
    finding->graph = wait_graph_hold(graph);
}

void finding_timeline(struct finding *finding, struct timeline *timeline)
{
    timeline_drop(finding->timeline);
    finding->timeline = timeline_hold(timeline);
}
