/*
 * A block of the send buffer, not the first one, is where a block is received.
 * (Alone, since an MPI may abort the job in such a call.)
 *
 * np: 2
 * verdict: error
 * finding: ARG-ALIASED call=*@alltoall ranks=0,1
 * finding: ARG-ALIASED call=0@gather
 * finding: ARG-ALIASED call=*@allgather ranks=0,1
 * twin: aliased_blocks_beside.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int numbers[30] = {0};
    MPI_Datatype column;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_vector(2, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Alltoall(numbers, 2, MPI_INT, numbers + 3, 2, MPI_INT, MPI_COMM_WORLD); /* @alltoall */
    MPI_Gather(numbers + 12, 2, MPI_INT, numbers + 10, 2, MPI_INT, 0, MPI_COMM_WORLD); /* @gather */
    MPI_Allgather(numbers + 25, 2, MPI_INT, numbers + 20, 1, column, MPI_COMM_WORLD); /* @allgather */
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
