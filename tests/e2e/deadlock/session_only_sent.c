/*
 * Without MPI_Init: the world of a session, and each process alone in another.
 *
 * np: 3
 * verdict: clean
 * flavours: abi mpich
 * twin: session_only.c
 */
#include <mpi.h>

int main(void)
{
    MPI_Session session, other;
    MPI_Group world, self;
    MPI_Comm comm, alone;
    int rank, word = 0, sum;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &other);
    MPI_Group_from_session_pset(other, "mpi://SELF", &self);
    MPI_Comm_create_from_group(self, "self", MPI_INFO_NULL,
                               MPI_ERRORS_ARE_FATAL, &alone);
    MPI_Allreduce(&word, &sum, 1, MPI_INT, MPI_SUM, alone);
    MPI_Comm_free(&alone);
    MPI_Group_free(&self);
    MPI_Session_finalize(&other);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
    MPI_Comm_create_from_group(world, "world", MPI_INFO_NULL,
                               MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        MPI_Recv(&word, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
    else if (rank == 1)
        MPI_Send(&word, 1, MPI_INT, 0, 0, comm);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    MPI_Group_free(&world);
    MPI_Session_finalize(&session);
    return 0;
}
