/* Goes on after MPI_Finalize until there is a file. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    fprintf(stderr, "rank %d: finalized\n", rank);
    while (argc > 1 && access(argv[1], F_OK) != 0)
        usleep(10000);
    return 0;
}
