/*
 * As session.c, but both are finalized.
 *
 * np: 1
 * flavours: abi mpich
 * verdict: clean
 */
#include <mpi.h>

int main(void)
{
    MPI_Session session, other;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &other);
    MPI_Session_finalize(&other);
    MPI_Session_finalize(&session);
    return 0;
}
