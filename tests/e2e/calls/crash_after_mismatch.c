/*
 * A crash inside MPI is told, whatever was found before in another call.
 *
 * np: 2
 * verdict: error
 * finding: COLL-OP-MISMATCH call=0@sum call=1@max
 * finding: PROCESS-CRASHED call=1@reduce
 * hangs: maybe
 * twin: exit_status.c
 */
#include <mpi.h>
#include <stddef.h>

static void crash(void *in, void *inout, int *length, MPI_Datatype *datatype)
{
    (void)in;
    (void)inout;
    (void)length;
    (void)datatype;
    *(volatile int *)NULL = 1;
}

int main(int argc, char **argv)
{
    int rank, mine, sum;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = rank;
    if (rank == 0)
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* @sum */
    else
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD); /* @max */
    MPI_Op_create(crash, 1, &op);
    if (rank == 0)
        MPI_Send(&mine, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Reduce_local(&mine, &sum, 1, MPI_INT, op); /* @reduce */
    MPI_Recv(&sum, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
