/*
 * leak.c - what is there still when MPI_Finalize returns.
 */
#include "families.h"
#include "finding.h"
#include "model_event.h"

static void report(const struct rule *rule, const struct model_event *event,
                   struct findings *findings, const char *left,
                   const char *call, const char *fix)
{
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding,
                    "%s called MPI_Finalize and had not %s made by %s%s.",
                    process_who(event->process).text, left, call, fix);
    finding_call(finding, "made", event->left.made_by);
    finding_process(finding, event->process);
    finding_submit(finding);
}

static const char *maker(const struct model_event *event)
{
    return event->left.made_by == NULL ? "a call that was not seen"
                                       : event->left.made_by->info->name;
}

static void check_request(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    if (event->left.kind == LEFT_REQUEST && !event->left.operation->failed)
        report(rule, event, findings,
               event->left.operation->active ? "completed a request"
                                             : "freed a request",
               maker(event),
               event->left.operation->active
                   ? "; no MPI_Wait or MPI_Test ended it"
                   : "");
}

static void check_comm(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    if (event->left.kind == LEFT_COMM)
        report(rule, event, findings, "freed a communicator", maker(event), "");
}

static void check_type(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    if (event->left.kind == LEFT_TYPE)
        report(rule, event, findings, "freed a datatype", maker(event), "");
}

static void check_window(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    if (event->left.kind == LEFT_WINDOW)
        report(rule, event, findings, "freed a window", maker(event), "");
}

static const struct rule rules[] = {
    {"LEAK-REQUEST", SEVERITY_WARNING,
     "A request was neither completed nor freed", "MPI-4.1 11.2.2",
     "The request and what the MPI library keeps for it are lost; an "
     "operation that was started may not have taken place.",
     "Complete each request with MPI_Wait or MPI_Test or one of their kin, "
     "and free persistent ones with MPI_Request_free.",
     EVENT_BIT(EVENT_LEFT), check_request},
    {"LEAK-COMM", SEVERITY_WARNING, "A communicator was not freed",
     "MPI-4.1 11.2.2",
     "MPI_Finalize does not free objects that the application made. A "
     "program that makes communicators and does not free them runs out of "
     "them in the end.",
     "Call MPI_Comm_free for it on all its members.", EVENT_BIT(EVENT_LEFT),
     check_comm},
    {"LEAK-DATATYPE", SEVERITY_WARNING, "A datatype was not freed",
     "MPI-4.1 11.2.2",
     "MPI_Finalize does not free objects that the application made. A "
     "program that makes datatypes in a loop and does not free them runs out "
     "of memory.",
     "Call MPI_Type_free when no further call needs the datatype.",
     EVENT_BIT(EVENT_LEFT), check_type},
    {"LEAK-WINDOW", SEVERITY_WARNING, "A window was not freed",
     "MPI-4.1 11.2.2",
     "MPI_Finalize does not free objects that the application made; the "
     "memory of the window may stay registered with the network or shared.",
     "Call MPI_Win_free for it on all its members.", EVENT_BIT(EVENT_LEFT),
     check_window},
};

const struct rule_family leak_family = RULE_FAMILY("leak", rules);
