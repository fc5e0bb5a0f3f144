/*
 * Two faults on one communicator, far from each other: the first leaves the
 * processes in step, so that the second is told as well, and nothing else.
 *
 * np: 2
 * verdict: error
 * finding: COLL-OP-MISMATCH call=0@sum call=1@max
 * finding: COLL-ROOT-MISMATCH call=0@left call=1@right
 * hangs: maybe
 * twin: in_step.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, mine, sum = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    mine = rank;
    if (rank == 0)
        MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm, &request); /* @sum */
    else
        MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_MAX, comm, &request); /* @max */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(comm);
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
    if (rank == 0)
        MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 1, comm); /* @left */
    else
        MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 0, comm); /* @right */
    MPI_Barrier(comm);
    MPI_Finalize();
    return 0;
}
