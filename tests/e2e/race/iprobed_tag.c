/*
 * What was received before, with any tag, decides whether a probe finds
 * something, and so how much room the next receive has.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, flag = 0, value[9] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Barrier(comm);
    if (rank == 0) {
        MPI_Recv(value, 9, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm,
                 MPI_STATUS_IGNORE);
        while (!flag && value[0] == 2)
            MPI_Iprobe(MPI_ANY_SOURCE, 1, comm, &flag, MPI_STATUS_IGNORE);
        MPI_Recv(value, flag ? 1 : 9, MPI_INT, MPI_ANY_SOURCE, flag ? 1 : 2,
                 comm, MPI_STATUS_IGNORE);
    } else {
        value[0] = rank;
        MPI_Send(value, rank == 1 ? 1 : 9, MPI_INT, 0, rank, comm);
    }
    MPI_Finalize();
    return 0;
}
