/*
 * Without MPI_Init: the world of a session. A message is not received, and a
 * sum is a maximum for one.
 *
 * np: 2
 * verdict: error
 * unless: send=sync
 * finding: COLL-OP-MISMATCH call=0@reduce call=1@reduce
 * finding: P2P-UNRECEIVED call=0@send
 * flavours: abi mpich
 * twin: session_only_received.c
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
    MPI_Allreduce(&word, &all, 1, MPI_INT, rank == 0 ? MPI_SUM : MPI_MAX, comm); /* @reduce */
    if (rank == 0)
        MPI_Send(&word, 1, MPI_INT, 1, 3, comm); /* @send */
    MPI_Comm_free(&comm);
    MPI_Group_free(&world);
    MPI_Session_finalize(&session);
    return 0;
}
