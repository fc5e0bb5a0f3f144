/*
 * Statuses of receives, copied to where those of sends were, and of a wait for
 * nothing, and of a message of a process to itself; whether a send was
 * cancelled.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static int numbers[3], more[3], count;
static MPI_Request requests[2];
static MPI_Status status, both[2];

static void exchange(int partner)
{
    MPI_Isend(numbers, 3, MPI_INT, partner, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(more, 3, MPI_INT, partner, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, both);
    MPI_Get_count(&both[1], MPI_INT, &count);
    both[0] = both[1];
    MPI_Get_count(&both[0], MPI_INT, &count);
}

int main(int argc, char **argv)
{
    int rank, flag, index;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    exchange(1 - rank);
    MPI_Isend(numbers, 3, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD, requests);
    MPI_Recv(more, 3, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD, &status);
    MPI_Wait(requests, &status);
    MPI_Test_cancelled(&status, &flag);
    MPI_Wait(requests, &status); /* it is null: the empty status */
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Isend(numbers, 3, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, requests);
    MPI_Recv(more, 3, MPI_INT, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    requests[1] = MPI_REQUEST_NULL;
    MPI_Waitany(2, requests, &index, &status);
    MPI_Waitany(2, requests, &index, &status); /* the same */
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Isend(numbers, 3, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, requests);
    MPI_Probe(1 - rank, 4, MPI_COMM_WORLD, &status);
    MPI_Recv(more, 3, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, &status);
    MPI_Get_elements(&status, MPI_INT, &count);
    MPI_Wait(requests, MPI_STATUS_IGNORE);
    exchange(rank);
    MPI_Isend(numbers, 0, MPI_INT, rank, 5, MPI_COMM_WORLD, requests);
    MPI_Recv(more, 0, MPI_INT, rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(requests, &status);
    MPI_Recv(more, 3, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Isend(numbers, 3, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, requests);
    MPI_Wait(requests, &status);
    MPI_Sendrecv(numbers, 3, MPI_INT, MPI_PROC_NULL, 5, more, 3, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Isend(numbers, 3, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, requests);
    MPI_Wait(requests, &status);
    MPI_Status_set_elements(&status, MPI_INT, 0);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Isend(numbers, 3, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_WORLD, requests);
    MPI_Wait(requests, &status);
    MPI_Probe(MPI_PROC_NULL, 5, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Finalize();
    return 0;
}
