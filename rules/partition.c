/*
 * partition.c - partitioned communication: which partitions are marked, and
 * of which request.
 */
#include "calls.h"
#include "families.h"
#include "finding.h"
#include "model_event.h"
#include "process.h"

static struct finding *begin(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    struct finding *finding = finding_new(findings, rule);

    finding_call(finding, "call", event->call);
    finding_call(finding, "made", event->partition.made_by);
    return finding;
}

static void check_arguments(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    struct finding *finding;

    if (event->partition.fault != PARTITION_NONE &&
        event->partition.fault != PARTITION_WILDCARD)
        return;
    finding = begin(rule, event, findings);
    if (event->partition.fault == PARTITION_NONE)
        finding_message(finding, "%s called %s with %lld partitions.",
                        process_who(event->process).text,
                        event->call->info->name,
                        (long long)event->partition.number);
    else
        finding_message(finding, "%s called %s with any source, or any tag.",
                        process_who(event->process).text,
                        event->call->info->name);
    finding_submit(finding);
}

static void check_size(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    const struct call *send = event->partition.made_by;
    const struct call *receive = event->partition.other;
    struct finding *finding;
    long long sent, expected;

    if (event->partition.fault != PARTITION_SIZE)
        return;
    sent = (long long)CALL_VIEW(send, MPI_Psend_init)->partitions;
    expected = (long long)CALL_VIEW(receive, MPI_Precv_init)->partitions;
    finding = finding_new(findings, rule);
    finding_message(
        finding,
        "%s sends %lld bytes in %lld partition%s, but rank %d, whose receive "
        "matches, expects %lld bytes in %lld partition%s.",
        process_who(send->process).text, (long long)event->partition.number,
        sent, sent == 1 ? "" : "s", process_rank(receive->process),
        (long long)event->partition.limit, expected, expected == 1 ? "" : "s");
    finding_call(finding, "receive", event->partition.other);
    finding_call(finding, "send", event->partition.made_by);
    finding_submit(finding);
}

static void check_request(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    struct finding *finding;

    if (event->partition.fault != PARTITION_REQUEST)
        return;
    finding = begin(rule, event, findings);
    finding_message(finding, "%s called %s with %s%s.",
                    process_who(event->process).text, event->call->info->name,
                    event->partition.made_by == NULL ? "MPI_REQUEST_NULL"
                                                     : "a request made by ",
                    event->partition.made_by == NULL
                        ? ""
                        : event->partition.made_by->info->name);
    finding_submit(finding);
}

static void check_inactive(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    struct finding *finding;

    if (event->partition.fault != PARTITION_INACTIVE)
        return;
    finding = begin(rule, event, findings);
    finding_message(finding,
                    "%s called %s with a request that is not started, or that "
                    "is complete.",
                    process_who(event->process).text, event->call->info->name);
    finding_submit(finding);
}

static void check_range(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    struct finding *finding;

    if (event->partition.fault != PARTITION_RANGE)
        return;
    finding = begin(rule, event, findings);
    finding_message(finding,
                    "%s named partition %lld in %s, but the request has %lld, "
                    "counted from 0.",
                    process_who(event->process).text,
                    (long long)event->partition.number, event->call->info->name,
                    (long long)event->partition.limit);
    finding_submit(finding);
}

static void check_twice(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    struct finding *finding;

    if (event->partition.fault != PARTITION_TWICE)
        return;
    finding = begin(rule, event, findings);
    finding_message(
        finding, "%s marked partition %lld ready twice since MPI_Start.",
        process_who(event->process).text, (long long)event->partition.number);
    finding_call(finding, "first", event->partition.other);
    finding_submit(finding);
}

static void check_given_up(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    struct finding *finding;

    if (event->partition.fault != PARTITION_GIVEN_UP)
        return;
    finding = begin(rule, event, findings);
    finding_message(finding,
                    "%s called %s with a partitioned request that is started "
                    "and not complete.",
                    process_who(event->process).text, event->call->info->name);
    finding_submit(finding);
}

static const struct rule rules[] = {
    {"PART-ARGUMENTS", SEVERITY_ERROR,
     "Partitioned communication without partitions, or with wildcards",
     "MPI-4.1 4.2, 4.2.1",
     "There must be one partition at least, and a partitioned receive must "
     "name its source and its tag.",
     "Give a positive number of partitions, and the sender's rank and tag.",
     EVENT_BIT(EVENT_PARTITION), check_arguments},
    {"PART-SIZE-MISMATCH", SEVERITY_ERROR,
     "A partitioned send and its receive are of unequal size", "MPI-4.1 4.2.1",
     "The buffers of both sides must be of one size; only how they are divided "
     "may differ. Sends and receives match in the order in which they are "
     "initialized, by communicator, ranks and tag.",
     "Let partitions times count be the same data on both sides; compare the "
     "order of the initializations.",
     EVENT_BIT(EVENT_PARTITION), check_size},
    {"PART-WRONG-REQUEST", SEVERITY_ERROR,
     "A request that is not of the partitioned kind the call needs",
     "MPI-4.1 4.2.1, 4.2.2",
     "MPI_Pready and its kin take the request of a partitioned send only, "
     "MPI_Parrived that of a partitioned receive.",
     "Give the request of MPI_Psend_init, or of MPI_Precv_init.",
     EVENT_BIT(EVENT_PARTITION), check_request},
    {"PART-READY-INACTIVE", SEVERITY_ERROR,
     "A partition is marked ready before MPI_Start", "MPI-4.1 4.2.1",
     "Partitions are marked as ready after the operation was started. "
     "MPI_Start makes all of them inactive again, so that the mark is lost.",
     "Call MPI_Start or MPI_Startall first, in each round.",
     EVENT_BIT(EVENT_PARTITION), check_inactive},
    {"PART-RANGE", SEVERITY_ERROR, "There is no such partition",
     "MPI-4.1 4.2.1",
     "Partitions are numbered from 0 to one less than the number given to "
     "MPI_Psend_init, for MPI_Parrived to MPI_Precv_init.",
     "Compare the number with that of the side that calls.",
     EVENT_BIT(EVENT_PARTITION), check_range},
    {"PART-READY-TWICE", SEVERITY_ERROR, "A partition is marked ready twice",
     "MPI-4.1 4.2.1",
     "The first mark lets MPI send the partition. Marking it again before the "
     "operation is complete and started anew is erroneous.",
     "Mark each partition once after each MPI_Start; divide the partitions "
     "among threads without overlap.",
     EVENT_BIT(EVENT_PARTITION), check_twice},
    {"PART-FREED-ACTIVE", SEVERITY_ERROR,
     "A started partitioned request is freed or cancelled", "MPI-4.1 4.2.1",
     "Requests of other sends and receives may be freed while they are "
     "active; those of partitioned ones must be completed before.",
     "Complete the request with MPI_Wait or MPI_Test first.",
     EVENT_BIT(EVENT_PARTITION), check_given_up},
};

const struct rule_family partition_family = RULE_FAMILY("partition", rules);
