/*
 * The two sides of MPI_Intercomm_create_from_groups give different stringtags.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@create waits=1@create
 * hangs: maybe
 * twin: from_groups.c
 * flavours: abi mpich
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Group world, sides[2];
    MPI_Comm both;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, (int[]){0}, &sides[0]);
    MPI_Group_incl(world, 1, (int[]){1}, &sides[1]);
    MPI_Intercomm_create_from_groups(sides[rank], 0, sides[1 - rank], /* @create */
                                     0, rank == 0 ? "even" : "odd",
                                     MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL,
                                     &both);
    MPI_Comm_free(&both);
    MPI_Group_free(&sides[0]);
    MPI_Group_free(&sides[1]);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
