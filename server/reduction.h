/*
 * reduction.h - the predefined reduction operations.
 */
#ifndef MURMEL_REDUCTION_H
#define MURMEL_REDUCTION_H

#include <stdbool.h>
#include <stdint.h>

/* "MPI_SUM"; NULL: the handle is of no predefined operation. */
const char *reduction_name(uint64_t op);
/* Whether the operation is defined for that predefined datatype (MPI-4.1 6.9.2
 * and, for pairs, 6.9.4); true where it is not known. */
bool reduction_takes(uint64_t op, uint64_t basic);

#endif
