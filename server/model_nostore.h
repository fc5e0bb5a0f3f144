/*
 * model_nostore.h - MPI_MODE_NOSTORE (MPI-4.1 12.5.5): whether a process has
 * stored into its part of a window since its last synchronization there.
 */
#ifndef MURMEL_MODEL_NOSTORE_H
#define MURMEL_MODEL_NOSTORE_H

#include "access_range.h"
#include "model_private.h"

/* A call begins; before the model takes it in. */
void nostore_enter(struct agent *agent, struct call *call);
/* It has ended: an epoch of a fence is over for everybody. */
void nostore_exit(struct agent *agent, struct open_call *open);
/* The call stores, for the process itself, into its windows: a receive, a
 * get, or (call_is_access) the program. */
void nostore_by_call(struct agent *agent, const struct access_ranges *ranges,
                     struct call *call);
/* RECORD_WINDOW_STORED, in that call. */
void nostore_seen(struct agent *agent, const struct record_window_stored *told,
                  struct call *call);
/* The job is over: what had to wait for that is told. */
void nostore_finish(struct model *model);
void nostore_rank_free(struct window_rank *member);
void nostore_free(struct model *model);

#endif
