/*
 * race_deficit.c - receives for which there are not enough messages that fit,
 * whichever takes which (race_matching.h).
 *
 * What each could take without a fault is another bipartite graph.  Where it
 * has no matching for all that have ended, some receives, together, have fewer
 * such messages than they are: those that alternating paths reach from one that
 * is left without.  Which these are does not depend on the matching that was
 * found.
 */
#include "race_matching.h"

#include <stdlib.h>

struct deficit {
    struct matching *matching;
    size_t *takes, *taken_by; /* what goes well */
    bool *seen;               /* by message */
    size_t *groups;
};

static bool is_right(struct deficit *deficit, size_t taker, size_t message)
{
    struct matching *matching = deficit->matching;
    const struct receive *receive = matching->takers[taker]->receive;

    if (receive == NULL)
        return matching->took[taker] == message;
    return receive_fits(receive, matching->messages[message]) &&
           (receive->is_told ||
            transfer_fault(receive, matching->messages[message]) ==
                TRANSFER_FITS) &&
           matching_might(matching, taker, message);
}

static bool augment(struct deficit *deficit, size_t taker)
{
    size_t i, other;

    for (i = 0; i < deficit->matching->message_count; i++) {
        if (deficit->seen[i] || !is_right(deficit, taker, i))
            continue;
        deficit->seen[i] = true;
        other = deficit->taken_by[i];
        if (other == MATCHING_NONE || augment(deficit, other)) {
            deficit->takes[taker] = i;
            deficit->taken_by[i] = taker;
            return true;
        }
    }
    return false;
}

static void forget_seen(struct deficit *deficit)
{
    size_t i;

    for (i = 0; i < deficit->matching->message_count; i++)
        deficit->seen[i] = false;
}

/* As many as can be. */
static void match(struct deficit *deficit)
{
    struct matching *matching = deficit->matching;
    size_t i;

    for (i = 0; i < matching->message_count; i++)
        deficit->taken_by[i] = MATCHING_NONE;
    for (i = 0; i < matching->taker_count; i++) {
        deficit->takes[i] = MATCHING_NONE;
        if (matching->took[i] == MATCHING_NONE ||
            !is_right(deficit, i, matching->took[i]))
            continue;
        deficit->takes[i] = matching->took[i];
        deficit->taken_by[matching->took[i]] = i;
    }
    for (i = 0; i < matching->taker_count; i++)
        if (matching->took[i] != MATCHING_NONE &&
            deficit->takes[i] == MATCHING_NONE) {
            forget_seen(deficit);
            (void)augment(deficit, i);
        }
}

/* All that share messages are one group. */
static void join(struct deficit *deficit, size_t one, size_t other)
{
    size_t from = deficit->groups[other], to = deficit->groups[one], i;

    if (from != 0 && to > from) {
        from = to;
        to = deficit->groups[other];
    }
    if (from == 0)
        deficit->groups[other] = to;
    for (i = 0; from != 0 && i < deficit->matching->taker_count; i++)
        if (deficit->groups[i] == from)
            deficit->groups[i] = to;
}

static void reach(struct deficit *deficit, size_t taker)
{
    size_t i, other;

    for (i = 0; i < deficit->matching->message_count; i++) {
        if (!is_right(deficit, taker, i))
            continue;
        other = deficit->taken_by[i];
        if (deficit->seen[i]) {
            join(deficit, taker, other);
            continue;
        }
        deficit->seen[i] = true;
        join(deficit, taker, other);
        reach(deficit, other);
    }
}

void deficit_find(struct matching *matching, size_t *groups)
{
    struct deficit deficit = {
        .matching = matching,
        .takes = xcalloc(matching->taker_count + 1, sizeof(size_t)),
        .taken_by = xcalloc(matching->message_count + 1, sizeof(size_t)),
        .seen = xcalloc(matching->message_count + 1, sizeof(bool)),
        .groups = groups};
    size_t i;

    match(&deficit);
    forget_seen(&deficit);
    for (i = 0; i < matching->taker_count && !matching->spent; i++)
        if (matching->took[i] != MATCHING_NONE &&
            deficit.takes[i] == MATCHING_NONE) {
            if (groups[i] == 0)
                groups[i] = i + 1;
            reach(&deficit, i);
        }
    free(deficit.takes);
    free(deficit.taken_by);
    free(deficit.seen);
}
