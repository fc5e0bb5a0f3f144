/*
 * One process finalizes its session and ends, long before the other one.
 *
 * np: 2
 * verdict: clean
 * flavours: abi mpich
 */
#include <mpi.h>
#include <unistd.h>

int main(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int rank;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "early", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    if (rank != 0)
        sleep(1);
    MPI_Session_finalize(&session);
    return 0;
}
