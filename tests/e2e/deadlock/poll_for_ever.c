/*
 * Rank 1 polls for a message that never comes, rank 0 waits for its answer.
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
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD); /* @barrier */
    if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
    } else {
        while (!value)
            MPI_Iprobe(0, 7, MPI_COMM_WORLD, &value, /* @probe */
                       MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
