#include "pause.h"

#include "record.h"

#define FILLED (RING_DATA_SIZE / 8)

int64_t pause_choose(struct pause *pause, uint64_t most, int64_t now)
{
    double length = 2.0 * (double)pause->last;

    if (most > 0)
        length = (double)(now - pause->chosen) * FILLED / (double)most;
    if (length < PAUSE_SHORTEST)
        length = PAUSE_SHORTEST;
    else if (length > PAUSE_LONGEST)
        length = PAUSE_LONGEST;
    pause->chosen = now;
    pause->last = (int64_t)length;
    return pause->last;
}
