/*
 * The same members in another order are another group.
 *
 * np: 3
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@create call=1@create ranks=0,1
 * hangs: maybe
 * twin: create_groups.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static const int up[2] = {0, 1}, down[2] = {1, 0};
    MPI_Group world, group;
    MPI_Comm comm;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, rank == 1 ? down : up, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &comm); /* @create */
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
