/*
 * What the matched probe has taken is received before the next one is waited
 * for.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Message message;
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Mprobe(1, 5, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    } else {
        MPI_Ssend(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
        MPI_Ssend(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
