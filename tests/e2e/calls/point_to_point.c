/*
 * Point-to-point calls of every sort: send modes, probes, matched probes,
 * persistent requests, each wait and test, cancel, MPI_PROC_NULL, wildcards.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

#define COMM MPI_COMM_WORLD

static void send_side(void)
{
    int value[8] = {1, 2, 3, 4, 5, 6, 7, 8}, i, flag, count, index[4];
    char attached[1024];
    void *detached;
    MPI_Request requests[4];
    MPI_Status statuses[4];

    MPI_Send(value, 1, MPI_INT, 1, 1, COMM);
    MPI_Ssend(value, 1, MPI_INT, 1, 2, COMM);
    MPI_Buffer_attach(attached, sizeof attached);
    MPI_Bsend(value, 1, MPI_INT, 1, 3, COMM);
    MPI_Buffer_detach(&detached, &count);
    MPI_Recv(NULL, 0, MPI_INT, 1, 4, COMM, MPI_STATUS_IGNORE);
    MPI_Rsend(value, 1, MPI_INT, 1, 5, COMM);
    MPI_Isend(value, 2, MPI_INT, 1, 6, COMM, &requests[0]);
    MPI_Issend(value, 2, MPI_INT, 1, 7, COMM, &requests[1]);
    MPI_Isend(value, 2, MPI_INT, MPI_PROC_NULL, 8, COMM, &requests[2]);
    requests[3] = MPI_REQUEST_NULL;
    MPI_Waitall(4, requests, statuses);
    MPI_Send_init(value, 1, MPI_INT, 1, 9, COMM, &requests[0]);
    MPI_Ssend_init(value, 1, MPI_INT, 1, 10, COMM, &requests[1]);
    for (i = 0; i < 2; i++) {
        MPI_Startall(2, requests);
        do
            MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
        while (!flag);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    for (i = 0; i < 4; i++)
        MPI_Isend(&value[i], 1, MPI_INT, 1, 11 + i, COMM, &requests[i]);
    for (i = 0; i < 4; i += count)
        MPI_Waitsome(4, requests, &count, index, statuses);
    MPI_Waitsome(4, requests, &count, index, MPI_STATUSES_IGNORE);
    MPI_Sendrecv(value, 1, MPI_INT, 1, 15, &value[4], 1, MPI_INT, 1, 15, COMM,
                 &statuses[0]);
    MPI_Sendrecv_replace(value, 1, MPI_INT, 1, 16, MPI_PROC_NULL, 16, COMM,
                         MPI_STATUS_IGNORE);
}

static void receive_side(void)
{
    int value[8], i, flag, count, index;
    MPI_Message message;
    MPI_Request requests[4];
    MPI_Status status;

    MPI_Recv(value, 8, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, COMM, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Probe(0, 2, COMM, &status);
    MPI_Recv(value, 1, MPI_INT, 0, 2, COMM, MPI_STATUS_IGNORE);
    MPI_Mprobe(MPI_ANY_SOURCE, 3, COMM, &message, &status);
    MPI_Mrecv(value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Irecv(value, 1, MPI_INT, 0, 5, COMM, &requests[0]);
    MPI_Send(NULL, 0, MPI_INT, 0, 4, COMM);
    MPI_Wait(&requests[0], &status);
    do
        MPI_Improbe(0, 6, COMM, &flag, &message, MPI_STATUS_IGNORE);
    while (!flag);
    MPI_Imrecv(value, 2, MPI_INT, &message, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    do
        MPI_Iprobe(MPI_ANY_SOURCE, 7, COMM, &flag, &status);
    while (!flag);
    MPI_Recv(value, 2, MPI_INT, status.MPI_SOURCE, 7, COMM, &status);
    MPI_Recv_init(value, 1, MPI_INT, 0, 9, COMM, &requests[0]);
    MPI_Recv_init(&value[1], 1, MPI_INT, 0, 10, COMM, &requests[1]);
    for (i = 0; i < 2; i++) {
        MPI_Start(&requests[0]);
        MPI_Start(&requests[1]);
        do
            MPI_Testany(2, requests, &index, &flag, &status);
        while (!flag);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    for (i = 0; i < 4; i++)
        MPI_Irecv(&value[i], 1, MPI_INT, 0, 11 + i, COMM, &requests[i]);
    MPI_Waitany(4, requests, &index, &status);
    do
        MPI_Request_get_status(requests[(index + 1) % 4], &flag, &status);
    while (!flag);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    MPI_Sendrecv(value, 1, MPI_INT, 0, 15, &value[4], 1, MPI_INT, 0, 15, COMM,
                 MPI_STATUS_IGNORE);
    MPI_Recv(value, 1, MPI_INT, MPI_ANY_SOURCE, 16, COMM, &status);
    MPI_Irecv(value, 1, MPI_INT, 0, 17, COMM, &requests[0]);
    MPI_Cancel(&requests[0]);
    MPI_Wait(&requests[0], &status);
    MPI_Test_cancelled(&status, &flag);
    if (!flag)
        MPI_Abort(COMM, 9);
    MPI_Recv(value, 1, MPI_INT, MPI_PROC_NULL, 18, COMM, &status);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(COMM, &rank);
    if (rank == 0)
        send_side();
    else
        receive_side();
    MPI_Finalize();
    return 0;
}
