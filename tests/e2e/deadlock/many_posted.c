/*
 * Many receives are posted, and only the first finds a message: why the job hangs
 * is found all the same.
 *
 * np: 2
 * verdict: error
 * hangs: maybe
 * finding: DEADLOCK waits=0@wait begun=0@recv waits=1@finalize
 * twin: many_posted_fit.c
 */
#include <mpi.h>
#include <stdlib.h>

#define N 30000

int main(int argc, char **argv)
{
    int rank, i, *values = malloc(N * sizeof(int));
    MPI_Request *requests = malloc(N * sizeof(MPI_Request));

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (i = 0; i < N; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[i]); /* @recv */
        MPI_Waitall(N, requests, MPI_STATUSES_IGNORE); /* @wait */
    } else
        MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Finalize(); /* @finalize */
    free(requests);
    free(values);
    return 0;
}
