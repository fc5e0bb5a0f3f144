/*
 * One process does not come to a barrier, but waits for a message that another
 * would send behind it.
 *
 * np: 3
 * verdict: error
 * finding: DEADLOCK waits=0@barrier waits=2@recv ranks=0,1,2
 * twin: barrier_all.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2)
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD); /* @barrier */
    if (rank == 0)
        MPI_Send(&rank, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
