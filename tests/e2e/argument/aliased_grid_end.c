/*
 * On a grid that ends, the row that is sent down goes one too far to the
 * right, to where the column from the right is received.
 *
 * np: 2
 * verdict: error
 * finding: ARG-ALIASED call=0@exchange
 * says: , which overlaps its sendbuf.
 * twin: aliased_grid_end_beside.c
 */
#include <mpi.h>

#define N 4
#define WIDTH (N + 2)

int main(int argc, char **argv)
{
    static int field[WIDTH][WIDTH];
    int dims[2] = {1, 2}, periods[2] = {0, 0}, ones[4] = {1, 1, 1, 1}, i;
    MPI_Aint from[4] = {WIDTH + 1, N * WIDTH + 2, WIDTH + 1, WIDTH + N};
    MPI_Aint to[4] = {1, (N + 1) * WIDTH + 1, WIDTH, WIDTH + N + 1};
    MPI_Datatype row, column;
    MPI_Comm grid;

    MPI_Init(&argc, &argv);
    periods[0] = 1;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Type_contiguous(N, MPI_INT, &row);
    MPI_Type_vector(N, 1, WIDTH, MPI_INT, &column);
    MPI_Type_commit(&row);
    MPI_Type_commit(&column);
    MPI_Datatype types[4] = {row, row, column, column};

    for (i = 0; i < 4; i++) {
        from[i] *= (MPI_Aint)sizeof(int);
        to[i] *= (MPI_Aint)sizeof(int);
    }
    MPI_Comm_set_errhandler(grid, MPI_ERRORS_RETURN);
    MPI_Neighbor_alltoallw(field, ones, from, types, field, ones, to, types, grid); /* @exchange */
    MPI_Type_free(&row);
    MPI_Type_free(&column);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
