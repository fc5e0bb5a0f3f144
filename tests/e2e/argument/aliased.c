/*
 * One buffer is sent and received, without MPI_IN_PLACE.
 *
 * np: 2
 * verdict: error
 * finding: ARG-ALIASED call=*@allreduce ranks=0,1 count=2
 * finding: ARG-ALIASED call=0@gather
 * finding: ARG-ALIASED call=*@sendrecv ranks=0,1 count=2
 * says: , which overlaps its sendbuf.
 * twin: fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[2] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Allreduce(numbers, numbers, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* @allreduce */
    MPI_Sendrecv(numbers, 1, MPI_INT, 1 - rank, 0, numbers, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @sendrecv */
    MPI_Gather(numbers, 1, MPI_INT, rank == 0 ? numbers : numbers + 1, 1, MPI_INT, 0, MPI_COMM_WORLD); /* @gather */
    MPI_Finalize();
    return 0;
}
