/*
 * As race/around_bcast.c, by the main thread of processes in which another one
 * calls MPI, too.
 *
 * np: 3
 * verdict: potential
 * finding: RACE-COLLECTIVE receive=1@first before=2@before after=0@after collective=0@coll count=1
 * twin: around_barrier_beside.c
 */
#include "beside.h"

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value = 0, sent = 1, data = 0, provided;
    MPI_Status status;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(comm, &rank);
    begin_beside();
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @first */
                 &status);
    if (rank == 2)
        MPI_Send(&sent, 1, MPI_INT, 1, 0, comm); /* @before */
    MPI_Bcast(&data, 1, MPI_INT, 0, comm); /* @coll */
    if (rank == 0)
        MPI_Send(&sent, 1, MPI_INT, 1, 0, comm); /* @after */
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
    end_beside();
    MPI_Finalize();
    return 0;
}
