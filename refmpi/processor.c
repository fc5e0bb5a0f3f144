/* processor.c - a rank that waits leaves a processor that another one needs. */
#include "processor.h"
#include "internal.h"
#include "segment.h"
#include <sched.h>
#include <time.h>
#include <unistd.h>

/* What the others have told may be old: not again for a while. */
#define MOVES_APART_NANOSECONDS 1000000

bool refmpi_has_processor_each(void)
{
    static int answer = -1;
    if (answer < 0) {
        cpu_set_t set;
        int processors = sched_getaffinity(0, sizeof set, &set) == 0
                             ? CPU_COUNT(&set)
                             : (int)sysconf(_SC_NPROCESSORS_ONLN);
        answer = processors >= refmpi.size && refmpi.size > 1;
    }
    return answer;
}

/* By way of a mask without the others' processors, or at least the own one. */
static void move(int own)
{
    cpu_set_t all, free;
    if (sched_getaffinity(0, sizeof all, &all) != 0)
        return;
    free = all;
    for (int rank = 0; rank < refmpi.size; rank++) {
        int processor = atomic_load_explicit(&refmpi_block(rank)->processor,
                                             memory_order_relaxed) -
                        1;
        if (processor >= 0 && processor < CPU_SETSIZE)
            CPU_CLR(processor, &free);
    }
    if (CPU_COUNT(&free) == 0) {
        free = all;
        CPU_CLR(own, &free);
    }
    if (CPU_COUNT(&free) > 0 && sched_setaffinity(0, sizeof free, &free) == 0)
        sched_setaffinity(0, sizeof all, &all);
}

void refmpi_processor_spread(void)
{
    static int64_t moved;
    _Atomic int32_t *told = &refmpi_block(refmpi.rank)->processor;
    int own = sched_getcpu();
    if (own < 0 || own >= CPU_SETSIZE)
        return;
    if (atomic_load_explicit(told, memory_order_relaxed) != own + 1)
        atomic_store_explicit(told, own + 1, memory_order_relaxed);
    for (int rank = 0; rank < refmpi.size; rank++) {
        if (rank == refmpi.rank ||
            atomic_load_explicit(&refmpi_block(rank)->processor,
                                 memory_order_relaxed) != own + 1)
            continue;
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        int64_t nanoseconds = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
        if (nanoseconds - moved < MOVES_APART_NANOSECONDS)
            return;
        moved = nanoseconds;
        move(own);
        own = sched_getcpu();
        atomic_store_explicit(told, own + 1, memory_order_relaxed);
        return;
    }
}
