/*
 * Arrays of counts and the like of nonblocking and persistent collective
 * operations are changed, or gone, before the operation is complete; of a
 * persistent one also while it is inactive.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=*@counts end=*@counts-wait ranks=0,1
 * finding: BUFFER-CHANGED-EARLY begin=*@types end=*@types-wait ranks=0,1
 * finding: BUFFER-GONE begin=0@gather then=0@gather-wait
 * says: changed the sendcounts of MPI_Ialltoallv (byte 4) too early: only MPI_Wait
 * says: changed the recvtypes of MPI_Ialltoallw (byte
 * says: MPI_Igatherv is pending, whose recvcounts is gone
 * twin: arrays_changed_after.c
 */
#include <mpi.h>

static int sent[2], received[2], ones[2] = {1, 1}, places[2] = {0, 1},
    offsets[2] = {0, 4};

static void gather(MPI_Request *request)
{
    int counts[2] = {1, 1};

    MPI_Igatherv(sent, 1, MPI_INT, received, counts, places, MPI_INT, 0, MPI_COMM_WORLD, request); /* @gather */
}

int main(int argc, char **argv)
{
    int counts[2] = {1, 1};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT}, ints[2] = {MPI_INT, MPI_INT};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Ialltoallv(sent, counts, places, MPI_INT, received, ones, places, MPI_INT, MPI_COMM_WORLD, &request); /* @counts */
    counts[1] = 7;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @counts-wait */
    MPI_Ialltoallw(sent, ones, offsets, ints, received, ones, offsets, types, MPI_COMM_WORLD, &request); /* @types */
    types[0] = MPI_FLOAT;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @types-wait */
    gather(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @gather-wait */
    MPI_Finalize();
    return 0;
}
