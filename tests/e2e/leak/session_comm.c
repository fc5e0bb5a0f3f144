/*
 * The only session ends, and a communicator of it was not freed.
 *
 * np: 2
 * verdict: warning
 * flavours: abi mpich
 * finding: LEAK-COMM call=*@make ranks=0,1 count=2
 * says: called MPI_Session_finalize
 * twin: session_comm_freed.c
 */
#include <mpi.h>

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "left", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm); /* @make */
    MPI_Group_free(&group);
    MPI_Barrier(comm);
    MPI_Session_finalize(&session);
    return 0;
}
