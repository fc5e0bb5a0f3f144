/*
 * For longer than Murmel looks ahead the processes give different ops: what is
 * behind that is not judged.
 *
 * np: 2
 * verdict: error
 * options: --notes
 * finding: COLL-OP-MISMATCH call=0@first call=1@second
 * finding: COLL-UNALIGNED call=0@first
 * hangs: maybe
 * twin: in_step.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, mine, sum = 0, i;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    mine = rank;
    for (i = 0; i < 20; i++)
        if (rank == 0)
            MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm); /* @first */
        else
            MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_MAX, comm); /* @second */
    for (i = 0; i < 20; i++)
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, rank == 0 ? MPI_SUM : MPI_PROD, comm);
    MPI_Finalize();
    return 0;
}
