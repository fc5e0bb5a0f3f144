/*
 * Statuses that no call has filled in are read: the receive was told to ignore
 * it, nothing was there to probe, the test was in vain.
 *
 * np: 2
 * verdict: error
 * finding: ARG-STATUS-UNSET call=1@count
 * finding: ARG-STATUS-UNSET call=1@probed
 * finding: ARG-STATUS-UNSET call=1@elements
 * twin: status_set.c
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, numbers[3] = {0}, more[3], count, flag;
    MPI_Request request;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memset(&status, 0x5a, sizeof status);
    if (rank == 1) {
        MPI_Recv(numbers, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Get_count(&status, MPI_INT, &count); /* @count */
        MPI_Iprobe(0, 7, MPI_COMM_WORLD, &flag, &status);
        MPI_Get_count(&status, MPI_INT, &count); /* @probed */
        MPI_Irecv(more, 3, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
        MPI_Test(&request, &flag, &status);
        MPI_Get_elements(&status, MPI_INT, &count); /* @elements */
        MPI_Send(numbers, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(numbers, 3, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(numbers, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(numbers, 3, MPI_INT, 1, 1, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
