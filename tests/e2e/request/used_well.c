/*
 * What may be done with requests: null and inactive ones are waited for, arrays
 * have several of one handle value, a send and a cancelled receive are freed,
 * a persistent one is started again and freed, many are complete at once.
 *
 * np: 2
 * verdict: clean
 * options: --notes
 */
#include <mpi.h>

#define MANY 100

int main(int argc, char **argv)
{
    static int in[MANY], out[MANY];
    int rank, peer, i, flag, index;
    MPI_Request requests[MANY], persistent[2], request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    for (i = 0; i < MANY; i++)
        MPI_Isend(&out[i], i % 3, MPI_INT, i % 2 ? peer : MPI_PROC_NULL, 0,
                  MPI_COMM_WORLD, &requests[i]);
    for (i = 0; i < MANY / 2; i++)
        MPI_Recv(&in[i], 2, MPI_INT, peer, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
    MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);

    MPI_Send_init(out, 1, MPI_INT, peer, 1, MPI_COMM_WORLD, &persistent[0]);
    MPI_Recv_init(in, 1, MPI_INT, peer, 1, MPI_COMM_WORLD, &persistent[1]);
    MPI_Waitall(2, persistent, MPI_STATUSES_IGNORE);
    for (i = 0; i < 3; i++) {
        MPI_Startall(2, persistent);
        MPI_Waitany(2, persistent, &index, MPI_STATUS_IGNORE);
        MPI_Waitall(2, persistent, MPI_STATUSES_IGNORE);
        MPI_Test(&persistent[0], &flag, MPI_STATUS_IGNORE);
    }
    MPI_Start(&persistent[0]);
    MPI_Request_free(&persistent[0]);
    MPI_Recv(in, 1, MPI_INT, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Request_free(&persistent[1]);

    /* At a border nothing need be started; of several, MPI_Waitany waits for
     * those that were; some are never used. */
    MPI_Send_init(out, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Recv_init(in, 1, MPI_INT, peer, 7, MPI_COMM_WORLD, &persistent[0]);
    MPI_Irecv(in, 1, MPI_INT, MPI_PROC_NULL, 7, MPI_COMM_WORLD, &persistent[1]);
    MPI_Waitany(2, persistent, &index, MPI_STATUS_IGNORE);
    MPI_Request_free(&persistent[0]);
    MPI_Recv_init(in, 1, MPI_INT, peer, 7, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);

    MPI_Irecv(in, 1, MPI_INT, peer, 3, MPI_COMM_WORLD, &request);
    MPI_Send(out, 1, MPI_INT, peer, 3, MPI_COMM_WORLD);
    do
        MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    while (!flag);
    MPI_Request_free(&request);
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION > 0)
    for (i = 0; i < 2; i++) {
        MPI_Irecv(in, 1, MPI_INT, peer, 3, MPI_COMM_WORLD, &request);
        MPI_Send(out, 1, MPI_INT, peer, 3, MPI_COMM_WORLD);
        do
            if (i == 0)
                MPI_Request_get_status_any(1, &request, &index, &flag, MPI_STATUS_IGNORE);
            else
                MPI_Request_get_status_all(1, &request, &flag, MPI_STATUSES_IGNORE);
        while (!flag);
        MPI_Request_free(&request);
    }
    /* MPICH 4.0 takes no collective operation there, complete or not. */
    MPI_Iallreduce(out, in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    do
        MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    while (!flag);
    MPI_Request_free(&request);
#endif
    MPI_Irecv(in, 1, MPI_INT, peer, 2, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Request_free(&request);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
