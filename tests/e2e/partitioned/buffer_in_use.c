/*
 * A partition that was marked as ready, and one that has not arrived, are given
 * to other calls.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-IN-USE made=0@made pending=0@send use=0@into cites=4.2.1
 * finding: BUFFER-IN-USE made=1@precv pending=1@receive use=1@from cites=4.2.2
 * flavours: abi mpich  (Open MPI 4.1.4 has no partitioned communication)
 * twin: buffer_apart.c
 */
#include <mpi.h>

enum { PARTITIONS = 3, EACH = 16 };

int main(int argc, char **argv)
{
    int rank, buffer[PARTITIONS * EACH] = {0}, *second = buffer + EACH;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Psend_init(buffer, PARTITIONS, EACH, MPI_INT, 1, 0, /* @made */
                       MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request); /* @send */
        MPI_Pready_range(0, 1, request);
        MPI_Recv(second, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, /* @into */
                 MPI_STATUS_IGNORE);
        MPI_Pready(2, request);
    } else {
        MPI_Precv_init(buffer, PARTITIONS, EACH, MPI_INT, 0, 0, /* @precv */
                       MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);                                /* @receive */
        MPI_Send(second, 1, MPI_INT, 0, 1, MPI_COMM_WORLD); /* @from */
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
