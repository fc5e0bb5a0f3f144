/*
 * Two receives from any source before a broadcast, two messages that are sent
 * before it and one after: in whatever order they come, it is told alike.
 *
 * np: 4
 * verdict: potential
 * finding: RACE-COLLECTIVE receive=0@first before=1@before after=3@after collective=3@coll count=1
 * twin: around_barrier.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value = 0, data = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @first */
                 MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                 MPI_STATUS_IGNORE);
    }
    if (rank == 1)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm); /* @before */
    if (rank == 2)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    MPI_Bcast(&data, 1, MPI_INT, 3, comm); /* @coll */
    if (rank == 3)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm); /* @after */
    if (rank == 0)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                 MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
