/*
 * As aliased_blocks.c, with buffers that lie beside, or in, each other.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int numbers[40] = {0}, rank;
    MPI_Datatype column, wide;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(2, 1, 2, MPI_INT, &column);
    MPI_Type_create_resized(column, 0, 4 * sizeof(int), &wide);
    MPI_Type_commit(&wide);
    MPI_Alltoall(numbers, 2, MPI_INT, numbers + 4, 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Gather(numbers + 14, 2, MPI_INT, numbers + 10, 2, MPI_INT, 0,
               MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Gather(numbers + 10, 2, MPI_INT, numbers + 10, 2, MPI_INT, 0,
                   MPI_COMM_WORLD); /* rank 1 receives nothing */
    else
        MPI_Gather(numbers, 2, MPI_INT, numbers + 10, 2, MPI_INT, 0,
                   MPI_COMM_WORLD);
    MPI_Alltoall(numbers + 20, 1, wide, numbers + 21, 1, wide, MPI_COMM_WORLD);
    MPI_Type_free(&wide);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
