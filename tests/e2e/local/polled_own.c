/*
 * What is loaded has been received.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, i, flag = 0, polls = 0, value[2] = {0}, sent = 3;
    MPI_Request request[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (i = 0; i < 2; i++)
            MPI_Irecv(&value[i], 1, MPI_INT, 1, i, comm, &request[i]);
        while (!flag) {
            MPI_Test(&request[0], &flag, MPI_STATUS_IGNORE);
            if (++polls == 100)
                MPI_Send(NULL, 0, MPI_INT, 1, 2, comm);
        }
        printf("%d\n", value[0]);
        MPI_Wait(&request[1], MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 0, 2, comm, MPI_STATUS_IGNORE);
        for (i = 0; i < 2; i++)
            MPI_Send(&sent, 1, MPI_INT, 0, i, comm);
    }
    MPI_Finalize();
    return 0;
}
