/* Half way it waits for a file.  Then the last rank ends by MPI_Abort, or with
 * LEAVE=crash by a fault; the others wait for it. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, size, number = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    fprintf(stderr, "rank %d: half\n", rank);
    while (argc > 1 && access(argv[1], F_OK) != 0)
        usleep(10000);
    if (rank == size - 1) {
        fprintf(stderr, "rank %d: leaves\n", rank);
        if (getenv("LEAVE") != NULL)
            *(volatile int *)NULL = 1;
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    MPI_Recv(&number, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
