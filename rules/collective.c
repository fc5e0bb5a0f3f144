/*
 * collective.c - collective operations that meet must be the same.
 */
#include "families.h"
#include "finding.h"
#include "model_event.h"

static const char *place_name(const struct model_event *event)
{
    return event->meeting.comm != NULL ? comm_name(event->meeting.comm)
                                       : window_name(event->meeting.window);
}

/* The two calls in the order of their ranks, so that the finding is the same
 * whoever came first. */
static void report(const struct rule *rule, const struct model_event *event,
                   struct findings *findings, const char *difference)
{
    struct call *low = event->meeting.other, *high = event->call;
    struct call *made_by = event->meeting.comm != NULL
                               ? event->meeting.comm->made_by
                               : event->meeting.window->made_by;
    struct finding *finding = finding_new(findings, rule);

    if (process_rank(high->process) < process_rank(low->process)) {
        low = event->call;
        high = event->meeting.other;
    }
    finding_message(
        finding,
        "Collective operation number %llu on %s is %s on rank %d but %s on "
        "rank %d%s.",
        (unsigned long long)event->meeting.position + 1, place_name(event),
        low->info->name, process_rank(low->process), high->info->name,
        process_rank(high->process), difference);
    finding_call(finding, low->info->name, low);
    finding_call(finding, high->info->name, high);
    finding_object(finding,
                   event->meeting.comm != NULL ? "communicator" : "window",
                   place_name(event), made_by);
    finding_submit(finding);
}

static void check_function(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    if (event->meeting.differs == MEETING_FUNCTION)
        report(rule, event, findings, "");
}

static void check_blocking(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    if (event->meeting.differs == MEETING_BLOCKING)
        report(rule, event, findings, ", and these do not match");
}

static void check_root(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    if (event->meeting.differs == MEETING_ROOT)
        report(rule, event, findings, ", with another root");
}

static void check_op(const struct rule *rule, const struct model_event *event,
                     struct findings *findings)
{
    if (event->meeting.differs == MEETING_OP)
        report(rule, event, findings, ", with another operation (op)");
}

const struct rule collective_rules[COLLECTIVE_RULE_COUNT] = {
    {"COLL-KIND-MISMATCH", SEVERITY_ERROR,
     "Different collective operations meet on one communicator", "MPI-4.1 6.14",
     "All members of a communicator must call the same collective operations "
     "in the same order. The n-th call of one process meets the n-th call of "
     "the others, whatever the two functions are; they hang or mix up data.",
     "Make all processes call the operations in the same order, or give the "
     "independent sequences a communicator each (MPI_Comm_dup).",
     EVENT_BIT(EVENT_MEETING), check_function},
    {"COLL-BLOCKING-MISMATCH", SEVERITY_ERROR,
     "A blocking collective operation meets a nonblocking one",
     "MPI-4.1 6.12, 6.13",
     "Blocking, nonblocking and persistent collective operations do not match "
     "each other: an MPI library may use other algorithms and other channels "
     "for each.",
     "Use the same form of the operation on all processes.",
     EVENT_BIT(EVENT_MEETING), check_blocking},
    {"COLL-ROOT-MISMATCH", SEVERITY_ERROR,
     "Processes name different roots for one collective operation",
     "MPI-4.1 6.4, 6.5, 6.6, 6.9.1",
     "All processes must give the same root. With different roots each side "
     "waits for, or receives from, somebody else.",
     "Compute the root from values that are the same on all processes, and "
     "call operations with different roots in the same order everywhere.",
     EVENT_BIT(EVENT_MEETING), check_root},
    {"COLL-OP-MISMATCH", SEVERITY_ERROR,
     "Processes give different operations to one reduction", "MPI-4.1 6.9.1",
     "All processes must give the same op. The result is otherwise undefined, "
     "and may differ from process to process.",
     "Give the same op on all processes.", EVENT_BIT(EVENT_MEETING), check_op},
};
