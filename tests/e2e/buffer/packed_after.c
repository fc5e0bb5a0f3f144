/*
 * Packed into a buffer beside what is being sent of it, and again when that is
 * over; unpacked of one that is being sent, and of one that was received.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    char buf[64] = {0};
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Aint place = 0;
    int rank, value = 7, position = 0, from = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Pack(&value, 1, MPI_INT, buf, sizeof buf, &position, comm);
        MPI_Isend(buf, position, MPI_PACKED, 1, 0, comm, &request);
        MPI_Pack(&value, 1, MPI_INT, buf, sizeof buf, &position, comm);
        MPI_Unpack(buf, sizeof buf, &from, &value, 1, MPI_INT, comm);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        position = from = 0;
        MPI_Pack(&value, 1, MPI_INT, buf, sizeof buf, &position, comm);

        MPI_Irecv(buf, sizeof buf, MPI_PACKED, 1, 1, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Unpack(buf, sizeof buf, &from, &value, 1, MPI_INT, comm);

        MPI_Issend(buf, 4, MPI_BYTE, 1, 2, comm, &request);
        place = 4;
        MPI_Pack_external("external32", &value, 1, MPI_INT, buf, sizeof buf, &place);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(buf, sizeof buf, MPI_PACKED, 0, 0, comm, MPI_STATUS_IGNORE);
        MPI_Pack(&value, 1, MPI_INT, buf, sizeof buf, &position, comm);
        MPI_Send(buf, position, MPI_PACKED, 0, 1, comm);
        MPI_Recv(buf, 4, MPI_BYTE, 0, 2, comm, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
