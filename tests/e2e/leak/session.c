/*
 * One of two sessions is never finalized.  (The reference MPI fails
 * such a process, and MPICH's launcher does now and then: when it sees the
 * connection closed before it sees the end.)
 *
 * np: 1
 * status: 0|1
 * flavours: mpich
 * verdict: warning
 * finding: LEAK-SESSION call=0@session
 * twin: session_finalized.c
 */
#include <mpi.h>

int main(void)
{
    MPI_Session session, other;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session); /* @session */
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &other);
    MPI_Session_finalize(&other);
    return 0;
}
