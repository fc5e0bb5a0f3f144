/*
 * Without MPI_Init: the world of a session. One waits for a message, the
 * others for it.
 *
 * np: 3
 * verdict: error
 * finding: DEADLOCK waits=0@recv waits=1@barrier ranks=0,1,2
 * hangs: yes
 * flavours: abi mpich
 * twin: session_only_sent.c
 */
#include <mpi.h>

int main(void)
{
    MPI_Session session;
    MPI_Group world;
    MPI_Comm comm;
    int rank, word = 0;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
    MPI_Comm_create_from_group(world, "world", MPI_INFO_NULL,
                               MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        MPI_Recv(&word, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE); /* @recv */
    else
        MPI_Barrier(comm); /* @barrier */
    MPI_Comm_free(&comm);
    MPI_Group_free(&world);
    MPI_Session_finalize(&session);
    return 0;
}
