/*
 * Nonblocking reductions on three communicators that overlap in a ring, in
 * any order (acceptance E13).
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, i, send[3] = {1, 2, 3}, recv[3], count = 0;
    MPI_Comm comms[3];
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 3; i++) /* the group of comms[i] is {i, i + 1} */
        MPI_Comm_split(MPI_COMM_WORLD,
                       rank == i || rank == (i + 1) % 3 ? 0 : MPI_UNDEFINED,
                       rank, &comms[i]);
    for (i = 0; i < 3; i++) {
        int which = rank == 1 ? 2 - i : i;

        if (comms[which] != MPI_COMM_NULL)
            MPI_Iallreduce(&send[which], &recv[which], 1, MPI_INT, MPI_SUM,
                           comms[which], &requests[count++]);
    }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    for (i = 0; i < 3; i++)
        if (comms[i] != MPI_COMM_NULL)
            MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
