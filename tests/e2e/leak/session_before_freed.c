/*
 * As session_before.c, but all is freed.
 *
 * np: 2
 * verdict: clean
 * flavours: abi
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
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
