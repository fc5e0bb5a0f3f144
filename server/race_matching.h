/*
 * race_matching.h - which messages each of some receives could have taken.
 *
 * The receives of one process on one communicator, in the order in which they
 * were posted, and the messages to it: an edge (receive, message) is allowed if
 * those posted before can be matched otherwise, by the rules of MPI-4.1 3.5, so
 * that the message is there for the receive.  What this run has matched is one
 * of these ways; the answer is the same, whichever it was.
 */
#ifndef MURMEL_RACE_MATCHING_H
#define MURMEL_RACE_MATCHING_H

#include "model_match.h"

struct taker {
    uint64_t number;         /* as posted */
    struct receive *receive; /* held; NULL: a matched probe */
    struct message *took;    /* held; NULL: not known */
    /* For race_choice.c: what is told of it; it may have a choice. */
    unsigned told;
    bool may_choose;
};

struct matching {
    struct taker **takers; /* by number */
    size_t taker_count;
    struct taker *pending;     /* those of them that have not ended */
    struct message **messages; /* by sender and number */
    size_t message_count;
    size_t *took;    /* by taker: its message, or MATCHING_NONE */
    size_t *owner;   /* by message: its taker, or MATCHING_NONE */
    uint64_t *known; /* by message: newest moment of the receiving process of
                      * which its sender knew */
    /* By taker: the end of the last one before, and the least that is known of
     * the process where a message was sent that none before took. */
    uint64_t *ended_before, *known_after;
    bool is_left; /* there are messages that nobody took */
    bool spent;   /* the budget: what is not allowed may be */
    unsigned trials;
    /* Of the taker that was asked for last: */
    size_t asked;
    enum matching_mode {
        MATCHING_CERTAIN,
        MATCHING_FIXED,       /* see matching_might */
        MATCHING_SYNCHRONIZED /* see matching_in_order */
    } mode;
    bool *is_free; /* by taker before it: may be matched otherwise */
    bool is_open;  /* one before it may have taken that message: not known */
    /* By mode, taker and message: 1 yes, -1 no, 0 not known. */
    signed char *answers[3];
    /* Of one trial: what each of the takers takes, and by whom it is taken. */
    size_t message, *takes, *taken_by;
    bool *seen;
};
#define MATCHING_NONE SIZE_MAX
/* Messages of one sender that nobody took yet, and that are looked at. */
#define MATCHING_OF_LANE 64

/*
 * Of those receives, others that are pending there, and the messages that they
 * took or that nobody took yet; of the process whose clock has that index.  The
 * matching is zeroed before.
 */
void matching_begin(struct matching *matching, struct taker *takers,
                    size_t count, const struct endpoint *endpoint,
                    uint32_t index);
void matching_end(struct matching *matching);
/* Whether that one may take the message, whatever the program does on account
 * of who has sent. */
bool matching_allows(struct matching *matching, size_t taker, size_t message);
/* Likewise, if its receives are the same whoever has sent. */
bool matching_might(struct matching *matching, size_t taker, size_t message);
/* Whether then the first receive could take another message, and the later one
 * would be posted all the same. */
bool matching_is_free(struct matching *matching, size_t first, size_t later);
/* As matching_allows, if each collective operation synchronized. */
bool matching_in_order(struct matching *matching, size_t taker, size_t message);
/* Whether the message was sent after a collective operation that the receiver
 * had not begun at the end of the receive. */
bool matching_crosses(const struct matching *matching, size_t taker,
                      size_t message);

/* ------------------------------------------------- race_deficit.c */

/*
 * Groups of receives that cannot all take a message that fits, in whatever way
 * they are matched: by taker a number, at most that of the takers, or 0, which
 * all are before.
 */
void deficit_find(struct matching *matching, size_t *groups);

#endif
