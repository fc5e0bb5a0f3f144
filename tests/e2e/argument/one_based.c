/*
 * Arrays that begin at index 1, or further up: the buffer's address lies before
 * them, in another block or variable, or between blocks, and all data in them;
 * by derived datatypes, and by displacements.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

#define BLOCKS 100

/* One behind the other, whichever way. */
static double static_before[4] = {1, 2, 3, 4}, static_data[4] = {1, 2, 3, 4},
              static_behind[4] = {1, 2, 3, 4};

/* x[1] to x[3], as a block of an indexed datatype, or of an array of four. */
static void pass(double *x, int rank)
{
    int one = 1, whole = 4, part = 3;
    MPI_Datatype types[2];
    int i;

    MPI_Type_create_indexed_block(1, 3, &one, MPI_DOUBLE, &types[0]);
    MPI_Type_create_subarray(1, &whole, &part, &one, MPI_ORDER_C, MPI_DOUBLE,
                             &types[1]);
    for (i = 0; i < 2; i++) {
        MPI_Type_commit(&types[i]);
        if (rank == 0)
            MPI_Send(x, 1, types[i], 1, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(x, 1, types[i], 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Type_free(&types[i]);
    }
}

/* x[index] and the next from two processes. */
static void gather(double *x, double mine, int index)
{
    int counts[2] = {1, 1}, places[2] = {index, index + 1};

    MPI_Allgatherv(&mine, 1, MPI_DOUBLE, x, counts, places, MPI_DOUBLE,
                   MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    double before[3] = {0}, data[3] = {0};
    double *blocks[BLOCKS];
    int rank, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < BLOCKS; i++)
        blocks[i] = calloc(3, sizeof blocks[i][0]);
    for (i = 0; i < BLOCKS; i += 10) {
        pass(blocks[i] - 1, rank);
        gather(blocks[i] - 1, rank, 1);
        gather(blocks[i] - 4, rank, 4);
    }
    pass(static_data - 1, rank);
    gather(static_data - 1, rank, 1);
    gather(static_data - 4, rank, 4);
    pass(data - 1, rank);
    gather(data - 1, rank, 1);
    gather(data - 3, rank, 3);
    for (i = 0; i < BLOCKS; i++)
        free(blocks[i]);
    MPI_Finalize();
    return before[0] != 0 || static_before[0] != 1 || static_behind[3] != 4;
}
