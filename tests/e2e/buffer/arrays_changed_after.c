/*
 * As arrays_changed.c, with arrays that are changed when the operation is
 * complete, and those that it does not read.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static int sent[2], received[2], ones[2] = {1, 1}, places[2] = {0, 1},
    offsets[2] = {0, 4};

static void gather(int root)
{
    int counts[2] = {1, 1}, unread[2] = {5, 5};
    MPI_Request request;

    MPI_Igatherv(sent, 1, MPI_INT, received, root ? counts : unread, places,
                 MPI_INT, 0, MPI_COMM_WORLD, &request);
    unread[0] = 6;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int counts[2] = {1, 1}, rank;
    MPI_Datatype types[2] = {MPI_INT, MPI_INT}, ints[2] = {MPI_INT, MPI_INT};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Ialltoallv(sent, counts, places, MPI_INT, received, ones, places,
                   MPI_INT, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    counts[1] = 7;
    MPI_Ialltoallw(MPI_IN_PLACE, counts, offsets, types, received, ones,
                   offsets, ints, MPI_COMM_WORLD, &request);
    counts[0] = 9;
    types[0] = MPI_FLOAT;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    gather(rank == 0);
    MPI_Finalize();
    return 0;
}
