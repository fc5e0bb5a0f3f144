/*
 * Rank 1 is in the group that rank 0 gives, and gives another one.  Ranks 2
 * and 3 agree on a third.
 *
 * np: 4
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@create call=1@create ranks=0,1
 * hangs: maybe
 * twin: create_groups.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static const int both[2] = {0, 1}, own[1] = {1}, others[2] = {2, 3};
    MPI_Group world, group;
    MPI_Comm comm;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    if (rank >= 2)
        MPI_Group_incl(world, 2, others, &group);
    else if (rank == 1)
        MPI_Group_incl(world, 1, own, &group);
    else
        MPI_Group_incl(world, 2, both, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &comm); /* @create */
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
