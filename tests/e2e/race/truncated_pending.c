/*
 * The first receive has no room for rank 1's message, which is there first.
 * The MPI may then return from MPI_Waitall with the second one pending, of
 * which the program hears no more: what it took is what is left.
 *
 * np: 3
 * verdict: potential
 * finding: RACE-TRUNCATION receive=0@first fits=2@short wrong=1@long count=1
 * twin: in_turn.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request requests[2];
    int rank, value[3][9] = {{0}};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Irecv(value[0], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @first */
                  &requests[0]);
        MPI_Irecv(value[1], 9, MPI_INT, MPI_ANY_SOURCE, 0, comm, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        MPI_Recv(value[2], 9, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                 MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Send(value, 9, MPI_INT, 0, 0, comm); /* @long */
        MPI_Send(value, 1, MPI_INT, 2, 0, comm);
    } else {
        MPI_Recv(value, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(value, 1, MPI_INT, 0, 0, comm); /* @short */
        MPI_Send(value, 9, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
