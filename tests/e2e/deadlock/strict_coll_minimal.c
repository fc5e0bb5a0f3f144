/*
 * The root of a broadcast goes on before the other rank comes, as each MPI
 * lets it with so few bytes, and the user wants to know what goes wrong where
 * collective operations do not synchronize: nothing.
 *
 * np: 2
 * verdict: clean
 * unless: coll=barrier
 * options: --strict=coll-minimal
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, buf1 = 0, buf2 = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        MPI_Recv(&buf2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bcast(&buf1, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Send(&buf2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
