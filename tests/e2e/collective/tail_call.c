/*
 * A function that ends with a call of MPI is no longer on the stack then, as a
 * compiler that optimizes makes a jump of the call: the line is told all the
 * same.
 *
 * np: 2
 * verdict: error
 * finding: COLL-OP-MISMATCH call=0@sum call=1@max
 * flags: -O2
 * needs: x86-64
 * twin: tail_call_same.c
 */
#include <mpi.h>

static int own[2], result[2];

static __attribute__((noipa)) void add(MPI_Comm comm)
{
    own[1]++;
    MPI_Allreduce(own, result, 2, MPI_INT, MPI_SUM, comm); /* @sum */
}

static __attribute__((noipa)) void find(MPI_Comm comm)
{
    own[1]--;
    MPI_Allreduce(own, result, 2, MPI_INT, MPI_MAX, comm); /* @max */
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        add(MPI_COMM_WORLD);
    else
        find(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
