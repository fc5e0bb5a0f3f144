/*
 * Arrays beside the buffers that are as long as they need to be, on the heap,
 * in its blocks' midst and among the global variables; or that are not
 * significant there, and no memory at all.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

static char name[MPI_MAX_PROCESSOR_NAME];
static MPI_Status statuses[3];

int main(int argc, char **argv)
{
    MPI_Request *requests = malloc(5 * sizeof *requests);
    int *three = calloc(3, sizeof(int)), *indices = malloc(3 * sizeof(int)), *short_one = malloc(sizeof(int));
    int (*ranges)[3] = malloc(2 * sizeof *ranges), *translated = malloc(3 * sizeof(int));
    int in[3], rank, length, flag, dims[1] = {3}, periods[1] = {0}, ranks[3] = {0, 1, 2}, i;
    char *object = malloc(MPI_MAX_OBJECT_NAME), *value = malloc(9), *error = malloc(MPI_MAX_ERROR_STRING), *longest = malloc(MPI_MAX_INFO_VAL);
    MPI_Group group, others;
    MPI_Comm grid;
    MPI_Info info;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 5; i++)
        requests[i] = MPI_REQUEST_NULL;
    MPI_Waitall(3, requests + 2, statuses);
    MPI_Testany(5, requests, &length, &flag, MPI_STATUS_IGNORE);
    MPI_Waitsome(3, requests, &length, indices, statuses);
    MPI_Waitall(0, requests + 5, MPI_STATUSES_IGNORE);
    MPI_Allgatherv(&rank, 0, MPI_INT, in, three, three, MPI_INT, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Gatherv(&rank, 0, MPI_INT, in, three, three, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Gatherv(&rank, 0, MPI_INT, NULL, short_one, short_one, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    ranges[0][0] = ranges[0][1] = 0;
    ranges[1][0] = 2;
    ranges[1][1] = 1;
    ranges[0][2] = 1;
    ranges[1][2] = -1;
    MPI_Group_range_incl(group, 2, ranges, &others);
    MPI_Group_translate_ranks(group, 3, ranks, others, translated);
    MPI_Group_free(&others);
    MPI_Group_incl(group, 3, translated, &others);
    MPI_Group_free(&others);
    MPI_Group_free(&group);
    MPI_Get_processor_name(name, &length);
    MPI_Comm_get_name(MPI_COMM_SELF, object, &length);
    MPI_Error_string(MPI_ERR_RANK, error, &length);
    MPI_Info_create(&info);
    MPI_Info_get(info, "none", 8, value, &flag);
    MPI_Info_get(info, "none", MPI_MAX_INFO_VAL, longest, &flag); /* no value is longer */
    MPI_Info_free(&info);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &grid);
    MPI_Cart_coords(grid, rank, 1, short_one);
    MPI_Comm_free(&grid);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &rank, MPI_UNWEIGHTED, 1, &rank, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &grid);
    MPI_Dist_graph_neighbors(grid, 1, short_one, MPI_UNWEIGHTED, 3, three, MPI_UNWEIGHTED);
    MPI_Comm_free(&grid);
    free(short_one);
    free(requests);
    if (rank == 0)
        MPI_Reduce_scatter(MPI_IN_PLACE, in, (int[3]){1, 1, 1}, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    else
        MPI_Reduce_scatter(MPI_IN_PLACE, in, (int[3]){1, 1, 1}, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
