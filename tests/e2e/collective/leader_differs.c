/*
 * Two processes of one side name different leaders; all may wait for ever, the
 * other side, too.
 *
 * np: 3
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@create call=2@create ranks=0,2
 * hangs: maybe
 * twin: intercomm.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm side, inter;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &side);
    MPI_Intercomm_create(side, rank == 2, MPI_COMM_WORLD, rank % 2 ? 0 : 1, /* @create */
                         1, &inter);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&side);
    MPI_Finalize();
    return 0;
}
