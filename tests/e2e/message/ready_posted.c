/*
 * Ready sends whose receives are posted: the sender is told so by a message, a
 * barrier, a reduction; persistent ones, too.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static MPI_Comm comm = MPI_COMM_WORLD;

static void receiver(void)
{
    MPI_Request requests[3];
    int values[3], go = 1, all;

    MPI_Irecv(&values[0], 1, MPI_INT, 1, 0, comm, &requests[0]);
    MPI_Send(&go, 1, MPI_INT, 1, 9, comm);
    MPI_Irecv(&values[1], 1, MPI_INT, 1, 1, comm, &requests[1]);
    MPI_Barrier(comm);
    MPI_Recv_init(&values[2], 1, MPI_INT, 1, 2, comm, &requests[2]);
    MPI_Start(&requests[2]);
    MPI_Allreduce(&go, &all, 1, MPI_INT, MPI_SUM, comm);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[2]);
}

static void sender(void)
{
    MPI_Request requests[2];
    int value = 1, go, all;

    MPI_Recv(&go, 1, MPI_INT, 0, 9, comm, MPI_STATUS_IGNORE);
    MPI_Rsend(&value, 1, MPI_INT, 0, 0, comm);
    MPI_Barrier(comm);
    MPI_Irsend(&value, 1, MPI_INT, 0, 1, comm, &requests[0]);
    MPI_Rsend_init(&value, 1, MPI_INT, 0, 2, comm, &requests[1]);
    MPI_Allreduce(&go, &all, 1, MPI_INT, MPI_SUM, comm);
    MPI_Start(&requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[1]);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        receiver();
    else
        sender();
    MPI_Finalize();
    return 0;
}
