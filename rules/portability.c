/*
 * portability.c - what the standard lets an MPI library refuse.
 */
#include "argument.h"

#include "memory.h"

#include <inttypes.h>
#include <stdlib.h>

/* The first rank whose memory is locked by the call and is not from MPI, or
 * -1. */
static int ordinary_rank(const struct model_event *event)
{
    const struct window *window = event->sync.window;
    int rank;

    if (event->call->info->base != CALL_MPI_Win_lock &&
        event->call->info->base != CALL_MPI_Win_lock_all)
        return -1;
    for (rank = 0; rank < (int)window->size; rank++)
        if ((event->call->info->base == CALL_MPI_Win_lock_all ||
             rank == event->sync.target) &&
            window->ranks[rank].ordinary)
            return rank;
    return -1;
}

static void check_lock(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    const struct window *window = event->sync.window;
    int rank = ordinary_rank(event);
    struct finding *finding;

    if (rank < 0)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s locks %s, where rank %d's memory does not come from "
                    "MPI.",
                    process_who(event->process).text, window_name(window),
                    comm_world_rank(window->comm, (uint32_t)rank));
    finding_call(finding, "lock", event->call);
    finding_object(finding, "window", window_name(window), window->made_by);
    finding_submit(finding);
}

static void check_tag(const struct rule *rule, const struct model_event *event,
                      struct findings *findings)
{
    char *more;

    if (event->argument.fault != ARGUMENT_LARGE_TAG)
        return;
    more = xasprintf(", where every MPI has tags up to %" PRId64 " only",
                     event->argument.size);
    argument_report(rule, event, findings, more);
    free(more);
}

static void check_shared(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    if (event->argument.fault == ARGUMENT_SHARES_MEMORY)
        argument_report(rule, event, findings,
                        ", whose processes need not share memory");
}

static const struct rule rules[] = {
    {"RMA-LOCK-ORDINARY-MEMORY", SEVERITY_NOTE,
     "A lock of a window in memory that does not come from MPI",
     "MPI-4.1 12.5.3",
     "MPI libraries may restrict locks to windows in memory of MPI_Alloc_mem, "
     "MPI_Win_allocate, MPI_Win_allocate_shared or MPI_Win_attach: only there "
     "they are portable.",
     "Make the window by MPI_Win_allocate, or allocate its memory by "
     "MPI_Alloc_mem.",
     EVENT_BIT(EVENT_SYNC), check_lock},
    {"ARG-LARGE-TAG", SEVERITY_NOTE, "A tag that not every MPI has",
     "MPI-4.1 3.2.3, 9.1.2",
     "The largest tag is the value of the attribute MPI_TAG_UB, which is 32767 "
     "or more; so that what runs with one MPI, or network, fails with "
     "MPI_ERR_TAG on another. It is told once of a process that never asks for "
     "that attribute.",
     "Use smaller tags, for example by a communicator for each kind of "
     "messages, or keep to what MPI_Comm_get_attr says of MPI_TAG_UB.",
     EVENT_BIT(EVENT_ARGUMENT), check_tag},
    {"RMA-SHARED-COMM", SEVERITY_NOTE,
     "A shared window of processes that need not share memory",
     "MPI-4.1 12.2.3",
     "The user is to see to it that the processes of the communicator can "
     "share "
     "memory. On one node all do; on several the call fails.",
     "Make the communicator by MPI_Comm_split_type with MPI_COMM_TYPE_SHARED.",
     EVENT_BIT(EVENT_ARGUMENT), check_shared},
};

const struct rule_family portability_family = RULE_FAMILY("portability", rules);
