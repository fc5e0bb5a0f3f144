/*
 * Groups of MPI_Comm_create that differ and are disjoint; who is in none
 * gives an empty one, or another's; equal groups made in different ways.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static const int both[2] = {0, 1}, last[1] = {2};
    MPI_Group world, group, empty = MPI_GROUP_EMPTY;
    MPI_Comm comm;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    if (rank == 0)
        MPI_Group_incl(world, 2, both, &group);
    else if (rank == 1)
        MPI_Group_excl(world, 1, last, &group);
    else
        MPI_Group_incl(world, 1, last, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    MPI_Comm_create(MPI_COMM_WORLD, rank < 2 ? group : empty, &comm);
    if (comm != MPI_COMM_NULL) {
        MPI_Barrier(comm);
        MPI_Comm_free(&comm);
    }
    if (rank == 2) {
        MPI_Group_free(&group);
        MPI_Group_incl(world, 2, both, &group);
    }
    MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 0;
}
