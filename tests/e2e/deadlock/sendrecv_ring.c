/*
 * Values go round a ring by MPI_Sendrecv_replace.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value, step;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    value = rank;
    for (step = 0; step < 20; step++)
        MPI_Sendrecv_replace(&value, 1, MPI_INT, (rank + 1) % 3, step,
                             (rank + 2) % 3, step, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
