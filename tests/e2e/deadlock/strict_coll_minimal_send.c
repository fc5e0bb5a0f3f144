/*
 * Where collective operations do not synchronize, sends may.
 *
 * np: 2
 * verdict: potential
 * unless: send=sync
 * options: --strict=coll-minimal
 * finding: POTENTIAL-DEADLOCK waits=0@here waits=1@here count=1
 * twin: strict_coll_minimal.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    double value = 0, sent = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Send(&sent, 1, MPI_DOUBLE, !rank, 0, MPI_COMM_WORLD); /* @here */
    MPI_Recv(&value, 1, MPI_DOUBLE, !rank, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
