#include "delay.h"

#include "launch.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MICROSECOND UINT64_C(1000) /* in nanoseconds */
#define MILLISECOND (1000 * MICROSECOND)

#define SHORT_ODDS  8 /* one point in so many */
#define SHORT_LEAST (10 * MICROSECOND)
#define SHORT_MOST  (100 * MICROSECOND)
#define LONG_ODDS   64
#define LONG_LEAST  (1 * MILLISECOND)
#define LONG_MOST   (8 * MILLISECOND)

/* What a thread may spend: a sum to begin with, and a little a point, so that
 * a program of many calls becomes but a few times slower. */
#define ALLOWANCE       (100 * MILLISECOND)
#define ALLOWANCE_POINT (1 * MICROSECOND)

bool delay_on;
static uint64_t seed;

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

void delay_init(void)
{
    const char *text = getenv("MURMEL_DELAY");
    long value = text != NULL ? strtol(text, NULL, 10) : 0;

    /* the checker says what is wrong with the text (server/option.c) */
    delay_on = value > 0;
    seed = (uint64_t)value;
}

void delay_begin(struct delay *delay, uint64_t number)
{
    uint64_t state = seed;

    *delay = (struct delay){.random = next_random(&state)};
    delay->random ^= (uint64_t)launch_rank() + 1;
    delay->random = next_random(&delay->random) ^ number;
}

uint64_t delay_next(struct delay *delay)
{
    uint64_t random = next_random(&delay->random), pause = 0;

    if (random % LONG_ODDS == 0)
        pause = LONG_LEAST + (random >> 16) % (LONG_MOST - LONG_LEAST);
    else if (random % SHORT_ODDS == 0)
        pause = SHORT_LEAST + (random >> 16) % (SHORT_MOST - SHORT_LEAST);
    delay->points++;
    if (delay->spent + pause > ALLOWANCE + delay->points * ALLOWANCE_POINT)
        return 0;
    delay->spent += pause;
    return pause;
}

void delay_pause(struct delay *delay)
{
    struct timespec pause = {.tv_nsec = (long)delay_next(delay)};
    int saved = errno;

    if (pause.tv_nsec == 0)
        return;
    /* not nanosleep(), where a thread could be cancelled */
    syscall(SYS_nanosleep, &pause, NULL);
    errno = saved;
}
