/*
 * A process waits at a fence, the other for a message that comes behind it.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@fence waits=1@recv
 * twin: fence_send.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, value = 7, answer;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, !rank, 0, 1, MPI_INT, win);
    if (rank == 1)
        MPI_Recv(&answer, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
    MPI_Win_fence(0, win); /* @fence */
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
