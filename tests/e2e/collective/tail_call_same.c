/*
 * As tail_call.c, and both functions, which end with a jump, add up.
 *
 * np: 2
 * verdict: clean
 * flags: -O2
 * needs: x86-64
 */
#include <mpi.h>

static int own[2], result[2];

static __attribute__((noipa)) void add(MPI_Comm comm)
{
    own[1]++;
    MPI_Allreduce(own, result, 2, MPI_INT, MPI_SUM, comm);
}

static __attribute__((noipa)) void take(MPI_Comm comm)
{
    own[1]--;
    MPI_Allreduce(own, result, 2, MPI_INT, MPI_SUM, comm);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        add(MPI_COMM_WORLD);
    else
        take(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
