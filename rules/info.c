/*
 * info.c - what a program has asserted by info, and does all the same.
 */
#include "comm_object.h"
#include "families.h"
#include "finding.h"
#include "model_event.h"

static void report_wildcard(struct finding *finding,
                            const struct model_event *event)
{
    finding_message(finding,
                    "%s calls %s with a wildcard on %s, though it has given "
                    "that the info %s=true.",
                    process_who(event->process).text, event->call->info->name,
                    comm_name(event->hint.comm), event->hint.key);
    finding_call(finding, "call", event->call);
}

static void report_length(struct finding *finding,
                          const struct model_event *event)
{
    finding_message(finding,
                    "%s receives %lld bytes into a buffer of %lld on %s, "
                    "though it has given it the info %s=true.",
                    process_who(event->process).text,
                    (long long)event->hint.bytes[0],
                    (long long)event->hint.bytes[1],
                    comm_name(event->hint.comm), event->hint.key);
    finding_call(finding, "receive", event->call);
    finding_call(finding, "send", event->hint.sent);
}

static void check_hint(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    const struct comm *comm = event->hint.comm;
    struct finding *finding = finding_new(findings, rule);

    if (event->hint.sent != NULL)
        report_length(finding, event);
    else
        report_wildcard(finding, event);
    finding_call(finding, "asserted", event->hint.given);
    comm_object(finding, comm);
    finding_submit(finding);
}

static void check_no_locks(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    const struct window *window = event->sync.window;
    struct finding *finding;

    if ((event->call->info->base != CALL_MPI_Win_lock &&
         event->call->info->base != CALL_MPI_Win_lock_all) ||
        !window->hints.no_locks || event->sync.member->hints.asked)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s calls %s on %s, which was made with the info "
                    "no_locks=true.",
                    process_who(event->process).text, event->call->info->name,
                    window_name(window));
    finding_call(finding, "lock", event->call);
    finding_object(finding, "window", window_name(window), window->made_by);
    finding_submit(finding);
}

static const struct rule rules[] = {
    {"INFO-ASSERTION", SEVERITY_ERROR,
     "A process does what it has asserted by info not to do", "MPI-4.1 7.4.4",
     "By these info keys a program promises how it uses a communicator: no "
     "receives or probes from MPI_ANY_SOURCE (mpi_assert_no_any_source) or "
     "with MPI_ANY_TAG (mpi_assert_no_any_tag), and no messages shorter "
     "than their receive buffers (mpi_assert_exact_length). An MPI library "
     "that uses the promise may match wrongly, or hang; one that ignores it "
     "does not. Nothing is reported of a process that has called "
     "MPI_Comm_get_info: it may know that its promise is ignored.",
     "Do not give the info, or receive as it says.", EVENT_BIT(EVENT_HINT),
     check_hint},
    {"INFO-NO-LOCKS", SEVERITY_ERROR,
     "A lock on a window that was made with no_locks", "MPI-4.1 12.2.1",
     "By the info key no_locks the program promises that nobody calls "
     "MPI_Win_lock or MPI_Win_lock_all on the window. An MPI library that "
     "uses the promise may refuse locks, or not be able to serve them. "
     "Nothing is reported of a process that has called MPI_Win_get_info: it "
     "may know that the promise is ignored.",
     "Do not give the info, or use fences, or post, start, complete and wait.",
     EVENT_BIT(EVENT_SYNC), check_no_locks},
};

const struct rule_family info_family = RULE_FAMILY("info", rules);
