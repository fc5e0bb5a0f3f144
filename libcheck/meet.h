/*
 * meet.h - calls that two threads may not make at once.  Whether one that comes
 * too early meets the other is chance, and mostly it does not, as calls are
 * short: so the first calls of each place in the program wait a little before
 * the MPI is entered, while another thread of the program runs.
 */
#ifndef MURMEL_MEET_H
#define MURMEL_MEET_H

#include "record.h"

#include <stdbool.h>
#include <stdint.h>

struct murmel_call;

/* Places of a thread that are told apart. */
#define MEET_PLACES 256

/* Whether meet_pause wants a call. */
enum meet_wants {
    MEET_NEVER,
    MEET_BEFORE, /* as it begins */
    MEET_BEHIND  /* as it has ended */
};

/* By enum call_id: enum meet_wants; none before meet_begin. */
extern unsigned char meet_wants[] __attribute__((visibility("hidden")));

/* The MPI is initialized; its RECORD_WORLD. */
void meet_begin(const struct record_world *world);

/* The call's ENTER or EXIT record was published, as wanted.  Pauses while
 * another thread has not had 2 ms of a processor: up to 100 ms, of a process
 * hardly more than 400 ms in all.  errno is kept; no cancellation point. */
void meet_pause(const struct murmel_call *call);

#endif
