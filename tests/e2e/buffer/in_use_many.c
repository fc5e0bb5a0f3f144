/*
 * Thousands of small messages, of which some MPIs give all one handle, are
 * under way, and a receive is, while thousands of blocking calls are
 * made: none of these may go through all the operations (it took minutes).
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#include <stddef.h>

#define N 40000

static int values[N];
static MPI_Request requests[N];

int main(int argc, char **argv)
{
    int rank, last = 0, i;
    MPI_Request request;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(&last, 1, MPI_INT, 1, 1, comm, &request);
        for (i = 0; i < N; i++) {
            MPI_Isend(&values[i], 1, MPI_INT, 1, 0, comm, &requests[i]);
            if (i % 16 == 15)
                MPI_Recv(NULL, 0, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
        }
        for (i = 0; i < N; i++)
            MPI_Barrier(MPI_COMM_SELF);
        MPI_Waitall(N, requests, MPI_STATUSES_IGNORE);
        MPI_Send(NULL, 0, MPI_INT, 1, 1, comm);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        for (i = 0; i < N; i++) {
            MPI_Recv(&values[i], 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
            if (i % 16 == 15)
                MPI_Send(NULL, 0, MPI_INT, 0, 0, comm);
        }
        MPI_Recv(NULL, 0, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
        MPI_Send(&last, 1, MPI_INT, 0, 1, comm);
    }
    MPI_Finalize();
    return 0;
}
