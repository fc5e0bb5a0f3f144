/*
 * connection.h - the processes that talk to the checker (include/wire.h).
 */
#ifndef MURMEL_CONNECTION_H
#define MURMEL_CONNECTION_H

#include "intake.h"
#include "process.h"
#include "roster.h"

#include <stdbool.h>
#include <stddef.h>

struct connections;

/*
 * Serves the listening socket, which stays the caller's.  Who joins is put on
 * the roster, which must live longer.  With keep_stderr
 * text goes to the standard error of the lowest rank (terminal.h), and all
 * of them stay open until connections_free, so that mpiexec waits.
 */
struct connections *connections_new(int listen_fd, struct intake *intake,
                                    struct roster *roster, bool keep_stderr);
/* From here on all are refused: why, which is kept. */
void connections_refuse(struct connections *connections, const char *why);
/* Closes the standard errors that it has: nobody waits for them any more. */
void connections_let_go(struct connections *connections);
/* Hangs up. */
void connections_free(struct connections *connections);

/*
 * What the processes do is sent on to another node: those that join are told so
 * and wait at their end until it has come there.
 */
void connections_relay(struct connections *connections);
/* Whether one waits that was not promised an answer yet, and of which the last
 * look at its rings has found nothing more. */
bool connections_wait(const struct connections *connections);
/* Promises them one: when the message of that number has come. */
void connections_promise(struct connections *connections, uint64_t number);
/* All up to that number have come: answers those to which that was promised. */
void connections_kept(struct connections *connections, uint64_t number);

/* Becomes readable when there is something to handle. */
int connections_fd(const struct connections *connections);
/* Handles all there is, without waiting; true: there was something. */
bool connections_handle(struct connections *connections);
/* Hangs up on processes whose records are damaged, so that they go on
 * without us. */
void connections_drop_damaged(struct connections *connections);

/* A process was ended by SIGINT, as the user's Ctrl-C does; launchers pass it
 * on. */
bool connections_interrupted(const struct connections *connections);
/* Open connections of processes that have joined. */
size_t connections_open(const struct connections *connections);
/* Asks one process, of the lowest rank, to end the job (MPI_Abort). */
void connections_abort(struct connections *connections);
/* Sends the signal to the process, or (NULL) to all, that are there still. */
void connections_signal(struct connections *connections,
                        const struct process *process, int number);

#endif
