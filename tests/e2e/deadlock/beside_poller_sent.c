/*
 * Two processes wait, one for the other, which computes for half a second; a
 * third one polls all the while, in turn by twelve probes.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <unistd.h>

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
    if (rank == 2) {
        while (polls())
            continue;
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 0) {
        usleep(500000);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_INT, 2, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
