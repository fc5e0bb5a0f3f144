/*
 * Bytes that are no whole number of what they are received as are not the same
 * data in another guise, as those of a pickled object (mpi4py's comm.send) that
 * comm.Recv takes.
 *
 * np: 2
 * verdict: error
 * finding: P2P-TYPE-MISMATCH receive=1@receive send=0@send
 * twin: bytes_even.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    double values[10] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(values, 30, MPI_BYTE, 1, 0, MPI_COMM_WORLD); /* @send */
    else
        MPI_Recv(values, 10, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @receive */
    MPI_Finalize();
    return 0;
}
