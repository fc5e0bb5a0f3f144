/*
 * MPI_Finalize ends MPI_COMM_WORLD, and leaves what came of a session.
 *
 * np: 1
 * status: 0|1
 * verdict: error
 * finding: CALL-AFTER-FINALIZE call=0@world finalize=0@finalize
 * flavours: abi
 * twin: session_outlives.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int size;

    MPI_Init(&argc, &argv);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "beside", MPI_INFO_NULL,
                               MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Finalize(); /* @finalize */
    MPI_Barrier(comm);
    MPI_Comm_size(MPI_COMM_WORLD, &size); /* @world */
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return 0;
}
