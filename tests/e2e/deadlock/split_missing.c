/*
 * A process makes a communicator; the other waits for a message before it does.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@split waits=1@recv
 * twin: split_all.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &comm); /* @split */
    if (rank == 0)
        MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
