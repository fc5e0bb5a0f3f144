/*
 * Columns that have a row more than their matrix, none of whose pieces lies
 * across the end: of a vector, of several columns whose extent was not set, of
 * a subarray of a matrix with other sizes, of a matrix that is a global
 * variable, from its last column on, of a list of rows, and of a receive to
 * which less comes.
 *
 * np: 2
 * verdict: error
 * finding: ARG-TOO-SHORT call=*@vector ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@extent ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@subarray ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@global ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@list ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@gather ranks=0,1 count=2
 * finding: ARG-LESS-ROOM call=*@room ranks=0,1 count=2
 * says: (an item of sendtype spans 1688 bytes, of which 120 are data)
 * twin: column_fits.c
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
    /* Both of a block, since what is behind the matrix is read. */
    double *matrix = malloc(N * N * sizeof *matrix), *other = malloc(sizeof in);
    int sizes[2] = {N + 1, N}, part[2] = {N + 1, 1}, from[2] = {0, 3};
    int rows[3] = {1, 8, N}, i;
    MPI_Datatype vector, column, subarray, list;

    memset(matrix, 0, N * N * sizeof *matrix);
    memset(other, 0, sizeof in);
    MPI_Init(&argc, &argv);
    MPI_Type_vector(N + 1, 1, N, MPI_DOUBLE, &vector);
    MPI_Type_commit(&vector);
    MPI_Type_vector(N, 1, N, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_C, MPI_DOUBLE, &subarray);
    MPI_Type_commit(&subarray);
    for (i = 0; i < 3; i++)
        rows[i] *= N;
    MPI_Type_create_indexed_block(3, N, rows, MPI_DOUBLE, &list);
    MPI_Type_commit(&list);
    MPI_Sendrecv(matrix, 1, vector, 0, 0, in, 4096, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @vector */
    MPI_Sendrecv(matrix, 2, column, 0, 0, in, 4096, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @extent */
    MPI_Sendrecv(matrix, 1, subarray, 0, 0, in, 4096, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @subarray */
    MPI_Sendrecv(&globals[0][N - 1], 1, vector, 0, 0, other, 4096, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @global */
    MPI_Sendrecv(matrix, 1, list, 0, 0, in, 4096, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @list */
    MPI_Gather(matrix, 1, vector, in, N + 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); /* @gather */
    MPI_Sendrecv(in, N / 2, MPI_DOUBLE, 0, 0, matrix, 1, vector, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @room */
    send(matrix, 1, column);
    MPI_Type_free(&list);
    MPI_Type_free(&subarray);
    MPI_Type_free(&column);
    MPI_Type_free(&vector);
    free(other);
    free(matrix);
    MPI_Finalize();
    return 0;
}
