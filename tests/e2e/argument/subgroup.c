/*
 * A communicator of processes of which one is not in the old communicator.
 *
 * np: 3
 * verdict: error
 * finding: ARG-SUBGROUP call=*@create
 * twin: subgroup_fits.c
 */
#include <mpi.h>

static int result; /* looked at later: then it is none that is provoked */

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm part, comm = MPI_COMM_NULL;
    MPI_Group group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 1, 0, &part);
    MPI_Comm_set_errhandler(part, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    result = MPI_Comm_create(part, group, &comm); /* @create */
    if (result == MPI_SUCCESS && comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
