/*
 * Calls that are for intracommunicators get an intercommunicator, and the
 * reverse.
 *
 * np: 2
 * verdict: error
 * finding: ARG-INTRA-INTER call=*@graph
 * finding: ARG-INTRA-INTER call=*@adjacent
 * finding: ARG-INTRA-INTER call=*@scan
 * finding: ARG-INTRA-INTER call=*@iscan
 * finding: ARG-INTRA-INTER call=*@create_group
 * finding: ARG-INTRA-INTER call=*@local
 * finding: ARG-INTRA-INTER call=*@shared
 * finding: ARG-INTRA-INTER call=*@map
 * finding: ARG-INTRA-INTER call=*@remote_size
 * finding: ARG-INTRA-INTER call=*@remote_group
 * says: which is an intercommunicator
 * says: which is an intracommunicator
 * twin: intra_inter_fits.c
 */
#include <mpi.h>

static int result; /* looked at later: then it is none that is provoked */
static MPI_Comm made;

static void free_made(void)
{
    if (result == MPI_SUCCESS && made != MPI_COMM_NULL)
        MPI_Comm_free(&made);
}

int main(int argc, char **argv)
{
    int rank, one = 1, sum, number;
    MPI_Comm comm, inter;
    MPI_Group group, remote;
    MPI_Request request;
    MPI_Win win;
    void *base;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Intercomm_create(comm, 0, MPI_COMM_WORLD, 1 - rank, 0, &inter);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    MPI_Comm_group(inter, &group);
    result = MPI_Graph_create(inter, 1, (int[]){0}, (int[]){0}, 0, &made); /* @graph */
    free_made();
    result = MPI_Dist_graph_create_adjacent(inter, 0, (int[]){0}, MPI_UNWEIGHTED, 0, (int[]){0}, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made); /* @adjacent */
    free_made();
    result = MPI_Scan(&one, &sum, 1, MPI_INT, MPI_SUM, inter); /* @scan */
    result = MPI_Iscan(&one, &sum, 1, MPI_INT, MPI_SUM, inter, &request); /* @iscan */
    if (result == MPI_SUCCESS)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    result = MPI_Comm_create_group(inter, group, 0, &made); /* @create_group */
    free_made();
    result = MPI_Intercomm_create(inter, 0, MPI_COMM_WORLD, 1 - rank, 3, &made); /* @local */
    free_made();
    result = MPI_Win_allocate_shared(16, 1, MPI_INFO_NULL, inter, &base, &win); /* @shared */
    if (result == MPI_SUCCESS)
        MPI_Win_free(&win);
    result = MPI_Cart_map(inter, 1, (int[]){1}, (int[]){0}, &number); /* @map */
    result = MPI_Comm_remote_size(MPI_COMM_WORLD, &number); /* @remote_size */
    result = MPI_Comm_remote_group(MPI_COMM_WORLD, &remote); /* @remote_group */
    if (result == MPI_SUCCESS && remote != MPI_GROUP_NULL)
        MPI_Group_free(&remote);
    MPI_Group_free(&group);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
