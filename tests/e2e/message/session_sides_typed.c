/*
 * Without MPI_Init: two halves of a session's world, which is named in small
 * letters, talk about integers.
 *
 * np: 3
 * verdict: clean
 * flavours: abi
 * twin: session_sides.c
 */
#include <mpi.h>

int main(void)
{
    MPI_Session session;
    MPI_Group world, sides[2];
    MPI_Comm comm;
    int rank, size = 0, word = 1;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://world", &world);
    MPI_Group_rank(world, &rank);
    MPI_Group_incl(world, 1, (int[]){0}, &sides[0]);
    MPI_Group_incl(world, 2, (int[]){1, 2}, &sides[1]);
    MPI_Intercomm_create_from_groups(sides[rank > 0], 0, sides[rank == 0], 0,
                                     "sides", MPI_INFO_NULL,
                                     MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_remote_size(comm, &size);
    if (rank == 0)
        MPI_Send(&word, 1, MPI_INT, 0, 3, comm);
    else if (rank == 1)
        MPI_Recv(&word, 1, MPI_INT, 0, 3, comm, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_Group_free(&sides[0]);
    MPI_Group_free(&sides[1]);
    MPI_Group_free(&world);
    MPI_Session_finalize(&session);
    return size != (rank == 0 ? 2 : 1);
}
