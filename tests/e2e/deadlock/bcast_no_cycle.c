/*
 * Broadcasts on three communicators of two processes each, in one order.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, buf1 = 0, buf2 = 0, i;
    MPI_Comm comms[3];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 3; i++)
        MPI_Comm_split(MPI_COMM_WORLD, rank == i || rank == (i + 1) % 3 ? 0 : 1,
                       rank == i ? 0 : 1, &comms[i]);
    for (i = 0; i < 3; i++)
        if (rank == i || rank == (i + 1) % 3)
            MPI_Bcast(i == rank ? &buf1 : &buf2, 1, MPI_INT, 0, comms[i]);
    for (i = 0; i < 3; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
