/*
 * zmq_table.h - libzmq, loaded when a job spans nodes: it has many libraries
 * behind it, which would keep every start of murmel waiting.
 */
#ifndef MURMEL_ZMQ_TABLE_H
#define MURMEL_ZMQ_TABLE_H

#include <zmq.h>

#define ZMQ_TABLE(X)                                                           \
    X(ctx_new)                                                                 \
    X(ctx_term)                                                                \
    X(socket)                                                                  \
    X(close)                                                                   \
    X(setsockopt)                                                              \
    X(getsockopt)                                                              \
    X(bind)                                                                    \
    X(connect)                                                                 \
    X(send)                                                                    \
    X(recv)                                                                    \
    X(msg_init)                                                                \
    X(msg_recv)                                                                \
    X(msg_close)                                                               \
    X(msg_data)                                                                \
    X(msg_size)                                                                \
    X(msg_more)                                                                \
    X(curve_keypair)                                                           \
    X(z85_encode)                                                              \
    X(strerror)

#define ZMQ_TABLE_FIELD(name) __typeof__(zmq_##name) *name;
struct zmq_table {
    ZMQ_TABLE(ZMQ_TABLE_FIELD)
};

/* NULL and a line for the user in *trouble (malloc'd): it is not there. */
const struct zmq_table *zmq_table_load(char **trouble);

#endif
