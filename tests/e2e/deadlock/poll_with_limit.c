/*
 * As poll_for_ever.c; rank 1 asks for the time before it polls, since it would
 * give up after some hours.
 *
 * np: 2
 * verdict: warning
 * options: --no-progress=1 --fail-on=warning
 * finding: NO-PROGRESS polls=1@probe waits=0@recv ranks=0,1
 * hangs: maybe
 * status: 1
 * twin: outside_a_while.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;
    double begin;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    begin = MPI_Wtime();
    if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
    } else {
        while (MPI_Wtime() - begin < 1e4 && !value)
            MPI_Iprobe(0, 7, MPI_COMM_WORLD, &value, MPI_STATUS_IGNORE); /* @probe */
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
