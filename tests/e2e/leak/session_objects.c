/*
 * A program of sessions alone frees its communicator, and not its group, its
 * datatype and its persistent request.
 *
 * np: 2
 * verdict: warning
 * flavours: abi mpich
 * finding: LEAK-GROUP call=*@group ranks=0,1 count=2
 * finding: LEAK-DATATYPE call=*@type ranks=0,1 count=2
 * finding: LEAK-REQUEST call=*@init ranks=0,1 count=2
 * says: Rank 0 ended and had not freed a group
 * twin: session_objects_freed.c
 */
#include <mpi.h>

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Datatype pair;
    MPI_Request request;
    int value = 0;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group); /* @group */
    MPI_Comm_create_from_group(group, "left", MPI_INFO_NULL,
                               MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Type_contiguous(2, MPI_INT, &pair); /* @type */
    MPI_Send_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &request); /* @init */
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return 0;
}
