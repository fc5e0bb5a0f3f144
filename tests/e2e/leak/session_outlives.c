/*
 * What belongs to a session outlives MPI_Finalize: a communicator, and a request
 * that is active then.
 *
 * np: 1
 * flavours: abi
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Session session;
    MPI_Request request;
    MPI_Group group;
    MPI_Comm comm;
    int in, out = 1;

    MPI_Init(&argc, &argv);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Group_from_session_pset(session, "mpi://SELF", &group);
    MPI_Comm_create_from_group(group, "outlives", MPI_INFO_NULL,
                               MPI_ERRORS_RETURN, &comm);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, comm, &request);
    MPI_Finalize();
    MPI_Send(&out, 1, MPI_INT, 0, 0, comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
    return 0;
}
