/*
 * A barrier between the phases; within each, all messages are alike.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;
    int rank, i, phase, value[9] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    for (phase = 0; phase < 3; phase++) {
        for (i = 1; i < 3 && rank == 0; i++)
            MPI_Recv(value, 1 + 4 * phase, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                     &status);
        if (rank > 0)
            MPI_Send(value, 1 + 4 * phase, MPI_INT, 0, 0, comm);
        MPI_Barrier(comm);
    }
    MPI_Finalize();
    return 0;
}
