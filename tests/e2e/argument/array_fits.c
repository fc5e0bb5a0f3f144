/*
 * Groups of ranges, up, down and empty; pieces of receive buffers one beside
 * the other, in any order, and the same one for a count of 0; a send buffer of
 * which a piece goes to two.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, sent[4] = {0}, received[4] = {0}, counts[2] = {2, 2}, displs[2] = {2, 0}, same[2] = {0, 0}, bytes[2] = {8, 0}, zero[2] = {0, 0};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    MPI_Group world, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, (int[]){1, 0}, &group);
    MPI_Group_free(&group);
    MPI_Group_range_incl(world, 1, (int[][3]){{1, 0, -1}}, &group);
    MPI_Group_free(&group);
    MPI_Group_range_excl(world, 1, (int[][3]){{0, 0, 4}}, &group);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Gatherv(sent, 2, MPI_INT, received, counts, displs, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Alltoallv(sent, counts, same, MPI_INT, received, counts, displs, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoallw(sent, counts, bytes, types, received, counts, bytes, types, MPI_COMM_WORLD);
    MPI_Alltoallv(sent, zero, same, MPI_INT, received, zero, same, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
