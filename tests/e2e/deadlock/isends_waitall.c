/*
 * Both processes wait for the end of two nonblocking sends before they receive.
 * MPI libraries that have sent at once give both requests one handle.
 *
 * np: 2
 * verdict: potential
 * unless: send=sync
 * finding: POTENTIAL-DEADLOCK waits=0@w begun=0@s waits=1@w begun=1@s
 * twin: isends_recv.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0, i;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 2; i++)
        MPI_Isend(&rank, 1, MPI_INT, !rank, i, MPI_COMM_WORLD, /* @s */
                  &requests[i]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); /* @w */
    for (i = 0; i < 2; i++)
        MPI_Recv(&value, 1, MPI_INT, !rank, i, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
