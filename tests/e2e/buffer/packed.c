/*
 * A message is packed into a buffer that is still being sent, with the same
 * contents; one is unpacked before it was received; and with MPI_Pack_external.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-IN-USE use=0@pack pending=0@isend
 * finding: BUFFER-IN-USE use=0@unpack pending=0@irecv
 * finding: BUFFER-IN-USE use=0@external pending=0@issend
 * twin: packed_after.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    char buf[64] = {0};
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Aint place = 0;
    int rank, value = 7, position = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Pack(&value, 1, MPI_INT, buf, sizeof buf, &position, comm);
        MPI_Isend(buf, position, MPI_PACKED, 1, 0, comm, &request); /* @isend */
        position = 0;
        MPI_Pack(&value, 1, MPI_INT, buf, sizeof buf, &position, comm); /* @pack */
        MPI_Wait(&request, MPI_STATUS_IGNORE);

        MPI_Irecv(buf, sizeof buf, MPI_PACKED, 1, 1, comm, &request); /* @irecv */
        position = 0;
        MPI_Unpack(buf, sizeof buf, &position, &value, 1, MPI_INT, comm); /* @unpack */
        MPI_Wait(&request, MPI_STATUS_IGNORE);

        MPI_Issend(buf, 4, MPI_BYTE, 1, 2, comm, &request); /* @issend */
        value = 0;
        MPI_Pack_external("external32", &value, 1, MPI_INT, buf, sizeof buf, &place); /* @external */
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
