/*
 * MPI_Alltoallw whose pieces end where the array does, and, by an old custom,
 * MPI_Neighbor_alltoallw with the difference of two addresses.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define HALF 2

static int everywhere[2 * HALF];
static int fixed[2 * HALF], beside[HALF];

int main(int argc, char **argv)
{
    int counts[2] = {HALF, HALF}, fine[2] = {0, HALF * sizeof(int)};
    int dims[1] = {2}, periods[1] = {1}, ones[2] = {1, 1};
    int stack[2 * HALF] = {0}, other[HALF] = {0}, *heap, *blocks[2];
    MPI_Aint near_by[2] = {0, HALF * sizeof(int)}, first, second;
    MPI_Aint columns_at[2] = {0, sizeof(int)}, apart[2] = {0, 0};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT}, columns[2];
    MPI_Comm ring;

    MPI_Init(&argc, &argv);
    heap = malloc(sizeof stack);
    memset(heap, 0, sizeof stack);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    MPI_Type_vector(HALF, 1, HALF, MPI_INT, &columns[0]);
    MPI_Type_commit(&columns[0]);
    columns[1] = columns[0];
    MPI_Alltoallw(fixed, counts, fine, types, everywhere, counts, fine, types, MPI_COMM_WORLD);
    MPI_Alltoallw(stack, counts, fine, types, everywhere, counts, fine, types, MPI_COMM_WORLD);
    MPI_Alltoallw(heap, counts, fine, types, everywhere, counts, fine, types, MPI_COMM_WORLD);
    MPI_Neighbor_alltoallw(stack, counts, near_by, types, everywhere, counts, near_by, types, ring);
    MPI_Neighbor_alltoallw(stack, ones, columns_at, columns, everywhere, ones, columns_at, columns, ring);

    MPI_Get_address(fixed, &first);
    MPI_Get_address(beside, &second);
    apart[1] = MPI_Aint_diff(second, first);
    MPI_Neighbor_alltoallw(fixed, counts, apart, types, everywhere, counts, near_by, types, ring);
    MPI_Get_address(stack, &first);
    MPI_Get_address(other, &second);
    apart[1] = MPI_Aint_diff(second, first);
    MPI_Neighbor_alltoallw(stack, counts, apart, types, everywhere, counts, near_by, types, ring);
    blocks[0] = calloc(HALF, sizeof(int));
    blocks[1] = calloc(HALF, sizeof(int));
    MPI_Get_address(blocks[0], &first);
    MPI_Get_address(blocks[1], &second);
    apart[1] = MPI_Aint_diff(second, first);
    MPI_Neighbor_alltoallw(blocks[0], counts, apart, types, everywhere, counts, near_by, types, ring);

    free(blocks[0]);
    free(blocks[1]);
    MPI_Type_free(&columns[0]);
    MPI_Comm_free(&ring);
    free(heap);
    MPI_Finalize();
    return beside[0];
}
