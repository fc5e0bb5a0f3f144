/* An intercommunicator between rank 0, its first group, and all others. */
#include <mpi.h>

static inline int rank_is(int which)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank == which;
}

static inline MPI_Comm two_groups(void)
{
    MPI_Comm group, both;

    MPI_Comm_split(MPI_COMM_WORLD, rank_is(0), 0, &group);
    MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, rank_is(0), 0, &both);
    MPI_Comm_free(&group);
    return both;
}
