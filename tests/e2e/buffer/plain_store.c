/*
 * The program stores into what is still read, and into what is still to come:
 * of a long receive, over which the other process may write at any time, of a
 * send, a collective operation, a put and a get.  Seen where it stores, in a
 * program that was compiled as usual.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: BUFFER-ACCESSED-EARLY begin=*@receive store=*@stored count=2 cites=3.7.2
 * finding: BUFFER-CHANGED-EARLY begin=*@send store=*@sent count=2 cites=3.7.2
 * finding: BUFFER-CHANGED-EARLY begin=*@reduce store=*@reduced count=2 cites=6.12
 * finding: BUFFER-CHANGED-EARLY begin=*@put store=*@given count=2 cites=12.3
 * finding: BUFFER-ACCESSED-EARLY begin=*@get store=*@got count=2 cites=12.3
 * twin: plain_store_after.c
 */
#include <mpi.h>

#define LONG (1 << 20)

static char in[LONG], out[LONG];

int main(int argc, char **argv)
{
    int rank, other, part = 1, sum, given = 1, got = 0, *base;
    MPI_Request requests[2], request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Irecv(in, LONG, MPI_CHAR, other, 0, MPI_COMM_WORLD, &requests[0]); /* @receive */
    in[LONG - 1] = 1;                                                      /* @stored */
    MPI_Isend(out, LONG, MPI_CHAR, other, 0, MPI_COMM_WORLD, &requests[1]); /* @send */
    out[LONG / 2] = 1;                                                      /* @sent */
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Iallreduce(&part, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request); /* @reduce */
    part = 2;                                                                   /* @reduced */
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&given, 1, MPI_INT, other, 0, 1, MPI_INT, win); /* @put */
    given = 2;                                              /* @given */
    MPI_Get(&got, 1, MPI_INT, other, 1, 1, MPI_INT, win); /* @get */
    got = 1;                                              /* @got */
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
