/*
 * The counts of persistent collective operations are changed before the
 * request is freed: while it is active, and while it is not.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=*@init end=*@start ranks=0,1
 * finding: BUFFER-CHANGED-EARLY made=*@init begin=*@start end=*@wait ranks=0,1
 * finding: BUFFER-CHANGED-EARLY made=*@again begin=*@once end=*@free ranks=0,1
 * says: changed the recvcounts of MPI_Allgatherv_init (byte 4) too early: they are read until the request is freed
 * flavours: abi mpich
 * twin: arrays_persistent_after.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int sent = 1, received[2], counts[2] = {1, 1}, places[2] = {0, 1};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Allgatherv_init(&sent, 1, MPI_INT, received, counts, places, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* @init */
    places[0] = 1;
    MPI_Start(&request); /* @start */
    counts[0] = 0;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */
    MPI_Request_free(&request);
    counts[0] = 1;
    places[0] = 0;
    MPI_Allgatherv_init(&sent, 1, MPI_INT, received, counts, places, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* @again */
    MPI_Start(&request); /* @once */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    counts[1] = 0;
    MPI_Request_free(&request); /* @free */
    MPI_Finalize();
    return 0;
}
