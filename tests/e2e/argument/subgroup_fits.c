/*
 * Communicators of a part of the old one, in another order, and of nobody.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

static void make(MPI_Comm of, MPI_Group group)
{
    MPI_Comm comm;

    MPI_Comm_create(of, group, &comm);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm part, inter, comm;
    MPI_Group world, group, own;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 1, -rank, &part);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, (int[]){0, 2}, &group);
    make(MPI_COMM_WORLD, group);
    if (rank != 1)
        make(part, group);
    if (rank != 1) {
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm);
        MPI_Comm_free(&comm);
    }
    make(part, MPI_GROUP_EMPTY);
    make(MPI_COMM_WORLD, world);
    MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, rank == 1 ? 2 : 1, 0, &inter);
    MPI_Comm_group(inter, &own);
    make(inter, own);
    MPI_Comm_free(&inter);
    MPI_Group_free(&own);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
