/*
 * A session is finalized while a receive on a communicator of it is pending.
 *
 * np: 2
 * verdict: error
 * flavours: abi mpich
 * finding: REQUEST-NOT-COMPLETED call=1@finalize made=1@receive
 * hangs: maybe
 * status: 0|1
 * twin: session_complete.c
 */
#include <mpi.h>

int main(void)
{
    int rank, value = 0;
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Request request;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "pending", MPI_INFO_NULL,
                               MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, comm);
    else
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, comm, &request); /* @receive */
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session); /* @finalize */
    return 0;
}
