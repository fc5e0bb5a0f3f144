/*
 * transport.h - frames between the checkers of several nodes, by ZeroMQ.
 *
 * The root listens; each node connects to it, and again when the connection
 * breaks.  Both prove by CURVE that they have this job's keys (root_file.h).
 * Frames may be lost, or come twice, when a connection breaks: stream.h sees to
 * that.  libzmq is loaded when it is needed first.
 */
#ifndef MURMEL_TRANSPORT_H
#define MURMEL_TRANSPORT_H

#include "root_file.h"
#include "stream.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct transport;

/*
 * Listens at HOST or HOST:PORT (any port, where none is given) and nowhere
 * else, with new keys; *file is filled but for its boot, and the caller's. NULL
 * and a line for the user in *trouble (malloc'd).
 */
struct transport *transport_listen(const char *address, struct root_file *file,
                                   char **trouble);
/* Whether HOST is this machine, or nobody (which transport_listen tells). */
bool transport_is_here(const char *address);
/* Connects to it, as the node of that number, by lot; likewise. */
struct transport *transport_connect(const struct root_file *file, uint64_t node,
                                    char **trouble);
/* What was sent and has not gone yet has some tenths of a second for it. */
void transport_close(struct transport *transport);

/* Becomes readable when there may be something to receive. */
int transport_fd(const struct transport *transport);

/*
 * The next frame, which is the transport's until the next call, and the node
 * that sent it.  NULL: there is none.
 */
const void *transport_receive(struct transport *transport, uint64_t *node,
                              size_t *size);
/* Whether there is one, which transport_fd may not tell. */
bool transport_is_ready(const struct transport *transport);
/* Sends to that node; a node sends to the root.  False: not now, as there is no
 * connection, or too much waits for it. */
bool transport_send(struct transport *transport, uint64_t node,
                    const struct stream_frame *frame, const void *bytes,
                    size_t length);
/* How many were turned away, since they have not the keys. */
unsigned transport_refused(const struct transport *transport);

#endif
