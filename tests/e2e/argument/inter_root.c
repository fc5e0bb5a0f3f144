/*
 * The root of a broadcast over an intercommunicator gives what no call takes:
 * there, too, the buffer is described.
 *
 * np: 3
 * verdict: error
 * finding: ARG-NEGATIVE call=0@count
 * finding: ARG-NULL-HANDLE call=0@datatype
 * twin: inter_root_clean.c
 */
#include <mpi.h>
#include <stddef.h>

static int errors[2]; /* looked at by nobody: then they are none that is provoked */

int main(int argc, char **argv)
{
    int rank, data[4] = {0}, sum[4] = {0};
    MPI_Comm part, both;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &part);
    MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 5, &both);
    MPI_Comm_set_errhandler(both, MPI_ERRORS_RETURN);
    if (rank == 0) {
        errors[0] = MPI_Bcast(data, -1, MPI_INT, MPI_ROOT, both); /* @count */
        errors[1] = MPI_Bcast(data, 1, MPI_DATATYPE_NULL, MPI_ROOT, both); /* @datatype */
    }
    MPI_Bcast(data, 4, MPI_INT, rank == 0 ? MPI_ROOT : 0, both);
    MPI_Reduce(rank == 0 ? NULL : data, rank == 0 ? sum : NULL, 4, MPI_INT, MPI_SUM, rank == 0 ? MPI_ROOT : 0, both);
    MPI_Comm_free(&both);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
