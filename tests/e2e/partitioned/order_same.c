/*
 * Two sends of one tag match their receives in the order of the
 * initializations.
 *
 * np: 2
 * verdict: clean
 * flavours: abi mpich
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, i, data[8] = {0};
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Request one, two, requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Psend_init(data, 2, 1, MPI_INT, 1, 3, comm, info, &one);
        MPI_Psend_init(data, 2, 2, MPI_INT, 1, 3, comm, info, &two);
    } else {
        MPI_Precv_init(data, 1, 2, MPI_INT, 0, 3, comm, info, &one);
        MPI_Precv_init(data + 4, 1, 4, MPI_INT, 0, 3, comm, info, &two);
    }
    requests[0] = one;
    requests[1] = two;
    MPI_Startall(2, requests);
    for (i = 0; rank == 0 && i < 2; i++)
        MPI_Pready_range(0, 1, requests[1 - i]);
    for (i = 0; i < 2; i++) {
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        MPI_Request_free(&requests[i]);
    }
    MPI_Finalize();
    return 0;
}
