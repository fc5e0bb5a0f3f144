/*
 * Persistent requests to and from MPI_PROC_NULL, completed one by one until
 * none is active, and started again: MPICH does not name them.
 *
 * np: 3
 * verdict: clean
 * options: --notes
 */
#include <mpi.h>

enum { ROUNDS = 2 };

static void complete(int how, MPI_Request *requests)
{
    int index = 0, flag, count = 0, indices[4];

    while (how == 0 && index != MPI_UNDEFINED)
        MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE);
    while (how == 1 && count != MPI_UNDEFINED)
        MPI_Waitsome(4, requests, &count, indices, MPI_STATUSES_IGNORE);
    for (flag = 0; how == 2 && !(flag && index == MPI_UNDEFINED);)
        MPI_Testany(4, requests, &index, &flag, MPI_STATUS_IGNORE);
    while (how == 3 && count != MPI_UNDEFINED)
        MPI_Testsome(4, requests, &count, indices, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, size, left, right, out = 7, in[2], i;
    MPI_Request requests[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    MPI_Recv_init(&in[0], 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&in[1], 1, MPI_INT, right, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Send_init(&out, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Send_init(&out, 1, MPI_INT, left, 2, MPI_COMM_WORLD, &requests[3]);
    for (i = 0; i < 4 * ROUNDS; i++) {
        MPI_Startall(4, requests);
        complete(i % 4, requests);
    }
    for (i = 0; i < 4; i++)
        MPI_Request_free(&requests[i]);
    MPI_Finalize();
    return 0;
}
