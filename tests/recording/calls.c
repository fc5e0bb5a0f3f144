/* Sends, receives, makes and frees a communicator; a finding after the number
 * of messages that it is given, and then it waits for the end of its standard
 * input where it has one. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, i, value = 7, count = argc > 1 ? atoi(argv[1]) : 3;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (i = 0; i < count; i++) {
        if (rank == 0)
            MPI_Send(&value, 1, MPI_INT, 1, i % 100, comm);
        if (rank == 1)
            MPI_Recv(&value, 1, MPI_INT, 0, i % 100, comm, MPI_STATUS_IGNORE);
    }
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (rank == 0)
        MPI_Send(&value, -1, MPI_INT, 1, 0, comm);
    if (argc > 2 && rank == 0) {
        puts("ready");
        fflush(stdout);
        while (access(argv[2], F_OK) != 0)
            usleep(1000);
    }
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
