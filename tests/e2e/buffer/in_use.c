/*
 * Buffers of pending operations are given to further calls: received into
 * while they are sent or received into, sent while they are received into.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-IN-USE use=0@recv_sent pending=0@isend
 * finding: BUFFER-IN-USE use=0@send_received pending=0@irecv
 * finding: BUFFER-IN-USE use=*@irecv_again pending=*@reduce count=2 ranks=0,1
 * finding: BUFFER-IN-USE use=0@column pending=0@row
 * finding: BUFFER-IN-USE use=0@startall pending=0@start made=0@init cites=3.9
 * twin: in_use_after.c
 */
#include <mpi.h>

static MPI_Comm comm = MPI_COMM_WORLD;
static MPI_Datatype column;

static void use(void)
{
    int values[16] = {0}, other[16] = {0};
    MPI_Request request, persistent[2];

    MPI_Isend(values, 4, MPI_INT, 1, 0, comm, &request); /* @isend */
    MPI_Recv(&values[3], 4, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE); /* @recv_sent */
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Irecv(other, 4, MPI_INT, 1, 1, comm, &request); /* @irecv */
    MPI_Send(other, 1, MPI_INT, 1, 1, comm); /* @send_received */
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Irecv(values, 4, MPI_INT, 1, 2, comm, &request); /* @row */
    MPI_Recv(&values[1], 1, column, 1, 3, comm, MPI_STATUS_IGNORE); /* @column */
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Recv_init(values, 4, MPI_INT, 1, 4, comm, &persistent[0]); /* @init */
    MPI_Recv_init(&values[3], 4, MPI_INT, 1, 5, comm, &persistent[1]);
    MPI_Start(&persistent[0]); /* @start */
    MPI_Startall(1, &persistent[1]); /* @startall */
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
    MPI_Iallreduce(values, sums, 4, MPI_INT, MPI_SUM, comm, &requests[0]); /* @reduce */
    MPI_Irecv(&sums[2], 1, MPI_INT, 1 - rank, 9, comm, &requests[1]); /* @irecv_again */
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 9, comm);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
