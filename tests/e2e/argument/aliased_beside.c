/*
 * What is received lies straight behind what is sent, or before it, or, by
 * datatypes with gaps, between its elements.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[30] = {0};
    MPI_Datatype odd;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(numbers + 10, numbers + 20, 10, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(numbers + 10, numbers, 10, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce_local(numbers, numbers + 5, 5, MPI_INT, MPI_SUM);
    MPI_Type_vector(10, 1, 2, MPI_INT, &odd);
    MPI_Type_commit(&odd);
    MPI_Sendrecv(numbers, 1, odd, 1 - rank, 0, numbers + 1, 1, odd, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(numbers + 20, 0, MPI_INT, 1 - rank, 0, numbers, 30, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&odd);
    MPI_Finalize();
    return 0;
}
