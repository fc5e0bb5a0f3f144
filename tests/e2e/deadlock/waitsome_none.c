/*
 * Both wait for some of the other's messages, which it sends thereafter.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@wait begun=0@first begun=0@begun waits=1@wait begun=1@first begun=1@begun
 * hangs: maybe
 * twin: waitany_one.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[2], sent = 1, done, indices[2], tag;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&numbers[0], 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, /* @first */
              &requests[0]);
    MPI_Irecv(&numbers[1], 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, /* @begun */
              &requests[1]);
    MPI_Waitsome(2, requests, &done, indices, MPI_STATUSES_IGNORE); /* @wait */
    for (tag = 0; tag < 2; tag++)
        MPI_Send(&sent, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
