/*
 * A receive into a window, and sends from one, that are begun before an epoch
 * in which another process puts beside them, or gets what is sent; and puts
 * before they are begun, and behind their completion. A send is given up, and
 * its data are put again where it is known to have come.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

static int memory[8], value;
static MPI_Win window;

static void put(int rank, int place)
{
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, place, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
}

int main(int argc, char **argv)
{
    MPI_Request requests[2], given_up;
    int rank, got;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    put(rank, 0);
    put(rank, 1);
    if (rank == 1) {
        MPI_Irecv(memory, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Issend(memory + 1, 1, MPI_INT, 2, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(memory + 3, 1, MPI_INT, 2, 2, MPI_COMM_WORLD, &given_up);
        MPI_Request_free(&given_up);
    }
    MPI_Win_fence(0, window);
    if (rank == 0)
        MPI_Get(&got, 1, MPI_INT, 1, 1, 1, MPI_INT, window);
    put(rank, 2);
    if (rank == 2) {
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 1)
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Win_fence(0, window);
    put(rank, 0);
    put(rank, 1);
    put(rank, 3);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
