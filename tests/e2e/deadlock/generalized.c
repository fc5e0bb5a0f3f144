/*
 * A process waits for a generalized request, which nobody tells MPI to be
 * complete, since it would do so itself only later.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=1@wait begun=1@start ranks=0,1
 * says: Rank 1 waits for ever in MPI_Wait for rank 1 to call MPI_Grequest_complete for its generalized request
 * twin: generalized_completed.c
 */
#include <mpi.h>
#include <stddef.h>

static int query(void *state, MPI_Status *status)
{
    (void)state;
    MPI_Status_set_elements(status, MPI_BYTE, 0);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = MPI_UNDEFINED;
    status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int freed(void *state)
{
    (void)state;
    return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
    (void)state;
    (void)complete;
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        MPI_Grequest_start(query, freed, cancel, NULL, &request); /* @start */
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */
        MPI_Grequest_complete(request);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
