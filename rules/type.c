/*
 * type.c - data that is sent and data that is expected must be of one type
 * signature.
 */
#include "families.h"
#include "finding.h"
#include "memory.h"
#include "model_event.h"

#include <stdlib.h>

/* "rank 0" within a sentence. */
static const char *whose(const struct call *call, char room[24])
{
    struct process_name name = process_who(call->process);
    size_t i;

    for (i = 0; i < sizeof name.text; i++)
        room[i] = name.text[i];
    room[0] = (char)(room[0] - 'A' + 'a');
    return room;
}

/* How the application came by the type. */
static void add_type(struct finding *finding, const struct transfer *transfer)
{
    const struct type *type = transfer->payload.type;
    char who[24], *name;

    if (type == NULL || type->number == 0)
        return;
    name = xasprintf("%s of %s", type->name, whose(transfer->call, who));
    finding_object(finding, "datatype", name, type->made_by);
    free(name);
}

/* "First difference: struct[2].vector[0] is MPI_INT, against MPI_FLOAT at
 * [4]."; malloc'd. */
static char *first_difference(const struct payload *sent,
                              const struct payload *expected,
                              const struct payload_difference *differs)
{
    char *here = payload_path(sent, differs->element[0]);
    char *there = payload_path(expected, differs->element[1]);
    char *text =
        xasprintf("First difference: %s is %s, against %s at %s.", here,
                  differs->basic[0]->name, differs->basic[1]->name, there);

    free(here);
    free(there);
    return text;
}

static void report_transfer(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings, const char *more)
{
    const struct transfer *sent = event->transfer.sent;
    const struct transfer *received = event->transfer.received;
    const struct payload_difference *differs = event->transfer.differs;
    char *what = payload_text(&sent->payload);
    char *into = payload_text(&received->payload);
    struct finding *finding = finding_new(findings, rule);
    char who[24];

    finding_message(finding,
                    "%s sends %s (%lld bytes), but %s receives it as %s (%lld "
                    "bytes). %s",
                    process_who(sent->call->process).text, what,
                    (long long)differs->bytes[0], whose(received->call, who),
                    into, (long long)differs->bytes[1], more);
    finding_call(finding, "receive", received->call);
    finding_call(finding, "send", sent->call);
    add_type(finding, sent);
    add_type(finding, received);
    if (event->transfer.comm != NULL)
        finding_object(finding, "communicator", comm_name(event->transfer.comm),
                       event->transfer.comm->made_by);
    finding_submit(finding);
    free(what);
    free(into);
}

static void report_types(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    char *more = first_difference(&event->transfer.sent->payload,
                                  &event->transfer.received->payload,
                                  event->transfer.differs);

    report_transfer(rule, event, findings, more);
    free(more);
}

/* The length of a message of other types says little. */
static bool wrong_length(const struct model_event *event)
{
    const struct payload_difference *differs = event->transfer.differs;

    return differs->relation != RELATION_UNLIKE &&
           (differs->bytes[0] > differs->bytes[1] ||
            (event->transfer.whole && !differs->packed &&
             differs->bytes[0] != differs->bytes[1]));
}

static void check_mismatch(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    if (event->transfer.differs->relation == RELATION_UNLIKE)
        report_types(rule, event, findings);
}

static void check_truncated(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    if (wrong_length(event))
        report_transfer(rule, event, findings,
                        event->transfer.whole
                            ? "Both sides of a partitioned operation must be "
                              "of one size."
                            : "The message does not fit.");
}

static void check_bytes(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    if (event->transfer.differs->relation == RELATION_BYTES &&
        !wrong_length(event))
        report_types(rule, event, findings);
}

static void check_name(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    if (event->transfer.differs->relation == RELATION_RENAMED &&
        !wrong_length(event))
        report_types(rule, event, findings);
}

const struct rule type_rules[TYPE_RULE_COUNT] = {
    {"P2P-TYPE-MISMATCH", SEVERITY_ERROR,
     "A message is received as other types than it was sent",
     "MPI-4.1 3.3.1, 5.1.11",
     "The basic types that the send and the receive describe must be the same, "
     "one after the other, whatever constructors they come from. The bytes "
     "are otherwise taken for something that they are not.",
     "Describe the same data on both sides. Different layouts in memory are "
     "allowed, different basic types are not.",
     EVENT_BIT(EVENT_TRANSFER), check_mismatch},
    {"P2P-TRUNCATED", SEVERITY_ERROR,
     "A message is longer than the receive buffer", "MPI-4.1 3.2.4, 4.2.1",
     "A receive must have room for the whole message that it takes; what does "
     "not fit is lost, and most MPI libraries end the job. (A shorter message "
     "is allowed, but for a partitioned operation.)",
     "Give the receive the count of the send. Where that is not known, "
     "MPI_Probe or MPI_Mprobe and MPI_Get_count tell it before the receive.",
     EVENT_BIT(EVENT_TRANSFER), check_truncated},
    {"TYPE-BYTES-ONLY", SEVERITY_WARNING,
     "Types on both sides have nothing but their bytes in common",
     "MPI-4.1 3.3.1",
     "Types match if they have the same name; MPI_BYTE matches MPI_BYTE only. "
     "Between processes that represent data in the same way the bytes arrive "
     "as they are, elsewhere they are not converted.",
     "Name the same basic types on both sides, or send what MPI_Pack has "
     "packed as MPI_PACKED, which matches all.",
     EVENT_BIT(EVENT_TRANSFER), check_bytes},
    {"TYPE-OTHER-NAME", SEVERITY_NOTE,
     "Equal types under different names on both sides",
     "MPI-4.1 3.3.1, 19.3.10",
     "Types match if they have the same name. That the two are alike holds on "
     "this machine; an MPI library may accept Fortran's type for that of C, "
     "but need not.",
     "Name the same basic types on both sides.", EVENT_BIT(EVENT_TRANSFER),
     check_name},
};
