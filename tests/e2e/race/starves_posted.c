/*
 * Two receives are waited for at once. If the first one, from any source, takes
 * what the second one is meant to get, nothing comes for that one; whatever the
 * status says, it is too late then.
 *
 * np: 3
 * verdict: potential|error
 * finding: RACE-STARVATION|DEADLOCK call=0@second ...
 * hangs: maybe
 * twin: starves_posted_named.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int rank, value[2] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(&value[0], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                  &requests[0]);
        MPI_Irecv(&value[1], 1, MPI_INT, 2, 0, comm, /* @second */
                  &requests[1]);
        MPI_Waitall(2, requests, statuses);
    } else if (rank == 1) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        MPI_Send(&rank, 1, MPI_INT, 2, 0, comm);
    } else {
        /* Rank 1's message is mostly there first. */
        MPI_Recv(&value, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
