/*
 * A session is finalized when all on its communicator is complete.
 *
 * np: 2
 * verdict: clean
 * flavours: abi mpich
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
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, comm, &request);
    if (rank == 1)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return 0;
}
