/*
 * Nonblocking reductions on three overlapping communicators, in cyclic order
 * (acceptance E13).
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, buf1 = 0, buf2 = 0, i;
    MPI_Comm comms[3];
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 3; i++)
        MPI_Comm_split(MPI_COMM_WORLD, rank == i || rank == (i + 1) % 3 ? 0 : 1,
                       rank == i ? 0 : 1, &comms[i]);
    MPI_Iallreduce(&rank, &buf1, 1, MPI_INT, MPI_SUM, comms[rank],
                   &requests[0]);
    MPI_Iallreduce(&rank, &buf2, 1, MPI_INT, MPI_SUM, comms[(rank + 2) % 3],
                   &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (i = 0; i < 3; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
