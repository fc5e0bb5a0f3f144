/*
 * need_matching.h - what the receives that are posted at an endpoint can take
 * of the messages that are there, each in its turn.
 *
 * One that could take several messages takes none here: then more may happen
 * than the standard allows, but never less.
 */
#ifndef MURMEL_NEED_MATCHING_H
#define MURMEL_NEED_MATCHING_H

#include "model_match.h"

struct matching;

/* Of the receives before `end` (NULL: of all); the caller's.  Until it is freed
 * neither messages nor receives may come or go. */
struct matching *matching_new(const struct endpoint *endpoint,
                              const struct receive *end);
void matching_free(struct matching *matching);
/* The receive is one of these, and there is, or may be, a message for it
 * (*served). */
bool matching_serves(const struct matching *matching,
                     const struct receive *receive, bool *served);
/* Whether one of the receives takes the message, or may. */
bool matching_takes(const struct matching *matching,
                    const struct message *message);
/* ... and whether they may all have taken others, where they had a choice. */
bool matching_may_leave(const struct matching *matching,
                        const struct message *message);
/* How many messages there are for one more receive that nobody is known to
 * take; at most `limit` are counted.  source: a member, or SOURCE_ANY. */
size_t matching_untaken(const struct matching *matching, int64_t source,
                        int64_t tag, size_t limit);
/* How many of the receives may take one of several messages, of that tag among
 * them, and the first. */
size_t matching_rivals(const struct matching *matching, int64_t tag,
                       struct call **first);

#endif
