/*
 * A receive from any source is freed while active; another one takes its message.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int sent = 1, received, other;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        MPI_Irecv(&received, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD,
                  &request);
        MPI_Request_free(&request);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Ssend(&sent, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
        MPI_Ssend(&sent, 1, MPI_INT, 1, 8, MPI_COMM_WORLD);
    } else
        MPI_Recv(&other, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
