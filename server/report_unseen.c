/*
 * report_unseen.c - what a run could not see of the program's own loads and
 * stores, and of the types of its variables, as far as it matters to this job.
 */
#include "report.h"

#include "memory.h"

#include <stdio.h>

struct record_watched report_watched(const struct report_job *job)
{
    struct record_watched sum = {.whole = 0};

    for (size_t i = 0; i < job->process_count; i++) {
        const struct record_watched *watched = &job->processes[i]->watched;

        sum.whole += watched->whole;
        sum.part += watched->part;
        sum.none += watched->none;
        sum.native += watched->native;
        sum.pages += watched->pages;
        sum.followed += watched->followed;
        sum.moved += watched->moved;
    }
    return sum;
}

struct process_elements report_elements(const struct report_job *job)
{
    struct process_elements sum = {0, 0};

    for (size_t i = 0; i < job->process_count; i++) {
        sum.calls += job->processes[i]->elements.calls;
        sum.untold += job->processes[i]->elements.untold;
    }
    return sum;
}

bool report_loads_observed(const struct report_job *job)
{
    return job->process_count > 0 &&
           report_watched(job).native == job->process_count;
}

/* Of large buffers a part is looked at. */
static char *unseen_buffers(const struct record_watched *watched)
{
    unsigned long long part = watched->part, none = watched->none;
    char in_part[80] = "";

    if (part > 0)
        snprintf(in_part, sizeof in_part,
                 " (%llu of them, large, were looked at in part)", part);
    return xasprintf(
        "%sstores into %llu of %llu buffers of pending operations%s",
        part > 0 ? "some " : "", part + none, watched->whole + part + none,
        in_part);
}

/* Of loads and stores. */
static size_t unseen_accesses(const struct report_job *job,
                              struct report_unseen *unseen)
{
    struct record_watched watched = report_watched(job);
    unsigned long long all = watched.whole + watched.part + watched.none;
    const char *but =
        watched.followed > 0 ? ", unless right after an MPI call" : "";
    size_t count = 0;

    if (report_loads_observed(job)) {
        unseen[count++] = (struct report_unseen){
            .text = xstrdup("loads and stores by what was not compiled by "
                            "murmel cc, such as libraries")};
        return count;
    }
    if (job->windows)
        unseen[count++] = (struct report_unseen){
            xasprintf("the program's own loads from windows, and most of its "
                      "stores into those of more than 4 KiB%s",
                      but),
            .terminal = true, .native = true};
    if (watched.part + watched.none > 0)
        unseen[count++] = (struct report_unseen){
            unseen_buffers(&watched), .terminal = true, .native = true};
    if (all > 0)
        unseen[count++] = (struct report_unseen){
            xasprintf("loads from the buffers of pending operations, and "
                      "stores that left the value as it was%s",
                      but),
            .native = true};
    return count;
}

char *report_mpi_fault(const struct report_job *job)
{
    unsigned long long moved = report_watched(job).moved;

    if (moved == 0)
        return NULL;
    return xasprintf(
        "RMA calls access the wrong bytes of %llu of the processes' windows. "
        "MPICH before 4.0.3, with UCX, takes a window to begin at a multiple "
        "of 16 bytes, which these do not. Give MPI_Win_allocate multiples of "
        "16 bytes, and MPI_Win_create memory that begins at one; or take "
        "another MPI.",
        moved);
}

size_t report_unseen(const struct report_job *job,
                     struct report_unseen unseen[REPORT_UNSEEN])
{
    struct process_elements elements = report_elements(job);
    size_t count = unseen_accesses(job, unseen);

    if (job->accesses_dropped)
        unseen[count++] = (struct report_unseen){
            xstrdup("conflicts of accesses to windows that were made long "
                    "after each other, in order by nothing: of very many the "
                    "newest are kept"),
            .terminal = true};
    if (elements.untold > 0)
        unseen[count++] = (struct report_unseen){
            xasprintf("types of variables (--element-types) at %llu of %llu "
                      "calls with buffers, of whose code no debugging "
                      "information was found: compile it with -g",
                      (unsigned long long)elements.untold,
                      (unsigned long long)elements.calls),
            .terminal = true};
    return count;
}
