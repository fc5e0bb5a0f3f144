/*
 * nodes.h - the other nodes of a job, at the root: their checkers send what
 * their processes do (doc/nodes.md).
 *
 * Every function but nodes_new takes NULL for "the job has one node".
 */
#ifndef MURMEL_NODES_H
#define MURMEL_NODES_H

#include "checker.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nodes;

/* Listens as options->root says, and writes options->root_file.  The checker
 * stays the caller's.  NULL and a line for the user in *trouble (malloc'd). */
struct nodes *nodes_new(const struct checker *checker, char **trouble);
/* The nodes are told that nothing more is wanted of them. */
void nodes_free(struct nodes *nodes);

/* Becomes readable when there is something to handle; -1: never. */
int nodes_fd(const struct nodes *nodes);
/* Handles all there is, and sends what there is to send, without waiting; true:
 * more has come than records, which the intake has then.  To be called at least each STREAM_PULSE. */
bool nodes_handle(struct nodes *nodes, int64_t now);
/* Whether there is more to handle, which nodes_fd may not tell. */
bool nodes_have_more(const struct nodes *nodes);

/* Processes on other nodes that have joined and not hung up. */
size_t nodes_open(const struct nodes *nodes);
/* One of them was ended by SIGINT. */
bool nodes_interrupted(const struct nodes *nodes);
/* The launcher has ended: a node is not waited for longer than some seconds. */
void nodes_hurry(struct nodes *nodes);
/* It is ended from here: what processes do from now on is not missed. */
void nodes_job_ended(struct nodes *nodes);

/*
 * Asks all nodes whether something is on its way, and, with look, what the
 * threads of their processes do.  Returns the number of the question.
 */
uint64_t nodes_ask(struct nodes *nodes, bool look);
/* Whether all have answered that question or a later one of the kind: all that
 * their processes had done when it was asked has come. */
bool nodes_answered(const struct nodes *nodes, uint64_t number);
/* Whether the threads of a process (with process->remote) are known as they
 * are after the last record that came of it; asks for them where not. */
bool nodes_have_seen(const struct process *process);

/* Sends the signal to all processes on other nodes. */
void nodes_signal(struct nodes *nodes, int signal);
/* Asks one of them to end the job (MPI_Abort). */
void nodes_abort(struct nodes *nodes);

#endif
