/*
 * traffic.h - how much the processes sent each other: messages, and what they
 * put into each other's windows and got from them.  What collective operations
 * move is the MPI's affair, and is not counted.
 */
#ifndef MURMEL_TRAFFIC_H
#define MURMEL_TRAFFIC_H

#include <stddef.h>
#include <stdint.h>

#include <uthash.h>

struct seat;

struct traffic_key {
    const struct seat *from, *to;
};

/* From one process to another (or itself). */
struct traffic_pair {
    struct traffic_key key;
    int from, to; /* their ranks in MPI_COMM_WORLD */
    uint64_t messages, message_bytes;
    uint64_t accesses, access_bytes; /* by RMA calls of `from`, of any kind */
    UT_hash_handle hh;
};

struct traffic;

struct traffic *traffic_new(void);
void traffic_free(struct traffic *traffic);
/* The pair between the two, which stays until the end; NULL where one is not
 * known. */
struct traffic_pair *traffic_between(struct traffic *traffic,
                                     const struct seat *from,
                                     const struct seat *to);
/* Accept NULL, and bytes that are not known (< 0). */
void traffic_message(struct traffic_pair *pair, int64_t bytes);
void traffic_access(struct traffic_pair *pair, int64_t bytes);

/* Bytes of both kinds. */
uint64_t traffic_bytes(const struct traffic_pair *pair);
/* All, those of the most bytes first, equal ones by rank; *pairs is the
 * caller's.  Returns how many. */
size_t traffic_sorted(const struct traffic *traffic,
                      const struct traffic_pair ***pairs);

#endif
