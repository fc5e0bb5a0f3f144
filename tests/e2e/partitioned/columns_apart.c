/*
 * Partitions whose data have gaps: what lies in these is given to other calls.
 *
 * np: 2
 * verdict: clean
 * flavours: abi mpich  (Open MPI 4.1.4 has no partitioned communication)
 */
#include <mpi.h>

enum { PARTITIONS = 3, EACH = 16 };

int main(int argc, char **argv)
{
    int rank, buffer[PARTITIONS * EACH] = {0}, *other = &buffer[EACH + 3];
    MPI_Datatype spread, item;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(EACH / 2, 1, 2, MPI_INT, &spread); /* each other one */
    MPI_Type_create_resized(spread, 0, EACH * sizeof(int), &item);
    MPI_Type_commit(&item);
    if (rank == 0) {
        MPI_Psend_init(buffer, PARTITIONS, 1, item, 1, 0, /* @made */
                       MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request); /* @send */
        MPI_Pready_range(0, 1, request);
        MPI_Recv(other, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, /* @into */
                 MPI_STATUS_IGNORE);
        MPI_Pready(2, request);
    } else {
        MPI_Precv_init(buffer, PARTITIONS, 1, item, 0, 0, /* @precv */
                       MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);                               /* @receive */
        MPI_Send(other, 1, MPI_INT, 0, 1, MPI_COMM_WORLD); /* @from */
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Type_free(&spread);
    MPI_Type_free(&item);
    MPI_Finalize();
    return 0;
}
