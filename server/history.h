/*
 * history.h - what the processes of a finding did last before it: their newest
 * calls, and which of them belong together.
 *
 * Taken when the finding is made; report_history.c draws it, report_json.c
 * writes the data.  When a call of it has ended is asked for then.
 */
#ifndef MURMEL_HISTORY_H
#define MURMEL_HISTORY_H

#include "process.h"

#define HISTORY_LANES 6  /* processes; further ones are left out */
#define HISTORY_CALLS 48 /* of all lanes together, at most */

struct history_lane {
    const struct process *process;
    uint32_t count;
    struct call *calls[PROCESS_LAST_CALLS]; /* held; the newest is the last */
    bool wrong[PROCESS_LAST_CALLS]; /* one of those that the finding is about */
};

struct history {
    uint32_t lane_count;
    struct history_lane lanes[HISTORY_LANES]; /* by rank */
};

struct finding;

/* NULL: none of the finding's calls is among the newest of its process, so
 * that those have nothing to do with it. */
struct history *history_new(const struct finding *finding);
void history_free(struct history *history); /* accepts NULL */

/* The call that sent what `call` has received, if it is there; or NULL. */
const struct call *history_sender(const struct history *history,
                                  const struct call *call);

#endif
