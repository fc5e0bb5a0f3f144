/*
 * Counts and a colour that are negative.
 *
 * np: 1
 * verdict: error
 * finding: ARG-NEGATIVE call=0@send cites=3.2.1,3.2.2
 * finding: ARG-NEGATIVE call=0@bcast cites=6.4
 * finding: ARG-NEGATIVE call=0@gatherv
 * finding: ARG-NEGATIVE call=0@type
 * finding: ARG-NEGATIVE call=0@blocks
 * finding: ARG-NEGATIVE call=0@split
 * twin: fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int number = 0, all[2], counts[1] = {-1}, lengths[2] = {1, -2};
    int displs[2] = {0, 0};
    MPI_Datatype type;
    MPI_Comm comm = MPI_COMM_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Send(&number, -1, MPI_INT, 0, 0, MPI_COMM_WORLD); /* @send */
    MPI_Bcast(&number, -3, MPI_INT, 0, MPI_COMM_WORLD); /* @bcast */
    MPI_Gatherv(&number, 1, MPI_INT, all, counts, displs, MPI_INT, 0, MPI_COMM_WORLD); /* @gatherv */
    MPI_Type_contiguous(-4, MPI_INT, &type); /* @type */
    MPI_Type_indexed(2, lengths, displs, MPI_INT, &type); /* @blocks */
    MPI_Comm_split(MPI_COMM_WORLD, -5, 0, &comm); /* @split */
    if (comm != MPI_COMM_NULL) /* MPICH makes one */
        MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
