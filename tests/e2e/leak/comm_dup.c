/*
 * A duplicated communicator is never freed: one finding, of all ranks.
 *
 * np: 2
 * verdict: warning
 * finding: LEAK-COMM call=*@dup ranks=0,1 count=2
 * twin: all_freed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm); /* @dup */
    MPI_Barrier(comm);
    MPI_Finalize();
    return 0;
}
