/*
 * A process waits for a generalized request, which a signal handler tells to
 * be complete later: MPI need not be signal safe (the reference MPI is not),
 * but nobody waits for ever.  MPICH has its own handler for SIGUSR1, too.
 *
 * np: 2
 * verdict: warning
 * flavours: mpich openmpi
 * finding: CALL-IN-HANDLER call=1@complete
 * twin: generalized_completed.c
 */
#include <mpi.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

static MPI_Request request, copy;

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

static void complete(int number)
{
    (void)number;
    MPI_Grequest_complete(copy); /* @complete */
}

int main(int argc, char **argv)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGUSR1};
    struct itimerspec later = {.it_value = {2, 0}};
    timer_t timer;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        MPI_Grequest_start(query, freed, cancel, NULL, &request);
        copy = request;
        signal(SIGUSR1, complete);
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0)
            return 1;
        timer_settime(timer, 0, &later, NULL);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
