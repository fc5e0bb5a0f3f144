/*
 * In a ring each sends to the next and receives from the next, too: what comes
 * from the one before is not taken.
 *
 * np: 3
 * verdict: error
 * finding: DEADLOCK waits=0@here waits=1@here waits=2@here ...
 * hangs: maybe
 * twin: sendrecv_ring.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, next, out, in;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    out = rank;
    next = (rank + 1) % 3;
    MPI_Sendrecv(&out, 1, MPI_INT, next, 0, /* @here */
                 &in, 1, MPI_INT, next, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
