/* How the programs here check: a line on stderr and MPI_Abort. */
#ifndef DATATYPE_CHECK_H
#define DATATYPE_CHECK_H

#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            int check_rank;                                                    \
            MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);                        \
            fprintf(stderr, "%s:%d: rank %d: not so: %s\n", __FILE__,          \
                    __LINE__, check_rank, #condition);                         \
            MPI_Abort(MPI_COMM_WORLD, 1);                                      \
        }                                                                      \
    } while (0)

#endif
