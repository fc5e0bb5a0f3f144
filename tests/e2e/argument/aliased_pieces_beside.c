/*
 * Collective operations that are given one address, by which they read and
 * store in places of their own, or that read nothing there. (MPICH refuses equal addresses.)
 *
 * np: 2
 * verdict: clean
 * flavours: abi openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int numbers[8] = {0}, counts[2] = {2, 2}, displs[2] = {0, 2}, rank;
    int behind[2] = {4, 6}, none[2] = {0, 0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, numbers, counts, displs, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoallv(MPI_IN_PLACE, counts, displs, MPI_INT, numbers, counts, displs, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoallv(numbers + rank, none, displs, MPI_INT, numbers + rank, none, displs, MPI_INT, MPI_COMM_WORLD);
    /* the root alone receives, and there elsewhere */
    MPI_Gatherv(numbers, 2, MPI_INT, numbers, counts, behind, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Reduce_scatter(MPI_IN_PLACE, numbers, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
