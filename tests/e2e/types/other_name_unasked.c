/*
 * The same as other_name.c: notes are for those who ask.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[10] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(numbers, 10, MPI_INTEGER, 1, 1, MPI_COMM_WORLD);
    else
        MPI_Recv(numbers, 10, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
