/*
 * Receives from any source before and after a broadcast, of one message that
 * is sent before and one that is sent after it (acceptance E4).
 *
 * np: 3
 * verdict: potential
 * finding: RACE-COLLECTIVE receive=1@first before=2@before after=0@after collective=0@coll count=1
 * twin: around_barrier.c
 * ways: all
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value = 0, sent = 1, data = 0;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @first */
                 &status);
    if (rank == 2) {
        MPI_Send(&sent, 1, MPI_INT, 1, 0, comm); /* @before */
    }
    MPI_Bcast(&data, 1, MPI_INT, 0, comm); /* @coll */
    if (rank == 0)
        MPI_Send(&sent, 1, MPI_INT, 1, 0, comm); /* @after */
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
    MPI_Finalize();
    return 0;
}
