/*
 * Generalized requests: each is told once that it is complete; of one that was
 * freed before that, a copy of the handle serves to tell it (13.2).
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

static int query(void *state, MPI_Status *status)
{
    (void)state;
    MPI_Status_set_elements(status, MPI_INT, 0);
    MPI_Status_set_cancelled(status, 0);
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
    int i;
    MPI_Request request, copy;

    MPI_Init(&argc, &argv);
    for (i = 0; i < 3; i++) {
        MPI_Grequest_start(query, freed, cancel, NULL, &request);
        MPI_Grequest_complete(request);
        if (i < 2)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        else
            MPI_Request_free(&request);
    }
    MPI_Grequest_start(query, freed, cancel, NULL, &request);
    copy = request;
    MPI_Request_free(&request);
    MPI_Grequest_complete(copy);
    MPI_Finalize();
    return 0;
}
