/*
 * As aliased_across.c, but each buffer lies in the gaps of the other one.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static double matrix[4][8];
static int numbers[16];

int main(int argc, char **argv)
{
    int counts[2] = {2, 2}, displs[2] = {0, 4};
    MPI_Datatype columns;

    MPI_Init(&argc, &argv);
    MPI_Type_vector(4, 2, 8, MPI_DOUBLE, &columns);
    MPI_Type_commit(&columns);
    MPI_Alltoallv(numbers, counts, displs, MPI_INT, numbers + 2, counts, displs, MPI_INT, MPI_COMM_WORLD);
    MPI_Scatterv(numbers, counts, displs, MPI_INT, numbers + 6, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Sendrecv(&matrix[0][1], 1, columns, 0, 0, &matrix[0][3], 1, columns, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Type_free(&columns);
    MPI_Finalize();
    return 0;
}
