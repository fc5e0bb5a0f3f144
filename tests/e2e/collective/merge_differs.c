/*
 * The two processes of one side do not agree whether it comes last.
 *
 * np: 3
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@merge call=1@merge ranks=0,1
 * hangs: maybe
 * twin: intercomm.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm side, inter, merged;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 2, rank, &side);
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, rank == 2 ? 0 : 2, 1, &inter);
    MPI_Intercomm_merge(inter, rank == 1, &merged); /* @merge */
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&side);
    MPI_Finalize();
    return 0;
}
