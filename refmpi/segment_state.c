/* segment_state.c - what a rank does, in words; linked into mpiexec too. */
#include "segment.h"
#include <stdio.h>

/* " from rank 1, tag 3", or "" if it is no message. */
static void wait_text(const struct segment_wait *wait, char *text, size_t size)
{
    bool is_send = wait->kind == SEGMENT_WAIT_SEND;
    int used;
    *text = 0;
    if (wait->kind == SEGMENT_WAIT_CALL)
        return;
    if (wait->peer < 0)
        used = snprintf(text, size, " from any rank");
    else
        used = snprintf(text, size, " %s rank %d", is_send ? "to" : "from",
                        wait->peer);
    if (wait->tag < 0)
        snprintf(text + used, size - (size_t)used, ", any tag");
    else
        snprintf(text + used, size - (size_t)used, ", tag %d", wait->tag);
}

void segment_state_text(const struct segment *segment, int rank,
                        char text[SEGMENT_STATE_TEXT])
{
    const struct rank_block *block = &segment->blocks[rank];
    const struct segment_wait *wait = &block->wait;
    char message[64];
    switch ((enum segment_rank_state)block->state) {
    case SEGMENT_RANK_NEW:
        snprintf(text, SEGMENT_STATE_TEXT, "rank %d: has not initialized MPI",
                 rank);
        return;
    case SEGMENT_RANK_FINALIZED:
        snprintf(text, SEGMENT_STATE_TEXT, "rank %d: has finalized MPI", rank);
        return;
    case SEGMENT_RANK_RUNNING:
        break;
    }
    if (wait->kind == SEGMENT_WAIT_NONE) {
        snprintf(text, SEGMENT_STATE_TEXT, "rank %d: waits for nothing", rank);
        return;
    }
    wait_text(wait, message, sizeof message);
    /* It may be gone or change while we look: whatever it is, it ends. */
    snprintf(text, SEGMENT_STATE_TEXT, "rank %d: waits in %.43s%s%s%.71s", rank,
             wait->call, message, *wait->comm ? " on " : "", wait->comm);
}
