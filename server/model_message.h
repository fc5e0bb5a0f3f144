/*
 * model_message.h - the calls that send, receive and probe.
 */
#ifndef MURMEL_MODEL_MESSAGE_H
#define MURMEL_MODEL_MESSAGE_H

#include "model_match.h"

/* Whether it is known only at the end of the call, which waits for nobody, if
 * it sends or receives anything. */
bool message_is_deferred(const struct agent *agent, const struct call *call);
enum model_step send_exit(struct agent *agent, struct open_call *open);
enum model_step receive_exit(struct agent *agent, struct open_call *open);
enum model_step sendrecv_enter(struct agent *agent, struct open_call *open);
enum model_step sendrecv_exit(struct agent *agent, struct open_call *open);
enum model_step isend_enter(struct agent *agent, struct open_call *open);
enum model_step irecv_enter(struct agent *agent, struct open_call *open);
enum model_step persistent_enter(struct agent *agent, struct open_call *open);
/* Start and end of the messages' operations. */
void message_start(struct agent *agent, struct operation *operation,
                   struct call *call);
/* Whether the end can be taken in.  What a receive will take it claims until
 * message_unclaim, so that another one that ends with it takes something else.
 */
bool message_ready(struct agent *agent, struct operation *operation,
                   const struct status_value *status);
void message_unclaim(struct operation *operation);
void message_complete(struct agent *agent, struct operation *operation,
                      const struct status_value *status);
/* It may be complete: what a wildcard could take. */
void message_test(struct agent *agent, const struct operation *operation);
/* The job is over: receives in which processes have ended, and which only one
 * message can have ended, have taken it. */
void messages_end(struct model *model);
/* Nothing more will be known of its receive: it was not cancelled. */
void message_release(struct operation *operation);
/* The operation goes, whatever became of its receive. */
void message_forget(struct operation *operation);
/* The operation did not come about. */
void message_withdraw(struct operation *operation);
/* Whether its message, or receive, is known to have no match yet. */
bool message_unmatched(const struct operation *operation);
/* ... nobody knows whether it took place. */
void message_lose(struct operation *operation);

/* ------------------------------------------------- model_probe.c */

enum model_step probe_exit(struct agent *agent, struct open_call *open);
enum model_step mprobe_exit(struct agent *agent, struct open_call *open);
enum model_step mrecv_enter(struct agent *agent, struct open_call *open);

/* ------------------------------------------------- model_unmatched.c */

/* Nobody has the communicator any more: tells of messages that nobody can
 * receive.  True: it is kept until the end of the job, for the receives that
 * were left there, and freed by comms_waiting_free. */
bool comm_is_left(struct comm *comm);
void comms_waiting_free(struct model *model);
/*
 * A message to the process that no receive takes, and that one from that source
 * (NULL: any) with that tag misses by one of the two, or by the communicator
 * alone; NULL: there is none.  Sets on which communicator it was sent.
 */
const struct message *message_missed(const struct comm *comm,
                                     const struct agent *receiver,
                                     const struct process *source, int64_t tag,
                                     const struct comm **on);
/* At the end of a job that went well, tells of messages without a receive and
 * of receives without a message.  False: it did not go well, and what is left
 * may be the fault of that. */
bool model_unmatched(struct model *model);

#endif
