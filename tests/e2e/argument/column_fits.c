/*
 * Columns of as many rows as their matrix has, with the extents that they need;
 * one that begins in the middle of its block; and datatypes that lead from one
 * block to another by bytes, as they may.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define N 15 /* so that the block ends where the matrix does */

static double globals[N][N];
static double in[4096];

static void send(const void *buf, int count, MPI_Datatype type)
{
    MPI_Sendrecv(buf, count, type, 0, 0, in, 4096, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    double *matrix = malloc(N * N * sizeof *matrix), *other = malloc(sizeof in);
    int sizes[2] = {N, N}, part[2] = {N, 1}, from[2] = {0, N - 1};
    int rows[3] = {1, 8, N - 1}, i;
    MPI_Datatype vector, column, subarray, list, both, far, pair;
    MPI_Aint places[2] = {0};

    memset(matrix, 0, N * N * sizeof *matrix);
    memset(other, 0, sizeof in);
    MPI_Init(&argc, &argv);
    MPI_Type_vector(N, 1, N, MPI_DOUBLE, &vector);
    MPI_Type_commit(&vector);
    MPI_Type_create_resized(vector, 0, sizeof(double), &column);
    MPI_Type_commit(&column);
    MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_C, MPI_DOUBLE, &subarray);
    MPI_Type_commit(&subarray);
    for (i = 0; i < 3; i++)
        rows[i] *= N;
    MPI_Type_create_indexed_block(3, N, rows, MPI_DOUBLE, &list);
    MPI_Type_commit(&list);
    send(matrix, 1, vector);
    send(matrix + N - 1, 1, vector);
    send(matrix, N, column);
    send(matrix, 1, subarray);
    send(globals[0], N, column);
    send(&globals[0][N - 1], 1, vector);
    send(matrix, 1, list);
    MPI_Gather(matrix, 1, vector, in, N, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Sendrecv(in, N / 2, MPI_DOUBLE, 0, 0, matrix, 1, vector, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);

    places[1] = (MPI_Aint)((char *)other - (char *)matrix);
    MPI_Type_create_hindexed_block(2, 1, places, vector, &both);
    MPI_Type_commit(&both);
    send(matrix, 1, both);
    MPI_Type_create_hvector(2, 1, places[1], vector, &far);
    MPI_Type_commit(&far);
    send(matrix, 1, far);
    MPI_Type_create_resized(vector, 0, places[1], &pair);
    MPI_Type_commit(&pair);
    if (places[1] > 0)
        send(matrix, 2, pair);
    MPI_Type_free(&pair);
    MPI_Type_free(&far);
    MPI_Type_free(&both);
    MPI_Type_free(&list);
    MPI_Type_free(&subarray);
    MPI_Type_free(&column);
    MPI_Type_free(&vector);
    free(other);
    free(matrix);
    MPI_Finalize();
    return 0;
}
