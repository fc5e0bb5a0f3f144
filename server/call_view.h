/*
 * call_view.h - ENTER and EXIT records become calls.
 */
#ifndef MURMEL_CALL_VIEW_H
#define MURMEL_CALL_VIEW_H

#include "observed.h"
#include "record.h"

/* No job has more; more is a damaged record. */
#define PROCESSES_MOST (1 << 24)

/*
 * A call of the process from its ENTER record (all of record->size readable,
 * nothing else trusted), with one reference.  stack, thread and number are
 * the caller's to set.  NULL where the record does not hold together, with a
 * word about it in *trouble (a constant).
 */
struct call *call_view_enter(const struct record *record,
                             struct process *process, const char **trouble);

/* Adds what an EXIT record tells and sets call->returned.  Returns 0; or -1
 * as above, and then the call is as it was. */
int call_view_exit(struct call *call, const struct record *record,
                   const char **trouble);

/* A call of which no more is known than the function, or "load", "store",
 * "free", "realloc", with one reference; NULL: nothing is called so. */
struct call *call_view_named(const char *function, struct process *process);

struct model_access;
struct model_change;

/*
 * A load, store or free by the program itself as if it were a call, for
 * findings to show, with one reference.  `after` is the process's last call, or NULL.
 */
struct call *call_view_access(struct process *process,
                              const struct model_access *access,
                              const struct call *after);
/* Likewise the store of a RECORD_CHANGED; its text names the call before which
 * it was seen, which its stack is that of. */
struct call *call_view_changed(struct process *process,
                               const struct model_change *change,
                               const struct call *after);
/* Likewise the program's call of exit (RECORD_QUITS). */
struct call *call_view_quit(struct process *process, uint64_t status,
                            const struct stack *stack,
                            const struct call *after);
/* Of a store of call_view_changed the function of that call; NULL: it is no such
 * store. */
const struct call_info *call_view_before(const struct call *call);

#endif
