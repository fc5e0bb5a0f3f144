/*
 * model_match.h - messages, receives, and which takes which (model_match.c).
 */
#ifndef MURMEL_MODEL_MATCH_H
#define MURMEL_MODEL_MATCH_H

#include "model_private.h"

enum message_mode { MESSAGE_STANDARD, MESSAGE_SYNCHRONOUS, MESSAGE_READY };

/* Of both, what matching looks at stands first. */
struct message {
    uint32_t references;
    enum message_mode mode;
    uint32_t sender, receiver; /* members of comm */
    int64_t tag;
    bool claimed;   /* see message_ready */
    bool probed;    /* taken by MPI_Mprobe, and MPI_Mrecv not called yet */
    bool sent;      /* in the machine */
    bool found;     /* by a probe that need not have found it: the program goes
                     * another way where it is not there */
    bool unsure;    /* another thread's may have been in its place, ... */
    bool lost;      /* ... or it is not known at all who takes it */
    bool overtaken; /* who took it is not known yet (model_overtake.c) */
    bool early;     /* a ready send that a probe has found: that is told */
    bool listed;    /* in endpoint->sent, which holds it */
    struct call *call;
    struct lane *lane; /* NULL: taken, or withdrawn */
    struct endpoint *endpoint;
    struct receive *receive; /* who took it; held */
    struct transfer transfer;
    struct clock *clock;
    uint64_t number; /* the lane's messages are 1, 2, 3, ... */
    struct message *next, *prev;
    /* Taken by MPI_Mprobe, which took whatever came, and did not ask what: a
     * receive, but for the data; held, with its comm, or NULL. */
    struct receive *blind;
    /* In the machine, to whom it was given: another than in the real run;
     * held, or NULL. */
    struct receive *given_to;
    /* Where MPI_Mprobe took it, from any source; held, until MPI_Mrecv. */
    struct comm *taken_in;
    bool taken_any; /* ... and with any tag */
    struct message *next_sent, *prev_sent;
    uint64_t passed; /* blocking collective operations on the communicator that
                      * the sender had left, ... */
    struct call *passed_by; /* ... and the last of them; held */
};

#define SOURCE_ANY INT64_C(-1)

struct receive {
    uint32_t references;
    uint32_t receiver;
    uint32_t sender_thread; /* of what it takes */
    bool matched : 1;
    bool probed : 1;  /* MPI_Mrecv: the order came with the probe */
    bool certain : 1; /* it cannot be cancelled */
    bool open_source : 1; /* a probe from any source has told it from whom, ... */
    bool open_tag : 1; /* ... and with which tag */
    bool told : 1;    /* as what a message just missed; or it was waited for */
    bool served : 1;  /* at the end: there is a message for it, or may be */
    bool overtakes : 1;       /* `took` may be another's (model_overtake.c) */
    bool posted : 1;          /* in the machine: this, ... */
    bool sent : 1;            /* ... and what it takes */
    bool unsure : 1; /* another thread's may have been in its place, ... */
    bool lost : 1;   /* ... or it is not known at all what it takes */
    bool behind_wildcard : 1; /* one posted before may take what is for it */
    /* In the machine, where it was given another message than in the real run:
     * that is sent, too, and who takes it (heir). */
    bool given : 1, left_over : 1;
    bool is_told : 1;            /* race.c: a probe has told of what it takes */
    bool ended : 1, ignored : 1; /* race.c: its status was not asked for */
    bool asks : 1;   /* race.c: MPI_Mprobe, of which the status was asked for */
    bool waited : 1; /* with ended_by: that waits for all that it was given */
    int64_t source;  /* member of comm, or SOURCE_ANY */
    int64_t tag;     /* or NEUTRAL_ANY_TAG */
    struct endpoint *endpoint; /* NULL: not queued any more */
    struct message *took;      /* held: until it is certain that it was taken */
    struct call *call;
    struct message *claim; /* see message_ready */
    struct transfer transfer;
    struct receive *next, *prev;
    struct comm *comm; /* not held: the operation does */
    struct clock *start;
    struct clock *clock;          /* of the message it took */
    struct receive *heir;         /* held; NULL: not known yet */
    struct message *takes;        /* what it takes, while that is listed */
    const struct process *sender; /* of what it takes; NULL: not known */
    uint64_t sender_call;         /* its number */
    /* For race.c: */
    uint64_t number;   /* 1, 2, ... of the receiver's, as posted */
    uint64_t ended_by; /* a nonblocking one: number of the call that ended it */
    struct clock_moment begin, end;
    /* The process's `told` and `named` at its begin and end: */
    uint64_t told_before, named_before, told_others, named_others;
    uint64_t entered; /* collective operations begun until its end */
};

/* Messages from one sender to one receiver that nobody took yet. */
struct lane {
    uint32_t sender;
    uint64_t count; /* of messages, ever */
    struct traffic_pair *pair;
    struct message *messages;
    struct lane *next, *prev;
};

/* What a thread has been told of by MPI_Probe from any source, or by MPI_Iprobe,
 * and not received yet. */
struct told_source {
    bool is_there, any_tag;
    bool tried; /* by MPI_Iprobe: it need not have found anything */
    uint32_t sender, thread;
    int64_t tag;
};

struct endpoint {
    uint32_t receiver;
    bool lost;          /* a match is not known (endpoint_lost), */
    int64_t lost_tag;   /* of a message with that tag, or MPI_ANY_TAG */
    struct board board; /* what was sent to it, by tag */
    struct lane *lanes; /* in order */
    struct flat_table by_sender; /* the same */
    struct receive *receives;    /* posted, not matched, in order */
    struct receive *overtakers;  /* see model_overtake.c; in order, held */
    unsigned overtaker_count;
    struct message *sent; /* in the machine, where no receive is posted yet */
    bool machine_receives; /* a receive was posted in the machine */
    bool probed;           /* a probe has waited in the machine, ever */
    bool contended;       /* threads have sent, or received, at once */
    struct alike *alikes; /* hash: machine_alike.c */
    bool alikes_lost;     /* some are not in it */
    bool wildcards;       /* a receive from any source, or a probe, ever */
    /* For race.c: */
    uint64_t posted;    /* receives, ever */
    uint64_t passed;    /* the most of any message */
    int64_t bytes;      /* likewise */
    struct type *first; /* of the first message; held */
    bool mixed;         /* they are not all of one basic type */
    bool any_tag;       /* a receive with MPI_ANY_TAG, ever */
    uint32_t thread;    /* of the receiver, that was the first to receive or
                         * probe there */
    bool used;          /* one was */
    bool by_threads;    /* and others have, or completed its receives */
    struct told_source told_source; /* by the last such probe */
    bool told;          /* of a message, by a probe */
    uint32_t told_sender;
    int64_t told_tag;
    struct past_receive *past;
    size_t past_count;
    struct choices *choices; /* NULL: no receive from any source yet */
    struct endpoint *next, *prev;
};

void message_drop(struct message *message);
void message_blind_end(struct message *message);
void receive_drop(struct receive *receive);
void endpoints_free(struct comm *comm);
/* Made where there is none yet. */
struct endpoint *endpoint_of(struct comm *comm, uint32_t receiver);
struct lane *endpoint_lane(struct endpoint *endpoint, uint32_t sender);
/* The same, or NULL where it is not there yet. */
struct endpoint *endpoint_find(const struct comm *comm, uint32_t receiver);
/* The call, of a thread of the receiver, receives or probes there, or completes
 * a receive. */
void endpoint_used(struct endpoint *endpoint, const struct call *call);
/* What takes, or took, a message with that tag will not be known. */
void endpoint_lose(struct endpoint *endpoint, int64_t tag);
/* Whether it is not known who takes messages with that tag (or MPI_ANY_TAG):
 * nobody waits for any, and nothing is told of them. */
bool endpoint_lost(const struct endpoint *endpoint, int64_t tag);
struct lane *lane_find(const struct endpoint *endpoint, uint32_t sender);
/* The lane's first message of the tag that no completion claims, or NULL. */
struct message *lane_first(struct lane *lane, int64_t tag);
/* It is taken, or withdrawn. */
void lane_remove(struct message *message);
/*
 * The process sends, to a rank of the communicator.  Returns the message, held
 * by the caller; NULL: to nobody, or not known to whom.
 */
struct message *message_send(struct agent *agent, struct comm *comm,
                             int64_t dest, int64_t tag, enum message_mode mode,
                             const struct transfer *transfer,
                             struct call *call);
/* Likewise the receive, posted. */
struct receive *receive_post(struct agent *agent, struct comm *comm,
                             int64_t source, int64_t tag,
                             const struct transfer *transfer,
                             struct call *call);
/* One that is not posted; the caller's. */
struct receive *receive_new(struct agent *agent, struct call *call,
                            const struct transfer *transfer);
void receive_unqueue(struct receive *receive);
/* Whether it takes what comes from any source: it says so, or the probe did that
 * its source is from. */
bool receive_is_open(const struct receive *receive);
/* Whether the receive may take the message, as far as source and tag go. */
bool receive_fits(const struct receive *receive, const struct message *message);
/* It takes the message, which is in its lane. */
void receive_match(struct receive *receive, struct message *message);
/* Likewise; it is certain that it was this message, which may have gone from
 * its lane. */
void receive_conclude(struct receive *receive, struct message *message);
/* Whether the types go together is said of what was really received: a
 * receive may still be cancelled. */
void receive_judge(struct receive *receive);
/* Whether it was posted when that ready send was started (model_ready.c). */
void ready_matched(const struct receive *receive,
                   const struct message *message);
/* A matched probe takes it: it was not. */
void ready_probed(struct agent *receiver, struct call *probe,
                  const struct comm *comm, struct message *message);
/* It was cancelled: the message is there still. */
void receive_untake(struct receive *receive);
/* The first receive from any source, posted before `end` (NULL: any), that
 * may take a message of the tag; or NULL. */
const struct receive *endpoint_wildcard(const struct endpoint *endpoint,
                                        const struct receive *end, int64_t tag);
/* A receive has gone, and others behind it may have their turn. */
void endpoint_settle(struct endpoint *endpoint);
/* The process may see any message to it of that source (NULL: any) and tag. */
void endpoint_look(struct agent *agent, struct endpoint *endpoint,
                   const struct agent *source, int64_t tag);

/* ------------------------------------------------- model_overtake.c */

/* Whether one that was posted before, and is not over, may have taken the
 * message: then it is concluded later. */
bool receive_overtakes(struct receive *receive, struct message *message);
/* A receive has gone: concludes those that it kept. */
void overtakers_look(struct endpoint *endpoint);
/* The job is over: concludes all. */
void overtakers_end(struct endpoint *endpoint);
void overtakers_free(struct endpoint *endpoint);

#endif
