/*
 * Of each process the size of its data, and the data, all with one tag and from
 * any source: the second receive may take the size of the other one.  In this
 * run, where the second process waits for a file to go, it does not.
 *
 * np: 3
 * verdict: potential
 * finding: RACE-TRUNCATION receive=0@size fits=2@sends_size wrong=1@sends_data
 * twin: size_then_data.c
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
        MPI_Recv(&size, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @size */
                 &status);
        MPI_Recv(data, size, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                 &status);
        unlink(file);
    }
    while (rank == 2 && access(file, F_OK) == 0)
        usleep(1000);
    if (rank > 0) {
        size = 10 * rank;
        MPI_Send(&size, 1, MPI_INT, 0, 0, comm); /* @sends_size */
        MPI_Send(data, size, MPI_INT, 0, 0, comm); /* @sends_data */
    }
    MPI_Finalize();
    return 0;
}
