/*
 * type.c - data that is sent and data that is expected must be of one type
 * signature.
 */
#include "comm_object.h"
#include "families.h"
#include "finding.h"
#include "memory.h"
#include "model_event.h"
#include "rma_arguments.h"

#include <stdlib.h>
#include <string.h>

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

/* "First difference: MPI_INT at struct[2].vector[0] against MPI_FLOAT at
 * [4]."; malloc'd. */
static char *first_difference(const struct payload *sent,
                              const struct payload *expected,
                              const struct payload_difference *differs)
{
    char *here = payload_path(sent, differs->element[0]);
    char *there = payload_path(expected, differs->element[1]);
    char *text = xasprintf("First difference: %s at %s against %s at %s.",
                           differs->basic[0]->name, here,
                           differs->basic[1]->name, there);

    free(here);
    free(there);
    return text;
}

/* The datatypes of two processes may have one name, and differ. */
static char *other_payload_text(const struct payload *one,
                                const struct payload *other)
{
    if (one->type == NULL || other->type == NULL || one->type == other->type ||
        one->type->number == 0 || other->type->number == 0 ||
        strcmp(one->type->name, other->type->name) != 0)
        return payload_text(other);
    return xasprintf("%lld of its own %s", (long long)other->count,
                     other->type->name);
}

static void report_transfer(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings, const char *more)
{
    const struct transfer *sent = event->transfer.sent;
    const struct transfer *received = event->transfer.received;
    const struct payload_difference *differs = event->transfer.differs;
    char *what = payload_text(&sent->payload);
    char *into = other_payload_text(&sent->payload, &received->payload);
    struct finding *finding = finding_new(findings, rule);
    char who[24];

    finding_message(
        finding,
        "%s sends %s (%lld bytes), but %s receives that as %s (%lld "
        "bytes). %s%s",
        process_who(sent->call->process).text, what,
        (long long)differs->bytes[0], whose(received->call, who), into,
        (long long)differs->bytes[1], more,
        event->transfer.is_one
            ? " Whichever message each of its receives from any "
              "source takes, one of them goes wrong."
            : "");
    finding_call(finding, "receive", received->call);
    finding_call(finding, "send", sent->call);
    add_type(finding, sent);
    add_type(finding, received);
    if (event->transfer.comm != NULL)
        comm_object(finding, event->transfer.comm);
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
           differs->bytes[0] > differs->bytes[1];
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
        report_transfer(rule, event, findings, "The message does not fit.");
}

static void report_exchange_types(const struct rule *rule,
                                  const struct model_event *event,
                                  struct findings *findings);
static bool other_amount(const struct model_event *event);

/* An RMA call between the two buffers that it describes. */
static void report_rma(const struct rule *rule, const struct model_event *event,
                       struct findings *findings, const char *more)
{
    const struct payload *sent = event->rma_data.sent;
    const struct payload *expected = event->rma_data.expected;
    const struct payload_difference *differs = event->rma_data.differs;
    bool from_target = sent == &event->rma_data.arguments->target;
    char *here = payload_text(sent), *there = payload_text(expected);
    struct transfer of[2] = {{*sent, event->call}, {*expected, event->call}};
    struct finding *finding = finding_new(findings, rule);

    finding_message(
        finding,
        "%s calls %s on %s: %s (%lld bytes) of the %s go into %s "
        "(%lld bytes) of the %s. %s",
        process_who(event->process).text, event->call->info->name,
        window_name(event->rma_data.window), here, (long long)differs->bytes[0],
        from_target ? "target" : "origin", there, (long long)differs->bytes[1],
        !from_target                                     ? "target"
        : expected == &event->rma_data.arguments->result ? "result"
                                                         : "origin",
        more);
    finding_call(finding, "access", event->call);
    add_type(finding, &of[0]);
    add_type(finding, &of[1]);
    finding_object(finding, "window", window_name(event->rma_data.window),
                   event->rma_data.window->made_by);
    finding_submit(finding);
    free(here);
    free(there);
}

static void report_rma_types(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    char *more =
        first_difference(event->rma_data.sent, event->rma_data.expected,
                         event->rma_data.differs);

    report_rma(rule, event, findings, more);
    free(more);
}

/* Of accumulating calls RMA-ACCUMULATE-TYPE tells. */
static bool rma_relation(const struct model_event *event,
                         enum type_relation relation)
{
    return event->rma_data.differs->relation == relation &&
           event->rma_data.arguments->kind <= RMA_GET;
}

static bool rma_too_long(const struct model_event *event)
{
    const struct payload_difference *differs = event->rma_data.differs;

    return differs->bytes[0] > differs->bytes[1] &&
           differs->relation != RELATION_UNLIKE;
}

static void check_rma_types(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    if (rma_relation(event, RELATION_UNLIKE))
        report_rma_types(rule, event, findings);
}

static void check_rma_length(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    if (rma_too_long(event))
        report_rma(rule, event, findings, "It does not fit.");
}

/* Of any of the events, where nothing graver is to be told of it. */
static void check_relation(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings,
                           enum type_relation relation)
{
    if (event->kind == EVENT_TRANSFER) {
        if (event->transfer.differs->relation == relation &&
            !wrong_length(event))
            report_types(rule, event, findings);
    } else if (event->kind == EVENT_RMA_DATA) {
        if (rma_relation(event, relation) && !rma_too_long(event))
            report_rma_types(rule, event, findings);
    } else if (event->exchange.fault == EXCHANGE_DATA &&
               event->exchange.differs->relation == relation &&
               !other_amount(event)) {
        report_exchange_types(rule, event, findings);
    }
}

static void check_bytes(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    check_relation(rule, event, findings, RELATION_BYTES);
}

static void check_name(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    check_relation(rule, event, findings, RELATION_RENAMED);
}

/* ------------------------------------------------- collective operations */

static struct finding *exchange_begin(const struct rule *rule,
                                      const struct model_event *event,
                                      struct findings *findings)
{
    struct finding *finding = finding_new(findings, rule);
    static const char *const roles[2][2] = {{"call", "other"},
                                            {"send", "receive"}};
    int i;

    for (i = 0; i < 2; i++)
        finding_call(finding, roles[event->exchange.flows][i],
                     event->exchange.calls[i]);
    comm_object(finding, event->exchange.comm);
    return finding;
}

static void report_exchange(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings, const char *more)
{
    const struct payload_difference *differs = event->exchange.differs;
    struct call *const *calls = event->exchange.calls;
    char *here = payload_text(&event->exchange.payloads[0]);
    char *there = other_payload_text(&event->exchange.payloads[0],
                                     &event->exchange.payloads[1]);
    struct finding *finding = exchange_begin(rule, event, findings);
    struct transfer of[2] = {{event->exchange.payloads[0], calls[0]},
                             {event->exchange.payloads[1], calls[1]}};
    const char *in_all = event->exchange.in_all ? " for its group" : "";
    char who[24], whom[24];

    if (event->exchange.flows)
        finding_message(
            finding,
            "In %s %s sends %s (%lld bytes) to %s, which expects %s (%lld "
            "bytes) from it (collective operation %llu on %s).%s%s",
            calls[0]->info->name, whose(calls[0], who), here,
            (long long)differs->bytes[0], whose(calls[1], whom), there,
            (long long)differs->bytes[1],
            (unsigned long long)event->exchange.position + 1,
            comm_name(event->exchange.comm), more[0] != 0 ? " " : "", more);
    else
        finding_message(
            finding,
            "%s calls %s with %s (%lld bytes%s), but %s with %s (%lld "
            "bytes%s) (collective operation %llu on %s).%s%s",
            process_who(calls[0]->process).text, calls[0]->info->name, here,
            (long long)differs->bytes[0], in_all, whose(calls[1], whom), there,
            (long long)differs->bytes[1], in_all,
            (unsigned long long)event->exchange.position + 1,
            comm_name(event->exchange.comm), more[0] != 0 ? " " : "", more);
    add_type(finding, &of[0]);
    add_type(finding, &of[1]);
    finding_submit(finding);
    free(here);
    free(there);
}

static void report_exchange_types(const struct rule *rule,
                                  const struct model_event *event,
                                  struct findings *findings)
{
    char *more =
        first_difference(&event->exchange.payloads[0],
                         &event->exchange.payloads[1], event->exchange.differs);

    report_exchange(rule, event, findings, more);
    free(more);
}

static bool other_amount(const struct model_event *event)
{
    const struct payload_difference *differs = event->exchange.differs;

    return differs->relation != RELATION_UNLIKE && !differs->packed &&
           differs->bytes[0] != differs->bytes[1];
}

static void check_exchange_types(const struct rule *rule,
                                 const struct model_event *event,
                                 struct findings *findings)
{
    if (event->exchange.fault == EXCHANGE_DATA &&
        event->exchange.differs->relation == RELATION_UNLIKE)
        report_exchange_types(rule, event, findings);
}

static void check_exchange_amount(const struct rule *rule,
                                  const struct model_event *event,
                                  struct findings *findings)
{
    if (event->exchange.fault == EXCHANGE_DATA && other_amount(event))
        report_exchange(rule, event, findings, "");
}

static void check_not_in_place(const struct rule *rule,
                               const struct model_event *event,
                               struct findings *findings)
{
    const struct comm *comm = event->argument.comm;
    const struct call_info *info = event->call->info;
    struct finding *finding;
    char *why;

    if (event->argument.fault != ARGUMENT_NOT_IN_PLACE)
        return;
    finding = finding_new(findings, rule);
    why = event->argument.size < 0
              ? xasprintf("where it stands for no buffer")
              : xasprintf("where it is for the root alone, which is rank "
                          "%lld of %s",
                          (long long)event->argument.size, comm_name(comm));
    finding_message(finding, "%s gives MPI_IN_PLACE as %s of %s, %s.",
                    process_who(event->process).text,
                    event->argument.parameter->name, info->name, why);
    free(why);
    finding_call(finding, "call", event->call);
    if (comm != NULL)
        comm_object(finding, comm);
    finding_submit(finding);
}

static void check_in_place(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    struct call *const *calls = event->exchange.calls;
    struct finding *finding;
    char who[24];

    if (event->kind == EVENT_ARGUMENT) {
        check_not_in_place(rule, event, findings);
        return;
    }
    if (event->exchange.fault != EXCHANGE_MIXED_IN_PLACE)
        return;
    finding = exchange_begin(rule, event, findings);
    finding_message(finding,
                    "%s gives MPI_IN_PLACE to %s, but %s gives a send "
                    "buffer: all must give it, or none.",
                    process_who(calls[0]->process).text, calls[0]->info->name,
                    whose(calls[1], who));
    finding_submit(finding);
}

static const struct rule rules[] = {
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
     "A message is longer than the receive buffer", "MPI-4.1 3.2.4",
     "A receive must have room for the whole message that it takes; what does "
     "not fit is lost, and most MPI libraries end the job. A shorter message "
     "is allowed.",
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
     EVENT_BIT(EVENT_TRANSFER) | EVENT_BIT(EVENT_EXCHANGE) |
         EVENT_BIT(EVENT_RMA_DATA),
     check_bytes},
    {"TYPE-OTHER-NAME", SEVERITY_NOTE,
     "Equal types under different names on both sides",
     "MPI-4.1 3.3.1, 19.3.10",
     "Types match if they have the same name. These two are alike on this "
     "machine, but need not be elsewhere; an MPI library may accept "
     "Fortran's type for that of C, but need not.",
     "Name the same basic types on both sides.",
     EVENT_BIT(EVENT_TRANSFER) | EVENT_BIT(EVENT_EXCHANGE) |
         EVENT_BIT(EVENT_RMA_DATA),
     check_name},
    {"RMA-TYPE-MISMATCH", SEVERITY_ERROR,
     "An RMA call describes other types at the target than at the origin",
     "MPI-4.1 12.3.1, 3.3.1",
     "A put or get moves data as a send and its matching receive would: the "
     "basic types that the call describes at the origin and at the target "
     "must be the same, one after the other. The bytes are otherwise taken "
     "for something that they are not.",
     "Describe the same data at both ends. Different layouts in memory are "
     "allowed, different basic types are not.",
     EVENT_BIT(EVENT_RMA_DATA), check_rma_types},
    {"RMA-TRUNCATED", SEVERITY_ERROR,
     "An RMA call moves more data than fits at the other end", "MPI-4.1 12.3.1",
     "What is put must fit in the target buffer, and what is got in the origin "
     "buffer, as the counts and datatypes of the call describe them.",
     "Give the same amount of data at both ends.", EVENT_BIT(EVENT_RMA_DATA),
     check_rma_length},
    {"COLL-TYPE-MISMATCH", SEVERITY_ERROR,
     "Processes describe the data of a collective operation by other types",
     "MPI-4.1 6.1, 3.3.1",
     "The basic types that one process sends and another expects must be the "
     "same, one after the other; a reduction must be given the same type by "
     "all. The bytes are otherwise taken for something that they are not.",
     "Describe the same data on all processes. Different layouts in memory "
     "are allowed, but for reductions.",
     EVENT_BIT(EVENT_EXCHANGE), check_exchange_types},
    {"COLL-COUNT-MISMATCH", SEVERITY_ERROR,
     "Processes give different amounts of data to a collective operation",
     "MPI-4.1 6.1",
     "In a collective operation the amount of data that is sent must be "
     "exactly what the receiver expects. Unlike that of a receive, the "
     "count must not be larger, either. MPI libraries lose data, overwrite "
     "memory, end the job or hang.",
     "Compute the counts from values that are the same on all processes, or "
     "use the v-variant of the operation, in which they may differ.",
     EVENT_BIT(EVENT_EXCHANGE), check_exchange_amount},
    {"COLL-IN-PLACE", SEVERITY_ERROR,
     "MPI_IN_PLACE is given where it may not be", "MPI-4.1 6.2.1, 6.2.3",
     "Each operation says for which buffer and at which processes "
     "MPI_IN_PLACE may stand: at the root only in gather, scatter and reduce; "
     "at all processes or none in most others; never in a broadcast, among "
     "neighbours or on an intercommunicator.",
     "In operations with a root, give MPI_IN_PLACE at the root only; else on "
     "all processes alike.",
     EVENT_BIT(EVENT_EXCHANGE) | EVENT_BIT(EVENT_ARGUMENT), check_in_place},
};

const struct rule_family type_family = RULE_FAMILY("type", rules);
