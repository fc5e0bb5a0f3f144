/*
 * followed_hits.h - the loads and stores that were seen of a followed thread:
 * added to those in followed.hits, or to one of them.
 */
#ifndef MURMEL_FOLLOWED_HITS_H
#define MURMEL_FOLLOWED_HITS_H

#include "followed.h"

/* Each sets by which calls it was reached, too. */

/* There is room for it (FOLLOWED_HITS). */
void followed_hits_add(struct hit *hit);

/* If there is room. */
void followed_hits_store(struct hit *hit);

/* There is room.  Sets hit->value. */
void followed_hits_load(struct hit *hit);

/* Before the next instruction: whether the store before changed anything. */
void followed_hits_see(void);

#endif
