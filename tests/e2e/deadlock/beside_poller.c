/*
 * Two processes wait for each other; a third one polls for ever, in turn by twelve
 * probes.
 *
 * np: 3
 * verdict: error
 * finding: DEADLOCK waits=0@recv waits=1@recv ranks=0,1
 * twin: beside_poller_sent.c
 */
#include <mpi.h>

static int polls(void)
{
    int found = 0, tag;

    for (tag = 0; tag < 12 && !found; tag++)
        MPI_Iprobe(0, tag, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    return !found;
}

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2)
        while (polls())
            continue;
    else
        MPI_Recv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
