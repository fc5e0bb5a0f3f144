/*
 * What one process sends in an allgather is not what the others expect.
 *
 * np: 3
 * verdict: error
 * finding: COLL-COUNT-MISMATCH send=1@allgather receive=0@allgather
 * hangs: maybe
 * twin: coll_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, numbers[64] = {0}, others[64] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Allgather(numbers, rank == 1 ? 3 : 4, MPI_INT, others, 4, MPI_INT, MPI_COMM_WORLD); /* @allgather */
    MPI_Finalize();
    return 0;
}
