/*
 * No items of a datatype with a gap, which libcheck does not follow, make a
 * datatype that can be sent.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    MPI_Datatype nothing;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(0, MPI_DOUBLE_INT, &nothing);
    MPI_Type_commit(&nothing);
    if (rank == 0)
        MPI_Send(NULL, 1, nothing, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(NULL, 1, nothing, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&nothing);
    MPI_Finalize();
    return 0;
}
