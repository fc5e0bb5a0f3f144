/* Rank 0 receives from any source what all others have sent, again and again,
 * with pauses in which the checker writes what it has to the recording. */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, size, round, i, value = 7;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (round = 0; round < 10; round++) {
        if (rank != 0)
            MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        for (i = 1; rank == 0 && i < size; i++)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        usleep(30000);
    }
    MPI_Finalize();
    return 0;
}
