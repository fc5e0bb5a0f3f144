/*
 * type_map.h - where each basic element of data of a type is (MPI-4.1 5.1).
 */
#ifndef MURMEL_TYPE_MAP_H
#define MURMEL_TYPE_MAP_H

#include <stdbool.h>
#include <stdint.h>

struct type;

/* So many elements of a basic type lie one behind the other from an address on.
 * False: no more is wanted. */
typedef bool type_map_run(void *context, const struct type *basic,
                          uint64_t address, int64_t count);

/*
 * Tells of the elements of `count` items of the type at that address, all of
 * them, once for each entry of the type map that names them.  A type that is
 * not known has none.  False: no more was wanted.
 */
bool type_map_walk(uint64_t address, int64_t count, const struct type *type,
                   type_map_run *run, void *context);

#endif
