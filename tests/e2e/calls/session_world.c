/*
 * With a session, but without MPI_Init, there is no MPI_COMM_WORLD; and after
 * the last session nothing that came of it is there, not even to be freed.
 *
 * np: 2
 * status: 0|1
 * verdict: error
 * finding: CALL-BEFORE-INIT call=*@world ranks=0,1 count=2
 * finding: CALL-AFTER-FINALIZE call=*@free finalize=*@over ranks=0,1 count=2
 * flavours: abi
 * twin: session.c
 */
#include <mpi.h>

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    int size;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_size(MPI_COMM_WORLD, &size); /* @world */
    MPI_Session_finalize(&session);       /* @over */
    MPI_Group_free(&group);               /* @free */
    return 0;
}
