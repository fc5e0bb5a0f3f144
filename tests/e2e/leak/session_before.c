/*
 * What is left of the World Model is told of a process that had a session
 * before.
 *
 * np: 2
 * verdict: error
 * finding: RMA-FINALIZE-IN-EPOCH finalize=*@finalize ... ranks=0,1 count=2
 * finding: LEAK-COMM call=*@dup ranks=0,1 count=2
 * finding: LEAK-WINDOW call=*@window ranks=0,1 count=2
 * flavours: abi
 * twin: session_before_freed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Session session;
    MPI_Comm comm;
    MPI_Win win;
    int *base;

    MPI_Init(&argc, &argv);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Session_finalize(&session);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm); /* @dup */
    MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win); /* @window */
    MPI_Win_lock_all(0, win); /* @lock */
    MPI_Finalize(); /* @finalize */
    return 0;
}
