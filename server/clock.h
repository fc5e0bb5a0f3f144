/*
 * clock.h - vector clocks: what happened before what.
 *
 * A process's clock counts its own moments and knows, for every other
 * process, the newest moment of it that came before.  A snapshot (struct
 * clock) is taken where others may learn of this moment (a message is sent)
 * and joined where they do (it is received).
 *
 * Two orders are kept.  That of this run has all that was learnt; the sure
 * one leaves out what another run of the same program may lack (a wildcard
 * receive may take another message, a test may find nothing yet), so that it
 * does not depend on the timing.
 *
 * A snapshot shares the vectors with its process until the process learns
 * something new, so that taking one costs nothing but a few words; and who
 * learns from a snapshot all that he knows shares its vectors.
 */
#ifndef MURMEL_CLOCK_H
#define MURMEL_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct clock_vector;

/* Moments are numbered from 1; 0 lies before everything. */
struct clock_moment {
    uint32_t process;
    uint64_t at;
};

/* A process's running clock. */
struct clock_process {
    uint32_t index;
    uint64_t now;                /* the present moment */
    struct clock_vector *vector; /* of this run */
    struct clock_vector *sure;   /* the same, while the orders do not differ */
    bool chance;  /* it, or whom it learnt of, may have learnt by chance: the
                   * sure order need not be all */
    bool partial; /* likewise, what is not known here: neither need be */
};

/* A snapshot: counted, immutable.  NULL stands for "nothing is known". */
struct clock;

void clock_start(struct clock_process *process, uint32_t index);
void clock_stop(struct clock_process *process);

/* The present moment; it stays the same until the next clock_take. */
struct clock_moment clock_moment(const struct clock_process *process);
/* Takes a snapshot of the present moment, and moves on to the next one. */
struct clock *clock_take(struct clock_process *process);
/* From now on all the snapshot knows lies before.  NULL: no change. */
void clock_join(struct clock_process *process, const struct clock *clock);
/* ... in this run, but another may lack it. */
void clock_join_unsure(struct clock_process *process,
                       const struct clock *clock);
/* The process may have learnt of others by chance, in this run or another. */
void clock_chance(struct clock_process *process);
/* From now on the process may have learnt of others what is not known here. */
void clock_lose(struct clock_process *process);
/* Whether that moment came before the present one (or is it), in this run. */
bool clock_after(const struct clock_process *process,
                 struct clock_moment moment);

/* The newest moment of that process that surely came before. */
uint64_t clock_sure(const struct clock *clock, uint32_t process);
uint64_t clock_process_sure(const struct clock_process *process,
                            uint32_t other);
/* Whose moment it is; false: a sum. */
bool clock_owner(const struct clock *clock, struct clock_moment *moment);
/* Whether what is surely before the snapshot may not be all that is. */
bool clock_has_chance(const struct clock *clock);
/* Whether more may be before the snapshot than it knows, in any order. */
bool clock_is_partial(const struct clock *clock);
/* Whether the process has learnt nothing since. */
bool clock_is_of(const struct clock *clock,
                 const struct clock_process *process);
/* Whether that moment came before the snapshot's (or is it). */
bool clock_knows(const struct clock *clock, struct clock_moment moment);
/* The newest moment of that process that came before it, in this run. */
uint64_t clock_known(const struct clock *clock, uint32_t process);

struct clock *clock_hold(struct clock *clock);
void clock_drop(struct clock *clock);
/*
 * Adds what `clock` knows to *sum (NULL at first), a snapshot of no process
 * that only the caller holds.
 */
void clock_add(struct clock **sum, const struct clock *clock);

#endif
