/*
 * Constructors by groups that overlap, told apart by tags, in an order in
 * which nobody waits for ever; the same group made in two ways.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

static void make(int one, int other, int tag)
{
    int rank, ranks[2] = {one, other}, without[1] = {3 - one - other};
    MPI_Group world, group;
    MPI_Comm comm;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    if (rank == one)
        MPI_Group_incl(world, 2, ranks, &group);
    else
        MPI_Group_excl(world, 1, without, &group);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, tag, &comm);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 2)
        make(0, 1, 1);
    if (rank != 1)
        make(0, 2, 2);
    if (rank != 0)
        make(1, 2, 1);
    MPI_Finalize();
    return 0;
}
