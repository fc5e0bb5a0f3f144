/*
 * A probe tells who has sent what, and the receive takes any message: it may be
 * the other one (the wrong example of MPI-4.1 3.8.1).
 *
 * np: 3
 * verdict: potential
 * finding: RACE-TYPE ranks=0,1,2 count=1 ...
 * twin: probed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;
    int rank, i, value = 0;
    float other = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    for (i = 1; i < 3 && rank == 0; i++) {
        MPI_Probe(MPI_ANY_SOURCE, 0, comm, &status);
        if (status.MPI_SOURCE == 1)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
        else
            MPI_Recv(&other, 1, MPI_FLOAT, MPI_ANY_SOURCE, 0, comm, &status);
    }
    if (rank == 1)
        MPI_Send(&value, 1, MPI_INT, 0, 0, comm);
    if (rank == 2)
        MPI_Send(&other, 1, MPI_FLOAT, 0, 0, comm);
    MPI_Finalize();
    return 0;
}
