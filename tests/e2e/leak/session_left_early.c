/*
 * One process ends and has not finalized its session; a launcher may take that
 * for a failure and end the other one, which is no second fault.
 *
 * np: 2
 * verdict: warning
 * finding: LEAK-SESSION made=0@init
 * status: 0|1
 * flavours: abi mpich
 * twin: session_ended_early.c
 */
#include <mpi.h>
#include <unistd.h>

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int rank;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session); /* @init */
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "early", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    if (rank == 0)
        return 0;
    sleep(1);
    MPI_Session_finalize(&session);
    return 0;
}
