/*
 * choice.h - wildcard=lowest, highest or seed: which message a receive or a
 * probe from any source takes does not hang on who was quicker. It takes none
 * until nothing else goes on in the job: each rank sleeps and nothing is on its
 * way, so that all that could have come has come. Then each rank chooses for
 * the first of its receives that have a choice.
 */
#ifndef REFMPI_CHOICE_H
#define REFMPI_CHOICE_H

#include "p2p.h"

/* Is it so in this context? Not for the library's own messages, and not with
 * threads, where nobody knows whether a rank rests. */
static inline bool refmpi_chooses(uint32_t context)
{
    return __builtin_expect(refmpi.wildcard != REFMPI_WILDCARD_ARRIVAL, 0) &&
           refmpi_is_users_context(context) && !refmpi.locking;
}

/* Does such a receive wait in the context? Else all is as ever. */
bool refmpi_choice_is_open(uint32_t context);

/* Matches what is posted with what has arrived, but for what must wait for a
 * choice: after each change of a context's queues in which it is chosen. */
void refmpi_choice_match(uint32_t context);

/* The message a probe takes, or NULL: of any source, a blocking one must wait
 * for the choice. */
struct unexpected *refmpi_choice_probe(uint32_t context, int source, int tag,
                                       bool extract, bool is_blocking);

/* In refmpi_progress, before anything new is looked at: chooses if that is
 * allowed. True if anything moved. */
bool refmpi_choice_progress(void);

/* After a progress outside of waiting: did it move? A rank that only asks does
 * not keep others from choosing. */
void refmpi_choice_polled(bool moved);

/* All rest: lets those choose that have a choice. False if nobody has. */
bool refmpi_choice_release(void);

/* True if this rank rests for the sake of a choice, and must not for ever. */
bool refmpi_choice_is_due(void);

#endif
