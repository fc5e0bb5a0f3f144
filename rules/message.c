/*
 * message.c - messages and receives that found no match in the whole job.
 */
#include "comm_object.h"
#include "families.h"
#include "finding.h"
#include "memory.h"
#include "model_event.h"
#include "neutral.h"

#include <stdlib.h>

static char *tag_name(int64_t tag)
{
    return tag == NEUTRAL_ANY_TAG ? xstrdup("any tag")
                                  : xasprintf("tag %lld", (long long)tag);
}

/* What the finding says of the receive that the message just missed. */
static char *near_miss(const struct model_event *event)
{
    int rank = process_rank(event->unmatched.receive->process);
    char *tag = tag_name(event->unmatched.receive_tag), *text;

    switch (event->unmatched.near) {
    case NEAR_TAG:
        text = xasprintf(" Rank %d has a receive for %s from there, which no "
                         "message came for.",
                         rank, tag);
        break;
    case NEAR_SOURCE:
        text = xasprintf(" Rank %d has a receive for %s from another rank, "
                         "which no message came for.",
                         rank, tag);
        break;
    case NEAR_RECEIVER:
        text = xasprintf(" Rank %d has such a receive, which no message came "
                         "for.",
                         rank);
        break;
    default:
        text = xasprintf(" Rank %d has such a receive on another communicator, "
                         "which no message came for.",
                         rank);
    }
    free(tag);
    return text;
}

static void check_message(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    struct finding *finding;
    char *near, *comm;

    if (event->unmatched.send == NULL ||
        findings_explain(findings, event->process, event->unmatched.send,
                         SEVERITY_POTENTIAL, rule))
        return;
    finding = finding_new(findings, rule);
    near = event->unmatched.receive == NULL ? xstrdup("") : near_miss(event);
    comm = event->unmatched.comm == NULL
               ? xstrdup("")
               : xasprintf(" on %s", comm_name(event->unmatched.comm));
    finding_message(
        finding, "%s sent a message with tag %lld%s to rank %d, which %s.%s",
        process_who(event->unmatched.send->process).text,
        (long long)event->unmatched.tag, comm, process_rank(event->process),
        event->unmatched.probed ? "matched it by a probe and did not receive it"
                                : "never received it",
        near);
    finding_call(finding, "send", event->unmatched.send);
    finding_call(finding, "near", event->unmatched.receive);
    finding_process(finding, event->process);
    if (event->unmatched.comm != NULL)
        comm_object(finding, event->unmatched.comm);
    finding_submit(finding);
    free(comm);
    free(near);
}

static void check_receive(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    struct finding *finding;

    if (event->unmatched.send != NULL)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s posted a receive on %s that no message came for, and "
                    "did not wait for it.",
                    process_who(event->process).text,
                    comm_name(event->unmatched.comm));
    finding_call(finding, "receive", event->unmatched.receive);
    comm_object(finding, event->unmatched.comm);
    finding_submit(finding);
}

static void report_ready(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings, const char *why)
{
    const struct call *send = event->ready.send;
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding, "%s starts a ready send to rank %d on %s, %s",
                    process_who(send->process).text,
                    process_rank(event->process), comm_name(event->ready.comm),
                    why);
    finding_call(finding, "send", event->ready.send);
    finding_call(finding, "receive", event->call);
    comm_object(finding, event->ready.comm);
    finding_submit(finding);
}

static void check_ready_early(const struct rule *rule,
                              const struct model_event *event,
                              struct findings *findings)
{
    if (event->ready.early)
        report_ready(rule, event, findings,
                     "whose receive is certain to be posted later.");
}

static void check_ready_unordered(const struct rule *rule,
                                  const struct model_event *event,
                                  struct findings *findings)
{
    if (!event->ready.early)
        report_ready(rule, event, findings,
                     "and nothing makes sure that its receive is posted "
                     "before.");
}

static const struct rule rules[] = {
    {"P2P-UNRECEIVED", SEVERITY_ERROR, "A message that was never received",
     "MPI-4.1 11.2.2",
     "Before MPI_Finalize, the target of a send must have posted the matching "
     "receive. The send returned since the MPI library had room for the "
     "message; a larger one, or another library, hangs.",
     "Receive the message, or do not send it; compare tag, ranks and "
     "communicator on both sides.",
     EVENT_BIT(EVENT_UNMATCHED), check_message},
    {"P2P-UNMATCHED-RECEIVE", SEVERITY_ERROR,
     "A receive that no message came for", "MPI-4.1 11.2.2",
     "Before MPI_Finalize, a process must complete all operations that it has "
     "started. The buffer of this receive was never filled.",
     "Send the message, or cancel the receive with MPI_Cancel and complete "
     "it with MPI_Wait.",
     EVENT_BIT(EVENT_UNMATCHED), check_receive},
    {"P2P-READY-EARLY", SEVERITY_ERROR,
     "A ready send comes before its receive is posted", "MPI-4.1 3.4",
     "A send in ready mode may be started only if the matching receive is "
     "already posted; otherwise it is erroneous and its outcome undefined. "
     "MPI libraries that do without a handshake for it lose the message, or "
     "end the job.",
     "Use MPI_Send, or post the receive and let the sender know before it "
     "sends, by a message or a barrier.",
     EVENT_BIT(EVENT_READY), check_ready_early},
    {"P2P-READY-UNORDERED", SEVERITY_POTENTIAL,
     "Nothing makes sure that the receive of a ready send is posted",
     "MPI-4.1 3.4",
     "A send in ready mode may be started only if the matching receive is "
     "already posted. Here that depends on which process is quicker.",
     "Use MPI_Send, or let the sender know that the receive is posted, by a "
     "message or a barrier after it.",
     EVENT_BIT(EVENT_READY), check_ready_unordered},
};

const struct rule_family message_family = RULE_FAMILY("message", rules);
