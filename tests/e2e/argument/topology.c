/*
 * Grids and graphs that are larger than their communicator, coordinates and
 * directions beyond a grid, and communicators without the topology.
 *
 * np: 2
 * verdict: error
 * finding: ARG-TOPOLOGY call=*@grid
 * finding: ARG-TOPOLOGY call=*@large
 * finding: ARG-TOPOLOGY call=*@graph
 * finding: ARG-TOPOLOGY call=*@index
 * finding: ARG-TOPOLOGY call=*@dims
 * finding: ARG-TOPOLOGY call=*@coords
 * finding: ARG-TOPOLOGY call=*@direction
 * finding: ARG-TOPOLOGY call=*@plain
 * finding: ARG-TOPOLOGY call=*@split
 * finding: ARG-TOPOLOGY call=*@dup
 * finding: ARG-TOPOLOGY call=*@other
 * finding: ARG-TOPOLOGY call=*@neighbours
 * twin: topology_fits.c
 */
#include <mpi.h>

static int result; /* looked at later: then it is none that is provoked */

static void made(MPI_Comm *comm)
{
    if (result == MPI_SUCCESS && *comm != MPI_COMM_NULL)
        MPI_Comm_free(comm);
}

int main(int argc, char **argv)
{
    int dims[2] = {3, 2}, given[2] = {3, 0}, periods[2] = {1, 0}, coords[2] = {-1, 2}, from, to, all[8] = {0}, one = 1;
    MPI_Comm grid, comm, part, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    result = MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm); /* @grid */
    made(&comm);
    result = MPI_Graph_create(MPI_COMM_WORLD, 3, (int[]){0, 0, 0}, (int[]){0}, 0, &comm); /* @graph */
    made(&comm);
    result = MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){65536, 65536}, periods, 0, &comm); /* @large */
    made(&comm);
    result = MPI_Graph_create(MPI_COMM_WORLD, 2, (int[]){2, 1}, (int[]){1, 0}, 0, &comm); /* @index */
    made(&comm);
    MPI_Dims_create(7, 2, given); /* @dims */
    dims[0] = 1;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_rank(grid, coords, &to); /* @coords */
    MPI_Cart_shift(grid, 2, 1, &from, &to); /* @direction */
    MPI_Cart_shift(MPI_COMM_WORLD, 0, 1, &from, &to); /* @plain */
    MPI_Comm_split(grid, 0, 0, &part);
    MPI_Cart_coords(part, 0, 2, coords); /* @split */
    MPI_Comm_dup(part, &copy);
    MPI_Cartdim_get(copy, &to); /* @dup */
    MPI_Graphdims_get(grid, &from, &to); /* @other */
    MPI_Neighbor_allgather(&one, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD); /* @neighbours */
    MPI_Comm_free(&copy);
    MPI_Comm_free(&part);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
