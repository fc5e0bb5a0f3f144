/*
 * darray.h - which indices of an array that is dealt out to a grid of processes
 * one of them has (MPI-4.1 5.1.4).
 */
#ifndef MURMEL_DARRAY_H
#define MURMEL_DARRAY_H

#include "neutral.h"
#include "neutral_constants.h"

#include <stdbool.h>
#include <stdint.h>

#define DARRAY_ROW(name, value) OF_##name = value,
enum { CONSTANTS_DISTRIBUTION(DARRAY_ROW) CONSTANTS_ORDER(DARRAY_ROW) };
#undef DARRAY_ROW

/* Of one dimension: of each `period` indices the first `block`, so `full` times
 * from `start` on; and `rest` of the last. */
struct darray_share {
    int64_t start, block, period, full, rest;
};

/* Of a dimension of that size over so many processes; false: the arguments are
 * not such as the constructor takes. */
static inline bool darray_share_of(int64_t size, int64_t processes,
                                   int64_t distribution, int64_t argument,
                                   int64_t coordinate,
                                   struct darray_share *share)
{
    int64_t left;

    if (size < 1 || processes < 1 || coordinate < 0 ||
        (argument < 1 && distribution != OF_MPI_DISTRIBUTE_NONE))
        return false;
    if (distribution == OF_MPI_DISTRIBUTE_NONE || processes == 1)
        share->block = size;
    else if (argument != NEUTRAL_DFLT_DARG)
        share->block = argument;
    else
        share->block = distribution == OF_MPI_DISTRIBUTE_CYCLIC
                           ? 1
                           : (size - 1) / processes + 1;
    if (__builtin_mul_overflow(share->block, processes, &share->period))
        return false;
    share->start = coordinate * share->block;
    left = share->start < size ? size - share->start : 0;
    share->full = left / share->period;
    share->rest = left % share->period;
    if (share->rest >= share->block) {
        share->full++;
        share->rest = 0;
    }
    return true;
}

/* Where a process of the grid is along a dimension: the grid is in the order of
 * C, whatever the array's is. */
static inline int64_t darray_coordinate(const int64_t *grid, uint32_t count,
                                        uint32_t dimension, int64_t rank)
{
    uint32_t i;

    for (i = count - 1; i > dimension; i--)
        if (grid[i] > 0)
            rank /= grid[i];
    return grid[dimension] > 0 ? rank % grid[dimension] : -1;
}

#endif
