/*
 * Groups of ranks that stand twice, of ranges that meet, go nowhere, or leave
 * the group; receive buffers whose pieces overlap.
 *
 * np: 2
 * verdict: error
 * finding: ARG-TWICE call=*@incl
 * finding: ARG-TWICE call=*@excl
 * finding: ARG-TWICE call=*@meet
 * finding: ARG-VALUE call=*@stride
 * finding: ARG-RANK call=*@beyond
 * finding: ARG-OVERLAP call=0@gatherv
 * finding: ARG-OVERLAP call=*@alltoallv
 * finding: ARG-OVERLAP call=*@alltoallw
 * finding: BUFFER-TYPE-MISMATCH call=*@alltoallw
 * says: but a stride is not 0.
 * twin: array_fits.c
 */
#include <mpi.h>

static int result; /* looked at later: then it is none that is provoked */

static void made(MPI_Group *group)
{
    if (result == MPI_SUCCESS && *group != MPI_GROUP_EMPTY)
        MPI_Group_free(group);
}

int main(int argc, char **argv)
{
    int rank, sent[4] = {0}, received[4] = {0}, counts[2] = {2, 2}, displs[2] = {0, 2}, wrong[2] = {0, 1}, bytes[2] = {0, 8}, odd[2] = {0, 2};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    MPI_Group world, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    result = MPI_Group_incl(world, 2, (int[]){1, 1}, &group); /* @incl */
    made(&group);
    result = MPI_Group_excl(world, 2, (int[]){0, 0}, &group); /* @excl */
    made(&group);
    result = MPI_Group_range_incl(world, 2, (int[][3]){{0, 1, 1}, {1, 0, -1}}, &group); /* @meet */
    made(&group);
    result = MPI_Group_range_excl(world, 1, (int[][3]){{0, 1, 0}}, &group); /* @stride */
    made(&group);
    result = MPI_Group_range_incl(world, 1, (int[][3]){{0, 2, 1}}, &group); /* @beyond */
    made(&group);
    MPI_Group_free(&world);
    MPI_Gatherv(sent, 2, MPI_INT, received, counts, wrong, MPI_INT, 0, MPI_COMM_WORLD); /* @gatherv */
    MPI_Alltoallv(sent, counts, displs, MPI_INT, received, counts, wrong, MPI_INT, MPI_COMM_WORLD); /* @alltoallv */
    MPI_Alltoallw(sent, counts, bytes, types, received, counts, odd, types, MPI_COMM_WORLD); /* @alltoallw */
    MPI_Finalize();
    return 0;
}
