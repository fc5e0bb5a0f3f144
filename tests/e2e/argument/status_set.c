/*
 * As status_unset.c; the calls fill statuses in, of which copies are read, such
 * as the program has changed, and one that it has made.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, numbers[3] = {0}, count, flag = 0, i;
    MPI_Request requests[2];
    MPI_Status status, copy, both[2], made;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memset(&status, 0x5a, sizeof status);
    memset(&made, 0x5a, sizeof made);
    if (rank == 1) {
        MPI_Recv(numbers, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
        copy = status;
        copy.MPI_SOURCE = 7;
        copy.MPI_TAG = 8;
        copy.MPI_ERROR = 9;
        MPI_Get_count(&copy, MPI_INT, &count);
        while (!flag)
            MPI_Iprobe(0, 1, MPI_COMM_WORLD, &flag, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Irecv(numbers, count, MPI_INT, 0, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&i, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, both);
        for (i = 0; i < 2; i++)
            MPI_Get_elements(&both[i], MPI_INT, &count);
        MPI_Status_set_cancelled(&made, 0);
        MPI_Status_set_elements(&made, MPI_INT, 5);
        MPI_Get_count(&made, MPI_INT, &count);
        MPI_Test_cancelled(&made, &flag);
    } else {
        MPI_Send(numbers, 3, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send(numbers, 2, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Send(numbers, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
