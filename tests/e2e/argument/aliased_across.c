/*
 * Buffers that overlap in part, at other addresses: pieces of MPI_Alltoallv and
 * of MPI_Scatterv (the root's own part, not where it is sent from), and columns
 * of MPI_Sendrecv.
 *
 * np: 2
 * verdict: error
 * finding: ARG-ALIASED call=*@alltoallv ranks=0,1 count=2
 * finding: ARG-ALIASED call=0@scatterv
 * finding: ARG-ALIASED call=*@sendrecv ranks=0,1 count=2
 * twin: aliased_across_beside.c
 */
#include <mpi.h>

static double matrix[4][8];
static int numbers[16];

int main(int argc, char **argv)
{
    int counts[2] = {2, 2}, displs[2] = {0, 4};
    MPI_Datatype columns;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_vector(4, 2, 8, MPI_DOUBLE, &columns);
    MPI_Type_commit(&columns);
    MPI_Alltoallv(numbers, counts, displs, MPI_INT, numbers + 1, counts, displs, MPI_INT, MPI_COMM_WORLD); /* @alltoallv */
    MPI_Scatterv(numbers, counts, displs, MPI_INT, numbers + 5, 2, MPI_INT, 0, MPI_COMM_WORLD); /* @scatterv */
    MPI_Sendrecv(&matrix[0][1], 1, columns, 0, 0, &matrix[0][2], 1, columns, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @sendrecv */
    MPI_Type_free(&columns);
    MPI_Finalize();
    return 0;
}
