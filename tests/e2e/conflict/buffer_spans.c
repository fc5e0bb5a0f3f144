/*
 * A receive into a window, and a synchronous send from one, that are begun
 * before an epoch and complete behind it, in which another process puts there.
 *
 * np: 3
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT put=0@into store=1@receive count=1
 * finding: RMA-LOCAL-CONFLICT put=0@from load=1@send count=1
 * twin: buffer_spans_apart.c
 */
#include <mpi.h>

static int memory[8], value;

int main(int argc, char **argv)
{
    MPI_Request requests[2];
    MPI_Win window;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    if (rank == 1) {
        MPI_Irecv(memory, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &requests[0]); /* @receive */
        MPI_Issend(memory + 1, 1, MPI_INT, 2, 1, MPI_COMM_WORLD, &requests[1]); /* @send */
    }
    MPI_Win_fence(0, window);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window); /* @into */
        MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, window); /* @from */
    }
    MPI_Win_fence(0, window);
    if (rank == 2) {
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 1)
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
