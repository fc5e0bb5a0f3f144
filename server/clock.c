#include "clock.h"

#include "memory.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define NO_OWNER UINT32_MAX

struct clock_vector {
    uint32_t references;
    uint32_t count; /* moments of processes beyond it are 0 */
    uint64_t moments[];
};

struct clock {
    uint32_t references;
    uint32_t owner; /* NO_OWNER: a sum */
    bool chance, partial;
    uint64_t own; /* the owner's moment; that in the vectors is older */
    struct clock_vector *vector, *sure;
};

static struct clock_vector *vector_new(uint32_t count)
{
    struct clock_vector *vector =
        xcalloc(1, sizeof *vector + count * sizeof vector->moments[0]);

    vector->references = 1;
    vector->count = count;
    return vector;
}

static struct clock_vector *vector_hold(struct clock_vector *vector)
{
    if (vector != NULL)
        vector->references++;
    return vector;
}

static void vector_drop(struct clock_vector *vector)
{
    if (vector != NULL && --vector->references == 0)
        free(vector);
}

/* One that only the holder of *vector has, with room for `count`. */
static void vector_make_own(struct clock_vector **vector, uint32_t count)
{
    struct clock_vector *old = *vector;
    struct clock_vector *own;
    uint32_t old_count = old == NULL ? 0 : old->count;

    if (old != NULL && old->references == 1 && old_count >= count)
        return;
    own = vector_new(count > old_count ? count : old_count);
    if (old_count > 0)
        memcpy(own->moments, old->moments, old_count * sizeof old->moments[0]);
    vector_drop(old);
    *vector = own;
}

static void vector_raise(struct clock_vector **vector, uint32_t process,
                         uint64_t moment)
{
    if (*vector != NULL && process < (*vector)->count &&
        (*vector)->moments[process] >= moment)
        return;
    vector_make_own(vector, process + 1);
    (*vector)->moments[process] = moment;
}

static uint64_t vector_moment(const struct clock_vector *vector,
                              uint32_t process)
{
    if (vector == NULL || process >= vector->count)
        return 0;
    return vector->moments[process];
}

/* Whether the one knows all that the other does. */
static bool vector_has(const struct clock_vector *vector,
                       const struct clock_vector *other)
{
    uint32_t count = other == NULL ? 0 : other->count, i;

    for (i = 0; i < count; i++)
        if (other->moments[i] > vector_moment(vector, i))
            return false;
    return true;
}

/* Who learns all that there is to know shares it: so after a collective
 * operation its members have one vector, not one each. */
static void vector_join(struct clock_vector **vector,
                        struct clock_vector *other)
{
    uint32_t i;

    if (*vector == other || vector_has(*vector, other))
        return;
    if (vector_has(other, *vector)) {
        vector_drop(*vector);
        *vector = vector_hold(other);
        return;
    }
    vector_make_own(vector, other->count);
    for (i = 0; i < other->count; i++)
        if ((*vector)->moments[i] < other->moments[i])
            (*vector)->moments[i] = other->moments[i];
}

void clock_start(struct clock_process *process, uint32_t index)
{
    process->index = index;
    process->now = 1;
    process->vector = process->sure = NULL;
    process->chance = process->partial = false;
}

void clock_stop(struct clock_process *process)
{
    vector_drop(process->vector);
    vector_drop(process->sure);
    process->vector = process->sure = NULL;
}

struct clock_moment clock_moment(const struct clock_process *process)
{
    return (struct clock_moment){process->index, process->now};
}

struct clock *clock_take(struct clock_process *process)
{
    struct clock *clock = xmalloc(sizeof *clock);

    clock->references = 1;
    clock->owner = process->index;
    clock->own = process->now++;
    clock->chance = process->chance;
    clock->partial = process->partial;
    clock->vector = vector_hold(process->vector);
    clock->sure = vector_hold(process->sure);
    return clock;
}

/* All that the snapshot knows in one of the orders. */
static void learn(struct clock_vector **vector, const struct clock *clock,
                  struct clock_vector *known)
{
    /* Who knows a snapshot's own moment knows all of the snapshot. */
    if (clock->owner != NO_OWNER &&
        vector_moment(*vector, clock->owner) >= clock->own)
        return;
    vector_join(vector, known);
    if (clock->owner != NO_OWNER)
        vector_raise(vector, clock->owner, clock->own);
}

void clock_join(struct clock_process *process, const struct clock *clock)
{
    if (clock == NULL || clock->owner == process->index)
        return;
    process->chance = process->chance || clock->chance;
    process->partial = process->partial || clock->partial;
    if (process->vector == process->sure && clock->vector == clock->sure) {
        vector_drop(process->sure);
        process->sure = NULL;
        learn(&process->vector, clock, clock->vector);
        process->sure = vector_hold(process->vector);
        return;
    }
    learn(&process->vector, clock, clock->vector);
    learn(&process->sure, clock, clock->sure);
}

void clock_join_unsure(struct clock_process *process, const struct clock *clock)
{
    clock_chance(process);
    if (clock == NULL || clock->owner == process->index)
        return;
    process->partial = process->partial || clock->partial;
    learn(&process->vector, clock, clock->vector);
}

void clock_chance(struct clock_process *process)
{
    process->chance = true;
}

void clock_lose(struct clock_process *process)
{
    process->partial = true;
}

bool clock_after(const struct clock_process *process,
                 struct clock_moment moment)
{
    if (moment.process == process->index)
        return moment.at <= process->now;
    return moment.at <= vector_moment(process->vector, moment.process);
}

uint64_t clock_sure(const struct clock *clock, uint32_t process)
{
    return process == clock->owner ? clock->own
                                   : vector_moment(clock->sure, process);
}

uint64_t clock_process_sure(const struct clock_process *process, uint32_t other)
{
    return other == process->index ? process->now
                                   : vector_moment(process->sure, other);
}

bool clock_owner(const struct clock *clock, struct clock_moment *moment)
{
    if (clock->owner == NO_OWNER)
        return false;
    *moment = (struct clock_moment){clock->owner, clock->own};
    return true;
}

bool clock_has_chance(const struct clock *clock)
{
    return clock->chance;
}

bool clock_is_partial(const struct clock *clock)
{
    return clock != NULL && clock->partial;
}

bool clock_is_of(const struct clock *clock, const struct clock_process *process)
{
    return clock->vector == process->vector && clock->sure == process->sure;
}

uint64_t clock_known(const struct clock *clock, uint32_t process)
{
    if (clock == NULL)
        return 0;
    return process == clock->owner ? clock->own
                                   : vector_moment(clock->vector, process);
}

bool clock_knows(const struct clock *clock, struct clock_moment moment)
{
    return clock != NULL && moment.at <= clock_known(clock, moment.process);
}

struct clock *clock_hold(struct clock *clock)
{
    if (clock != NULL)
        clock->references++;
    return clock;
}

void clock_drop(struct clock *clock)
{
    if (clock == NULL || --clock->references > 0)
        return;
    vector_drop(clock->vector);
    vector_drop(clock->sure);
    free(clock);
}

void clock_add(struct clock **sum, const struct clock *clock)
{
    if (clock == NULL)
        return;
    if (*sum == NULL) {
        *sum = xcalloc(1, sizeof **sum);
        (*sum)->references = 1;
        (*sum)->owner = NO_OWNER;
    }
    (*sum)->chance = (*sum)->chance || clock->chance;
    (*sum)->partial = (*sum)->partial || clock->partial;
    learn(&(*sum)->vector, clock, clock->vector);
    learn(&(*sum)->sure, clock, clock->sure);
}
