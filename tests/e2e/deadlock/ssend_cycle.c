/*
 * Each of three processes sends synchronously to the next and then receives.
 *
 * np: 3
 * verdict: error
 * finding: DEADLOCK waits=0@here waits=1@here waits=2@here
 * twin: isend_cycle.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Ssend(&rank, 1, MPI_INT, (rank + 1) % 3, 7, MPI_COMM_WORLD); /* @here */
    MPI_Recv(&value, 1, MPI_INT, (rank + 2) % 3, 7, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
