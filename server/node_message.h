/*
 * node_message.h - what the checker of a node and the root say to each other,
 * a message of stream.h each.
 *
 * Each begins with its kind.  All is in the byte order and alignment of the
 * machine, which is little-endian wherever Murmel runs.
 */
#ifndef MURMEL_NODE_MESSAGE_H
#define MURMEL_NODE_MESSAGE_H

#include <stdint.h>

#define NODE_VERSION   UINT32_C(1)
#define NODE_NAME_SIZE 64

enum node_message_kind {
    /* From the node. */
    NODE_CLOCK = 1, /* struct node_clock: what time is it there? */
    NODE_HELLO,     /* struct node_hello */
    NODE_BLOCK,     /* a block of a recording, at offset 8 */
    NODE_ANSWER,    /* struct node_answer, with what it saw behind */
    NODE_FAREWELL,  /* all of its processes have ended; nothing comes */
    /* From the root. */
    ROOT_CLOCK = 101, /* struct node_clock: the answer */
    ROOT_WELCOME,
    ROOT_REFUSED, /* a text, at offset 8 */
    ROOT_ASK,     /* struct root_ask */
    ROOT_HOLD,    /* struct root_hold */
    ROOT_SIGNAL,  /* struct root_signal */
    ROOT_ABORT,   /* a process of it is to end the job (MPI_Abort) */
    ROOT_END      /* nothing more is wanted of the node */
};

struct node_message {
    uint32_t kind, unused;
};

struct node_clock {
    struct node_message message;
    uint64_t node, root; /* CLOCK_MONOTONIC of each, ns */
};

struct node_hello {
    struct node_message message;
    uint32_t version; /* NODE_VERSION */
    uint32_t wire;    /* WIRE_VERSION */
    uint64_t schema;  /* CALLS_SCHEMA_HASH */
    int64_t offset;   /* the root's CLOCK_MONOTONIC is so much ahead, ns */
    char name[NODE_NAME_SIZE];
};

/*
 * The node is to say when all that was in its rings, and came from its
 * processes, has been sent: nothing is lacking that came before the question.
 */
struct root_ask {
    struct node_message message;
    uint64_t number;
    uint32_t look; /* 1: what its processes' threads do then is asked, too */
    uint32_t unused;
};

/* Behind it, for each process that runs: struct node_seen and its threads, each
 * struct remote_task. */
struct node_answer {
    struct node_message message;
    uint64_t number;
    uint32_t look, process_count;
};

struct node_seen {
    uint32_t process, task_count;
};

struct root_hold {
    struct node_message message;
    uint32_t process;
    uint32_t held; /* 0: no more */
};

struct root_signal {
    struct node_message message;
    int32_t signal; /* for all of the node's processes */
    uint32_t unused;
};

#endif
