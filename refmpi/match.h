/* match.h - the queues in which messages and receives wait for each other. */
#ifndef REFMPI_MATCH_H
#define REFMPI_MATCH_H

#include "p2p.h"

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
