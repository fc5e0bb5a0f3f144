/*
 * MPI_Grequest_complete is called for a receive, and twice for one request, on
 * which MPICH and Open MPI fail.
 *
 * np: 1
 * verdict: error
 * flavours: abi
 * finding: REQUEST-GENERALIZED call=0@receive made=0@irecv
 * finding: REQUEST-GENERALIZED call=0@again made=0@start
 * twin: generalized_once.c
 */
#include <mpi.h>
#include <stddef.h>

static int query(void *state, MPI_Status *status)
{
    (void)state;
    MPI_Status_set_elements(status, MPI_INT, 0);
    MPI_Status_set_cancelled(status, 0);
    return MPI_SUCCESS;
}

static int freed(void *state)
{
    (void)state;
    return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
    (void)state;
    (void)complete;
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    int in, out = 1;
    MPI_Request request, receive;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &receive); /* @irecv */
    MPI_Grequest_start(query, freed, cancel, NULL, &request); /* @start */
    MPI_Grequest_complete(receive); /* @receive */
    MPI_Grequest_complete(request);
    MPI_Grequest_complete(request); /* @again */
    MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
