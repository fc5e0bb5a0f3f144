/*
 * Null pointers where there are data.
 *
 * np: 1
 * verdict: error
 * finding: ARG-NULL-BUFFER call=0@send
 * finding: ARG-NULL-BUFFER call=0@recv
 * finding: ARG-NULL-BUFFER call=0@derived
 * twin: fits.c
 */
#include <mpi.h>
#include <stddef.h>

static void forget(MPI_Request *request)
{
    if (*request != MPI_REQUEST_NULL)
        MPI_Request_free(request);
}

int main(int argc, char **argv)
{
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_vector(2, 1, 8, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Send_init(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]); /* @send */
    MPI_Recv_init(NULL, 2, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &requests[1]); /* @recv */
    forget(&requests[0]);
    forget(&requests[1]);
    MPI_Send_init(NULL, 1, type, 0, 0, MPI_COMM_WORLD, &requests[0]); /* @derived */
    forget(&requests[0]);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
