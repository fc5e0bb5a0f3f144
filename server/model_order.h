/*
 * model_order.h - what may have come before what, in any run.
 *
 * The sure order of the clocks leaves out what depends on the timing.  This
 * adds it as possible: wherever a process could have learnt of another by
 * chance (a value that it read, a message that a wildcard took, a test), in
 * this run or another.  Two periods are out of order only if no such chance
 * puts them in order either.  See doc/model.md, "Order".
 */
#ifndef MURMEL_MODEL_ORDER_H
#define MURMEL_MODEL_ORDER_H

#include "model_event.h"
#include "model_object.h"

struct agent;

/* What MPI_Get has read under a shared lock, and others have updated under
 * one.  If it is by that alone that one of them comes before the other, the two
 * have met there, and the value is undefined (MPI-4.1 12.7). */
struct race {
    uint64_t board; /* its number; 0: none, or several */
    int64_t low, high;
    uint64_t got_at; /* the get's place in the program; 0: not known, or several */
};
extern const struct race no_race;

/* From the moment `at` on the process may have known that snapshot; by a race,
 * if it is one. */
struct chance {
    uint64_t at;
    struct clock *clock;
    struct race race;
};

/* A process's part of the possible order. */
struct chances {
    struct chance *items;
    size_t count;
    uint64_t first, last; /* moments at which it looked; 0: it did not */
    uint32_t tests;       /* of what has not ended yet */
    bool unsure;          /* how it learns now: by chance ... */
    struct tested tested; /* ... and since when it could have */
    uint64_t heard;       /* newest own moment that it heard of since then */
    uint64_t round;       /* used while chances are followed */
};

/* A process leaves there what it knows; the clock stays the caller's. */
void board_leave(struct board *board, const struct agent *agent, int64_t low,
                 int64_t high, struct clock *clock);
/* ... by an update under a shared lock. */
void board_update(struct board *board, const struct agent *agent, int64_t low,
                  int64_t high, struct clock *clock);
/* It may have seen there what others left, `source` or (NULL) anybody, now or
 * earlier, or in another run leave later. */
void board_look(struct board *board, struct agent *agent,
                const struct agent *source, int64_t low, int64_t high);
/* ... by MPI_Get at that place under a shared lock. */
void board_get(struct board *board, struct agent *agent, int64_t low,
               int64_t high, uint64_t got_at);
void board_clear(struct board *board);

/* The process asks whether something has ended (MPI_Test, MPI_Waitany). */
void order_test(struct agent *agent, struct tested *tested);
/* What agent_learn is told from here to order_learnt: it may be by chance,
 * and could have been when it was tested. */
void order_learns(struct agent *agent, struct tested *tested, bool unsure);
void order_learnt(struct agent *agent);
/* The process learns what the snapshot knows (NULL: nothing). */
void agent_learn(struct agent *agent, struct clock *clock);
/* ... by chance. */
void agent_learn_unsure(struct agent *agent, struct clock *clock);
void chances_free(struct chances *chances);

/* A stretch of a process's time.  Counted. */
struct period *period_begin(struct agent *agent, struct call *opened,
                            uint32_t rank);
/* NULL, or ended already: nothing. */
void period_end(struct agent *agent, struct period *period,
                struct call *closed);
/* Whether it surely began before the other did. */
bool period_sooner(const struct period *period, const struct period *other);
void period_drop(struct period *period);
/* All that may lie before the snapshot, in any run, but what only that race, or
 * another of the same get, tells; the caller's. */
struct clock *order_all_before(struct model *model, const struct clock *clock,
                               const struct race *but);
/* Whether what will still happen may be a chance before that: somebody looked,
 * and another may leave something that does not surely come after. */
bool order_is_open(struct model *model, const struct clock *before);
/* model_doubt.c: whether the one surely ended before the other began. */
bool period_ended(const struct period *period, const struct period *other);
/* Raises the event if nothing puts the two in order in any run: now, or when it
 * is known.  The event's calls are held, its members are copied. */
void periods_meet(struct model *model, struct period *one, struct period *other,
                  const struct model_event *event);
/* ... if nothing puts any two of them in order. */
void periods_all_meet(struct model *model, struct period *const *periods,
                      uint32_t count, const struct model_event *event);
/* The newest moment of the process (its number) that all others surely know. */
uint64_t order_known_by_all(const struct model *model, uint32_t process);
/* Looks again at those of which it was not known; at the end at all. */
void doubts_look(struct model *model, bool end);
void doubts_free(struct model *model);

#endif
