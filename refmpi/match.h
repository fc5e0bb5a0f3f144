/* match.h - the queues in which messages and receives wait for each other. */
#ifndef REFMPI_MATCH_H
#define REFMPI_MATCH_H

#include "p2p.h"

/* What is posted and what has arrived in one context. */
struct match_queue {
    struct match_queue *next; /* in the bucket */
    uint32_t context;
    int open; /* receives from any source that are posted */
    struct p2p *posted, **posted_end;
    struct unexpected *arrived, **arrived_end;
};

struct match_queue *refmpi_match_queue(uint32_t context);
/* All of them: the first for NULL. */
struct match_queue *refmpi_match_after(const struct match_queue *queue);
bool refmpi_match_fits(const struct p2p *p, const struct unexpected *message);
/* Takes one out by what points to it. */
void refmpi_match_unpost(struct match_queue *queue, struct p2p **link);
void refmpi_match_take(struct match_queue *queue, struct unexpected **link);

/* Puts a receive into, and takes it out of, the queue of its context. */
void refmpi_match_post(struct p2p *p);
void refmpi_match_withdraw(struct p2p *p);

/* Takes out the first posted receive that the message matches, or NULL. */
struct p2p *refmpi_match_posted(const struct record *record);

/* Keeps a message (a copy) until its receive comes. */
void refmpi_match_keep(const struct record *record);

/* The first kept message that matches, or NULL; the caller frees it if it
 * takes it out. */
struct unexpected *refmpi_match_kept(uint32_t context, int source, int tag,
                                     bool takes_out);

/* Drops the kept message which has the record's origin and id; false if there
 * is none. */
bool refmpi_match_drop(const struct record *record);

/* Forgets the queues of a communicator that is freed. */
void refmpi_match_forget(uint32_t context);

#endif
