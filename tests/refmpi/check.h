/* check.h - what the tests of the reference MPI say when something is wrong. */
#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            int check_rank = -1;                                               \
            MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);                        \
            fprintf(stderr, "%s:%d: rank %d: %s\n", __FILE__, __LINE__,        \
                    check_rank, #condition);                                   \
            MPI_Abort(MPI_COMM_WORLD, 99);                                     \
        }                                                                      \
    } while (0)

/* The class of what a call returned. */
static inline int class_of(int code)
{
    int error_class;
    MPI_Error_class(code, &error_class);
    return error_class;
}

static inline int world_rank(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

static inline int world_size(void)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

#endif
