/*
 * The same, where the requests are items of an array of which a call waits for
 * some.
 *
 * np: 2
 * verdict: potential
 * unless: send=sync
 * finding: POTENTIAL-DEADLOCK waits=0@w begun=0@s waits=1@w begun=1@s
 * twin: isend_ring_later.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, i, value[3] = {0, 0, 0};
    MPI_Request *requests = malloc(3 * sizeof(MPI_Request));

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 3; i++)
        if (i == 1)
            MPI_Isend(&rank, 1, MPI_INT, !rank, i, /* @s */
                      MPI_COMM_WORLD, &requests[i]);
        else
            MPI_Isend(&rank, 1, MPI_INT, !rank, i, MPI_COMM_WORLD,
                      &requests[i]);
    MPI_Recv(&value[0], 1, MPI_INT, !rank, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); /* @w */
    for (i = 1; i < 3; i++)
        MPI_Recv(&value[i], 1, MPI_INT, !rank, i, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
    free(requests);
    MPI_Finalize();
    return 0;
}
