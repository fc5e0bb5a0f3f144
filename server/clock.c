#include "clock.h"

#include "memory.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define NO_OWNER UINT32_MAX

struct clock_vector {
    uint32_t references;
    uint32_t count; /* moments of processes beyond it are 0 */
    /* It has all that this one does, which stays as it is; held, or NULL. */
    struct clock_vector *from;
    uint64_t moments[];
};

struct clock {
    uint32_t references;
    uint32_t owner; /* NO_OWNER: a sum */
    bool chance, partial;
    uint64_t own; /* the owner's moment; that in the vectors is older */
    struct clock_vector *vector, *sure;
};

static struct pool clocks = POOL_OF(struct clock);

static struct clock_vector *vector_new(uint32_t count)
{
    struct clock_vector *vector =
        xmalloc(sizeof *vector + count * sizeof vector->moments[0]);

    vector->references = 1;
    vector->count = count;
    vector->from = NULL;
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
    if (vector == NULL || --vector->references > 0)
        return;
    vector_drop(vector->from); /* which has none itself */
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
    if (count < old_count)
        count = old_count;
    own = vector_new(count);
    if (old_count > 0)
        memcpy(own->moments, old->moments, old_count * sizeof old->moments[0]);
    memset(own->moments + old_count, 0,
           (count - old_count) * sizeof own->moments[0]);
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

/* Moments that are compared at once. */
#define BLOCK 32

/* Whether none of these moments is behind the other one.  (They are counted
 * and far from 2^63.) */
static bool has_block(const uint64_t *moments, const uint64_t *others)
{
    uint64_t behind = 0;
    int i;

    for (i = 0; i < BLOCK; i++)
        behind |= moments[i] - others[i];
    return behind >> 63 == 0;
}

/* Whether the one knows all that the other does. */
static bool vector_has(const struct clock_vector *vector,
                       const struct clock_vector *other)
{
    uint32_t count = other == NULL ? 0 : other->count, i = 0;

    if (vector != NULL && vector->from == other)
        return true;
    if (vector != NULL)
        for (; i + BLOCK <= count && i + BLOCK <= vector->count; i += BLOCK)
            if (!has_block(vector->moments + i, other->moments + i))
                return false;
    for (; i < count; i++)
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
    struct clock *clock = pool_take(&clocks);

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

/* ... in both; who knows the same in both has one vector. */
static void learn_both(struct clock_vector **vector, struct clock_vector **sure,
                       const struct clock *clock)
{
    bool same = *vector == *sure && clock->vector == clock->sure;

    if (same) {
        vector_drop(*sure);
        *sure = NULL;
    }
    learn(vector, clock, clock->vector);
    if (same)
        *sure = vector_hold(*vector);
    else
        learn(sure, clock, clock->sure);
}

void clock_join(struct clock_process *process, const struct clock *clock)
{
    if (clock == NULL || clock->owner == process->index)
        return;
    process->chance = process->chance || clock->chance;
    process->partial = process->partial || clock->partial;
    learn_both(&process->vector, &process->sure, clock);
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
    pool_give(&clocks, clock);
}

/* Of those who come together many know the same: all of that is in the sum
 * once the first of them has come.  Of a vector that others hold nothing is
 * noted, so that none is kept by a row of them. */
static void note_from(struct clock *sum, struct clock_vector *vector,
                      struct clock_vector *known)
{
    uint32_t own = sum->vector == sum->sure ? 2 : 1;

    if (vector == NULL || known == NULL || vector == known ||
        vector->from == known || vector->references > own)
        return;
    vector_drop(known->from);
    known->from = NULL;
    vector_drop(vector->from);
    vector->from = vector_hold(known);
}

void clock_add(struct clock **sum, const struct clock *clock)
{
    if (clock == NULL)
        return;
    if (*sum == NULL) {
        *sum = pool_take(&clocks);
        (*sum)->references = 1;
        (*sum)->owner = NO_OWNER;
    }
    (*sum)->chance = (*sum)->chance || clock->chance;
    (*sum)->partial = (*sum)->partial || clock->partial;
    learn_both(&(*sum)->vector, &(*sum)->sure, clock);
    note_from(*sum, (*sum)->vector, clock->vector);
    note_from(*sum, (*sum)->sure, clock->sure);
}
