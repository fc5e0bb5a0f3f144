/*
 * A column of the rows that the matrix has is received.
 *
 * np: 1
 * verdict: clean
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
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Isend(out, ROWS, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &request);
    MPI_Recv(matrix, 1, column, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
    MPI_Finalize();
    return behind[0][0] + before[0][0] > 0;
}
