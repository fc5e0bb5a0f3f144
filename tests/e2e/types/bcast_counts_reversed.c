/*
 * Two broadcasts in reversed order, from one root: one cause, one finding.
 *
 * np: 2
 * verdict: error
 * finding: COLL-COUNT-MISMATCH call=0@short other=1@long
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
    if (rank == 0) {
        MPI_Bcast(numbers, 4, MPI_INT, 0, MPI_COMM_WORLD); /* @short */
        MPI_Bcast(others, 8, MPI_INT, 0, MPI_COMM_WORLD);
    } else {
        MPI_Bcast(others, 8, MPI_INT, 0, MPI_COMM_WORLD); /* @long */
        MPI_Bcast(numbers, 4, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
