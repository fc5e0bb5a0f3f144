/* Half way it waits for a file, and does then what is wrong only for who does
 * not see all of it: receives what was sent, and frees what was made. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, size, number = 0;
    MPI_Request request;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, 0, comm, &request);
    fprintf(stderr, "rank %d: half\n", rank);
    while (argc > 1 && access(argv[1], F_OK) != 0)
        usleep(10000);
    MPI_Recv(&number, 1, MPI_INT, (rank + size - 1) % size, 0, comm,
             MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    fprintf(stderr, "rank %d: finalizes\n", rank);
    MPI_Finalize();
    fprintf(stderr, "rank %d: done\n", rank);
    return 0;
}
