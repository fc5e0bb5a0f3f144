/*
 * relay_private.h - what relay.c, which runs the node's part of the job, and
 * relay_root.c, which talks to the root, share.
 */
#ifndef MURMEL_RELAY_PRIVATE_H
#define MURMEL_RELAY_PRIVATE_H

#include "connection.h"
#include "intake.h"
#include "node_message.h"
#include "recorder.h"
#include "relay.h"
#include "roster.h"
#include "stream.h"
#include "transport.h"

struct relay {
    const struct options *options;
    const struct server_start *start;
    struct transport *transport;
    struct stream *stream;
    bool same_clock; /* as the root's */
    bool welcome, ended;
    char broken[256];    /* why what is to be sent cannot be; "": it can */
    bool lost;           /* the root, and that was said */
    char *refused;       /* why; NULL: it was not */
    int clocks;          /* that were compared */
    int64_t best;        /* how long the best comparison took, ns */
    int64_t offset;      /* of the root's clock, by that one */
    struct root_ask ask; /* what is to be answered; number 0: nothing */
    struct roster *roster;
    struct intake *intake;
    struct recorder *recorder;
    struct connections *connections; /* NULL: the root did not answer yet */
    int signal_fd;
    int64_t asked_to_end; /* when; 0: it is not */
    int64_t turned;       /* when it had its last turn */
    int64_t awake;        /* since when it runs without a break */
    int64_t began_block;  /* when its first event came; 0: it has none */
    int64_t lonely_since; /* 0: there is a process */
};

int64_t relay_now(void);

/* Finds the root, and says hello.  0; -1 and a line for the user in *trouble
 * (malloc'd): it does not answer, or does not want us. */
int relay_greet(struct relay *relay, char **trouble);
/* What the root has sent. */
void relay_take(struct relay *relay);
/* Will send a message. */
void relay_send(struct relay *relay, const void *message, size_t length);
/* Sends what there is to send. */
void relay_pump(struct relay *relay);

/* All that came before the root's question is on its way: answers it. */
void relay_answer(struct relay *relay);

#endif
