/*
 * The request of a receive is freed, and its buffer when the session is
 * finalized that it belongs to, which waits for it.
 *
 * np: 2
 * flavours: abi mpich
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, *buffer = malloc(sizeof(int));
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "given up", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
    } else {
        MPI_Irecv(buffer, 1, MPI_INT, 0, 0, comm, &request);
        MPI_Request_free(&request);
    }
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    free(buffer);
    MPI_Finalize();
    return 0;
}
