/*
 * Two processes give MPI_Comm_create_from_group different stringtags.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=1@create ranks=0,1 ...
 * hangs: maybe
 * twin: from_groups.c
 * flavours: abi mpich
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Group world;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_create_from_group(world, rank == 0 ? "even" : "odd", /* @create */
                               MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_free(&comm);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
