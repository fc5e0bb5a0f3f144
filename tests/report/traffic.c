/*
 * Each way to send something counts in the report's traffic, and what is made
 * among its objects: check_traffic.py has the numbers. Two processes.
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, i, data[10] = {0}, into[10] = {0};
    MPI_Request request;
    MPI_Win window;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    /* To itself: 4 bytes. */
    MPI_Sendrecv(data, 1, MPI_INT, rank, 1, into, 1, MPI_INT, rank, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    /* To nobody. */
    MPI_Send(data, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    /* From 0 to 1: 40, and three times 8. */
    if (rank == 0) {
        MPI_Send(data, 10, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send_init(data, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    } else {
        MPI_Recv(into, 10, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv_init(into, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    }
    for (i = 0; i < 3; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    /* From 1 to 0: a put and a get of 12. */
    MPI_Win_create(into, sizeof into, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 1) {
        MPI_Put(data, 3, MPI_INT, 0, 0, 3, MPI_INT, window);
        MPI_Get(data + 5, 3, MPI_INT, 0, 5, 3, MPI_INT, window);
    }
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    for (i = 0; i < 3; i++) {
        MPI_Comm_split(MPI_COMM_WORLD, i == 0 ? 0 : rank, 0, &comm);
        MPI_Comm_free(&comm);
    }
    MPI_Finalize();
    return 0;
}
