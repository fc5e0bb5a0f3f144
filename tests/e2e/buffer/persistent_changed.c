/*
 * The buffer of a started persistent send is changed early.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=0@start end=0@test made=0@init cites=3.9
 * finding: BUFFER-CHANGED-EARLY begin=0@startall end=0@waitsome made=0@init
 * twin: persistent_changed_after.c
 */
#include <mpi.h>

#include "unfollowed.h"

int main(int argc, char **argv)
{
    int rank, done = 0, count, index, value = 1;
    MPI_Request request;
    MPI_Comm comm = MPI_COMM_WORLD;

    unfollowed();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Send_init(&value, 1, MPI_INT, 1, 0, comm, &request); /* @init */
        value = 2;
        MPI_Start(&request); /* @start */
        value = 3;
        while (!done)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE); /* @test */
        value = 4;
        MPI_Startall(1, &request); /* @startall */
        value = 5;
        MPI_Waitsome(1, &request, &count, &index, MPI_STATUSES_IGNORE); /* @waitsome */
        value = 6;
        MPI_Request_free(&request);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
