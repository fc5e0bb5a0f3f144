/*
 * model_pending.h - what processes have begun and not ended: requests and
 * epochs, for somebody who looks at a job that runs.
 */
#ifndef MURMEL_MODEL_PENDING_H
#define MURMEL_MODEL_PENDING_H

#include "model.h"

#include <stdbool.h>
#include <stddef.h>

/* So many are listed of a process. */
#define PENDING_MOST 50

struct pending {
    const struct process *process;
    struct call *call; /* that began it; held */
    char *text;        /* call_text, as the objects are named now */
    bool epoch;        /* else a request */
};

/* Of all processes that are there, one process after the other, the oldest
 * first.  *list is the caller's, by pending_free. */
size_t model_pending(const struct model *model, struct pending **list);
void pending_free(struct pending *list, size_t count);

#endif
