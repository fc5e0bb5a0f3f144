/*
 * model_given_up.h - receives whose requests were freed while they were active,
 * and what becomes of their buffers (MPI-4.1 3.7.3).
 */
#ifndef MURMEL_MODEL_GIVEN_UP_H
#define MURMEL_MODEL_GIVEN_UP_H

#include "model_match.h"

/* MPI_Request_free has succeeded, and the operation is pending yet: nobody will tell when the receive is
 * complete.  Ignores what is none, or may be over. */
void given_up_add(struct agent *agent, struct call *call,
                  const struct operation *operation);
/* A receive has surely taken the message. */
void given_up_matched(const struct receive *receive,
                      const struct message *message);
/* The program frees that memory: raises EVENT_FREED, now or when it has taken
 * its message, for the first receive into it whose message was not surely on
 * its way before, as far as this process can know. */
void given_up_freed(struct agent *agent, struct call *call, uint64_t low,
                    uint64_t high);
/* MPI_Comm_disconnect of comm, or MPI_Session_finalize (NULL: of any), begins,
 * which waits for them (MPI-4.1 11.10.4, 11.3.1). */
void given_ups_over(struct agent *agent, const struct comm *comm);
/* The process goes. */
void given_ups_free(struct agent *agent);

#endif
