/*
 * The counts of MPI_Alltoall are those for each process.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#define COUNT 16

static int out[COUNT], in[COUNT];

int main(int argc, char **argv)
{
    int i;

    MPI_Init(&argc, &argv);
    for (i = 0; i < COUNT; i++)
        out[i] = i;
    MPI_Alltoall(out, COUNT / 2, MPI_INT, in, COUNT / 2, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
