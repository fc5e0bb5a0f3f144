/*
 * Arrays beside the buffers that are too short: of requests, statuses, indices,
 * counts and ranks on the heap, and of characters there and among the global
 * variables.  What the calls load and store behind them is nobody's.
 *
 * np: 3
 * verdict: error
 * finding: ARG-TOO-SHORT call=*@statuses ranks=0,1,2 count=3
 * finding: ARG-TOO-SHORT call=*@requests ranks=0,1,2 count=3
 * finding: ARG-TOO-SHORT call=*@counts ranks=0,1,2 count=3
 * finding: ARG-TOO-SHORT call=0@root cites=2.5.2,3.2.2,6.5
 * finding: ARG-TOO-SHORT call=*@members ranks=0,1,2 count=3
 * finding: ARG-TOO-SHORT call=*@translated ranks=0,1,2 count=3
 * finding: ARG-LESS-ROOM call=*@indices ranks=0,1,2 count=3
 * finding: ARG-LESS-ROOM call=*@name ranks=0,1,2 count=3 cites=2.5.2,9.1.2
 * finding: ARG-LESS-ROOM call=*@object ranks=0,1,2 count=3
 * finding: ARG-LESS-ROOM call=*@value ranks=0,1,2 count=3
 * finding: ARG-LESS-ROOM call=*@coords ranks=0,1,2 count=3
 * finding: ARG-LESS-ROOM call=*@neighbors ranks=0,1,2 count=3
 * says: whose recvcounts takes 12 bytes, but the block of memory there ends after 8
 * says: whose array_of_indices may take 8 bytes, but the block of memory there ends after 4
 * twin: array_fits.c
 */
#include <mpi.h>
#include <stdlib.h>

static char name[100];

/* Between two blocks: none is freed, so that nothing of the heap breaks where
 * the last is overwritten. */
static void *before_another(size_t bytes)
{
    char *first, *block, *other;

    do {
        first = malloc(4000);
        block = malloc(bytes);
        other = malloc(4000);
    } while (block < first || block - first > 4032 || other < block || (size_t)(other - block) > bytes + 32);
    return block;
}

int main(int argc, char **argv)
{
    MPI_Status *statuses = before_another(sizeof *statuses);
    MPI_Request *requests = malloc(sizeof *requests), none[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int *two = calloc(2, sizeof(int)), *one = malloc(sizeof(int)), *translated = malloc(2 * sizeof(int));
    int *members = calloc(2, sizeof(int)), zeros[3] = {0, 0, 0}, ranks[3] = {0, 1, 2};
    int in[3], rank, length, flag, dims[1] = {3}, periods[1] = {0};
    char *object = before_another(8), *value = malloc(8);
    MPI_Group group, others;
    MPI_Comm grid;
    MPI_Info info;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Waitall(2, none, statuses); /* @statuses */
    requests[0] = MPI_REQUEST_NULL;
    ((MPI_Request *volatile)requests)[1] = MPI_REQUEST_NULL; /* malloc has that much to spare */
    MPI_Testany(2, requests, &length, &flag, MPI_STATUS_IGNORE); /* @requests */
    MPI_Waitsome(2, none, &length, one, MPI_STATUSES_IGNORE); /* @indices */
    MPI_Allgatherv(&rank, 0, MPI_INT, in, two, zeros, MPI_INT, MPI_COMM_WORLD); /* @counts */
    if (rank == 0)
        MPI_Gatherv(&rank, 0, MPI_INT, in, zeros, two, MPI_INT, 0, MPI_COMM_WORLD); /* @root */
    else
        MPI_Gatherv(&rank, 0, MPI_INT, in, zeros, two, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    members[0] = 1;
    members[1] = 2;
    MPI_Group_incl(group, 3, members, &others); /* @members */
    MPI_Group_translate_ranks(group, 3, ranks, others, translated); /* @translated */
    MPI_Group_free(&others);
    MPI_Group_free(&group);
    MPI_Get_processor_name(name, &length); /* @name */
    MPI_Comm_get_name(MPI_COMM_SELF, object, &length); /* @object */
    MPI_Info_create(&info);
    MPI_Info_get(info, "none", 8, value, &flag); /* @value */
    MPI_Info_free(&info);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &grid);
    MPI_Cart_coords(grid, rank, 2, one); /* @coords */
    MPI_Comm_free(&grid);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &rank, MPI_UNWEIGHTED, 1, &rank, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &grid);
    MPI_Dist_graph_neighbors(grid, 2, one, MPI_UNWEIGHTED, 1, two, MPI_UNWEIGHTED); /* @neighbors */
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
