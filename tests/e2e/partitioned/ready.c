/*
 * Partitions of unequal number on the two sides, in three rounds, marked by
 * each of the calls; the receiver asks for each as it comes.
 *
 * np: 2
 * verdict: clean
 * flavours: abi mpich
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[8] = {0};
    MPI_Request request;
    int round, i, flag, list[] = {3, 1};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Psend_init(data, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
        for (round = 0; round < 3; round++) {
            MPI_Start(&request);
            MPI_Pready_list(2, list, request);
            MPI_Pready(0, request);
            MPI_Pready_range(2, 2, request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Request_free(&request);
    } else {
        MPI_Precv_init(data, 2, 4, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
        for (round = 0; round < 3; round++) {
            MPI_Start(&request);
            for (i = 0; i < 2; i++)
                for (flag = 0; !flag;)
                    MPI_Parrived(request, i, &flag);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Request_free(&request);
    }
    MPI_Finalize();
    return 0;
}
