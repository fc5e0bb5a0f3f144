/*
 * Calls that find nothing, or only ask, and are made again and again, are told
 * of once where nothing else is in between (libcheck/poll.h): of the three
 * loops, the first pass, and of the second pass what came before the last place
 * in the program was new.
 *
 * np: 2
 * verdict: clean
 * calls: 0=23 1=23
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag, value = 0, i;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    for (i = 0; i < 100000; i++) /* 3 + 2 */ {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Initialized(&flag);
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    }
    for (i = 0; i < 1000; i++) /* 1 */
        MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    for (i = 0; i < 1000; i++) /* 2 + 1 */ {
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        MPI_Wtime();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (i = 0; i < 3; i++) { /* 6: each is behind another call */
        MPI_Wtime();
        MPI_Send(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
