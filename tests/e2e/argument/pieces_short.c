/*
 * MPI_Alltoallw: displacements are counted in bytes, and one of them was made
 * of items that are twice as long.
 *
 * np: 2
 * verdict: error
 * finding: ARG-TOO-SHORT call=*@static ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@stack ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@heap ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@neighbor ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@columns ranks=0,1 count=2
 * says: ends after 16 of 24 bytes
 * twin: pieces_fit.c
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define HALF 2

static int everywhere[2 * HALF + 4];
static int fixed[2 * HALF], beside[4];

int main(int argc, char **argv)
{
    int counts[2] = {HALF, HALF}, fine[2] = {0, HALF * sizeof(int)};
    int wrong[2] = {0, HALF * sizeof(double)}, dims[1] = {2}, periods[1] = {1};
    int stack[2 * HALF] = {0}, *heap, ones[2] = {1, 1};
    MPI_Aint near_by[2] = {0, HALF * sizeof(int)};
    MPI_Aint columns_at[2] = {0, sizeof(int)};
    MPI_Aint across[2] = {0, (HALF + 1) * sizeof(int)};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT}, columns[2];
    MPI_Comm ring;

    MPI_Init(&argc, &argv);
    heap = malloc(sizeof stack);
    memset(heap, 0, sizeof stack);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    MPI_Type_vector(HALF, 1, HALF, MPI_INT, &columns[0]);
    MPI_Type_commit(&columns[0]);
    columns[1] = columns[0];
    MPI_Alltoallw(fixed, counts, wrong, types, everywhere, counts, fine, types, MPI_COMM_WORLD); /* @static */
    MPI_Alltoallw(stack, counts, wrong, types, everywhere, counts, fine, types, MPI_COMM_WORLD); /* @stack */
    MPI_Alltoallw(heap, counts, wrong, types, everywhere, counts, fine, types, MPI_COMM_WORLD); /* @heap */
    MPI_Neighbor_alltoallw(stack, counts, across, types, everywhere, counts, near_by, types, ring); /* @neighbor */
    MPI_Neighbor_alltoallw(stack, ones, near_by, columns, everywhere, ones, columns_at, columns, ring); /* @columns */
    MPI_Type_free(&columns[0]);
    MPI_Comm_free(&ring);
    free(heap);
    beside[0] = 0;
    MPI_Finalize();
    return beside[0];
}
