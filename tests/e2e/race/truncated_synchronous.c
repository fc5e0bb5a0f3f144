/*
 * As truncated.c, by synchronous sends, the long one there first: the job ends
 * within the receive, and that its send has ended tells which it took.
 *
 * np: 3
 * verdict: potential
 * finding: RACE-TRUNCATION receive=0@first fits=1@short wrong=2@long count=1
 * status: 0|1|2|15
 * twin: in_turn.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value[9] = {0}, token = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(&token, 1, MPI_INT, 1, 1, comm, MPI_STATUS_IGNORE);
        MPI_Recv(value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @first */
                 MPI_STATUS_IGNORE);
        MPI_Recv(value, 9, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(&token, 1, MPI_INT, 2, 1, comm, MPI_STATUS_IGNORE);
        MPI_Issend(value, 1, MPI_INT, 0, 0, comm, &request); /* @short */
        MPI_Send(&token, 1, MPI_INT, 0, 1, comm);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Issend(value, 9, MPI_INT, 0, 0, comm, &request); /* @long */
        MPI_Send(&token, 1, MPI_INT, 1, 1, comm);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
