/*
 * request.c - requests that are given to calls that do not take them.
 */
#include "call_text.h"
#include "families.h"
#include "finding.h"
#include "memory.h"
#include "model_event.h"

#include <inttypes.h>
#include <stdlib.h>

/* "Rank 0 calls MPI_Wait with a request" and the rest of the sentence. */
static void report(const struct rule *rule, const struct model_event *event,
                   struct findings *findings, const char *rest)
{
    struct finding *finding = finding_new(findings, rule);
    const struct call *made_by = event->request.made_by;
    char *at = event->request.item < 0
                   ? NULL
                   : call_item_text(event->call, "array_of_requests",
                                    event->request.item);
    char *item =
        at == NULL ? xstrdup("a request") : xasprintf("a request (%s)", at);
    char *made = made_by == NULL
                     ? xstrdup("")
                     : xasprintf(" that %s made", made_by->info->name);

    finding_message(finding, "%s calls %s with %s%s%s.",
                    process_who(event->process).text, event->call->info->name,
                    item, made, rest);
    finding_call(finding, "call", event->call);
    if (made_by != NULL)
        finding_call(finding, "made", event->request.made_by);
    if (event->request.started_by != NULL)
        finding_call(finding, "started", event->request.started_by);
    finding_call(finding, "ended", event->request.ended_by);
    finding_submit(finding);
    free(at);
    free(item);
    free(made);
}

static void check_unknown(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    const struct call *ended_by = event->request.ended_by;
    char *rest;

    if (event->request.fault != REQUEST_UNKNOWN ||
        event->process->unseen_requests)
        return;
    rest = ended_by == NULL
               ? xstrdup(" that is none: no call has made it, or it is "
                         "complete or freed and this is a copy of its handle")
               : xasprintf(" and that is none any more: %s has %s it, and this "
                           "is a copy of its handle",
                           ended_by->info->name,
                           ended_by->info->base == CALL_MPI_Request_free
                               ? "freed"
                               : "completed");
    report(rule, event, findings, rest);
    free(rest);
}

static void check_twice(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    if (event->request.fault == REQUEST_TWICE)
        report(rule, event, findings, " and that is in the array before");
}

static void check_active(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    if (event->request.fault == REQUEST_ACTIVE)
        report(rule, event, findings,
               " and that is active: it was started and not completed since");
}

static void check_not_persistent(const struct rule *rule,
                                 const struct model_event *event,
                                 struct findings *findings)
{
    if (event->request.fault == REQUEST_NOT_PERSISTENT)
        report(rule, event, findings, ", which is not persistent");
}

static void check_given_up(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    if (event->request.fault == REQUEST_GIVEN_UP)
        report(rule, event, findings, " and that is not complete");
}

static void check_receive_freed(const struct rule *rule,
                                const struct model_event *event,
                                struct findings *findings)
{
    if (event->request.fault == REQUEST_RECEIVE_FREED)
        report(rule, event, findings,
               " and that is not complete: nobody will know when the message "
               "is there");
}

static void check_cancel_inactive(const struct rule *rule,
                                  const struct model_event *event,
                                  struct findings *findings)
{
    if (event->request.fault == REQUEST_CANCEL_INACTIVE)
        report(rule, event, findings,
               " and that is inactive: there is nothing to cancel");
}

static void check_generalized(const struct rule *rule,
                              const struct model_event *event,
                              struct findings *findings)
{
    if (event->request.fault == REQUEST_NOT_GENERALIZED)
        report(rule, event, findings, ", which is no generalized request");
    else if (event->request.fault == REQUEST_TOLD_TWICE)
        report(rule, event, findings,
               " and for which it has been called before");
}

static void check_never_started(const struct rule *rule,
                                const struct model_event *event,
                                struct findings *findings)
{
    if (event->request.fault == REQUEST_NEVER_STARTED)
        report(rule, event, findings, " and that no MPI_Start ever starts");
}

/* Before the call that ends its communicator. */
static void report_pending(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    struct call *made_by = event->request.made_by;
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding,
                    "%s calls %s and has not completed a request made by %s "
                    "that is to end with it; no MPI_Wait or MPI_Test ended it.",
                    process_who(event->process).text, event->call->info->name,
                    made_by->info->name);
    finding_call(finding, "call", event->call);
    finding_call(finding, "made", made_by);
    finding_submit(finding);
}

static void check_not_completed(const struct rule *rule,
                                const struct model_event *event,
                                struct findings *findings)
{
    struct call *made_by = event->left.made_by, *overwritten;
    struct finding *finding;
    bool cancelled;

    if (event->kind == EVENT_REQUEST) {
        if (event->request.fault == REQUEST_PENDING)
            report_pending(rule, event, findings);
        return;
    }
    if (event->left.kind != LEFT_REQUEST || event->left.operation->failed ||
        !event->left.operation->active)
        return;
    cancelled = event->left.operation->cancelled;
    overwritten = cancelled ? NULL : event->left.operation->overwritten_by;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s called MPI_Finalize and had not completed a request "
                    "made by %s; no MPI_Wait or MPI_Test ended it.%s",
                    process_who(event->process).text,
                    made_by == NULL ? "a call that was not seen"
                                    : made_by->info->name,
                    cancelled ? " MPI_Cancel alone does not."
                    : overwritten == NULL
                        ? ""
                        : " Another call was given the variable that had its "
                          "handle: unless that was copied before, the request "
                          "is lost.");
    finding_call(finding, "made", made_by);
    finding_call_aside(finding, "overwritten", overwritten);
    finding_process(finding, event->process);
    finding_submit(finding);
}

static const struct rule rules[] = {
    {"REQUEST-UNKNOWN", SEVERITY_ERROR,
     "A request handle that stands for no request", "MPI-4.1 2.5.1, 3.7.3",
     "MPI_Wait, MPI_Test and their kin free a request that is not persistent "
     "and set the handle they are given to MPI_REQUEST_NULL, but not its "
     "copies; a variable that no call has set holds anything. MPI libraries "
     "crash on such a handle, or take it for another request.",
     "Set requests to MPI_REQUEST_NULL at first, keep one handle of each, and "
     "pass the array element itself, not a copy of it.",
     EVENT_BIT(EVENT_REQUEST), check_unknown},
    {"REQUEST-TWICE", SEVERITY_ERROR,
     "One active request stands twice in an array", "MPI-4.1 3.7.3, 3.7.5",
     "The call completes its requests as if one by one: the first completion "
     "frees the request, and the second is given a handle of nothing.",
     "Give each request its own element, and the count that is meant.",
     EVENT_BIT(EVENT_REQUEST), check_twice},
    {"REQUEST-ACTIVE", SEVERITY_ERROR, "A request is started that is active",
     "MPI-4.1 3.9",
     "MPI_Start takes an inactive request: one that was never started, or "
     "that was completed since.",
     "Complete it by MPI_Wait or MPI_Test before it is started again.",
     EVENT_BIT(EVENT_REQUEST), check_active},
    {"REQUEST-NOT-PERSISTENT", SEVERITY_ERROR,
     "A request is started that is not persistent", "MPI-4.1 3.9",
     "MPI_Start takes requests of calls like MPI_Send_init; a nonblocking call "
     "like MPI_Isend has started its own already.",
     "Leave MPI_Start out, or make the request by the call's _init twin.",
     EVENT_BIT(EVENT_REQUEST), check_not_persistent},
    {"REQUEST-GIVEN-UP", SEVERITY_ERROR,
     "An active operation is freed or cancelled that must not be",
     "MPI-4.1 3.7.3, 3.8, 6.12, 6.13, 12.3.5",
     "Only requests of sends and receives may be freed while they are "
     "active. Collective and RMA operations must not be cancelled either: "
     "other processes rely on them; nor those that send and receive by one "
     "request. (Where MPI_Request_get_status has told "
     "that the operation is complete, the standard can be read in two ways, "
     "and nothing is reported.)",
     "Complete it by MPI_Wait or MPI_Test.", EVENT_BIT(EVENT_REQUEST),
     check_given_up},
    {"REQUEST-RECEIVE-FREED", SEVERITY_NOTE, "An active receive is freed",
     "MPI-4.1 3.7.3, 3.9",
     "It is permitted, but strongly discouraged: the message is received, but "
     "there is no way to know when, so that its data cannot be used.",
     "Complete it by MPI_Wait, or cancel it first.", EVENT_BIT(EVENT_REQUEST),
     check_receive_freed},
    {"REQUEST-CANCEL-INACTIVE", SEVERITY_WARNING,
     "An inactive request is cancelled", "MPI-4.1 3.8.4",
     "MPI_Cancel marks a pending operation for cancellation. A persistent "
     "request that is not started, or is complete, has none: MPI libraries "
     "return an error, or crash.",
     "Cancel it only between MPI_Start and the call that completes it.",
     EVENT_BIT(EVENT_REQUEST), check_cancel_inactive},
    {"REQUEST-GENERALIZED", SEVERITY_ERROR,
     "MPI_Grequest_complete of a request that cannot be completed so",
     "MPI-4.1 13.2",
     "MPI_Grequest_complete tells MPI that the operation of a request made "
     "by MPI_Grequest_start is complete. MPI completes all other requests "
     "itself. After the first of these calls the request may be gone.",
     "Give it the request of MPI_Grequest_start, and call it once for each.",
     EVENT_BIT(EVENT_REQUEST), check_generalized},
    {"REQUEST-NEVER-STARTED", SEVERITY_NOTE,
     "A persistent request is waited for and never started",
     "MPI-4.1 3.7.3, 3.9",
     "To wait for an inactive request is permitted: the call returns at once, "
     "with an empty status. But nothing was sent or received, and the program "
     "goes on as if it had been.",
     "Start it by MPI_Start or MPI_Startall before it is waited for; or do "
     "not make it.",
     EVENT_BIT(EVENT_REQUEST), check_never_started},
    {"REQUEST-NOT-COMPLETED", SEVERITY_ERROR,
     "A request is active as MPI is finalized, or its communicator "
     "disconnected",
     "MPI-4.1 11.2.2, 11.3.1, 11.10.4",
     "Before MPI_Finalize, MPI_Session_finalize, or MPI_Comm_disconnect of its "
     "communicator, a process has to complete all operations that it "
     "has begun; one that is not may not have taken place, and its buffer "
     "may be read or written at any time.",
     "Complete each request with MPI_Wait or MPI_Test or one of their kin.",
     EVENT_BIT(EVENT_LEFT) | EVENT_BIT(EVENT_REQUEST), check_not_completed},
};

const struct rule_family request_family = RULE_FAMILY("request", rules);
