/*
 * As arrays_persistent.c, with counts that are changed when the request is
 * freed.
 *
 * np: 2
 * verdict: clean
 * flavours: abi mpich
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int sent = 1, received[2], counts[2] = {1, 1}, places[2] = {0, 1}, i;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Allgatherv_init(&sent, 1, MPI_INT, received, counts, places, MPI_INT,
                        MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (i = 0; i < 3; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        sent = received[1] + i;
    }
    MPI_Request_free(&request);
    counts[0] = places[0] = 7;
    MPI_Finalize();
    return 0;
}
