/*
 * Both processes start all of their persistent requests, and one starts a send
 * of its again, which has not been completed.  (Open MPI takes it.)
 *
 * np: 2
 * verdict: error
 * flavours: abi mpich
 * finding: REQUEST-ACTIVE call=0@again made=0@init started=0@all
 * twin: active_completed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, other, out = 7, in[2], i;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request requests[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm, &rank);
    other = 1 - rank;
    MPI_Recv_init(&in[0], 1, MPI_INT, other, 1, comm, &requests[0]);
    MPI_Recv_init(&in[1], 1, MPI_INT, other, 2, comm, &requests[1]);
    MPI_Send_init(&out, 1, MPI_INT, other, 1, comm, &requests[2]); /* @init */
    MPI_Send_init(&out, 1, MPI_INT, other, 2, comm, &requests[3]);
    MPI_Startall(4, requests); /* @all */
    if (rank == 0)
        MPI_Start(&requests[2]); /* @again */
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    for (i = 0; i < 4; i++)
        MPI_Request_free(&requests[i]);
    MPI_Finalize();
    return 0;
}
