/*
 * race_probed.c - receives from any source of which a probe has told how much
 * room they need (MPI-4.1 3.8.1): what they take may be another message than
 * the probe has told of.
 *
 * Of the shorter one of two messages the probe could have told first, and the
 * receive have taken the longer one.  That the room was made by what the probe
 * told is known where two receives at one place in the program have had room
 * for just what each took, and not the same.
 */
#include "race.h"
#include "race_choice.h"

static int64_t bytes_of(const struct transfer *transfer)
{
    return payload_bytes(&transfer->payload);
}

bool probed_may_be(const struct taker *taker)
{
    const struct receive *receive = taker->receive;

    return receive != NULL && receive->is_told &&
           receive->source == SOURCE_ANY && taker->took != NULL &&
           bytes_of(&receive->transfer) > 0 &&
           bytes_of(&receive->transfer) == bytes_of(&taker->took->transfer);
}

/* At one place in the program, with less room. */
static bool has_less_room(const struct receive *receive,
                          const struct receive *other)
{
    return receive->call->stack == other->call->stack &&
           receive->tag == other->tag &&
           receive->transfer.payload.type == other->transfer.payload.type &&
           bytes_of(&receive->transfer) < bytes_of(&other->transfer);
}

size_t probed_find(struct matching *matching, size_t taker)
{
    const struct taker *longer = matching->takers[taker], *shorter;
    size_t i;

    if (!probed_may_be(longer))
        return MATCHING_NONE;
    for (i = taker + 1; i < matching->taker_count; i++) {
        shorter = matching->takers[i];
        if (probed_may_be(shorter) &&
            has_less_room(shorter->receive, longer->receive) &&
            shorter->took->sender != longer->took->sender &&
            matching_allows(matching, taker, matching->took[i]))
            return i;
    }
    return MATCHING_NONE;
}
