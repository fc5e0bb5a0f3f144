/*
 * Null handles where an object is needed.
 *
 * np: 1
 * verdict: error
 * finding: ARG-NULL-HANDLE call=0@comm
 * finding: ARG-NULL-HANDLE call=0@type
 * finding: ARG-NULL-HANDLE call=0@nothing
 * finding: ARG-NULL-HANDLE call=0@op
 * finding: ARG-NULL-HANDLE call=0@group
 * finding: ARG-NULL-HANDLE call=0@commit
 * finding: ARG-NULL-HANDLE call=0@cancel
 * finding: ARG-NULL-HANDLE call=0@start
 * finding: ARG-NULL-HANDLE call=0@free
 * twin: fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int size, in = 0, out = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Comm comm = MPI_COMM_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_size(comm, &size); /* @comm */
    MPI_Send(&out, 1, type, MPI_PROC_NULL, 0, MPI_COMM_WORLD); /* @type */
    MPI_Send(&out, 0, type, MPI_PROC_NULL, 0, MPI_COMM_WORLD); /* @nothing */
    MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD); /* @op */
    MPI_Group_size(MPI_GROUP_NULL, &size); /* @group */
    MPI_Type_commit(&type); /* @commit */
    MPI_Cancel(&request); /* @cancel */
    MPI_Start(&request); /* @start */
    MPI_Comm_free(&comm); /* @free */
    MPI_Finalize();
    return 0;
}
