/*
 * As size_and_data.c; the data is received from who has told its size.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;
    char file[] = "/tmp/size_XXXXXX";
    int rank, i, size = 0, data[20] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        close(mkstemp(file));
    MPI_Bcast(file, sizeof file, MPI_CHAR, 0, comm);
    for (i = 1; i < 3 && rank == 0; i++) {
        MPI_Recv(&size, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                 &status);
        MPI_Recv(data, size, MPI_INT, status.MPI_SOURCE, 0, comm,
                 &status);
        unlink(file);
    }
    while (rank == 2 && access(file, F_OK) == 0)
        usleep(1000);
    if (rank > 0) {
        size = 10 * rank;
        MPI_Send(&size, 1, MPI_INT, 0, 0, comm);
        MPI_Send(data, size, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
