/*
 * Without MPI_Init: one process makes a communicator of a group, and the other
 * one has ended its session.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=1@make
 * says: too, with stringtag "y" and a group of ranks 0, 1, but rank 0 has called MPI_Session_finalize
 * hangs: maybe
 * twin: session_made.c
 * flavours: abi mpich
 */
#include <mpi.h>

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int rank;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Group_rank(group, &rank);
    if (rank == 1) {
        MPI_Comm_create_from_group(group, "y", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm); /* @make */
        MPI_Comm_free(&comm);
    }
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
    return 0;
}
