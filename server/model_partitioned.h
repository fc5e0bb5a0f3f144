/*
 * model_partitioned.h - partitioned communication: what MPI_Psend_init and
 * MPI_Precv_init have made, and how far it has come.
 */
#ifndef MURMEL_MODEL_PARTITIONED_H
#define MURMEL_MODEL_PARTITIONED_H

#include "model_private.h"

/* A partition that is ready. */
struct mark {
    struct call *call;   /* MPI_Pready and its kin; held */
    struct clock *clock; /* what the sender knew */
};

/* From one MPI_Start of the send to the next. */
struct round {
    uint64_t number; /* 1, 2, ... */
    uint32_t ready;  /* partitions */
    struct mark *marks;
    struct round *next;
};

/* One of the two ends. */
struct partitioned_end {
    struct call *call; /* that made it; held.  NULL: it was not made yet */
    uint32_t partitions;
    struct transfer transfer; /* all partitions */
    uint64_t round;           /* that was started last; 0: none */
    uint64_t round_acted;     /* the same in the machine */
};

enum { PARTITIONED_SEND, PARTITIONED_RECEIVE };

/*
 * A send and the receive that it matches, by the order of the calls that make
 * them for one communicator, sender, receiver and tag (MPI-4.1 4.2.1).
 * Counted.
 */
struct partitioned {
    uint32_t references;
    bool unsure;        /* who matches whom: judge nothing of both */
    bool nobody;        /* the other end is MPI_PROC_NULL */
    uint32_t member[2]; /* sender and receiver in the communicator */
    int64_t tag;
    struct partitioned_end ends[2];
    uint64_t ready_acted;      /* partitions of all rounds, in the machine */
    uint64_t received;         /* rounds that the receiver has completed */
    struct traffic_pair *pair; /* NULL: not known */
    struct round *rounds;      /* later ones, and the sender's present one */
    struct partitioned *next, *prev;
};

/* Those made for one envelope. */
struct partitioned_queue {
    struct {
        uint32_t members[2];
        int64_t tag;
    } key;
    struct partitioned *first; /* all lack the same end */
    struct partitioned *both;  /* that have both */
    struct call *last[2];      /* that made an end; held */
    bool unsure;               /* threads of one process made ends */
    UT_hash_handle hh;
};

void partitioned_drop(struct partitioned *partitioned);
/* It has its other end, and is in no list; holds it. */
void partitioned_both(struct partitioned_queue *queue,
                      struct partitioned *partitioned);
/* Whether the operation is the end that sends. */
bool partitioned_sends(const struct operation *operation);
/* Whether all partitions of the round are ready. */
bool partitioned_is_ready(const struct partitioned *partitioned,
                          uint64_t round);
/* How many are not, and the first of them; 0: not known. */
uint32_t partitioned_missing(const struct partitioned *partitioned,
                             uint64_t round, int64_t *first);
/* Whether they are ready in the machine. */
bool partitioned_acted(const struct partitioned *partitioned, uint64_t round);
/* Tells of sends that were started, and whose requests are gone, for which no
 * receive was made, or that were started more often than it.  (A request that
 * is there still is told as such.) */
void partitioned_sends_left(const struct comm *comm,
                            void (*tell)(const struct comm *comm,
                                         uint32_t receiver, struct call *send,
                                         int64_t tag));
/* What made a send of a member (NULL: of any) to that one that was started and
 * for which no receive was made; NULL: there is none. */
struct call *partitioned_missed(const struct comm *comm,
                                const struct process *sender, uint32_t receiver,
                                int64_t tag);
/* A communicator goes: those that found no match. */
void partitioned_queues_free(struct partitioned_queue *queues);
/* MPI_Start. */
void partitioned_start(struct operation *operation);
/* Whether what ends it has been seen; it ends. */
bool partitioned_ready(const struct operation *operation);
void partitioned_complete(struct agent *agent, struct operation *operation);
/* The request is freed, or cancelled, by that call. */
void partitioned_give_up(struct agent *agent, struct call *call,
                         const struct operation *operation);

enum model_step partitioned_enter(struct agent *agent, struct open_call *open);
enum model_step partitioned_exit(struct agent *agent, struct open_call *open);
enum model_step pready_enter(struct agent *agent, struct open_call *open);
enum model_step parrived_enter(struct agent *agent, struct open_call *open);
enum model_step parrived_exit(struct agent *agent, struct open_call *open);

#endif
