/*
 * buffers.h - which memory a call is given, by its parameters.
 */
#ifndef MURMEL_BUFFERS_H
#define MURMEL_BUFFERS_H

#include "calls.h"

#include <stdbool.h>
#include <stdint.h>

#define BUFFERS_MAX 3

/* The buffers of a function, by words of its view. */
struct buffers {
    unsigned count;
    bool persistent; /* whoever starts it needs the memory */
    struct buffer {
        uint8_t parameter;
        bool stores;
        bool for_each; /* the count may be that for each process */
        bool pieces;   /* count is that of an array, of which each item has its
                        * displacement, and (types) its type */
        bool types;
        bool elsewhere; /* the displacements may be differences of addresses */
        bool sum;       /* count is that of an array, and all of it is meant */
        bool bytes;     /* count is one of bytes */
        signed char word, count, type; /* -1: has none that is one number */
        signed char displs;            /* -1: has none */
        signed char partitions;        /* each as much; -1: has none */
    } items[BUFFERS_MAX];
};

/* By enum call_id; none before buffers_begin. */
extern struct buffers buffers[] __attribute__((visibility("hidden")));
void buffers_begin(void);

#endif
