/*
 * model_request.h - requests: what they stand for, and the calls that start,
 * complete, cancel and free them.
 */
#ifndef MURMEL_MODEL_REQUEST_H
#define MURMEL_MODEL_REQUEST_H

#include "model_private.h"

/* ------------------------------------------------- model_request.c */

struct operation *operation_new(enum operation_kind kind, struct call *call);
struct operation *operation_hold(struct operation *operation);
void operation_drop(struct operation *operation);
void agent_bind_request(struct agent *agent, uint64_t handle,
                        struct operation *operation);
/* The handle stands for it no more. */
void agent_unbind_request(struct agent *agent, struct binding *binding,
                          struct operation *operation);
/* The newest that had that handle and was completed, or freed; NULL: there is
 * none, or it is too long ago. */
const struct ended_request *request_ended(const struct agent *agent,
                                          uint64_t handle);
/* The process goes. */
void requests_ended_free(struct agent *agent);
/* Of several operations with one handle the only one that the thread has made;
 * NULL: it is not known.  An MPI gives a handle to a thread before it is known
 * here that another thread's with that handle is over. */
struct operation *request_own(struct operation *list, uint32_t thread);
/* The call failed, or was left by a jump out of an error handler: what it was
 * to begin did not come about. */
void request_not_made(struct agent *agent, struct open_call *open);
/* The call's operation becomes the request it returns. */
enum model_step request_made_exit(struct agent *agent, struct open_call *open);
enum model_step request_other_enter(struct agent *agent,
                                    struct open_call *open);
enum model_step start_enter(struct agent *agent, struct open_call *open);
/* In MPI_Start or MPI_Startall the MPI has given the request another handle. */
void request_restarted(struct agent *agent, const struct call *call,
                       uint64_t before, uint64_t after);
/* The request a call returns: its "out" parameter of that kind. */
uint64_t request_made(const struct call *call);
/* MPI_Cancel: whether it succeeds is known only from a status. */
enum model_step cancel_enter(struct agent *agent, struct open_call *open);
enum model_step generalized_enter(struct agent *agent, struct open_call *open);
enum model_step request_free_enter(struct agent *agent, struct open_call *open);
enum model_step request_free_exit(struct agent *agent, struct open_call *open);

/* The requests that the call may complete.  False: it completes none. */
bool request_handles(const struct call *call, struct array_handle *handles);
/* An active request that both calls wait for, or that both have in their
 * arrays, to complete it; or NULL. */
const struct operation *request_of_both(const struct agent *agent,
                                        const struct call *one,
                                        const struct call *other);

/* The persistent request of the agent that sends to, or receives from, that
 * member of `comm` with that tag and is not active; or NULL. */
const struct operation *request_unstarted(const struct agent *agent,
                                          enum operation_kind kind,
                                          const struct comm *comm,
                                          uint32_t other, int64_t tag);
/* Whether MPI_Cancel was called for an active send to that member with that
 * tag. */
bool request_cancelled(const struct agent *agent, const struct comm *comm,
                       uint32_t other, int64_t tag);

/* ------------------------------------------------- model_completion.c */

enum model_step session_end_enter(struct agent *agent, struct open_call *open);
enum model_step complete_enter(struct agent *agent, struct open_call *open);
enum model_step complete_exit(struct agent *agent, struct open_call *open);

/* ------------------------------------------- model_request_fault.c */

/* Such a call begins: raises EVENT_REQUEST for requests it does not take. */
void request_fault_completion(struct agent *agent, struct call *call);
/* One of the requests of a call; item: of its array, or -1. */
void request_fault_unknown(struct agent *agent, struct call *call,
                           uint64_t handle, int64_t item);
void request_fault_start(struct agent *agent, struct call *call,
                         uint64_t handle, int64_t item);
/* MPI_Request_free, MPI_Cancel. */
void request_fault_give_up(struct agent *agent, struct call *call);
/* Before MPI_Comm_disconnect of it, or (NULL) the end of all sessions: its
 * requests have to be complete. */
void request_fault_pending(struct agent *agent, struct call *call,
                           const struct comm *comm);
/* MPI_Grequest_complete. */
void request_fault_generalized(struct agent *agent, struct call *call);
/* The call has waited for an inactive one, or tested it: notes the first
 * before its first start. */
void request_note_idle(struct operation *operation, struct call *call);
/* It is freed, or left when MPI is finalized. */
void request_fault_never_started(struct agent *agent,
                                 const struct operation *operation);
/* The call has returned a request of which nothing is known, as its
 * communicator, say, is not: that there is one is. */
void request_bind_other(struct agent *agent, struct call *call);

/* ------------------------------------------- model_request_place.c */

/* `operation` gets the handle that those of `list` (or NULL) have. */
void request_place_bind(struct operation *list, struct operation *operation);
/* The operation, which gets a handle, has the variable from now on: that which
 * had it is overwritten; and it has its handle no more. */
void request_place_take(struct agent *agent, struct operation *operation);
void request_place_leave(struct agent *agent,
                         const struct operation *operation);
/* Item `item` of the requests given to the call is complete: of several with
 * one handle that operation was taken for it, though the variable was written
 * again since.  The newest one in the variable is left in its place. */
void request_place_complete(const struct agent *agent,
                            const struct operation *operation,
                            const struct call *call, uint32_t item,
                            uint64_t handle);
/* The active operation of the list that item `item` of the requests given to
 * the call stands for, if it was started into that variable; NULL: it is not
 * known.  hint: looked at first; or NULL. */
struct operation *request_place_find(struct operation *list,
                                     struct operation *hint,
                                     const struct call *call, uint32_t item);

#endif
