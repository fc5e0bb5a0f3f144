/*
 * A probe tells how much room is needed, and the receive takes any message: it
 * may be the longer one.  In this run it was the longer one first.
 *
 * np: 3
 * verdict: potential
 * finding: RACE-TRUNCATION receive=0@recv fits=1@send wrong=2@send count=1
 * twin: probed_most_room.c
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;
    int rank, i, count, value[8] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    for (i = 1; i < 3 && rank == 0; i++) {
        MPI_Probe(MPI_ANY_SOURCE, 0, comm, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Recv(value, count, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @recv */
                 &status);
    }
    if (rank == 1)
        usleep(200000);
    if (rank > 0)
        MPI_Send(value, rank == 1 ? 2 : 8, MPI_INT, 0, 0, comm); /* @send */
    MPI_Finalize();
    return 0;
}
