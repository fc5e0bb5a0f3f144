/*
 * Halo exchange with fences: each puts its rim into its neighbours' halo; the
 * columns are strided.
 *
 * np: 4
 * verdict: clean
 */
#include <mpi.h>

#define N 8

static int grid[N + 2][N + 2];

static void exchange(MPI_Win win, MPI_Datatype column, const int *neighbours,
                     int assert_first, int assert_last)
{
    MPI_Win_fence(assert_first, win);
    /* Left, right, up, down. */
    MPI_Put(&grid[1][1], 1, column, neighbours[0], N + 2 + N + 1, 1, column,
            win);
    MPI_Put(&grid[1][N], 1, column, neighbours[1], N + 2, 1, column, win);
    MPI_Put(&grid[1][1], N, MPI_INT, neighbours[2], (N + 1) * (N + 2) + 1, N,
            MPI_INT, win);
    MPI_Put(&grid[N][1], N, MPI_INT, neighbours[3], 1, N, MPI_INT, win);
    MPI_Win_fence(assert_last, win);
}

int main(int argc, char **argv)
{
    int rank, neighbours[4], dims[2] = {2, 2}, periods[2] = {1, 1}, i;
    MPI_Comm cart;
    MPI_Datatype column;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart);
    MPI_Comm_rank(cart, &rank);
    MPI_Cart_shift(cart, 1, 1, &neighbours[0], &neighbours[1]);
    MPI_Cart_shift(cart, 0, 1, &neighbours[2], &neighbours[3]);
    MPI_Type_vector(N, 1, N + 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Win_create(grid, sizeof grid, sizeof(int), MPI_INFO_NULL, cart, &win);
    for (i = 0; i < 3; i++)
        exchange(win, column, neighbours, 0, 0);
    for (i = 0; i < 3; i++) {
        /* A receive into the window, and a send from it, between epochs. */
        MPI_Sendrecv(grid[0], N, MPI_INT, neighbours[0], 0, grid[N + 1], N,
                     MPI_INT, neighbours[1], 0, cart, MPI_STATUS_IGNORE);
        exchange(win, column, neighbours, MPI_MODE_NOPRECEDE,
                 MPI_MODE_NOSUCCEED);
    }
    MPI_Win_free(&win);
    MPI_Type_free(&column);
    MPI_Comm_free(&cart);
    MPI_Finalize();
    return 0;
}
