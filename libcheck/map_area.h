/*
 * map_area.h - the kernel's map of this process's memory.
 */
#ifndef MURMEL_MAP_AREA_H
#define MURMEL_MAP_AREA_H

#include <stdbool.h>
#include <stdint.h>

/* One mapping, and what the process may do there. */
struct map_area {
    uint64_t low, high;
    bool loads, stores;
    bool shared; /* other processes may have it, too */
};

/* The map, to be closed by close(); negative: there is none. */
int map_area_open(void);

/* The mapping around the address, or the first behind it; false: there is
 * none. */
bool map_area_next(int maps, uint64_t address, struct map_area *area);

/* Whether the process may load what is there, and not store there; one thread
 * at a time asks.  errno stays. */
bool map_area_is_constant(uint64_t address);

/* Whether no other process has the memory, too, by the process's map. */
bool map_area_is_own(uint64_t low, uint64_t high);

#endif
