/*
 * delay.h - MURMEL_DELAY=SEED: pauses at calls, to shake the application's
 * timing.  What happens depends on the seed, the process's rank, the thread
 * and how many records it has written, and on nothing else.
 */
#ifndef MURMEL_DELAY_H
#define MURMEL_DELAY_H

#include <stdbool.h>
#include <stdint.h>

/* What a thread keeps for it. */
struct delay {
    uint64_t random; /* state of the generator */
    uint64_t points; /* where it might have paused */
    uint64_t spent;  /* nanoseconds */
};

/* Set by delay_init before the first call is recorded, and then constant. */
extern bool delay_on __attribute__((visibility("hidden")));

/* Reads the environment. */
void delay_init(void);

/* Of the number-th thread of this process, counted from 0. */
void delay_begin(struct delay *delay, uint64_t number);

/*
 * The pause at the next point, in nanoseconds: 0 mostly, sometimes up to 100
 * us, rarely up to 8 ms, and all together never more than 100 ms and 1 us for
 * each point that was.
 */
uint64_t delay_next(struct delay *delay);

/* Pauses for as long.  errno is kept; no cancellation point. */
void delay_pause(struct delay *delay);

#endif
