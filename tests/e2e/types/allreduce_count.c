/*
 * Processes reduce vectors of different lengths.
 *
 * np: 2
 * verdict: error
 * finding: COLL-COUNT-MISMATCH call=0@allreduce other=1@allreduce
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
    MPI_Allreduce(numbers, others, 4 + rank, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* @allreduce */
    MPI_Finalize();
    return 0;
}
