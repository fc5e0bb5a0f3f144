/*
 * The calls of again.c, behind.c, left_out.c, left_out_count.c, swapped.c and
 * unaligned.c, as they are right.
 *
 * np: 2
 * verdict: clean
 * options: --notes
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, mine, sum = 0, i;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    mine = rank;
    for (i = 0; i < 20; i++) {
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_MAX, comm);
        MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Bcast(&mine, 1, MPI_INT, 0, comm);
        MPI_Barrier(comm);
        MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 1, comm);
    }
    MPI_Finalize();
    return 0;
}
