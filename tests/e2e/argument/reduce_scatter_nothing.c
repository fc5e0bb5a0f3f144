/*
 * A process for which MPI_Reduce_scatter has nothing needs no receive buffer
 * (MPI-4.1 6.10.2).
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, numbers[6] = {1, 2, 3, 4, 5, 6}, results[4];
    int counts[3] = {0, 4, 2};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Reduce_scatter(numbers, rank == 0 ? NULL : results, counts, MPI_INT,
                       MPI_MAX, MPI_COMM_WORLD);
    MPI_Ireduce_scatter(numbers, rank == 0 ? NULL : results, counts, MPI_INT,
                        MPI_MAX, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
