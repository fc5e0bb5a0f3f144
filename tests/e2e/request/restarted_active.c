/*
 * A persistent send is started twice.  Open MPI takes it, and gives the request
 * another handle, which is completed: nothing but the start is told.  (The
 * others: active.c.)
 *
 * np: 2
 * verdict: error
 * flavours: openmpi
 * finding: REQUEST-ACTIVE call=0@again made=0@init started=0@start
 * twin: restarted.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, i, value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, /* @init */
                      &request);
        MPI_Start(&request); /* @start */
        MPI_Start(&request); /* @again */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    } else {
        for (i = 0; i < 2; i++)
            MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
