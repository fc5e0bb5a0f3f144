/*
 * model_guard.c - see model_guard.h.
 */
#include "model_guard.h"

#include "model_private.h"

#include <stdlib.h>

/* One lock, from when it surely was held. */
struct guard {
    uint32_t references;
    uint64_t window; /* its identity */
    int target;
    bool exclusive;
    uint32_t process;        /* of its clock */
    struct clock_moment end; /* at 0: it lasts */
};

struct guards {
    uint32_t references;
    uint32_t count;
    struct guard *items[]; /* held */
};

struct guards *guards_hold(struct guards *guards)
{
    if (guards != NULL)
        guards->references++;
    return guards;
}

void guards_drop(struct guards *guards)
{
    uint32_t i;

    if (guards == NULL || --guards->references > 0)
        return;
    for (i = 0; i < guards->count; i++)
        if (--guards->items[i]->references == 0)
            free(guards->items[i]);
    free(guards);
}

static struct guard *find(const struct guards *guards, uint64_t window,
                          int target)
{
    uint32_t i;

    for (i = 0; guards != NULL && i < guards->count; i++)
        if (guards->items[i]->window == window &&
            guards->items[i]->target == target)
            return guards->items[i];
    return NULL;
}

/* The process holds all it held but `without`, and `with`; either may be NULL.
 */
static void change(struct agent *agent, const struct guard *without,
                   struct guard *with)
{
    uint32_t count = agent->guards == NULL ? 0 : agent->guards->count, i;
    struct guards *guards =
        xcalloc(1, sizeof *guards + (count + 1) * sizeof guards->items[0]);

    guards->references = 1;
    for (i = 0; i < count; i++)
        if (agent->guards->items[i] != without) {
            guards->items[guards->count] = agent->guards->items[i];
            guards->items[guards->count++]->references++;
        }
    if (with != NULL) {
        guards->items[guards->count++] = with;
        with->references++;
    }
    guards_drop(agent->guards);
    agent->guards = guards;
    if (guards->count == 0) {
        guards_drop(guards);
        agent->guards = NULL;
    }
    clock_drop(clock_take(&agent->clock));
}

void guard_begins(struct agent *agent, const struct window *window, int target,
                  bool exclusive)
{
    struct guard *guard;

    if (find(agent->guards, window->identity, target) != NULL)
        return;
    guard = xcalloc(1, sizeof *guard);
    guard->window = window->identity;
    guard->target = target;
    guard->exclusive = exclusive;
    guard->process = agent->clock.index;
    change(agent, NULL, guard);
}

void guard_ends(struct agent *agent, const struct window *window, int target)
{
    struct guard *guard = find(agent->guards, window->identity, target);

    if (guard == NULL)
        return;
    guard->end = clock_moment(&agent->clock);
    change(agent, guard, NULL);
}

/* Whether what began while it was held has ended within. */
static enum guarded is_within(const struct period *period,
                              const struct guard *guard)
{
    if (guard->end.at == 0)
        return period->closed != NULL ? GUARDED_YES : GUARDED_MAYBE;
    return period->closed != NULL &&
                   period->end.process == guard->end.process &&
                   period->end.at <= guard->end.at
               ? GUARDED_YES
               : GUARDED_NO;
}

enum guarded guards_keep_apart(const struct period *one,
                               const struct period *other)
{
    enum guarded guarded = GUARDED_NO, within;
    const struct guard *mine, *theirs;
    uint32_t i;

    for (i = 0; one->guards != NULL && i < one->guards->count; i++) {
        mine = one->guards->items[i];
        theirs = find(other->guards, mine->window, mine->target);
        if (theirs == NULL || theirs->process == mine->process ||
            (!mine->exclusive && !theirs->exclusive))
            continue;
        within = is_within(other, theirs);
        if (within > is_within(one, mine))
            within = is_within(one, mine);
        if (within > guarded)
            guarded = within;
    }
    return guarded;
}
