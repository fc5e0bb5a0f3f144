/*
 * A partitioned send is waited for by a receive that is not partitioned.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@end waits=1@recv missed=0@init ranks=0,1
 * hangs: maybe
 * flavours: abi mpich
 * twin: all_ready.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[4] = {0};
    MPI_Request request = MPI_REQUEST_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Psend_init(data, 2, 2, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_INFO_NULL, /* @init */
                       &request);
        MPI_Start(&request);
        MPI_Pready_range(0, 1, request);
    } else {
        MPI_Recv(data, 4, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
    }
    MPI_Barrier(MPI_COMM_WORLD); /* @end */
    if (rank == 0) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
    MPI_Finalize();
    return 0;
}
