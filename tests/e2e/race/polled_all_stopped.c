/*
 * Two receives from any source are posted and polled for; the second has no
 * room for one of the messages, and gets it: the call that polls does not
 * return, and which receive has taken which message nobody has told.
 *
 * np: 3
 * verdict: potential
 * finding: RACE-TRUNCATION receive=0@second fits=1@short wrong=2@long count=1
 * twin: polled_all_room.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, flag = 0, value[9] = {0}, other[9];
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(value, 9, MPI_INT, MPI_ANY_SOURCE, 0, comm, &requests[0]);
        MPI_Irecv(other, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @second */
                  &requests[1]);
        while (!flag)
            MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
    } else if (rank == 1) {
        MPI_Send(value, 1, MPI_INT, 0, 0, comm); /* @short */
        MPI_Send(value, 1, MPI_INT, 2, 0, comm);
    } else {
        /* Rank 1's message is there first. */
        MPI_Recv(value, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(value, 9, MPI_INT, 0, 0, comm); /* @long */
    }
    MPI_Finalize();
    return 0;
}
