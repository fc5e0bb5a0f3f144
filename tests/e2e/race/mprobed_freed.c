/*
 * Matched probes that do not ask what they found, on a communicator that is
 * freed before they are received: the choice is judged all the same.
 *
 * np: 3
 * verdict: note
 * options: --notes
 * finding: RACE-MATCH receive=0@probe send=1@send send=2@send
 * twin: mprobed_room.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm;
    MPI_Message messages[2];
    MPI_Request request = MPI_REQUEST_NULL;
    int rank, i, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        for (i = 0; i < 2; i++)
            MPI_Mprobe(MPI_ANY_SOURCE, 1, comm, /* @probe */
                       &messages[i], MPI_STATUS_IGNORE);
    else
        MPI_Isend(&value, 1, MPI_INT, 0, 1, comm, &request); /* @send */
    MPI_Comm_free(&comm);
    for (i = 0; rank == 0 && i < 2; i++)
        MPI_Mrecv(&value, 1, MPI_INT, &messages[i], MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
