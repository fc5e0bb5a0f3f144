/*
 * As size_and_data.c; in this run the second receive takes the size of the
 * other one, so that the third, for a size, has only data to take, which MPI
 * refuses.  The processes wait for files to go.
 *
 * np: 3
 * verdict: error
 * finding: P2P-TRUNCATED receive=0@size send=*@data
 * twin: size_then_data.c
 */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

static char files[2][17] = {"/tmp/size_XXXXXX", "/tmp/data_XXXXXX"};

static void wait_for(int file)
{
    while (access(files[file], F_OK) == 0)
        usleep(1000);
}

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;
    int rank, i, size = 0, data[10] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    for (i = 0; i < 2 && rank == 0; i++)
        close(mkstemp(files[i]));
    MPI_Bcast(files, sizeof files, MPI_CHAR, 0, comm);
    for (i = 1; i < 3 && rank == 0; i++) {
        MPI_Recv(&size, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @size */
                 &status);
        unlink(files[0]);
        MPI_Recv(data, size, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
        unlink(files[1]);
    }
    if (rank > 0) {
        size = 10;
        if (rank == 2)
            wait_for(0);
        MPI_Send(&size, 1, MPI_INT, 0, 0, comm);
        wait_for(1);
        MPI_Send(data, size, MPI_INT, 0, 0, comm); /* @data */
    }
    MPI_Finalize();
    return 0;
}
