/*
 * A rank ends without MPI_Finalize.
 *
 * np: 2
 * verdict: error
 * finding: CALL-NO-FINALIZE exit=1@exit call=1@barrier
 * hangs: maybe
 * twin: exit_status.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD); /* @barrier */
    if (rank == 1)
        exit(0); /* @exit */
    MPI_Finalize();
    return 0;
}
