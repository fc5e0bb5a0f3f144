/*
 * portability.c - what the standard lets an MPI library refuse.
 */
#include "families.h"
#include "finding.h"
#include "model_event.h"

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
};

const struct rule_family portability_family = RULE_FAMILY("portability", rules);
