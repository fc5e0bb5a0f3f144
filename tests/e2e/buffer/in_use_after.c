/*
 * Buffers are given to further calls when their operations are complete, or
 * only read by both, or beside the bytes that are in use.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static MPI_Comm comm = MPI_COMM_WORLD;
static MPI_Datatype column;

static void use(void)
{
    int values[16] = {0}, other[16] = {0};
    MPI_Request request, persistent[2];

    MPI_Isend(values, 4, MPI_INT, 1, 0, comm, &request);
    MPI_Recv(&values[4], 4, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Irecv(other, 4, MPI_INT, 1, 1, comm, &request);
    MPI_Send(&other[4], 1, MPI_INT, 1, 1, comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Irecv(values, 1, column, 1, 2, comm, &request);
    MPI_Recv(&values[1], 1, column, 1, 3, comm, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Recv_init(values, 4, MPI_INT, 1, 4, comm, &persistent[0]);
    MPI_Recv_init(&values[4], 4, MPI_INT, 1, 5, comm, &persistent[1]);
    MPI_Start(&persistent[0]);
    MPI_Startall(1, &persistent[1]);
    MPI_Waitall(2, persistent, MPI_STATUSES_IGNORE);
    MPI_Request_free(&persistent[0]);
    MPI_Request_free(&persistent[1]);
}

static void answer(void)
{
    int values[16] = {0};
    MPI_Request request;

    MPI_Recv(values, 4, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    MPI_Send(values, 4, MPI_INT, 0, 0, comm);
    MPI_Irecv(values, 1, MPI_INT, 0, 1, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Send(values, 4, MPI_INT, 0, 1, comm);
    MPI_Send(values, 4, MPI_INT, 0, 2, comm);
    MPI_Send(values, 4, MPI_INT, 0, 3, comm);
    MPI_Send(values, 4, MPI_INT, 0, 4, comm);
    MPI_Send(values, 4, MPI_INT, 0, 5, comm);
}

int main(int argc, char **argv)
{
    int rank, values[4] = {0}, sums[4];
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Type_vector(4, 1, 4, MPI_INT, &column);
    MPI_Type_commit(&column);
    if (rank == 0)
        use();
    else
        answer();
    MPI_Iallreduce(values, sums, 4, MPI_INT, MPI_SUM, comm, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Irecv(&sums[2], 1, MPI_INT, 1 - rank, 9, comm, &requests[1]);
    MPI_Send(values, 1, MPI_INT, 1 - rank, 9, comm);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
