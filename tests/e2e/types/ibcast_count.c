/*
 * The same of nonblocking broadcasts, two of which are wrong by themselves.
 *
 * np: 2
 * verdict: error
 * finding: COLL-COUNT-MISMATCH call=0@one other=1@one
 * finding: COLL-COUNT-MISMATCH call=0@two other=1@two
 * hangs: maybe
 * twin: coll_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Request requests[3];
    int rank, size, i, numbers[64] = {0}, others[64] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Ibcast(numbers, 4 + rank, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]); /* @one */
    MPI_Ibcast(others, 8, MPI_INT, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Ibcast(others + 8, 4 + rank, MPI_INT, 0, MPI_COMM_WORLD, &requests[2]); /* @two */
    for (i = 0; i < 3; i++)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
