/*
 * attached.c - buffered sends, and the buffers that are attached for them.
 */
#include "call_text.h"
#include "comm_object.h"
#include "families.h"
#include "finding.h"
#include "memory.h"
#include "model_event.h"

#include <inttypes.h>
#include <stdlib.h>

/* `what` behind the call and, if it is one argument's fault, that. */
static void report(const struct rule *rule, const struct model_event *event,
                   struct findings *findings, const char *what)
{
    const struct call_parameter *parameter = event->argument.parameter;
    const struct comm *comm = event->argument.comm;
    struct finding *finding = finding_new(findings, rule);
    char *said = NULL;

    if (parameter != NULL)
        said = call_value_text(event->call, event->model, parameter,
                               event->call->words[parameter->word]);
    finding_message(finding, "%s calls %s%s%s%s%s, but %s.",
                    process_who(event->process).text, event->call->info->name,
                    said == NULL ? "" : " with ",
                    said == NULL ? "" : parameter->name,
                    said == NULL ? "" : " = ", said == NULL ? "" : said, what);
    finding_call(finding, "call", event->call);
    if (event->argument.attached != NULL)
        finding_call(finding, "attach", event->argument.attached);
    if (comm != NULL)
        comm_object(finding, comm);
    finding_submit(finding);
    free(said);
}

static void check_no_buffer(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    char *what;

    if (event->argument.fault != ARGUMENT_NO_BUFFER)
        return;
    what = event->argument.attached == NULL
               ? xasprintf("no buffer is attached for buffered sends")
               : xasprintf("the message is longer than the buffer that is "
                           "attached, of %" PRId64 " bytes",
                           event->argument.size);
    report(rule, event, findings, what);
    free(what);
}

static void check_overflow(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    char *what;

    if (event->argument.fault != ARGUMENT_LESS_BUFFER)
        return;
    what = xasprintf("with MPI_BSEND_OVERHEAD for each message the buffered "
                     "sends up to this one may need more than the %" PRId64
                     " bytes "
                     "that are attached",
                     event->argument.size);
    report(rule, event, findings, what);
    free(what);
}

static void check_attached(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_ATTACHED)
        report(rule, event, findings, "that memory is attached already");
    if (event->argument.fault == ARGUMENT_ATTACHED_OTHER)
        report(rule, event, findings, "another buffer is attached there");
}

static void check_not_attached(const struct rule *rule,
                               const struct model_event *event,
                               struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_NOT_ATTACHED)
        report(rule, event, findings, "no buffer is attached there");
}

static const struct rule rules[] = {
    {"BSEND-NO-BUFFER", SEVERITY_ERROR,
     "A buffered send for which no buffer, or too short a one, is attached",
     "MPI-4.1 3.6, 3.6.1",
     "A buffered send puts its message into the buffer that the program has "
     "attached to the communicator, its session or the process; where none "
     "is, it is as if one of no bytes were attached.",
     "Call MPI_Buffer_attach before, with what MPI_Pack_size says and "
     "MPI_BSEND_OVERHEAD for each message.",
     EVENT_BIT(EVENT_ARGUMENT), check_no_buffer},
    {"BSEND-OVERFLOW", SEVERITY_POTENTIAL,
     "Buffered sends may need more than the buffer that is attached",
     "MPI-4.1 3.6, 3.6.1",
     "Each message takes its bytes and up to MPI_BSEND_OVERHEAD of the buffer "
     "until it has left. Here the process has done nothing by which it could "
     "know that one has, so that all of them may be there at once; the MPI "
     "may then refuse the next one.",
     "Attach a buffer for all messages that may be on their way at once, each "
     "with MPI_BSEND_OVERHEAD; or flush or detach it between them.",
     EVENT_BIT(EVENT_ARGUMENT), check_overflow},
    {"BSEND-ATTACHED", SEVERITY_ERROR,
     "A buffer is attached where one is, or its memory is attached twice",
     "MPI-4.1 3.6",
     "Only one buffer can be attached to a process, to a session and to a "
     "communicator at a time, and memory can be part of one buffer only.",
     "Detach the first buffer before, or attach one that is large enough.",
     EVENT_BIT(EVENT_ARGUMENT), check_attached},
    {"BSEND-NOT-ATTACHED", SEVERITY_WARNING,
     "A buffer is detached or flushed where none is attached", "MPI-4.1 3.6",
     "It is erroneous to detach, or flush, a buffer where none is attached. "
     "MPI libraries of older versions of the standard return a null pointer.",
     "Remember whether a buffer is attached, and detach only that.",
     EVENT_BIT(EVENT_ARGUMENT), check_not_attached},
};

const struct rule_family attached_family = RULE_FAMILY("attached", rules);
