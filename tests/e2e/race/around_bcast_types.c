/*
 * Receives from any source before and after a broadcast, of messages of unlike
 * types. That the second receive may take the first one's message is of the
 * same cause, and not told again.
 *
 * np: 3
 * verdict: potential
 * finding: RACE-COLLECTIVE receive=1@first before=2@before after=0@after collective=0@coll count=1
 * twin: around_barrier.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value = 0, data = 0;
    float other = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @first */
                 MPI_STATUS_IGNORE);
    if (rank == 2) {
        MPI_Send(&value, 1, MPI_INT, 1, 0, comm); /* @before */
    }
    MPI_Bcast(&data, 1, MPI_INT, 0, comm); /* @coll */
    if (rank == 0)
        MPI_Send(&other, 1, MPI_FLOAT, 1, 0, comm); /* @after */
    if (rank == 1)
        MPI_Recv(&other, 1, MPI_FLOAT, MPI_ANY_SOURCE, 0, comm,
                 MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
