/*
 * Receives for more than the variable holds, and messages of that length: what
 * lies behind it is overwritten.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: ARG-TOO-SHORT call=1@recv
 * finding: ARG-TOO-SHORT call=1@irecv
 * finding: ARG-LESS-ROOM call=1@short
 * finding: ARG-LESS-ROOM call=1@never
 * says: ends after 40 of 48 bytes, and the message that came takes 48.
 * says: ends after 40 of 56 bytes, and the message that came takes 52.
 * says: ends after 40 of 52 bytes.
 * twin: room_kept.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int first[32] = {0}, numbers[10] = {0}, last[32] = {0}, rank;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Send(last, 12, MPI_INT, 1, 0, comm);
        MPI_Send(last, 13, MPI_INT, 1, 0, comm);
        MPI_Send(last, 10, MPI_INT, 1, 0, comm);
    } else {
        MPI_Recv(numbers, 12, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE); /* @recv */
        MPI_Irecv(numbers, 14, MPI_INT, MPI_ANY_SOURCE, 0, comm, &request); /* @irecv */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Recv(numbers, 13, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE); /* @short */
        MPI_Irecv(numbers, 11, MPI_INT, 0, 0, comm, &request); /* @never */
        MPI_Cancel(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    (void)first;
    MPI_Finalize();
    return 0;
}
