/*
 * Rank 1 leaves out one of three broadcasts, so that its counts are those of
 * others, and then there is another operation: one fault.
 *
 * np: 2
 * verdict: error
 * unless: coll=barrier
 * finding: COLL-COUNT-MISMATCH call=0@two call=1@three
 * hangs: maybe
 * twin: in_step.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[3] = {0}, sum[3];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Bcast(data, 1, MPI_INT, 0, comm);
    if (rank != 1)
        MPI_Bcast(data, 2, MPI_INT, 0, comm); /* @two */
    MPI_Bcast(data, 3, MPI_INT, 0, comm); /* @three */
    MPI_Iallreduce(data, sum, 3, MPI_INT, MPI_SUM, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
