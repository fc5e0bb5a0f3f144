/*
 * Two processes give the same group in two orders.
 *
 * np: 2
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@create call=1@create ranks=0,1
 * hangs: maybe
 * twin: create_group.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, ranks[2];
    MPI_Group world, group;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    ranks[0] = rank;
    ranks[1] = 1 - rank;
    MPI_Group_incl(world, 2, ranks, &group);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 1, &comm); /* @create */
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
