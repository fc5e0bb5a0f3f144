/*
 * machine.h - the same program under the strictest MPI (machine.c).
 */
#ifndef MURMEL_MACHINE_H
#define MURMEL_MACHINE_H

#include "model_private.h"

struct machine *machine_new(void);
void machine_free(struct machine *machine);
void machine_agent_free(struct agent *agent);
void machine_window_free(struct window *window);

/* A call begins; the model has taken it in. */
void machine_enter(struct agent *agent, struct open_call *open);
/* It has returned. */
void machine_exit(struct agent *agent, const struct open_call *open);
/* The thread has ended, outside of MPI. */
void machine_thread_ended(struct agent *agent, uint32_t thread);
/* The real run has told that the receive takes the message. */
void machine_matched(struct receive *receive, struct message *message);
/* The probe, which is about to return, has found that message. */
void machine_probed(struct agent *agent, const struct call *probe,
                    struct message *message);
/* What the receive takes will not be known: nobody waits for it. */
void machine_unsure(struct receive *receive);
void machine_alikes_free(struct endpoint *endpoint);
/* No receive can take it in the machine any more. */
void machine_unlist(struct message *message);
/* The receive takes the message, which is listed, in the machine, and not what
 * it took in the real run. */
void machine_give(struct receive *receive, struct message *message);
/* The process has got a lock; it begins to release one. */
void machine_locked(struct agent *agent, struct window *window,
                    struct call *call);
/* What it did under its locks is done: it surely holds them now. */
void machine_lock_held(struct agent *agent);
void machine_unlocks(struct agent *agent, const struct call *lock,
                     struct call *unlock);
/* The process has freed the window. */
void machine_window_left(struct agent *agent, const struct window *window);
/* A wrong call may have sent, or received, what nobody knows of: what would wait
 * for ever from then on is not told. */
void machine_mislead(struct model *model);
/* Looks for processes that wait for each other in the machine, though the
 * real run went on (EVENT_POTENTIAL_DEADLOCK).  Over: nothing more will be told
 * of the real run. */
void machine_check(struct model *model, bool over);

#endif
