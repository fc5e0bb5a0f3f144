/*
 * Collective operations with a count for each process that are given one
 * address to read at and to store at. (MPICH refuses some of them on some ranks, which hangs.)
 *
 * np: 2
 * verdict: error
 * finding: ARG-ALIASED call=*@allgatherv ranks=0,1 count=2
 * finding: ARG-ALIASED call=*@alltoallv ranks=0,1 count=2
 * finding: ARG-ALIASED call=*@nonblocking ranks=0,1 count=2
 * finding: ARG-ALIASED call=*@reduce ranks=0,1 count=2
 * finding: ARG-ALIASED call=0@gatherv
 * says: , which overlaps its sendbuf.
 * flavours: abi openmpi
 * twin: aliased_pieces_beside.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int numbers[8] = {0}, counts[2] = {2, 2}, displs[2] = {0, 2};
    MPI_Request request = MPI_REQUEST_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Allgatherv(numbers, 2, MPI_INT, numbers, counts, displs, MPI_INT, MPI_COMM_WORLD); /* @allgatherv */
    MPI_Alltoallv(numbers, counts, displs, MPI_INT, numbers, counts, displs, MPI_INT, MPI_COMM_WORLD); /* @alltoallv */
    MPI_Ialltoallv(numbers, counts, displs, MPI_INT, numbers, counts, displs, MPI_INT, MPI_COMM_WORLD, &request); /* @nonblocking */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Reduce_scatter(numbers, numbers, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* @reduce */
    MPI_Gatherv(numbers, 2, MPI_INT, numbers, counts, displs, MPI_INT, 0, MPI_COMM_WORLD); /* @gatherv */
    MPI_Finalize();
    return 0;
}
