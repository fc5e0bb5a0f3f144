/*
 * The last of what a pending MPI_Ireduce_scatter takes, and of what it leaves, is
 * received into.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-IN-USE use=1@recv pending=1@pending
 * finding: BUFFER-IN-USE use=1@recv pending=1@pending
 * twin: in_use_reduce_scatter_beside.c
 */
#include <mpi.h>

static void receive(int *buffer)
{
    int value = 1;

    MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, buffer, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @recv */
}

int main(int argc, char **argv)
{
    int rank, out[4] = {0}, in[4] = {0}, counts[2] = {1, 2};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Ireduce_scatter(out, in, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request); /* @pending */
    if (rank == 1) {
        receive(&out[2]);
        receive(&in[1]);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
