/*
 * nodes_private.h - what nodes.c, which keeps the links, and nodes_take.c,
 * which understands what comes, share.
 */
#ifndef MURMEL_NODES_PRIVATE_H
#define MURMEL_NODES_PRIVATE_H

#include "node_message.h"
#include "nodes.h"
#include "process.h"
#include "recording_event.h"
#include "stream.h"
#include "unpacker.h"

struct node {
    struct nodes *nodes;
    uint64_t number; /* its own, by lot */
    char name[NODE_NAME_SIZE];
    struct stream *stream;
    int64_t offset;       /* of its clock */
    uint64_t asked_first; /* the first question that it is asked */
    uint64_t answered;    /* the last that it answered */
    bool welcome, farewell, lost;
    int64_t unreached; /* since when nothing can be sent to it; 0: it can */
    struct process **processes;        /* by their number there */
    struct recording_hung_up *hung_up; /* ... how they did */
    size_t process_count;
};

struct nodes {
    const struct checker *checker;
    struct transport *transport;
    int keys_fd; /* has the nodes' file locked */
    struct unpacker *unpacker; /* of what the nodes have said */
    int fd;                    /* readable when something can be taken */
    struct node **list;
    size_t count;
    size_t open;                /* processes that have not hung up */
    long held;                  /* processes whose rings are left alone */
    uint64_t asked, asked_look; /* the last questions */
    bool interrupted;
    bool hurry;     /* the launcher has ended */
    bool job_ended; /* from here: what comes after is not missed */
    int64_t awake;  /* since when we run without a break */
    int64_t now;
};

/* Will send a message; now, what there is to send. */
void node_send(struct node *node, const void *message, size_t length);
void node_pump(struct node *node, int64_t now);

/* Nothing is expected of it any more: why, a part of a sentence. */
void node_lose(struct node *node, const char *why);

/* A message of it has come: it is taken when it is its turn. */
void node_hear(struct node *node, const void *message, size_t length);
/* Its turn; whether more than records of processes of the node has come. */
bool node_take(struct node *node, struct unpacked *message);

/* A record of the process has come. */
void node_took(struct process *process);
/* All has come; it hung up at that time. */
void node_hung_up(struct process *process, uint64_t time);

#endif
