/*
 * Buffers are used again in each way that the standard allows, and requests are
 * completed in an order of their own.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

#define N 8

static void send_all(MPI_Comm comm)
{
    int values[N], indices[N], done, count, left = N, i;
    MPI_Request requests[N], last;

    for (i = 0; i < N; i++) {
        values[i] = i;
        MPI_Isend(&values[i], 1, MPI_INT, 1, i, comm, &requests[i]);
    }
    /* Small messages may all have one handle. */
    for (i = N - 1; i >= N / 2; i--) {
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        values[i] = -1;
    }
    while (left > N / 2) {
        MPI_Waitsome(N, requests, &count, indices, MPI_STATUSES_IGNORE);
        for (i = 0; i < count; i++)
            values[indices[i]] = -2;
        left -= count;
    }
    for (i = 0; i < N; i++) {
        values[i] = i;
        MPI_Isend(&values[i], 1, MPI_INT, 1, i, comm, &requests[i]);
    }
    for (i = 0; i < N; i++) {
        int which;

        MPI_Waitany(N, requests, &which, MPI_STATUS_IGNORE);
        values[which] = -3;
    }
    MPI_Isend(values, N, MPI_INT, 1, 0, comm, &requests[0]);
    MPI_Isend(values, N, MPI_INT, 1, 0, comm, &requests[1]);
    last = requests[1];
    requests[1] = requests[0];
    MPI_Wait(&last, MPI_STATUS_IGNORE);
    for (done = 0; !done;)
        MPI_Request_get_status(requests[1], &done, MPI_STATUS_IGNORE);
    values[0] = 5;
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Isend(NULL, 0, MPI_INT, 1, 0, comm, &requests[0]);
    MPI_Isend((void *)16, 4, MPI_INT, MPI_PROC_NULL, 0, comm, &requests[1]);
    MPI_Isend(values, 1, MPI_INT, 1, 0, comm, &last);
    MPI_Request_free(&last);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Recv(NULL, 0, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
    values[0] = 6; /* it has arrived */
}

static void receive_all(MPI_Comm comm)
{
    int values[N], i;

    for (i = 0; i < 2 * N; i++)
        MPI_Recv(values, 1, MPI_INT, 0, i % N, comm, MPI_STATUS_IGNORE);
    MPI_Recv(values, N, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Recv(values, N, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Recv(values, 0, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Recv(values, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, MPI_INT, 0, 0, comm);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        send_all(MPI_COMM_WORLD);
    else
        receive_all(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
