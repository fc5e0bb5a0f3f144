/*
 * A process exits behind a call that only asks, without MPI_Finalize.
 *
 * np: 2
 * verdict: error
 * finding: CALL-NO-FINALIZE exit=1@exit call=1@rank
 * hangs: maybe
 * twin: exit_status.c
 */
#include <mpi.h>
#include <stdlib.h>

static void look_at_arguments(int rank)
{
    if (rank == 1)
        exit(0); /* @exit */
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank); /* @rank */
    look_at_arguments(rank);
    MPI_Finalize();
    return 0;
}
