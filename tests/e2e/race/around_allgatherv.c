/*
 * As around_bcast.c, around an MPI_Allgatherv to which the receiver gives
 * nothing: nobody need wait for it.
 *
 * np: 3
 * verdict: potential
 * finding: RACE-COLLECTIVE receive=0@first before=1@before after=2@after collective=2@coll count=1
 * twin: around_barrier.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value = 0, all[2], counts[3] = {0, 1, 1}, displs[3] = {0, 0, 1};
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @first */
                 &status);
    if (rank == 1)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm); /* @before */
    MPI_Allgatherv(&rank, counts[rank], MPI_INT, all, counts, displs, /* @coll */
                   MPI_INT, comm);
    if (rank == 2)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm); /* @after */
    if (rank == 0)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
    MPI_Finalize();
    return 0;
}
