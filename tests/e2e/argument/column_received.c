/*
 * A column of more rows than the matrix has is received: all of it comes, and
 * most of it lies behind the matrix.
 *
 * np: 1
 * verdict: error
 * finding: ARG-TOO-SHORT call=0@receive count=1
 * says: ends after 640 of 3048 bytes, and the message that came takes 3048.
 * twin: column_received_fits.c
 */
#include <mpi.h>

#define COLUMNS 20
#define ROWS    4

static double matrix[ROWS][COLUMNS], behind[40][COLUMNS], before[40][COLUMNS], out[COLUMNS];

int main(int argc, char **argv)
{
    MPI_Datatype column;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Type_vector(COLUMNS, 1, COLUMNS, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Isend(out, COLUMNS, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &request);
    MPI_Recv(matrix, 1, column, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @receive */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
    MPI_Finalize();
    return behind[0][0] + before[0][0] > 0;
}
