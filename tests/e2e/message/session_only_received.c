/*
 * Without MPI_Init: the world of a session.
 *
 * np: 2
 * verdict: clean
 * flavours: abi mpich
 * twin: session_only.c
 */
#include <mpi.h>

int main(void)
{
    MPI_Session session;
    MPI_Group world;
    MPI_Comm comm;
    int rank, word = 1, all;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
    MPI_Comm_create_from_group(world, "world", MPI_INFO_NULL,
                               MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Allreduce(&word, &all, 1, MPI_INT, MPI_SUM, comm);
    if (rank == 0)
        MPI_Send(&word, 1, MPI_INT, 1, 3, comm);
    else
        MPI_Recv(&word, 1, MPI_INT, 0, 3, comm, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_Group_free(&world);
    MPI_Session_finalize(&session);
    return 0;
}
