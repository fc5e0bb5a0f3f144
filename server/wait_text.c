#include "wait_text.h"

#include "calls.h"
#include "neutral.h"
#include "process.h"
#include "rank_list.h"

#include <stdio.h>

/* " with tag 5 on communicator 3" */
static void add_envelope(struct text *text, const struct wait_reason *reason)
{
    if (reason->tag == NEUTRAL_ANY_TAG)
        text_printf(text, " with any tag");
    else if (reason->tag != WAIT_TAGS_DIFFER)
        text_printf(text, " with tag %lld", (long long)reason->tag);
    if (reason->comm != NULL && reason->comm->number > 0)
        text_printf(text, " on %s", comm_name(reason->comm));
}

static void add_string_tag(struct text *text, const struct array_string *tag)
{
    text_printf(text, "stringtag \"%.*s\"", (int)tag->count, tag->items);
}

/* What those who make a communicator over a group must give alike: the
 * communicator is that group's, or NULL where there are several. */
static void add_group(struct text *text, const struct wait_reason *reason)
{
    const struct call *call = reason->call;

    if (reason->comm == NULL) {
        text_printf(text, ", with the same group and tag");
        return;
    }
    text_printf(text, ", with ");
    switch (call->info->base) {
    case CALL_MPI_Comm_create_group:
        text_printf(text, "tag %lld",
                    (long long)CALL_VIEW(call, MPI_Comm_create_group)->tag);
        break;
    case CALL_MPI_Comm_create_from_group:
        add_string_tag(text,
                       &CALL_VIEW(call, MPI_Comm_create_from_group)->stringtag);
        break;
    default:
        add_string_tag(
            text,
            &CALL_VIEW(call, MPI_Intercomm_create_from_groups)->stringtag);
    }
    text_printf(text, " and ");
    rank_list_group(text, reason->comm->groups[0]);
}

static bool makes_by_group(const struct call *call)
{
    return call->info->base == CALL_MPI_Comm_create_group ||
           call->info->base == CALL_MPI_Comm_create_from_group ||
           call->info->base == CALL_MPI_Intercomm_create_from_groups;
}

static void add_members(struct text *text, const struct wait_reason *reason,
                        const char *peer)
{
    if (reason->made != NULL)
        text_printf(text, "for %s to start its %s request too", peer,
                    reason->made->info->name);
    else
        text_printf(text, "for %s to call %s too", peer,
                    reason->call->info->name);
    if (makes_by_group(reason->call))
        add_group(text, reason);
    else if (reason->comm != NULL)
        text_printf(text, " on %s", comm_name(reason->comm));
    else if (reason->window != NULL)
        text_printf(text, " on %s", window_name(reason->window));
}

/* Leaders meet by a tag, which is not told where it stands for several. */
static void add_leader(struct text *text, const struct wait_reason *reason,
                       const char *peer)
{
    const struct call *call = reason->call;

    text_printf(text, "for %s, the other side's leader, to call %s too", peer,
                call->info->name);
    if (call->info->base == CALL_MPI_Intercomm_create &&
        reason->tag != WAIT_TAGS_DIFFER)
        text_printf(text, ", with tag %lld", (long long)reason->tag);
    if (call->info->base != CALL_MPI_Intercomm_create && reason->comm != NULL) {
        text_printf(text, ", with ");
        add_string_tag(
            text,
            &CALL_VIEW(call, MPI_Intercomm_create_from_groups)->stringtag);
    }
}

static void add_window(struct text *text, const struct wait_reason *reason)
{
    if (reason->window != NULL)
        text_printf(text, " on %s", window_name(reason->window));
}

static void add_target(struct text *text, const struct wait_reason *reason)
{
    int target = (int)CALL_VIEW(reason->call, MPI_Win_lock)->rank;

    text_printf(text, "target %d", target);
    if (reason->rank >= 0 && reason->rank != target)
        text_printf(text, " (rank %d)", reason->rank);
}

/* Of an end that is shown for others whose partitions differ, none. */
static void add_partitions(struct text *text, const struct wait_reason *reason,
                           const char *peer)
{
    long long first = (long long)reason->partition;

    if (reason->unstarted)
        text_printf(text, "for %s to start", peer);
    else if (reason->partitions == 0)
        text_printf(text, "for %s to mark all partitions ready in", peer);
    else if (reason->partitions == 1)
        text_printf(text, "for %s to mark partition %lld ready in", peer,
                    first);
    else
        text_printf(text,
                    "for %s to mark %u partitions ready, the first of them "
                    "%lld, in",
                    peer, reason->partitions, first);
    text_printf(text, " its partitioned send");
}

static void add_reason(struct text *text, const struct wait_reason *reason,
                       const char *peer)
{
    switch (reason->kind) {
    case WAIT_MESSAGE:
    case WAIT_PROBE:
        text_printf(text, "for a message from %s", peer);
        add_envelope(text, reason);
        break;
    case WAIT_RECEIVE:
        text_printf(text, "for %s to receive its message", peer);
        if (reason->bytes >= 0)
            text_printf(text, " of %lld byte%s", (long long)reason->bytes,
                        reason->bytes == 1 ? "" : "s");
        if (reason->probed)
            text_printf(text, ", taken by a matched probe,");
        add_envelope(text, reason);
        break;
    case WAIT_BUFFER:
        text_printf(text, "for %s to receive its buffered message", peer);
        add_envelope(text, reason);
        break;
    case WAIT_MEMBERS:
        add_members(text, reason, peer);
        break;
    case WAIT_OTHERS:
        text_printf(text,
                    "for %s to go on, since a collective call of rank %d has "
                    "failed",
                    peer, reason->rank);
        if (reason->comm != NULL)
            text_printf(text, " on %s", comm_name(reason->comm));
        add_window(text, reason);
        break;
    case WAIT_LEADER:
        add_leader(text, reason, peer);
        break;
    case WAIT_POST:
        text_printf(text, "for %s to call MPI_Win_post", peer);
        add_window(text, reason);
        break;
    case WAIT_COMPLETE:
        text_printf(text, "for %s to complete its access epoch", peer);
        add_window(text, reason);
        break;
    case WAIT_LOCK:
        text_printf(text, "for %s to release its lock of ", peer);
        if (reason->call->info->base == CALL_MPI_Win_lock)
            add_target(text, reason);
        else
            text_printf(text, "all targets");
        add_window(text, reason);
        break;
    case WAIT_PARTITIONS:
        add_partitions(text, reason, peer);
        add_envelope(text, reason);
        break;
    case WAIT_START:
        text_printf(text, "for %s to start its partitioned receive", peer);
        add_envelope(text, reason);
        break;
    case WAIT_FINALIZE:
        text_printf(text, "for %s to call MPI_Finalize too", peer);
        break;
    case WAIT_GENERALIZED:
        text_printf(text,
                    "for %s to call MPI_Grequest_complete for its generalized "
                    "request",
                    peer);
        break;
    }
}

void wait_text(struct text *text, const struct wait_reason *reason,
               const char *peer)
{
    char through[32];

    if (reason->through == NULL) {
        add_reason(text, reason, peer);
        return;
    }
    snprintf(through, sizeof through, "rank %d", process_rank(reason->through));
    add_reason(text, reason, through);
    text_printf(text, ", which waits for %s first", peer);
}

static const char *section_of_members(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Win_fence:
        return "12.5.1";
    case CALL_MPI_Win_free:
        return "12.2.5";
    case CALL_MPI_Start:
    case CALL_MPI_Startall:
        return "6.13";
    default:
        return "6.14";
    }
}

const char *wait_section(const struct wait_reason *reason)
{
    static const char *const sections[] = {
        [WAIT_MESSAGE] = "3.5",     [WAIT_PROBE] = "3.8.1",
        [WAIT_RECEIVE] = "3.5",     [WAIT_OTHERS] = "6.14",
        [WAIT_LEADER] = "7.6.2",    [WAIT_POST] = "12.5.2",
        [WAIT_COMPLETE] = "12.5.2", [WAIT_LOCK] = "12.5.3",
        [WAIT_BUFFER] = "3.6",      [WAIT_PARTITIONS] = "4.2.1",
        [WAIT_START] = "4.2.2",     [WAIT_FINALIZE] = "11.2.2",
        [WAIT_GENERALIZED] = "13.2"};

    return reason->kind == WAIT_MEMBERS ? section_of_members(reason->call)
                                        : sections[reason->kind];
}

const char *wait_kind_name(enum wait_kind kind)
{
    static const char *const names[] = {[WAIT_MESSAGE] = "message",
                                        [WAIT_PROBE] = "message",
                                        [WAIT_RECEIVE] = "receive",
                                        [WAIT_MEMBERS] = "collective",
                                        [WAIT_OTHERS] = "collective",
                                        [WAIT_LEADER] = "leader",
                                        [WAIT_POST] = "post",
                                        [WAIT_COMPLETE] = "complete",
                                        [WAIT_LOCK] = "unlock",
                                        [WAIT_BUFFER] = "receive",
                                        [WAIT_PARTITIONS] = "partitions",
                                        [WAIT_START] = "start",
                                        [WAIT_FINALIZE] = "finalize",
                                        [WAIT_GENERALIZED] = "complete"};

    return names[kind];
}
